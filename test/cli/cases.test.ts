import { readFileSync, readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { buildCli, parseTranscript, play } from "./transcript.js";

const folder = new URL("cases/", import.meta.url);

beforeAll(buildCli);

// `npm test -- test/cli -u` writes what the commands print into the cases.
// A case starts the command a dozen times.
test.each(readdirSync(folder))("%s", { timeout: 300_000 }, async (name) => {
  const file = new URL(name, folder);
  const played = await play(parseTranscript(readFileSync(file, "utf8")));
  await expect(played).toMatchFileSnapshot(file.pathname);
});
