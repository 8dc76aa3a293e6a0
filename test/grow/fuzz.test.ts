import fc from "fast-check";
import { readFileSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GdaError } from "../../runtime/error.js";
import { scratch, writeSharded } from "./support/folder.js";
import { sample, writeSample } from "./support/sample.js";

/** A few bytes of a file changed, or its end cut off. */
function mangled(bytes: Buffer): fc.Arbitrary<Buffer> {
  const flip = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }));
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.array(flip, { minLength: 1, maxLength: 4 }).map((flips) => {
        const changed = Buffer.from(bytes);
        for (const [at, value] of flips) changed[at] = value;
        return changed;
      }),
    },
    fc.nat(bytes.length).map((length) => bytes.subarray(0, length)),
  );
}

test("a mangled checkpoint is refused with a code, or read as it stands; nothing is left half done", async () => {
  const folder = scratch();
  const source = join(folder, "source");
  const { up, norm, down } = sample;
  if (!up || !norm || !down) throw new Error("the sample has three tensors");
  await writeSharded(source, [{ up, norm }, { down }]);
  const sound = readdirSync(source).map(
    (name) => [name, readFileSync(join(source, name))] as const,
  );
  let refused = 0;
  const runs = 200;
  const change = fc.oneof(
    ...sound.map(([name, bytes]) => mangled(bytes).map((changed) => [name, changed] as const)),
  );
  const property = fc.asyncProperty(change, async ([name, changed]) => {
    for (const [each, bytes] of sound) await writeFile(join(source, each), bytes);
    await writeFile(join(source, name), changed);
    let problem: unknown;
    try {
      await writeSample(folder);
    } catch (error) {
      problem = error;
    }
    refused += problem === undefined ? 0 : 1;
    expect(problem ?? new GdaError({ code: "", slug: "" }, "")).toBeInstanceOf(GdaError);
    expect(readdirSync(folder).toSorted()).toEqual(problem ? ["source"] : ["out", "source"]);
    await rm(join(folder, "out"), { recursive: true, force: true });
  });
  await fc.assert(property, { numRuns: runs });
  expect(refused).toBeGreaterThan(runs / 4);
  expect(refused).toBeLessThan(runs);
});
