import { expect, test } from "vitest";
import { edited, fixesIn, withoutOverlaps } from "../../compiler/lint/fix.js";
import type { Fix } from "../../grammar/diagnostic.js";
import { finding } from "../diagnostics/finding.js";

const span = (start: number, end: number, file = "a.gda") => ({ file, start, end });
const fix = (start: number, end: number, file?: string): Fix => ({
  title: "mend",
  edits: [{ span: span(start, end, file), text: "x" }],
});

test("only the one fix of a finding, in the file, is certain", () => {
  const of = (...fixes: readonly Fix[]) => finding(span(0, 1), { fixes });
  const all = [
    of(fix(4, 5)),
    of(fix(0, 1), fix(2, 3)),
    of(fix(0, 1, "b.gda")),
    of(fix(1, 2)),
    of(),
  ];
  expect(fixesIn(all, "a.gda").map(({ edits }) => edits[0]?.span.start)).toEqual([1, 4]);
});

test("what touches an earlier fix waits", () => {
  const at = (start: number, end: number) => ({ key: `${start}`, edits: fix(start, end).edits });
  const all = [at(0, 4), at(3, 5), at(4, 4), at(6, 7), at(6, 6)];
  expect(withoutOverlaps(all).map(({ key }) => key)).toEqual(["0", "6"]);
});

test("a byte order mark and line ends stay", () => {
  const edit = { span: span(0, 1), text: "b\nc" };
  expect(edited("\uFEFFa\r\n", [edit])).toBe("\uFEFFb\r\nc\r\n");
  expect(edited("a\r", [edit])).toBe("b\rc\r");
  expect(edited("a", [edit])).toBe("b\nc");
});
