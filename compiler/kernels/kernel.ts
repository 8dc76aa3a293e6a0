import type { Size } from "../../runtime/manifest.js";
import type { Code } from "./text/code.js";
import type { Scope, Tensor } from "./text/scope.js";
import type { Share } from "./text/share.js";

/**
 * A kernel is one declaration: header, bindings, uniforms, dispatch, features, limits and manifest
 * entry are derived from it. `Op` says what is computed, `S` how it is laid out.
 */
export interface Kernel<Op, S extends { readonly share: Share }, T extends string> {
  /** Readable name of the file, such as `project_bf16`. */
  name(op: Op, s: S): string;
  /** Bound in this order. */
  tensors(op: Op, s: S): Readonly<Partial<Record<T, Tensor>>>;
  /** Workgroups in x, y and z: the body finds its own as `x`, `y` and `z`. */
  grid(op: Op, s: S): readonly [Size, Size, Size];
  body(op: Op, s: S, k: Scope<T>): Code;
}
