import { model } from "./model.js";
import { int, kind, optional, required, takes, word } from "./type.js";

/** What a stage says of the step itself; beside it, it amends the facts of a model. */
export const growing = {
  copies: optional(
    kind({
      tile: word("Copies are alike; without noise they stay alike in training."),
      hyperclone: takes("Copies differ by noise that cancels, arXiv 2409.12903.", {
        snr: required({ type: "decibel" }, "Power of the weights over that of the noise."),
        seed: required(int({ least: 0, most: 2 ** 32 - 1 }), "Of the noise."),
      }),
    }),
    "How copied heads and channels are told apart.",
  ),
  inserted: optional(
    kind({ identity: word("New layers add nothing at first: their last matrices are 0.") }),
    "What inserted layers do at first.",
  ),
  reindex: optional(
    kind({
      carry: word("Each old layer keeps its facts, whatever its new number."),
      fold: word("λ's init follows the new number; stored weights take up the difference."),
    }),
    "What facts by layer do where layers move.",
  ),
};

export const stage = { ...model, ...growing };
