import type { Size } from "../../../runtime/manifest.js";
import { ex, ident, loop, times, wgsl, type Code } from "./code.js";
import type { BlockFormat, Format } from "./format.js";

/** A storage binding of a kernel. Scalars are read where four neighbours do not go together. */
export interface Tensor {
  readonly mode: "read" | "read_write";
  readonly format: Format | BlockFormat | "u32";
  /** Whether the buffer is bound as single f32 values instead of quads. */
  readonly scalars?: boolean;
}

/** What a team goes over together, its count in a uniform. */
export interface Strided {
  readonly uniform: string;
  readonly count: Size;
  readonly team: number;
}

/** The largest trip count that `loop` writes out; drivers compile longer bodies slowly. */
const unroll = 1;

/**
 * What a kernel's body may name: its tensors, uniforms and loops. Every uniform is registered with
 * the size that fills it, so that text and manifest agree.
 */
export class Scope<T extends string> {
  readonly uniforms = new Map<string, { readonly type: "u32" | "f32"; readonly value: Size }>();
  readonly #tensors: Readonly<Partial<Record<T, Tensor>>>;

  constructor(tensors: Readonly<Partial<Record<T, Tensor>>>) {
    this.#tensors = tensors;
  }

  /** A number that the runtime fills in for each dispatch. */
  uniform(name: string, value: Size = name, type: "u32" | "f32" = "u32"): Code {
    const known = this.uniforms.get(name);
    if (known && JSON.stringify(known.value) !== JSON.stringify(value)) {
      throw new Error(`uniform ${name} has two values`);
    }
    this.uniforms.set(name, { type, value });
    return ex`uniforms.${ident(name)}`;
  }

  /** Four neighbouring values of a tensor as vec4f; `at` counts quads. */
  load4(tensor: T, at: Code): Code {
    return this.#quads(tensor).decode(ex`${ident(tensor)}[${at}]`);
  }

  store4(tensor: T, at: Code, value: Code): Code {
    return wgsl`${ident(tensor)}[${at}] = ${this.#quads(tensor).encode(value)};`;
  }

  #quads(tensor: T): Format {
    const { format, scalars } = this.#tensors[tensor] ?? {};
    if (format === undefined || format === "u32" || "block" in format || scalars === true) {
      throw new Error(`${tensor} is not bound as quads`);
    }
    return format;
  }

  /** One element of a tensor that is bound as scalars or integers, or a quad as it is stored. */
  at(tensor: T, index: Code): Code {
    return ex`${ident(tensor)}[${index}]`;
  }

  set(tensor: T, index: Code, element: Code): Code {
    return wgsl`${ident(tensor)}[${index}] = ${element};`;
  }

  /**
   * `count` rounds. A short constant count is written out; a longer one comes from a uniform, so
   * that no driver unrolls it.
   */
  loop(name: string, count: Size, body: (i: Code) => Code): Code {
    if (typeof count === "number" && count <= unroll) {
      return wgsl`${times(count, (i) => wgsl`{\n${body(ex`${i}u`)}\n}`)}`;
    }
    return this.upTo(name, `${name}_count`, count, body);
  }

  /** `count` rounds of a counter, the count in a uniform that may have a name of its own. */
  upTo(counter: string, uniform: string, count: Size, body: (i: Code) => Code): Code {
    const to = this.uniform(uniform, count);
    const what = { name: nameOf(uniform), rounds: count };
    return loop(what, { counter, from: ex`0u`, to }, body(ident(counter)));
  }

  /** The lanes of a team go over `count` things, each over every so-many-th. */
  strided(counter: string, what: Strided, body: (i: Code) => Code): Code {
    const { uniform, count, team } = what;
    const rounds: Size = ["ceilDiv", count, team];
    const bounds = { counter, from: ex`lane`, to: this.uniform(uniform, count), by: ex`${team}u` };
    return loop({ name: nameOf(uniform), rounds }, bounds, body(ident(counter)));
  }
}

/** What a loop goes over, from the name of the uniform that counts it: `key_quads`, `c_count`. */
function nameOf(uniform: string): string {
  return uniform.replace(/_count$/, "").replaceAll("_", " ");
}
