import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { clocked, median } from "../attention/timing.mjs";
import { EXAMPLES } from "./process.mjs";

const run = promisify(execFile);
const GDA = fileURLToPath(new URL("../../dist/gda/main.js", import.meta.url));

/**
 * The command line, from start to end of its process, in turn with a process that does nothing.
 * @returns {AsyncGenerator<import("../attention/types.js").Target>}
 */
export async function* commands() {
  const folder = await mkdtemp(join(tmpdir(), "gda-bench-"));
  const file = join(EXAMPLES, "motif-2-12.7b.gda");
  /** @type {Record<string, number[]>} */
  const times = { node: [], check: [], build: [] };
  try {
    for (let round = 0; round < 11; round++) {
      const out = join(folder, String(round));
      const all = {
        node: ["-e", "0"],
        check: [GDA, "check", file],
        build: [GDA, "build", file, "--out", out],
      };
      for (const [name, args] of Object.entries(all)) {
        times[name]?.push(await clocked(() => run(process.execPath, args)));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const [bare = NaN, check = NaN, build = NaN] = Object.values(times).map(median);
  for (const [what, ms] of /** @type {const} */ ([
    ["gda check examples/motif-2-12.7b.gda", check],
    ["gda build examples/motif-2-12.7b.gda", build],
  ])) {
    yield {
      what,
      target: "little more than `node -e 0`",
      measured: `${ms.toFixed(0)} ms`,
      met: undefined,
      detail: `${(ms / bare).toFixed(1)} × the ${bare.toFixed(0)} ms of \`node -e 0\`; medians of 11 processes each, in turn`,
    };
  }
}
