import { test } from "vitest";
import { fuzz } from "../lsp/fuzz.js";

test("whatever is edited, a fresh analysis finds the same, and every request has an answer", () => {
  fuzz({ runs: 100, edits: 40 });
});
