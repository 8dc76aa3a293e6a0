import { test } from "vitest";
import { expectFreshAfterEdits } from "./fuzz.js";

test("whatever is edited, a fresh analysis finds the same, and every request has an answer", () => {
  expectFreshAfterEdits({ runs: 8, edits: 12 });
});
