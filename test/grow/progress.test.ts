import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { byteCount } from "../../compiler/cli/numbers.js";
import { progressText } from "../../compiler/cli/writing.js";

test.each([
  [{ done: 0, total: 2 ** 30 }, 0, "0 B of 1 GiB"],
  [{ done: 2 ** 29, total: 2 ** 30 }, 4, "512 MiB of 1 GiB, 128 MiB/s, 4 s left"],
  [{ done: 2 ** 28, total: 2 ** 30 }, 100, "256 MiB of 1 GiB, 2.56 MiB/s, 5 min left"],
  [{ done: 2 ** 30, total: 2 ** 30 }, 8, "1 GiB of 1 GiB, 128 MiB/s, 0 s left"],
])("progress %j after %d s", (progress, seconds, text) => {
  expect(progressText({ file: "model.safetensors", ...progress }, seconds)).toBe(text);
});

test.each([
  ["5GB", 5e9],
  ["1.5 GB", 1.5e9],
  ["512MiB", 2 ** 29],
  ["1000000", 1e6],
])("%s is a number of bytes", (text, bytes) => {
  expect(byteCount(text)).toBe(bytes);
});

test.each(["", "GB", "0", "-1GB", "5gb", "5TB", "1e9", "0.1", "constructor", "9".repeat(20)])(
  "`%s` is none",
  (text) => {
    expect(() => byteCount(text)).toThrow(InvalidArgumentError);
  },
);
