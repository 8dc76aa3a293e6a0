import { describe, expect, test } from "vitest";
import { expectFinding, mistakes, model, noisy, plain } from "./spec.js";

/* The rows of language.md, section 8, that are the checker's own, one after the other. */

const attention = (facts: string): string => model(facts);

describe("row 1: a word is known", () => {
  test("a foreign word is answered", () => {
    expectFinding(attention("heads: 32, head_dim: 128, rope: none, mask: «full»"), {
      code: "GDA3001",
      message:
        "`full` is not a mask. Hugging Face's `full_attention` is `causal`; " +
        "to see later keys too, `bidirectional`.",
    });
  });

  test("a mistyped one is mended", () => {
    expectFinding(attention("heads: 32, head_dim: 128, rope: none, mask: «windo»(keys: 9)"), {
      code: "GDA3001",
      message: "`windo` is not a mask; did you mean `window`?",
    });
  });

  test("another one shows the list", () => {
    expectFinding(attention(`${plain}, sinks: «everywhere»`), {
      code: "GDA3001",
      message: "`everywhere` is no word of `sinks`: `none` or `learned`.",
    });
  });

  test("in a list of words", () => {
    expectFinding(attention(`${plain}, bias: [q, «x»]`), {
      code: "GDA3001",
      message: "`x` is no word of `bias`; did you mean `k`, `o` or `q`?",
    });
  });

  test("WebGPU's names are in snake case", () => {
    expectFinding("target T { features: [subgroups, «shader-f16»] }", {
      code: "GDA3001",
      message:
        "`shader-f16` is no word of `features`; WebGPU's names are in snake case: `shader_f16`.",
    });
  });
});

describe("row 2: a fact belongs there", () => {
  test.each([
    ["kv_heads", "attention has no `kv_heads`; did you mean `kv_pairs`?"],
    ["num_key_value_heads", "attention has no `num_key_value_heads`; did you mean `kv_pairs`?"],
    ["n_heads", "attention has no `n_heads`; did you mean `heads`?"],
    ["noise_ratio", "attention has no `noise_ratio`; did you mean `ratio`?"],
    [
      "rope_theta",
      "attention has no `rope_theta`; a base belongs to its rope: `rope: half(theta: …)`, or `adjacent`.",
    ],
    [
      "sliding_window",
      "attention has no `sliding_window`; a window is a mask: `mask: window(keys: …)`, the query's own key counted.",
    ],
    ["value_dimm", "attention has no `value_dimm`; did you mean `value_dim`?"],
    ["wombat", "attention has no `wombat`."],
    ["hidden", "attention has no `hidden`; it stands in the model, beside `attention`."],
  ])("%s", (name, message) => {
    expectFinding(attention(`${plain}, «${name}»: 8`), { code: "GDA2101", message });
  });

  test("a wrong name for a needed fact is one mistake", () => {
    expectFinding(attention("«num_attention_heads»: 32, head_dim: 128, rope: none, mask: causal"), {
      code: "GDA2101",
      message: "attention has no `num_attention_heads`; did you mean `heads`?",
    });
  });

  test("an argument", () => {
    expectFinding(attention("heads: 32, head_dim: 128, rope: none, mask: window(«key»: 9)"), {
      code: "GDA2105",
      message: "`window` takes no `key`; did you mean `keys`?",
    });
  });

  test("a member in braces", () => {
    expectFinding(attention(`${plain}, layers 0 { rope { «base»: 9 } }`), {
      code: "GDA2105",
      message: "`rope` takes no `base`, but `theta` and `scaling`.",
    });
  });

  test("an argument without its name", () => {
    expectFinding(attention("heads: 32, head_dim: 128, rope: none, mask: window(«129»)"), {
      code: "GDA2106",
      message: "Arguments of `window` are named: `window(keys: 129)`.",
    });
  });

  test.each([
    ["«group[2]» { signal: 1 }", "A `group` stands in `attention { … }`."],
    ["«layers 0» { }", "`layers` stands in `attention { … }` or `mlp { … }`."],
    ["«hidden *= 2»", "A change stands in a growth's `stage`."],
    ['«lossy "why"» { }', "`lossy` stands in a growth's `stage`."],
  ])("the item %s", (item, message) => {
    expectFinding(model(plain, item), { code: "GDA2102", message });
  });

  test("a param", () => {
    expectFinding(attention(`${plain}, «param r = 4»`), {
      code: "GDA2102",
      message: "A `param` stands in a model, beside `attention`.",
    });
  });

  test("a colon before a block, and braces after a number", () => {
    expect(mistakes(model(`${plain}, kv_pairs { }`, "mlp: 3"))).toEqual([
      "GDA2103 `mlp` has facts of its own: write `mlp { … }`.",
      "GDA2103 `kv_pairs` has no members: write `kv_pairs: …`.",
    ]);
  });
});

