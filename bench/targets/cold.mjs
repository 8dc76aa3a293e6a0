import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { reasonOf } from "../attention/child.mjs";
import { EXAMPLES, measured } from "./process.mjs";

const TOKENS = 16;

/**
 * The first result of every example's first layer at its true size, without a cache of shaders.
 * @param {{ readonly say: (text: string) => void }} context
 * @returns {AsyncGenerator<import("../attention/types.js").Target>}
 */
export async function* cold({ say }) {
  for (const name of (await readdir(EXAMPLES)).filter((each) => each.endsWith(".gda"))) {
    say(`cold ${name}`);
    const what = `cold start of ${name}, one layer`;
    const target = "≤ 5 s";
    try {
      const given = { file: join(EXAMPLES, name), tokens: TOKENS };
      const env = { MESA_SHADER_CACHE_DISABLE: "true" };
      const { firstMs, decodeMs } = await measured("cold", given, env);
      const compileMs = await measured("compiled", given, env);
      const decode =
        decodeMs === undefined
          ? ""
          : `; the first decode step ${(decodeMs / 1000).toFixed(2)} s more`;
      yield {
        what,
        target,
        measured: `${(firstMs / 1000).toFixed(2)} s`,
        met: firstMs <= 5000,
        detail: `fresh process, no cache of shaders, from opening the package to y of ${TOKENS} tokens, with the upload of float32 weights; the driver takes ${(compileMs / 1000).toFixed(2)} s for these kernels alone${decode}`,
      };
    } catch (error) {
      // A file of targets or growths alone has no layer to run.
      yield { what, target, measured: "failed", met: undefined, detail: reasonOf(error) };
    }
  }
}
