import { Graph, valueInfo } from "../../../dist/compiler/onnx/graph.js";
import { encodeModel } from "../../../dist/compiler/onnx/schema.js";
import { EPS, headsFirst, tokensFirst } from "../problem.mjs";
import { attentionHeads } from "./onnx-attention.mjs";
import { graphHeads } from "./onnx-graph.mjs";
import { queryHeads } from "./onnx-grouped.mjs";
import { multiHeads } from "./onnx-multi-head.mjs";

/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {import("../../../dist/compiler/onnx/graph.js").Value} Value */

/** An input's values and dims. @typedef {readonly [Float32Array, readonly number[]]} Given */

const ELEMENTS = { float32: 1, int32: 6 };

/**
 * A graph that knows its inputs' values, and operators and constants beyond those of an exported
 * layer.
 */
export class Model extends Graph {
  /** @type {Record<string, Given>} */
  given = {};
  /** Outputs that are the buffers of inputs: caches that an operator appends to in place. */
  /** @type {Record<string, string>} */
  inPlace = {};

  /** @param {string} name @param {Float32Array} values @param {readonly number[]} dims */
  feed(name, values, dims) {
    this.given[name] = [values, dims];
    return this.input(name, "float32", dims, "");
  }

  /**
   * An operator of ONNX Runtime's own. An input may be left out.
   * @param {string} opType
   * @param {readonly (Value | undefined)[]} inputs
   * @param {readonly string[]} output
   * @param {Readonly<Record<string, number>>} attributes
   */
  contributed(opType, inputs, output, attributes) {
    const input = inputs.map((value) => value?.name ?? "");
    const attribute = Object.entries(attributes).map(([name, i]) => ({ name, type: 2, i }));
    const [name = ""] = output;
    this.nodes.push({ name, opType, input, output, attribute, domain: "com.microsoft" });
    return { name };
  }

  /**
   * A constant too large to look for another like it, or of a type that layers lack.
   * @param {string} name
   * @param {Float32Array | Int32Array} values
   * @param {readonly number[]} dims
   */
  raw(name, values, dims) {
    const { buffer, byteOffset, byteLength } = values;
    const dataType = ELEMENTS[values instanceof Int32Array ? "int32" : "float32"];
    const rawData = new Uint8Array(buffer, byteOffset, byteLength);
    this.constants.push({ name, dims, dataType, rawData });
    return { name };
  }

  /**
   * An operator's output that is one of its inputs with rows appended, in the same memory where the
   * engine can.
   * @param {string} output
   * @param {Value} past
   * @param {readonly number[]} dims
   */
  appended(output, past, dims) {
    this.outputs.push(valueInfo(output, "float32", dims, ""));
    this.inPlace[output] = past.name;
  }

  /** @param {Value} value @param {readonly number[]} dims */
  reshape(value, dims) {
    return this.op("Reshape", [value, this.ints(dims)]);
  }
}

/** Forms by name, and in which order they give their heads. */
const FORMS = {
  graph: { heads: graphHeads, tokens: false },
  attention: { heads: attentionHeads, tokens: false },
  mha: { heads: multiHeads, tokens: true },
  gqa: { heads: queryHeads, tokens: true },
};
/** @typedef {keyof typeof FORMS} Form */

/**
 * The workload in ONNX, in one of the forms; its heads are the output `heads`.
 * @param {Problem} problem
 * @param {Form} form
 */
export function onnxModel(problem, form) {
  const { shape, batch: b, tokens: t } = problem;
  const { groups: g, signals: s, valueDim: dv } = shape;
  const { heads: headsOf, tokens } = FORMS[form];
  const graph = new Model();
  let heads = headsOf(graph, problem);
  if (shape.headNorm) {
    const squares = graph.op("Mul", [heads, heads]);
    const mean = graph.op("ReduceMean", [squares, graph.ints([-1])], { keepdims: 1 });
    const root = graph.op("Sqrt", [graph.op("Add", [mean, graph.floats([EPS], [1])])]);
    const weight = graph.raw("norm", problem.normWeight, [dv]);
    heads = graph.op("Mul", [graph.op("Div", [heads, root]), weight]);
  }
  graph.output("heads", heads, tokens ? [b, t, g, s, dv] : [b, g, s, t, dv], "");
  const bytes = encodeModel({
    irVersion: 10,
    producerName: "gda bench",
    producerVersion: "",
    docString: "",
    opsetImport: [
      { domain: "", version: form === "attention" ? 23 : 21 },
      { domain: "com.microsoft", version: 1 },
    ],
    metadataProps: [],
    graph: {
      name: form,
      node: graph.nodes,
      initializer: graph.constants,
      input: graph.inputs,
      output: graph.outputs,
    },
  });
  const { given, inPlace } = graph;
  return { bytes, given, inPlace, at: (tokens ? tokensFirst : headsFirst)(problem) };
}
