import { attention, group, latent } from "./attention.js";
import { mlp, model } from "./model.js";
import { stage } from "./stage.js";
import { limits, target } from "./target.js";
import type { Members, Place } from "./type.js";

/**
 * Every fact of the language, by the place where it stands (language.md, section 4). The checker,
 * completion, hover and the did-you-mean lists all read this one table.
 */
export const facts = { model, attention, group, latent, mlp, stage, target, limits };

/** The facts of a place, for lookup by name. */
export function factsOf(place: Place): Members {
  return facts[place];
}

/** Whether facts of this place may differ from layer to layer, and so may use `layer`. */
export function varies(place: Place): boolean {
  return place === "attention" || place === "group" || place === "latent" || place === "mlp";
}