describe("row 3: written once, whole or by member; hiding nothing", () => {
  test("twice", () => {
    expectFinding(attention(`${plain}\n‹groups: 32›\n«groups»: 4`), {
      code: "GDA2104",
      message: "`groups` is already written in line 6.",
    });
  });

  test("whole and by member", () => {
    expectFinding(
      attention(
        "heads: 32, head_dim: 128, mask: causal\n‹rope: half(theta: 1e4)›, rope { «theta»: 1e5 }",
      ),
      { code: "GDA2104", message: "`rope` is already written in line 6." },
    );
  });

  test("members in two blocks are not", () => {
    expect(
      mistakes(model("heads: 32, head_dim: 128", "attention { rope: none, mask: causal }")),
    ).toEqual([]);
  });

  test.each([
    ["half", "a word of `rope`"],
    ["heads", "a fact"],
    ["theta", "a fact"],
    ["log", "a function"],
    ["layer", "the number of a layer"],
  ])("a constant that hides %s", (name, what) => {
    expectFinding(`const «${name}» = 2`, {
      code: "GDA2006",
      message: `\`${name}\` is ${what}: choose another name.`,
    });
  });

  test("a param that hides a constant", () => {
    expectFinding(`const m = 2\n${model(plain, "param «m» = 3")}`, {
      code: "GDA2006",
      message: "`m` is a name of this file: choose another name.",
    });
  });

  test("two declarations of one name", () => {
    expectFinding("const ‹m› = 2\nfamily «m» { }", {
      code: "GDA2005",
      message: "`m` is already declared in line 1.",
    });
  });
});

describe("row 4: no cycle; imports stay inside", () => {
  test("a value that needs itself", () => {
    expectFinding(
      attention(
        "group[8] { signal: 4, noise: 1 }, lambda: reparam(init: «lambda.init»)\n" +
          noisy.replace("lambda: constant(value: 0.5), ", ""),
      ),
      { code: "GDA2011", message: "`lambda.init` needs itself." },
    );
  });

  test("by way of another", () => {
    expectFinding(attention(`${plain}, value_dim: kv_pairs, kv_pairs: «value_dim»`), {
      code: "GDA2011",
      message: "`value_dim` needs itself, by way of `kv_pairs`.",
    });
  });

  test("constants", () => {
    expectFinding("const m = n + 1\nconst n = «m»", {
      code: "GDA2011",
      message: "`m` needs itself, by way of `n`.",
    });
  });

  test("extends", () => {
    expectFinding("family A extends «C» { }\nfamily B extends A { }\nfamily C extends B { }", {
      code: "GDA2009",
      message: "`A` extends itself, by way of `C`, `B`.",
    });
  });

  test("a model and the growth that grows from it", () => {
    expectFinding("model A extends G.s { }\ngrowth G { stage s from «A» at 0 tokens { } }", {
      code: "GDA2011",
      message: "`A` needs itself, by way of `G`.",
    });
  });

  test("imports", () => {
    const files = { "b.gda": 'import { A } from "main.gda"\nfamily B { }' };
    expect(mistakes('import { B } from "b.gda"\nfamily A { }', files)).toEqual([
      "GDA2004 These files import each other: `main.gda` → `b.gda` → `main.gda`.",
    ]);
  });

  test.each(["../b.gda", "/b.gda", "a/../../b.gda"])(
    "an import of %s leaves the project",
    (path) => {
      expectFinding(`import { B } from «"${path}"»`, {
        code: "GDA2002",
        message: `\`${path}\` leaves the project; imports stay inside.`,
      });
    },
  );
});

