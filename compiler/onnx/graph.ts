import {
  type AttributeProto,
  attributeType,
  elementType,
  type NodeProto,
  type TensorProto,
  type ValueInfoProto,
} from "./schema.js";

/** A tensor of a graph. */
export interface Value {
  readonly name: string;
}

/** A size, or the name of an axis whose size is known at run time. */
export type Axis = number | string;

type Attributes = Readonly<Record<string, number | readonly number[]>>;

/**
 * A graph as it is put together. Nodes are added in the order in which they run. Operators have no
 * effects, so a node that is like an earlier one, or a constant, is that one.
 */
export class Graph {
  readonly nodes: NodeProto[] = [];
  readonly constants: TensorProto[] = [];
  readonly inputs: ValueInfoProto[] = [];
  readonly outputs: ValueInfoProto[] = [];
  /** Nodes and constants by what they compute. */
  readonly #known = new Map<string, Value>();
  #stage = "";

  /** Begins a stage of the layer, after which the nodes that follow are named. */
  begin(stage: string): void {
    this.#stage = stage;
  }

  /** The first output of an operator of the standard domain. */
  op(kind: string, inputs: readonly Value[], attributes: Attributes = {}): Value {
    const input = inputs.map(({ name }) => name);
    return this.#once(JSON.stringify([kind, input, attributes]), () => {
      const name = `${this.#stage}/${kind}_${this.nodes.length}`;
      const attribute = Object.entries(attributes).map(attributeOf);
      this.nodes.push({ name, opType: kind, input, output: [name], attribute });
      return name;
    });
  }

  /** A float32 constant; a scalar without a shape. */
  floats(numbers: readonly number[], shape: readonly number[] = []): Value {
    return this.#constant("float32", new Float32Array(numbers), numbers, shape);
  }

  /** An int64 constant; a scalar without a shape. */
  ints(numbers: readonly number[], shape: readonly number[] = [numbers.length]): Value {
    return this.#constant("int64", BigInt64Array.from(numbers, BigInt), numbers, shape);
  }

  input(name: string, type: keyof typeof elementType, shape: readonly Axis[], doc: string): Value {
    this.inputs.push(valueInfo(name, type, shape, doc));
    return { name };
  }

  output(name: string, value: Value, shape: readonly Axis[], doc: string): void {
    const input = [value.name];
    this.nodes.push({ name, opType: "Identity", input, output: [name], attribute: [] });
    this.outputs.push(valueInfo(name, "float32", shape, doc));
  }

  #constant(
    type: keyof typeof elementType,
    data: Float32Array | BigInt64Array,
    numbers: readonly number[],
    dims: readonly number[],
  ): Value {
    return this.#once(JSON.stringify([type, numbers, dims]), () => {
      const name = `constant_${this.constants.length}`;
      const rawData = new Uint8Array(data.buffer);
      this.constants.push({ name, dims, dataType: elementType[type], rawData });
      return name;
    });
  }

  #once(key: string, make: () => string): Value {
    const value = this.#known.get(key) ?? { name: make() };
    this.#known.set(key, value);
    return value;
  }
}

function attributeOf([name, value]: [string, number | readonly number[]]): AttributeProto {
  return typeof value === "number"
    ? { name, type: attributeType.int, i: value }
    : { name, type: attributeType.ints, ints: value };
}

export function valueInfo(
  name: string,
  type: keyof typeof elementType,
  shape: readonly Axis[],
  docString: string,
): ValueInfoProto {
  const dim = shape.map((axis) =>
    typeof axis === "number" ? { dimValue: axis } : { dimParam: axis },
  );
  return { name, docString, type: { tensorType: { elemType: elementType[type], shape: { dim } } } };
}
