import type { Program, Step, TensorEntry, Variant } from "../manifest.js";
import { wrong } from "./check.js";
import { checkSymbols, INTO_SYMBOLS, SEGMENT_SYMBOLS } from "./symbols.js";

/** Uniforms that the runtime fills from a step's grid. */
const GRID = ["grid_x", "grid_y", "grid_z"];

/** Roles whose tensors are there when weights are loaded. */
const LOADED: readonly TensorEntry["role"][] = ["weight", "derived"];
const WRITABLE: readonly TensorEntry["role"][] = ["output", "derived", "cache", "scratch"];

/** Checks all steps of a program; `constants` are the symbols that have a value without a call. */
export function checkSteps(
  variant: Variant,
  program: Program,
  symbols: { readonly load: readonly string[]; readonly call: readonly string[] },
  at: string,
): void {
  program.load.forEach((step, i) => {
    checkStep(variant, program, step, symbols.load, `${at}.load[${i}]`);
    for (const [binding, tensor] of Object.entries(step.tensors)) {
      const role = program.tensors[tensor]?.role;
      if (role === undefined || !LOADED.includes(role)) {
        throw wrong(`${at}.load[${i}].tensors.${binding}`, "is not there when weights are loaded");
      }
    }
  });
  for (const kind of ["prefill", "few", "decode"] as const) {
    for (const phase of ["keys", "queries"] as const) {
      program[kind][phase].forEach((step, i) => {
        checkStep(variant, program, step, symbols.call, `${at}.${kind}.${phase}[${i}]`);
      });
    }
  }
}

function checkStep(
  variant: Variant,
  program: Program,
  step: Step,
  symbols: readonly string[],
  at: string,
): void {
  const kernel = Object.hasOwn(variant.kernels, step.kernel)
    ? variant.kernels[step.kernel]
    : undefined;
  if (kernel === undefined) throw wrong(`${at}.kernel`, `names no kernel: \`${step.kernel}\``);

  const bindings = kernel.bindings.map(({ name }) => name);
  sameNames(Object.keys(step.tensors), bindings, `${at}.tensors`);
  for (const { name, mode } of kernel.bindings) {
    checkBinding(program, step.tensors[name] ?? "", mode, `${at}.tensors.${name}`);
  }

  const uniforms = kernel.uniforms.map(({ name }) => name).filter((name) => !GRID.includes(name));
  sameNames(Object.keys(step.uniforms), uniforms, `${at}.uniforms`);
  const known = [
    ...symbols,
    ...(step.over === undefined ? [] : SEGMENT_SYMBOLS),
    ...(step.into === undefined ? [] : INTO_SYMBOLS),
  ];
  for (const size of [...Object.values(step.uniforms), ...step.grid]) {
    checkSymbols(size, known, at);
  }

  checkSegmented(program, step, "over", ["weight", "cache"], at);
  checkSegmented(program, step, "into", ["cache"], at);
  const over = step.over === undefined ? undefined : program.tensors[step.over]?.role;
  if (step.into !== undefined && over !== "weight") {
    throw wrong(`${at}.into`, "is that of a step which is not over a weight");
  }
}

/** What a step is dispatched over, or into, is one of its tensors and lies in segments. */
function checkSegmented(
  program: Program,
  step: Step,
  which: "over" | "into",
  roles: readonly ("weight" | "cache")[],
  at: string,
): void {
  const tensor = step[which];
  if (tensor === undefined) return;
  if (!Object.values(step.tensors).includes(tensor)) {
    throw wrong(`${at}.${which}`, "is not a tensor of this step");
  }
  const role = program.tensors[tensor]?.role;
  if (!roles.some((known) => known === role)) {
    throw wrong(
      `${at}.${which}`,
      roles.length > 1 ? "is neither a weight nor a cache" : "is no cache",
    );
  }
}

function checkBinding(
  program: Program,
  name: string,
  mode: "read" | "read_write",
  at: string,
): void {
  const tensor = Object.hasOwn(program.tensors, name) ? program.tensors[name] : undefined;
  if (tensor === undefined) throw wrong(at, `names no tensor: \`${name}\``);
  if (mode === "read_write" && !WRITABLE.includes(tensor.role)) {
    throw wrong(at, `writes a tensor of role ${tensor.role}`);
  }
}

function sameNames(given: readonly string[], wanted: readonly string[], at: string): void {
  const missing = wanted.find((name) => !given.includes(name));
  if (missing !== undefined) throw wrong(at, `lacks \`${missing}\``);
  const extra = given.find((name) => !wanted.includes(name));
  if (extra !== undefined) throw wrong(at, `names \`${extra}\`, which its kernel does not have`);
}
