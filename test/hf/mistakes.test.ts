import fc from "fast-check";
import { expect, test } from "vitest";
import { configNames, configText, configWith, imported } from "./configs.js";

function codesOf(config: unknown): readonly string[] {
  return imported(config).findings.map(({ code, message }) => `${code} ${message}`);
}

/** What keeps a config from becoming a spec: one finding, which says which field and why. */
const errors: readonly (readonly [string, unknown, string])[] = [
  ["no JSON", '{\n  "a": 1,\n}', "GDA8301"],
  ["an empty file", "", "GDA8301"],
  ["a list", [1, 2], "GDA8302 A config is a JSON object, and this is [1,2]."],
  ["null", null, "GDA8302 A config is a JSON object, and this is null."],
  ["a field twice", '{"model_type": "llama", "model_type": "qwen2"}', "GDA8303 `model_type` is"],
  ["no type", {}, "GDA8305 A config needs `model_type`."],
  [
    "an unknown type",
    { model_type: "qwen4" },
    "GDA8304 There is no reader for models of type `qwen4`; did you mean `qwen2` or `qwen3`?",
  ],
  ["a type like none", { model_type: "mamba" }, "GDA8304"],
  [
    "missing fields",
    { model_type: "llama", hidden_size: 64 },
    "GDA8305 A config of type `llama` needs `num_hidden_layers`, `num_attention_heads` and `vocab_size`.",
  ],
  [
    "a text for a number",
    configWith("llama-3.1-8b", { hidden_size: "4096" }),
    'GDA8306 `hidden_size` is a whole number from 1 to 16,777,216, and this is "4096".',
  ],
  [
    "absurdly many layers",
    configWith("llama-3.1-8b", { num_hidden_layers: 1e9 }),
    "GDA8306 `num_hidden_layers` is a whole number from 1 to 1,024, and this is 1000000000.",
  ],
  [
    "more than a number can be",
    configText("llama-3.1-8b").replace("500000.0", "1e400"),
    "GDA8306 `rope_theta` is a number above 0, and this is Infinity.",
  ],
  [
    "half a head",
    configWith("llama-3.1-8b", { num_attention_heads: 0.5 }),
    "GDA8306 `num_attention_heads` is a whole number from 1 to 65,536, and this is 0.5.",
  ],
  [
    "heads that do not fit",
    configWith("llama-3.1-8b", { num_key_value_heads: 5 }),
    "GDA8308 The numbers of this config make no model: ",
  ],
  [
    "noise heads that do not fit",
    configWith("motif-2-12.7b", { num_noise_heads: 7 }),
    "GDA8308 The numbers of this config make no model: ",
  ],
  [
    "an unknown kind of layer",
    configWith("gpt-oss-20b", { layer_types: Array.from({ length: 24 }, () => "linear") }),
    "GDA8307 `layer_types` is [",
  ],
  [
    "too few kinds of layers",
    configWith("gpt-oss-20b", { layer_types: ["full_attention"] }),
    'GDA8306 `layer_types` is a list of 24 texts, one a layer, and this is ["full_attention"].',
  ],
  [
    "a rope that changes with the text",
    configWith("llama-3.1-8b", { rope_scaling: { type: "dynamic", factor: 2 } }),
    'GDA8307 `type` is "dynamic", which no spec can say: dynamic NTK changes with the length',
  ],
  [
    "an unknown rope",
    configWith("llama-3.1-8b", { rope_scaling: { rope_type: "spiral" } }),
    'GDA8307 `rope_type` is "spiral", which no spec can say: ',
  ],
  [
    "sparse attention",
    configWith("deepseek-r1", { index_topk: 2048 }),
    "GDA8307 `index_topk` is 2048, which no spec can say: sparse attention",
  ],
  [
    "biases beside a latent",
    configWith("deepseek-r1", { attention_bias: true }),
    "GDA8307 `attention_bias` is true, which no spec can say: beside a latent",
  ],
  [
    "several K1 to a K2",
    configWith("motif-2-12.7b", { k_ratio: 2 }),
    "GDA8307 `k_ratio` is 2, which no spec can say: every KV pair has one K1 and one K2.",
  ],
  [
    "8-bit weights",
    configWith("llama-3.1-8b", { torch_dtype: "float8_e4m3fn" }),
    'GDA8307 `torch_dtype` is "float8_e4m3fn", which no spec can say: ',
  ],
];

test.each(errors)("%s", (_, config, expected) => {
  const { findings, spec } = imported(config);
  expect(spec).toBeUndefined();
  expect(findings.map(({ severity }) => severity)).toEqual(["error"]);
  expect(codesOf(config)[0]?.slice(0, expected.length)).toBe(expected);
});

