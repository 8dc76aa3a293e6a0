import fc from "fast-check";
import { it } from "vitest";
import { arbitraryStage } from "./arbitrary-stage.js";
import { expectKept } from "./expect-kept.js";

// Every λ, mask, norm, gate, latent and ratio that the language has, in stages that multiply heads,
// groups and widths and insert layers, from any order of stored heads into any other. `npm run fuzz`
// draws more of them.

it("random growth keeps the function", async () => {
  await fc.assert(fc.asyncProperty(arbitraryStage, expectKept), { numRuns: 20 });
});