describe("row 5: complete", () => {
  test("one fact", () => {
    expectFinding(
      "model «A» { hidden: 64, layers: 2, context: 8, dtype: f32\nattention { heads: 4, head_dim: 16, rope: none } }",
      {
        code: "GDA2112",
        message: "A does not say its `mask`: causal, window, prefix or bidirectional?",
      },
    );
  });

  test("in some layers", () => {
    const facts = "heads: 32, head_dim: 128, rope: none, layers every 4 from 1 { mask: causal }";
    expectFinding(model(facts).replace("model A", "model «A»"), {
      code: "GDA2112",
      message:
        "A does not say its `mask` in layers 0, 2, 3, …: causal, window, prefix or bidirectional?",
    });
  });

  test("several are one finding", () => {
    expectFinding("model «A» { attention { } }", {
      code: "GDA2112",
      message:
        "A does not say its `hidden`, `layers`, `context`, `dtype`, `heads`, `rope`, `head_dim` and `mask`.",
    });
  });

  test("noise heads ask for what nothing else needs", () => {
    const facts = "heads: 40, noise_heads: 8, head_dim: 128, rope: none, mask: causal";
    expectFinding(model(facts).replace("model A", "model «A»"), {
      code: "GDA2112",
      message: "A does not say its `lambda`, `noise_keys` and `head_norm`.",
    });
  });

  test("a split head asks for its values", () => {
    const facts = "heads: 4, head_dim: 8 plain + 8 rotary, rope: half(theta: 1e4), mask: causal";
    expectFinding(model(facts).replace("model A", "model «A»"), {
      code: "GDA2112",
      message: "A does not say its `value_dim`.",
    });
  });

  test("an embedding has rows, and an MLP a form", () => {
    expectFinding(model(plain, "vocab: 100").replace("model A", "model «A»"), {
      code: "GDA2112",
      message: "A does not say its `embedding`: tied or untied?",
    });
    expectFinding(model(plain, "mlp { width: 64, form: gated }").replace("model A", "model «A»"), {
      code: "GDA2112",
      message: "A does not say its `activation`: silu, gelu, relu or polynorm?",
    });
  });

  test("an argument", () => {
    expectFinding(model("heads: 32, head_dim: 128, mask: causal, rope: «half»"), {
      code: "GDA2113",
      message: "`half` needs `theta`.",
    });
  });

  test("a family may leave anything out", () => {
    expect(
      mistakes("family F { attention { rope: half(scaling: none), value_dim: 2 * head_dim } }"),
    ).toEqual([]);
  });
});

describe("row 6: there is something to amend", () => {
  test("a fact", () => {
    expectFinding(model("heads: 32, head_dim: 128, mask: causal, rope { «theta»: 1e4 }"), {
      code: "GDA2107",
      message: "There is no `rope` to amend; write `rope: half(theta: 1e4)` or `adjacent`.",
    });
  });

  test("an argument that the word there does not have", () => {
    expectFinding(
      model(
        "heads: 32, head_dim: 128, mask: causal, ‹rope: none›, layers 0 { rope { «theta»: 1e4 } }",
      ),
      {
        code: "GDA2107",
        message: "`none` has no `theta`; write `rope: half(theta: 1e4)` or `adjacent`.",
      },
    );
  });

  test("a class", () => {
    expectFinding(
      model(
        `group sharp[8] { signal: 4, noise: 0 }, «group shrap» { signal: 2 }, ${plain.replace("heads: 32, ", "")}`,
      ),
      {
        code: "GDA2107",
        message:
          "There is no `group shrap` to amend; write how many groups it has, `group shrap[2] { … }`.",
      },
    );
  });

  test("a class to remove", () => {
    expectFinding(model(`heads: 32, «group x[0]» { }, ${plain.replace("heads: 32, ", "")}`), {
      code: "GDA2107",
      message: "There is no `group x` to remove; a class has at least one group.",
    });
  });

  test("an inherited fact to drop", () => {
    expectFinding(model(`${plain}, «softcap»: derive`), {
      code: "GDA2108",
      message: "No `softcap` is inherited that `derive` could drop.",
    });
  });
});

