import type { Block } from "../plan/block.js";
import { checkLatent } from "./latent.js";
import { checkNoise } from "./noise.js";
import { checkOrder } from "./order.js";
import { checkRotary } from "./rotary.js";

/** Holds the facts of a layer against each other; `noise` heads, where their number is known. */
export function checkLayer(block: Block, noise: number | undefined): void {
  checkRotary(block);
  if (noise !== undefined) checkNoise(block, noise);
  checkLatent(block);
  checkOrder(block);
}
