import { test } from "vitest";
import { fuzz } from "./fuzz.js";

test("whatever is edited, a fresh analysis finds the same, and every request has an answer", () => {
  fuzz({ runs: 8, edits: 12 });
});