describe("row 7: one value a layer", () => {
  test("sets that meet", () => {
    expectFinding(
      model(
        `${plain}
    layers every 2 from 0 { ‹mask: window(keys: 9)› }
    layers every 3 from 0 { «mask»: bidirectional }`,
      ),
      { code: "GDA2109", message: "Layers 0, 6, 12, … get `mask` from lines 6 and 7." },
    );
  });

  test("a fact and a member of it", () => {
    expectFinding(
      model(
        `heads: 32, head_dim: 128, mask: causal, rope: half(theta: 1e4)
    layers 0..<8 { rope { «theta»: 1e5 } }
    layers 7 { ‹rope: none› }`
          .replace("«theta»", "‹theta: 1e5›")
          .replace("‹rope: none›", "«rope»: none")
          .replace("‹theta: 1e5›: 1e5", "‹theta: 1e5›"),
      ),
      { code: "GDA2109", message: "Layer 7 gets `rope` from lines 6 and 7." },
    );
  });

  test("sets apart, and members apart, are fine", () => {
    const facts = `heads: 32, head_dim: 128, mask: causal, rope: half(theta: 1e4)
    layers 0..<8 { rope { theta: 1e5 } }
    layers 7 { rope { scaling: linear(factor: 2) } }
    layers 8.. { rope: none }`;
    expect(mistakes(model(facts))).toEqual([]);
  });
});

describe("row 8: a child reaches its parent's layers", () => {
  const base = `family B {
  attention { layers all { rope: half(theta: 1e4) } }
}
`;

  test("plainly it does not", () => {
    const facts = "heads: 32, head_dim: 128, mask: causal, «rope»: none";
    expectFinding(
      'import { B } from "base.gda"\n' + model(facts).replace("model A", "model A extends B"),
      {
        code: "GDA2110",
        message:
          "base.gda:2 sets `rope` by layer. Write `layers all { rope: none }`, or which layers.",
      },
      { "base.gda": base },
    );
  });

  test("nor by member", () => {
    const facts = "heads: 32, head_dim: 128, mask: causal, rope { «theta»: 1e5 }";
    expectFinding(
      base.replace("rope: half(theta: 1e4)", "‹rope: half(theta: 1e4)›") +
        model(facts).replace("model A", "model A extends B"),
      {
        code: "GDA2110",
        message:
          "Line 2 sets `rope` by layer. Write `layers all { rope { theta: 1e5 } }`, or which layers.",
      },
    );
  });

  test("by layer it does", () => {
    const facts = "heads: 32, head_dim: 128, mask: causal, layers 0..<40 { rope: none }";
    expect(mistakes(base + model(facts).replace("model A", "model A extends B"))).toEqual([]);
  });
});

