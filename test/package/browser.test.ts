import { expect, test } from "vitest";
import { buildPackage } from "../../compiler/package/build.js";
import { writeSafetensors } from "../../runtime/weights/write.js";
import { HIDDEN } from "../runtime/support/tiny-package.js";
import { numbers, tinyReference, tinyWeights } from "../runtime/support/tiny-reference.js";
import { browser, openPage } from "./support/page.js";
import { buildRuntimeBundle } from "./support/runtime-bundle.js";
import { tinyInput } from "./support/tiny-input.js";

/** Run in the page: loads the package from its folder, runs it, loses the device, runs it again. */
const PROGRAM = `async (x) => {
  const { open, safetensors } = await import("/tiny/index.js");
  const session = await open();
  const weights = await safetensors(await (await fetch("/model.safetensors")).blob());
  const layer = await session.layer(0, weights);
  const run = async () => [...(await layer.prefill(Float32Array.from(x), layer.cache({ capacity: 8 })))];
  const first = await run();
  session.device.destroy();
  const lost = await run().catch((error) => error.code);
  await session.reopen();
  return { first, lost, again: await run() };
}`;

test.skipIf(browser === undefined)("runs in a browser's page as it is", async () => {
  const files = await buildPackage({ ...tinyInput, runtime: await buildRuntimeBundle() });
  const page = await openPage(
    new Map<string, string | Uint8Array>([
      ...[...files].map(([path, text]) => [`tiny/${path}`, text] as const),
      ["model.safetensors", writeSafetensors(tinyWeights())],
    ]),
  );
  const x = numbers(5 * HIDDEN, 5);
  const outcome: unknown = await page.evaluate(`(${PROGRAM})(${JSON.stringify([...x])})`);
  const y = [...tinyReference(0, x)].map((value): unknown => expect.closeTo(value, 4));
  expect(outcome).toEqual({ first: y, lost: "GDA7206", again: y });
});
