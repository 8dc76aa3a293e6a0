import fc from "fast-check";
import { expect, test } from "vitest";
import { expression, literalType, prettyJson } from "../../compiler/package/pretty.js";

const wide = Array.from({ length: 30 }, (_, i) => 1000 + i);

test("what fits stands on one line, the rest on a line each", () => {
  expect(prettyJson({ short: [1, 2], long: { wide, last: {} } })).toMatchInlineSnapshot(`
    "{
      "short": [1, 2],
      "long": {
        "wide": [
          1000,
          1001,
          1002,
          1003,
          1004,
          1005,
          1006,
          1007,
          1008,
          1009,
          1010,
          1011,
          1012,
          1013,
          1014,
          1015,
          1016,
          1017,
          1018,
          1019,
          1020,
          1021,
          1022,
          1023,
          1024,
          1025,
          1026,
          1027,
          1028,
          1029
        ],
        "last": {}
      }
    }
    "
  `);
});

test("a value is written as JavaScript and as its type", () => {
  const value = { plain: 1, "with space": ["a"], 7: null };
  expect(expression(value)).toBe('{ 7: null, plain: 1, "with space": ["a"] }');
  expect(literalType(value)).toBe(
    '{ readonly 7: null; readonly plain: 1; readonly "with space": readonly ["a"] }',
  );
});

test("JSON is read back as it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(prettyJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