describe("row 9: type, unit, a param's list", () => {
  test.each([
    ["context: «2M tokens»", "`context` is an int; this is tokens."],
    ["context: «1.5»", "`context` is an int; this is a float."],
    ["context: «4 KiB»", "`context` is an int; this is bytes."],
    ["context: «4:1»", "`context` is an int; this is a ratio."],
    ["context: «[1]»", "`context` is an int; this is a list."],
    ["context: «8 plain»", "`context` is an int; this is dims."],
    ["context: «sqrt(16)»", "`context` is an int; this is a float."],
  ])("%s", (fact, message) => {
    expectFinding(model(plain).replace("context: 4096", fact), { code: "GDA3002", message });
  });

  test.each([
    ["softcap: «3 dB»", "`softcap` is a float or `none`; this is decibels."],
    ["score_scale: «[q]»".replace("[q]", "4:1"), "`score_scale` is a float; this is a ratio."],
    ["sinks: «1»", "`sinks` is `none` or `learned`; this is a number."],
    ["bias: «q»", "`bias` is a list of `q`, `k`, `v` or `o`, in brackets; this is a lone word."],
  ])("%s", (fact, message) => {
    expectFinding(model(`${plain}, ${fact}`), { code: "GDA3002", message });
  });

  test("units do not mix", () => {
    expectFinding(model(plain).replace("context: 4096", "context: «2 dB + 3 KiB»"), {
      code: "GDA3012",
      message: "Decibels and bytes cannot be added.",
    });
  });

  test("a param outside its list", () => {
    expectFinding(
      model("groups: 8, ratio: r, " + noisy, "param r: ratio = «5:1» in ‹[3:1, 4:1]›"),
      {
        code: "GDA3009",
        message: "`r` may be 3:1 or 4:1; this is 5:1.",
      },
    );
  });

  test("a param of another type, or of none", () => {
    expectFinding(model(plain, "param w: ratio = «4»"), {
      code: "GDA3002",
      message: "`w` is a ratio; this is an int.",
    });
    expectFinding(model(plain, "param w: «rato» = 4:1"), {
      code: "GDA3017",
      message: "`rato` is no type of a param; did you mean `ratio`?",
    });
  });

  test("`layer` stands where a value may vary", () => {
    expectFinding(model(plain).replace("context: 4096", "context: 4096 + «layer»"), {
      code: "GDA3011",
      message: "`context` is the same in every layer, so there is no `layer` here.",
    });
  });

  test("a word is no number", () => {
    expectFinding(model(`${plain}, score_scale: 1 / «sinks»`), {
      code: "GDA3015",
      message: "`sinks` is the word `none` here, not a number.",
    });
  });
});

describe("row 10: whole, exact, in range", () => {
  test("a division with a rest", () => {
    expectFinding(model("heads: 32, rope: none, mask: causal, head_dim: «hidden / 30»"), {
      code: "GDA3003",
      message: "4096 / 30 is not a whole number.",
    });
  });

  test("a product that is not exact", () => {
    expectFinding(model(plain).replace("4096", "«94906267 * 94906267»"), {
      code: "GDA3004",
      message: "`94906267 * 94906267` passes 2^53, beyond which whole numbers are not exact.",
    });
  });

  test("more layers than any plan holds", () => {
    expectFinding(model(plain).replace("layers: 40", "layers: «2000»"), {
      code: "GDA3008",
      message: "`layers` must be at most 1024; this is 2000.",
    });
  });

  test("more heads than any plan holds", () => {
    const facts = `«group[60_000]» { signal: 40_000 }, ${plain.replace("heads: 32, ", "")}`;
    expectFinding(model(facts), {
      code: "GDA4110",
      message: "A layer may have 65,536 query heads at most.",
    });
  });
});

describe("row 11: finite in every layer; a list fits", () => {
  const noise =
    "group[8] { signal: 4, noise: 1 }, " + noisy.replace("lambda: constant(value: 0.5), ", "");

  test("a value without one", () => {
    expectFinding(model(`${noise}, lambda: reparam(init: «log(layer)»)`), {
      code: "GDA3005",
      message: "In layer 0 this is log(0), which has no finite value.",
    });
    expectFinding(model(`${noise}, lambda: reparam(init: 1 + «1 / (layer - 3)»)`), {
      code: "GDA3005",
      message: "In layer 3 this is 1 / 0, which has no finite value.",
    });
  });

  test("a list", () => {
    expectFinding(model(`${noise}, lambda: reparam(init: «[0.1, 0.2]»)`), {
      code: "GDA3006",
      message: "A list for `init` has one number for each of the 40 layers; this one has 2.",
    });
  });
});

describe("row 16: a ratio is g:1", () => {
  test("a ratio to several noise heads", () => {
    expectFinding(model(`groups: 8, ratio: «8:2», ${noisy}`), {
      code: "GDA3007",
      message:
        "`8:2` is not a ratio of signal heads to one noise head. " +
        "Write `4:1`; for 2 noise heads a group add `noise: 2`.",
    });
  });

  test("one that is no whole number", () => {
    expectFinding(model(`groups: 8, ratio: «3:2», ${noisy}`), {
      code: "GDA3007",
      message:
        "`3:2` is not a ratio of signal heads to one noise head. " +
        "Each noise head serves a whole number of signal heads.",
    });
  });
});

