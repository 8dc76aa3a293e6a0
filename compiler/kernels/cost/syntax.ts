/**
 * The part of WGSL that kernels are written in, as a tree. It is read back from the finished text,
 * so that what is counted is what a driver compiles.
 */
export interface Module {
  /** Element type of each storage binding, and the type of each uniform. */
  readonly storage: ReadonlyMap<string, TypeName>;
  readonly uniforms: ReadonlyMap<string, TypeName>;
  /** Element type of each variable in workgroup memory, and of each constant table. */
  readonly workgroup: ReadonlyMap<string, TypeName>;
  readonly constants: ReadonlyMap<string, TypeName>;
  readonly functions: ReadonlyMap<string, FunctionText>;
}

export interface FunctionText {
  readonly parameters: readonly { readonly name: string; readonly type: TypeName }[];
  readonly body: readonly Statement[];
}

/** Such as `vec4f`, `array<f32>` or `array<f32, 4>`. */
export type TypeName = string;

export type Statement =
  | { readonly kind: "declare"; readonly name: string; readonly value: Expression }
  | {
      readonly kind: "assign";
      /** `+` of `+=`; nothing of `=`. */
      readonly operator: string | undefined;
      readonly to: Expression;
      readonly value: Expression;
    }
  | {
      readonly kind: "for";
      readonly first: Statement;
      readonly test: Expression;
      readonly next: Statement;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: "if";
      readonly test: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | { readonly kind: "block"; readonly body: readonly Statement[] }
  | { readonly kind: "call"; readonly call: Expression }
  | { readonly kind: "return"; readonly value: Expression | undefined }
  | { readonly kind: "break" };

export type Expression =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "index"; readonly of: Expression; readonly at: Expression }
  | { readonly kind: "member"; readonly of: Expression; readonly name: string }
  | {
      readonly kind: "call";
      readonly name: string;
      /** `f32, 4` of `array<f32, 4>`, `f32` of `bitcast<f32>`. */
      readonly type: TypeName | undefined;
      readonly arguments: readonly Expression[];
    }
  | { readonly kind: "unary"; readonly operator: string; readonly of: Expression }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    };
