import type { Heads } from "../../heads/written.js";
import type { Block } from "../plan/block.js";
import { checkLatent } from "./latent.js";
import { checkNoise } from "./noise.js";
import { checkOrder } from "./order.js";
import { checkRotary } from "./rotary.js";

/** Holds the facts of a layer against each other, and against its heads where they are settled. */
export function checkLayer(block: Block, heads: Heads | undefined): void {
  checkRotary(block);
  if (heads) checkNoise(block, heads);
  checkLatent(block);
  checkOrder(block);
}