describe("row 19: rotary dims are even and have a rope", () => {
  const head = (dims: string, rope: string): string =>
    model(`heads: 4, ${dims}, ${rope}, mask: causal, value_dim: 64`);

  test("odd", () => {
    const message = "RoPE turns pairs: 33 is odd.";
    const [split, rope] = ["«head_dim: 96 plain + 33 rotary»", "‹rope: half(theta: 1e4)›"];
    expectFinding(head(split, rope), { code: "GDA4101", message });
    expectFinding(head("«head_dim: 33»", rope), { code: "GDA4101", message });
  });

  test("without a rope, and a rope without them", () => {
    expectFinding(head("«head_dim: 96 plain + 32 rotary»", "‹rope: none›"), {
      code: "GDA4102",
      message: "Without a rope nothing turns these 32 rotary channels.",
    });
    expectFinding(head("«head_dim: 96 plain»", "‹rope: half(theta: 1e4)›"), {
      code: "GDA4102",
      message: "A rope turns rotary channels, and this head has none.",
    });
  });

  test("a part comes once", () => {
    expectFinding(head("head_dim: «8 rotary + 8 plain + 8 rotary»", "rope: half(theta: 1e4)"), {
      code: "GDA3013",
      message: "A head has one rotary part; this is a second.",
    });
  });

  test("a ramp runs from one bound to a higher one", () => {
    const scaling = "llama3(factor: 8, original: 8192, «low: 4», ‹high: 1›)";
    expectFinding(head("head_dim: 64", `rope: half(theta: 1e4, scaling: ${scaling})`), {
      code: "GDA4109",
      message: "`low` must be below `high`; 4 is not below 1.",
    });
  });
});

const latent = "latent { query: none, kv: 512, norm: rms(eps: 1e-5) }";

describe("row 20: a latent with rope has a split head", () => {
  test("a head that turns whole", () => {
    const facts = `heads: 4, «head_dim: 192», ‹rope: half(theta: 1e4)›, mask: causal, value_dim: 128, ${latent}`;
    expectFinding(model(facts), {
      code: "GDA4103",
      message: "In a latent only the rotary part turns: write `head_dim: 128 plain + 64 rotary`.",
    });
  });
});

describe("row 21: λ, head norm and noise keys go with noise heads", () => {
  test("written", () => {
    expectFinding(
      model(
        `‹heads: 32›, «lambda: constant(value: 0.5)», ‹noise_keys: own›, head_norm: none, head_dim: 128, rope: none, mask: causal`,
      ),
      { code: "GDA4104", message: "There is no noise head for λ to weigh." },
    );
  });

  test("inherited", () => {
    const child = model("«heads: 32», head_dim: 128").replace("model A", "model A extends Motif");
    expectFinding(`import { Motif } from "gda:families"\n${child}`, {
      code: "GDA4104",
      message: "There is no noise head for λ to weigh.",
    });
  });
});

describe("row 22: lambda.init exists", () => {
  test("λ has none", () => {
    expectFinding(
      model(
        "group[8] { signal: 4, noise: 1 }, head_dim: 128, rope: none, mask: causal, noise_keys: own\n" +
          "lambda: ‹sigmoid›(per: signal), head_norm: rms(eps: 1e-5, times: 1 - «lambda.init»)",
      ),
      { code: "GDA4105", message: "A sigmoid λ has no init." },
    );
  });

  test("a child changes λ under its parent's norm", () => {
    const facts = "group[8] { signal: 4, noise: 1 }, head_dim: 128, lambda: «sigmoid»(per: signal)";
    const child = model(facts).replace("model A", "model A extends Motif");
    expectFinding(`import { Motif } from "gda:families"\n${child}`, {
      code: "GDA4105",
      message: "A sigmoid λ has no init.",
    });
  });

  test("a fact that is not stated", () => {
    expectFinding(model(`${plain}, value_dim: 128 / «kv_pairs»`), {
      code: "GDA2012",
      message: "`kv_pairs` is not stated here, and only a stated number can be used.",
    });
  });

  test("a name that is nowhere", () => {
    expectFinding(model(`${plain}, value_dim: «hed_dim» / 2`), {
      code: "GDA2010",
      message: "Nothing here is named `hed_dim`; did you mean `head_dim`?",
    });
  });
});