test("a mistake is shown at its field", () => {
  const text = configText("qwen3-8b").replace("4096", '"many"');
  const { span } = imported(text).findings[0]?.primary ?? {};
  expect(text.slice(span?.start, span?.end)).toBe('"many"');
});

/** What is beside attention, or without effect: a warning, and the spec is there. */
const warnings: readonly (readonly [string, unknown, string])[] = [
  [
    "fields that nobody knows",
    configWith("llama-3.1-8b", { foo: 3, bar: "b\u202e" }),
    'GDA8310 What these fields mean for a model of type `llama` is not known: `foo` 3, `bar` "b\\u{202e}".',
  ],
  [
    "fields that nobody knows, inside a known one",
    configWith("qwen3-8b", { rope_scaling: { rope_type: "linear", factor: 2, twist: 1 } }),
    "GDA8310 What these fields mean for a model of type `qwen3` is not known: `rope_scaling.twist` 1.",
  ],
  [
    "a window that is switched off",
    configWith("qwen3-8b", { sliding_window: 4096 }),
    "GDA8311 `sliding_window` is 4096 and not in use: `use_sliding_window` is false.",
  ],
  [
    "an MLP with a bias",
    configWith("llama-3.1-8b", { mlp_bias: true }),
    "GDA8309 An MLP with a bias cannot be said; left out: `mlp_bias` and `intermediate_size`.",
  ],
  [
    "an activation without a word",
    configWith("llama-3.1-8b", { hidden_act: "constructor" }),
    "GDA8309 Such an activation cannot be said; left out: `hidden_act` and `intermediate_size`.",
  ],
  [
    "quantized weights",
    configWith("qwen3-8b", { quantization_config: { bits: 4 } }),
    "GDA8309 Quantized weights are outside the language; left out: `quantization_config`.",
  ],
];

test.each(warnings)("%s", (_, config, expected) => {
  const { findings, spec } = imported(config);
  expect(spec).toBeDefined();
  expect(findings.map(({ severity }) => severity)).toEqual(["warning"]);
  expect(codesOf(config)).toEqual([expected]);
});

test("absent fields are as transformers has them, and the spec says so", () => {
  const { rms_norm_eps: _, sliding_window: __, ...config } = configWith("mistral-7b-v0.1");
  const { spec } = imported(config);
  expect(spec?.text.replaceAll("\n//", "")).toContain(
    "has it: sliding_window 4096, rms_norm_eps 1e-6.",
  );
  expect(spec?.text).toContain("mask: window(keys: 4096)");
  expect(imported({ ...config, sliding_window: null }).spec?.text).toContain("mask: causal");
});

const small = configNames.map((name) => {
  const config = configWith(name);
  const { layer_types: _, ...others } = config;
  return name === "gemma-3-12b" ? config : { ...others, num_hidden_layers: 2 };
});

const value = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1, 2, 7, 64, 1e300, 1e-300, 0.5, "", "yarn", "x"),
  fc.jsonValue({ maxDepth: 2 }),
);

test("configs with wrong values never crash, and what comes of them is a spec or an error", () => {
  const mutated = fc
    .record({
      config: fc.constantFrom(...small),
      changes: fc.array(fc.record({ at: fc.nat(60), value }), { minLength: 1, maxLength: 3 }),
    })
    .map(({ config, changes }) => {
      const names = Object.keys(config);
      const changed = changes.map(({ at, value: put }): [string, unknown] => [
        names[at % names.length] ?? "",
        put,
      ]);
      return Object.assign({}, config, Object.fromEntries(changed));
    });
  fc.assert(
    fc.property(mutated, (config) => {
      const { findings, spec } = imported(config);
      const failed = findings.some(({ severity }) => severity === "error");
      expect(failed).toBe(spec === undefined);
    }),
    { numRuns: 120 },
  );
});

test("texts with wrong characters never crash", () => {
  const text = configText("motif-2-12.7b");
  const edit = fc.record({ at: fc.nat(text.length), cut: fc.nat(9), put: fc.string() });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const edited = edits.reduce(
        (old, { at, cut, put }) => old.slice(0, at) + put + old.slice(at + cut),
        text,
      );
      const { findings, spec } = imported(edited);
      expect(spec !== undefined || findings.length > 0).toBe(true);
    }),
    { numRuns: 60 },
  );
  expect(codesOf("[".repeat(100_000))[0]).toContain("GDA8301");
});
