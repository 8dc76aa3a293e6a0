import { count, float, kind, none, optional, positive, required, takes, word } from "./type.js";

const factor = required(float({ least: 1 }), "How many times longer the context becomes.");
const original = required(
  count(2 ** 31),
  "The context that the model was trained with, in tokens.",
);

const scaling = kind({
  none,
  linear: takes("Every angle divided by the factor.", { factor }),
  ntk: takes("The base raised, so that the last pair turns `factor` times slower.", { factor }),
  llama3: takes("Llama 3.1's: slow pairs scaled, fast ones kept, a ramp between.", {
    factor,
    original,
    low: required(positive, "Turns in the original context below which a pair is scaled whole."),
    high: required(positive, "Turns in the original context above which a pair is kept."),
  }),
  yarn: takes("YaRN, arXiv 2309.00071: a ramp over the pairs.", {
    factor,
    original,
    beta_fast: required(positive, "Turns in the original context where the ramp begins."),
    beta_slow: required(positive, "Turns in the original context where the ramp ends."),
    bounds: required(
      kind({
        rounded: word("The ramp's ends rounded outwards to whole pairs, as most models do."),
        exact: word("The ramp's ends as fractions of a pair, as gpt-oss does."),
      }),
      "Whether the ramp's ends are rounded to whole pairs.",
    ),
    gain: required(
      positive,
      "Multiplies the rotated channels of q and k; 1 where the temperature is in `score_scale`.",
    ),
  }),
});

const turns = {
  theta: required(float({ above: 1 }), "The base of the angles."),
  scaling: optional(scaling, "How the angles are stretched for longer contexts.", "none"),
};

export const rope = kind({
  none,
  half: takes("Channel i turns with i + half of the rotary channels.", turns),
  adjacent: takes("Channel 2i turns with 2i + 1.", turns),
});
