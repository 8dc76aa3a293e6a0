import type { LayerEntry, Program, TensorEntry, WeightSource } from "../manifest.js";
import { elements } from "../size.js";
import { wrong } from "./check.js";
import { CALL_SYMBOLS, checkSymbols, commonConstants } from "./symbols.js";

/** Checks a program's tensors against their roles and against the layers that bring the weights. */
export function checkTensors(program: Program, layers: readonly LayerEntry[], at: string): void {
  const constants = commonConstants(layers);
  const units = new Set<number>();
  for (const [name, tensor] of Object.entries(program.tensors)) {
    const place = `${at}.tensors.${name}`;
    for (const size of tensor.shape) checkSymbols(size, symbolsOf(tensor, constants), place);
    checkFormat(tensor, place);
    if (tensor.role === "weight") checkBlock(tensor, place);
    if (tensor.role === "weight") checkSources(name, tensor, layers, place);
    if (tensor.role === "cache") units.add(unitsOf(tensor, place));
    if (tensor.role === "angles" && (!tensor.frequencies || tensor.gain === undefined)) {
      throw wrong(place, "has no frequencies or no gain");
    }
  }
  if (units.size > 1) throw wrong(`${at}.tensors`, "has caches with different units a block");
  for (const role of ["input", "output"] as const) {
    const found = Object.values(program.tensors).filter((tensor) => tensor.role === role);
    if (found.length !== 1)
      throw wrong(`${at}.tensors`, `has ${found.length} tensors of role ${role}`);
  }
}

function symbolsOf(tensor: TensorEntry, constants: readonly string[]): readonly string[] {
  if (tensor.role === "weight" || tensor.role === "derived") return constants;
  if (tensor.role === "cache") return [...constants, "block"];
  return [...constants, ...CALL_SYMBOLS];
}

function checkFormat({ role, format }: TensorEntry, at: string): void {
  const floats: readonly TensorEntry["role"][] = ["input", "output", "residual", "angles"];
  const mustBeFloat = floats.includes(role);
  const mustBeWhole = role === "places" || role === "sequences";
  if (mustBeFloat && format !== "f32") throw wrong(`${at}.format`, "is not f32");
  const isWhole = format === "u32" && role !== "scratch" && role !== "derived";
  if (mustBeWhole !== isWhole || !isAtHome(format, role)) {
    throw wrong(`${at}.format`, `does not suit the role ${role}`);
  }
}

/** Whole numbers with scales are weights; a cache may have those of 8 bits. */
function isAtHome(format: TensorEntry["format"], role: TensorEntry["role"]): boolean {
  if (format === "i4") return role === "weight";
  return format !== "i8" || role === "weight" || role === "cache";
}

function checkBlock({ format, block, shape }: TensorEntry, at: string): void {
  const inWholes = format === "i8" || format === "i4";
  if (inWholes !== (block !== undefined)) {
    throw wrong(`${at}.block`, inWholes ? "is missing" : "stands beside floats");
  }
  if (block === undefined) return;
  const [, columns] = shape;
  if (
    shape.length !== 2 ||
    typeof columns !== "number" ||
    columns % block !== 0 ||
    block % 16 !== 0
  ) {
    throw wrong(`${at}.block`, "does not divide the columns in sixteens");
  }
}

function unitsOf(tensor: TensorEntry, at: string): number {
  if (tensor.unitsPerBlock === undefined) throw wrong(`${at}.unitsPerBlock`, "is missing");
  return tensor.unitsPerBlock;
}

/** The ranges of a weight must give as many elements as its shape has, in each layer. */
function checkSources(
  name: string,
  tensor: TensorEntry,
  layers: readonly LayerEntry[],
  at: string,
): void {
  const { shape, together = 1 } = tensor;
  if (shape.length === 0) throw wrong(`${at}.shape`, "has no rows");
  for (const layer of layers) {
    if (elements(shape.slice(0, 1), layer.constants) % together !== 0) {
      throw wrong(`${at}.together`, `does not divide its rows in layer ${layer.index}`);
    }
    const source = Object.hasOwn(layer.weights, name) ? layer.weights[name] : undefined;
    if (source === undefined) throw wrong(at, `has no source in layer ${layer.index}`);
    if (source.fill !== undefined) continue;
    const given = source.ranges.reduce((sum, range) => sum + rangeElements(range, source, at), 0);
    const wanted = elements(shape, layer.constants);
    if (given !== wanted) {
      throw wrong(at, `has ${wanted} elements, and its source in layer ${layer.index} ${given}`);
    }
  }
}

function rangeElements(
  range: WeightSource["ranges"][number],
  source: WeightSource,
  at: string,
): number {
  const shape = Object.hasOwn(source.shapes, range.tensor)
    ? source.shapes[range.tensor]
    : undefined;
  const [rows, ...others] = shape ?? [];
  if (rows === undefined || range.firstRow + range.rows > rows) {
    throw wrong(at, `reads rows that \`${range.tensor}\` does not have`);
  }
  return others.reduce((product, size) => product * size, range.rows);
}
