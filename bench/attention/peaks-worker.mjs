import { openGpu } from "../../dist/compiler/adapter/index.js";
import { serve } from "./child.mjs";
import { peaksOf } from "./peaks.mjs";

/** @satisfies {import("./types.js").PeaksProcess} */
const served = { peaks: async () => peaksOf(await openGpu()) };
serve(served);