describe("row 23: what a latent has", () => {
  const beside = (facts: string): string =>
    model(
      `head_dim: 96 plain + 32 rotary, value_dim: 128, rope: half(theta: 1e4), mask: causal, ${facts}`,
    );

  test("nothing without it", () => {
    expectFinding(model(`${plain}, «cache: latent»`), {
      code: "GDA4106",
      message: "There is no latent to cache.",
    });
    expectFinding(model(`${plain}, «gate: elementwise(from: query_latent)»`), {
      code: "GDA4106",
      message: "There is no latent to gate from.",
    });
    expectFinding(beside(`heads: 4, ${latent}, «gate: headwise(from: query_latent)»`), {
      code: "GDA4106",
      message: "There is no latent of the queries to gate from.",
    });
  });

  test("bias on `o`", () => {
    expectFinding(beside(`heads: 4, ${latent}, «bias: [q, o]»`), {
      code: "GDA4108",
      message: "Beside a latent only `o` has a bias, not `q`.",
    });
  });

  test("keys shared", () => {
    const noise = "group[4] { signal: 4, noise: 1 }, lambda: constant(value: 1), head_norm: none";
    expectFinding(beside(`${noise}, ${latent}, «noise_keys: own»`), {
      code: "GDA4107",
      message: "Keys that come from a latent are shared: write `noise_keys: shared`.",
    });
  });
});

describe("row 24: signs", () => {
  test.each([
    ["softcap: «0»", "`softcap` must be above 0; to have none, leave it out."],
    ["score_scale: «-1»", "`score_scale` must be above 0; this is -1."],
    ["qk_norm: rms(eps: «0»)", "`eps` must be above 0; this is 0."],
    ["value_dim: «0»", "`value_dim` must be at least 1; this is 0."],
  ])("%s", (fact, message) => {
    expectFinding(model(`${plain}, ${fact}`), { code: "GDA3008", message });
  });

  test("theta and keys", () => {
    expect(
      mistakes(model("heads: 4, head_dim: 8, mask: window(keys: 0), rope: half(theta: 1)")),
    ).toEqual([
      "GDA3008 `keys` must be at least 1; this is 0.",
      "GDA3008 `theta` must be above 1; this is 1.",
    ]);
  });
});

describe("row 25: layer sets are inside, not empty", () => {
  const sets = (set: string): string =>
    model(`${plain}, layers ${set} { mask: bidirectional }`).replace("layers: 40", "‹layers: 40›");

  test.each([
    ["«40..<48»", "The model has layers 0 to 39."],
    ["«39..<41»", "The model has layers 0 to 39."],
    ["«40..»", "The model has layers 0 to 39."],
    ["«every 2 from 40»", "The model has layers 0 to 39."],
    ["«[0, 40]»", "The model has layers 0 to 39."],
    ["«-1»", "The model has layers 0 to 39."],
    ["«8..<8»", "There is no layer in this set."],
    ["«[]»", "There is no layer in this set."],
  ])("%s", (set, message) => {
    expectFinding(sets(set), { code: "GDA2111", message });
  });

  test("a step of 0", () => {
    expectFinding(model(`${plain}, layers every «0» from 1 { mask: bidirectional }`), {
      code: "GDA3008",
      message: "`every` must be at least 1; this is 0.",
    });
  });

  test("no `layer` in a set", () => {
    expectFinding(model(`${plain}, layers «layer» { mask: bidirectional }`), {
      code: "GDA3011",
      message: "`layers` is the same in every layer, so there is no `layer` here.",
    });
  });

  test("what the block would state is not missing", () => {
    const facts = "heads: 32, head_dim: 128, rope: none, layers «40..» { mask: causal }";
    expectFinding(model(facts).replace("layers: 40", "‹layers: 40›"), {
      code: "GDA2111",
      message: "The model has layers 0 to 39.",
    });
  });
});
