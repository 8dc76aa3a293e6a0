import { test } from "vitest";
import { expectFreshAfterEdits } from "../lsp/fuzz.js";

test("whatever is edited, a fresh analysis finds the same, and every request has an answer", () => {
  expectFreshAfterEdits({ runs: 100, edits: 40 });
});
