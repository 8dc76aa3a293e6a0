import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildCliInto } from "../cli/transcript.js";
import { grow } from "../growth/grow.js";
import { JsonObject } from "../support/json.js";
import { checkpointOf } from "./support/checkpoint-of.js";
import { digests, scratch, writeSingle } from "./support/folder.js";

// The command in a process of its own, which can be killed and measured.

const bin = resolve("node_modules/.cache/gda/grow");
const shared = mkdtempSync(join(tmpdir(), "gda-grow-"));
const small = join(shared, "small");

beforeAll(async () => {
  await buildCliInto(bin);
  await writeSingle(small, checkpointOf(grow(spec).stage("wide").source, "BF16"));
});
afterAll(() => rmSync(shared, { recursive: true }));

/** Some tens of megabytes when it has grown, so that a run can be caught at it. */
const spec = `model Base {
  hidden: 1024, layers: 2, context: 64, dtype: bf16
  attention {
    group[8] { signal: 1, noise: 1 }, head_dim: 64, rope: none, mask: causal, noise_keys: own
    lambda: constant(value: 0.5), head_norm: none
  }
}
growth Up {
  stage wide from Base at 1T tokens {
    hidden *= 2, attention { group { signal *= 4 } }, copies: hyperclone(snr: 10 dB, seed: 1)
  }
}
`;

describe("an interrupted run", { timeout: 120_000 }, () => {
  let folder = "";
  beforeEach(() => {
    folder = scratch();
    writeFileSync(join(folder, "spec.gda"), spec);
  });

  function start(...more: readonly string[]): ChildProcess {
    const args = ["grow", "spec.gda", "--to", "wide", "--from", small, "-o", "wide", ...more];
    return spawn(join(bin, "gda"), args, { cwd: folder, stdio: "ignore" });
  }

  async function caught(child: ChildProcess): Promise<void> {
    while (!readdirSync(folder).some((name) => name.startsWith("wide.draft-"))) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} uncaught`);
      await setTimeout(2);
    }
  }

  test("that is killed leaves no checkpoint, and runs again", async () => {
    const before = digests(small);
    const child = start();
    await caught(child);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readdirSync(folder).toSorted()).toEqual([
      "spec.gda",
      expect.stringMatching(/^wide\.draft-/),
    ]);
    expect(await once(start(), "exit")).toEqual([0, null]);
    expect(readdirSync(folder).toSorted()).toEqual(["spec.gda", "wide"]);
    expect(readdirSync(join(folder, "wide")).toSorted()).toEqual([
      "model.gda",
      "model.safetensors",
    ]);
    expect(digests(small)).toEqual(before);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "by %s clears its draft, and ends by it",
    async (signal) => {
      const child = start();
      await caught(child);
      child.kill(signal);
      expect(await once(child, "exit")).toEqual([null, signal]);
      expect(readdirSync(folder).toSorted()).toEqual(["spec.gda"]);
    },
  );

  test("keeps the checkpoint that it was to replace", async () => {
    await once(start(), "exit");
    const before = digests(join(folder, "wide"));
    const child = start("--force");
    await caught(child);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(digests(join(folder, "wide"))).toEqual(before);
  });
});

test("memory does not grow with the checkpoint", { timeout: 300_000 }, async () => {
  const args = ["scripts/grow-large.mjs", "--bytes", "6e7", "--gda", join(bin, "main.mjs")];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  expect(await once(child, "close")).toEqual([0, null]);
  const measured = JsonObject.parse(output.slice(output.indexOf("{")));
  expect(measured.number("grownBytes")).toBeGreaterThan(256 * 2 ** 20);
  // Node alone takes some 60 MiB, and the compiler as much again.
  expect(measured.number("peakMebibytes")).toBeLessThan(240);
});
