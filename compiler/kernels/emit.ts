import type { KernelEntry, Size, Step } from "../../runtime/manifest.js";
import type { Kernel } from "./kernel.js";
import {
  ident,
  itemsOf,
  joined,
  loopsOf,
  print,
  wgsl,
  type Code,
  type Line,
  type Loop,
} from "./text/code.js";
import { Scope, type Tensor } from "./text/scope.js";
import { teamUniform, type Share } from "./text/share.js";

/** A kernel's finished text with all that its manifest entry and its steps need. */
export interface EmittedKernel {
  readonly name: string;
  readonly lines: readonly Line[];
  /** In the order in which they stand in the text. */
  readonly loops: readonly Loop[];
  readonly entry: Omit<KernelEntry, "file" | "map">;
  readonly enables: readonly string[];
}

/** One dispatch of a kernel, before the kernel has got its final name. */
export interface EmittedStep {
  readonly kernel: EmittedKernel;
  readonly tensors: Readonly<Record<string, string>>;
  readonly uniforms: Readonly<Record<string, Size>>;
  readonly grid: Step["grid"];
  readonly over?: string;
  readonly into?: string;
  readonly label: string;
}

/** Where a step's tensors are, over which tensors' segments it runs, and what it stands for. */
export interface Placement<T extends string> {
  readonly tensors: Readonly<Partial<Record<T, string | undefined>>>;
  readonly over?: string;
  readonly into?: string;
  readonly label: string;
}

/** Writes one kernel for one operation and schedule. */
export function emit<Op, S extends { readonly share: Share }, T extends string>(
  kernel: Kernel<Op, S, T>,
  op: Op,
  s: S,
  place: Placement<T>,
): EmittedStep {
  const tensors = kernel.tensors(op, s);
  const scope = new Scope(tensors);
  const body = kernel.body(op, s, scope);
  const bindings = Object.entries<Tensor | undefined>(tensors).flatMap(([name, tensor]) =>
    tensor === undefined ? [] : [{ name, tensor }],
  );
  scope.uniform(teamUniform, s.share.team);
  for (const axis of ["x", "y", "z"]) scope.uniform(`grid_${axis}`);
  const uniforms = [...scope.uniforms].map(([name, { type }]) => ({ name, type }));
  const items = [...itemsOf(body)];
  const enables = [...new Set([...s.share.enables, ...items.flatMap((i) => i.enables ?? [])])];
  const text = wgsl`${joined(
    enables.map((name) => wgsl`enable ${ident(name)};`),
    "\n",
  )}
${header(bindings, uniforms)}
${joined(
  items.map((item) => item.text),
  "\n\n",
)}

@compute @workgroup_size(${s.share.team})
fn main(@builtin(workgroup_id) workgroup: vec3u, ${s.share.parameters}) {
let work = workgroup.x + workgroup.y * 65535u;
if (work >= uniforms.grid_x * uniforms.grid_y * uniforms.grid_z) {
return;
}
let x = work % uniforms.grid_x;
let y = (work / uniforms.grid_x) % uniforms.grid_y;
let z = work / (uniforms.grid_x * uniforms.grid_y);
${body}
}`;
  const values = [...scope.uniforms]
    .filter(([name]) => !name.startsWith("grid_"))
    .map(([name, { value }]) => [name, value] as const);
  return {
    kernel: {
      name: kernel.name(op, s),
      lines: print(text),
      loops: loopsOf(text),
      enables,
      entry: {
        workgroup: s.share.team,
        workgroupBytes: items.reduce((sum, item) => sum + (item.workgroupBytes ?? 0), 0),
        bindings: bindings.map(({ name, tensor }) => ({ name, mode: tensor.mode })),
        uniforms,
      },
    },
    tensors: Object.fromEntries(
      Object.entries<string | undefined>(place.tensors).flatMap(([name, tensor]) =>
        tensor === undefined ? [] : [[name, tensor]],
      ),
    ),
    uniforms: Object.fromEntries(values),
    grid: kernel.grid(op, s),
    ...(place.over === undefined ? {} : { over: place.over }),
    ...(place.into === undefined ? {} : { into: place.into }),
    label: place.label,
  };
}

function header(
  bindings: readonly { readonly name: string; readonly tensor: Tensor }[],
  uniforms: readonly { readonly name: string; readonly type: "u32" | "f32" }[],
): Code {
  const fields = uniforms.map(({ name, type }) => wgsl`${ident(name)}: ${ident(type)},`);
  const storage = bindings.map(({ name, tensor }, i) => {
    const element = elementOf(tensor);
    return wgsl`@group(0) @binding(${i}) var<storage, ${ident(tensor.mode)}> ${ident(name)}: array<${element}>;`;
  });
  return wgsl`struct Uniforms {
${fields}
}

${storage}
@group(0) @binding(${bindings.length}) var<uniform> uniforms: Uniforms;
`;
}

function elementOf(tensor: Tensor): Code {
  if (tensor.format === "u32") return ident("u32");
  return tensor.scalars === true ? ident("f32") : tensor.format.quad;
}
