import fc from "fast-check";
import { format } from "prettier";
import { expect, test } from "vitest";
import { renderShort } from "../../compiler/diagnostics/short.js";
import { readConfig } from "../../compiler/lint/read-config.js";
import { rules } from "../../compiler/lint/rules.js";
import { configSchema } from "../../compiler/lint/schema.js";

/** Findings as lines of the short format, without the file. */
function problems(text: string): readonly string[] {
  const { diagnostics, source } = readConfig(text, "c.json");
  const lines = renderShort(diagnostics, new Map([["c.json", source]])).split("\n");
  return lines.filter((line) => line !== "").map((line) => line.replace("c.json:", ""));
}

/** The severities of a configuration by the names of the rules; those that are off are not there. */
function severities(text: string): Readonly<Record<string, string>> {
  const { config, diagnostics } = readConfig(text, "c.json");
  expect(diagnostics).toEqual([]);
  return Object.fromEntries(config.rules.map(({ rule, severity }) => [rule.row.slug, severity]));
}

test("the schema in the repository is that of the rules; `vitest -u` writes it", async () => {
  const text = await format(JSON.stringify(configSchema()), { parser: "json", printWidth: 100 });
  await expect(text).toMatchFileSnapshot("../../gda.schema.json");
});

test("an empty configuration is the recommended set, strict has all", () => {
  const recommended = rules.filter(({ set }) => set === "recommended");
  expect(Object.keys(severities("{}"))).toEqual(recommended.map(({ row }) => row.slug));
  expect(Object.keys(severities('{ "extends": "strict" }'))).toHaveLength(rules.length);
});

test("a rule is set by its name, with or without options", () => {
  const text = `{
    "$schema": "./gda.schema.json",
    "rules": {
      "tiled-noise": "off",
      "tied-copies": "error",
      "uneven-shards": { "devices": [2] },
      "ratio-beyond-studied": { "severity": "error", "most": 3 }
    }
  }`;
  const set = severities(text);
  expect(set["tiled-noise"]).toBeUndefined();
  expect(set["tied-copies"]).toBe("error");
  // A rule of the strict set that is spoken of is wanted.
  expect(set["uneven-shards"]).toBe("warning");
  expect(set["ratio-beyond-studied"]).toBe("error");
  expect(set["unused-import"]).toBe("warning");
});

test("paths are ignored from the folder of the configuration on", () => {
  const { config } = readConfig('{ "ignore": ["drafts/", "./old.gda"] }', "c.json");
  const ignored = [
    "drafts/a.gda",
    "drafts/x/a.gda",
    "old.gda",
    "draft/a.gda",
    "older.gda",
    "x/old.gda",
  ];
  expect(ignored.filter((path) => config.ignores(path))).toEqual(ignored.slice(0, 3));
  expect(readConfig('{ "ignore": ["."] }', "c.json").config.ignores("a.gda")).toBe(true);
  const inFolder = readConfig('{ "ignore": ["drafts", "../b"] }', "c.json", "/x/y/c.json").config;
  const asked = ["/x/y/drafts/a.gda", "/x/b/a.gda", "/x/y/a.gda", "/drafts/a.gda"];
  expect(asked.filter((path) => inFolder.ignores(path))).toEqual(asked.slice(0, 2));
  expect(readConfig('{ "ignore": ["."] }', "/x/c.json").config.ignores("/x/a.gda")).toBe(true);
});

test("what is no JSON is shown where it goes wrong", () => {
  const told = (text: string): string | undefined =>
    problems(text)[0]?.replace("error[GDA8601]: This is not JSON: ", "");
  expect(told("")).toBe("1:1: it ends too soon.");
  expect(told('{ "rules": {\n')).toBe("1:13: it ends too soon.");
  expect(told('{ "extends": "strict')).toBe("1:21: it ends too soon.");
  expect(told('{ "ignore": [1')).toBe("1:15: it ends too soon.");
  expect(told('{\n  "extends": strict\n}')).toBe("2:14: `strict` is unexpected.");
  expect(told('{ "ignore": [], }')).toBe("1:17: `}` is unexpected.");
  expect(told('{ "extends" "strict" }')).toBe('1:13: `"strict"` is unexpected.');
  expect(told("{ 'extends': 1 }")).toBe("1:3: `'` is unexpected.");
  expect(told("{ } // so")).toBe("1:5: it has no comments.");
});

test("unknown names are answered with those that there are", () => {
  expect(problems('{ "extend": "strict" }')).toEqual([
    "1:3: error[GDA8602]: The configuration has no `extend`; did you mean `extends`?",
  ]);
  expect(problems('{ "rules": { "tiled-noize": "off" } }')).toEqual([
    "1:14: error[GDA8602]: `rules` has no `tiled-noize`; did you mean `tiled-noise` or `tied-copies`?",
  ]);
  expect(problems('{ "rules": { "GDA9002": "off" } }')).toEqual([
    "1:14: error[GDA8602]: `rules` has no `GDA9002`; did you mean `tiled-noise`?",
  ]);
  expect(problems('{ "rules": { "ratio-beyond-studied": { "moste": 3 } } }')).toEqual([
    "1:40: error[GDA8602]: `ratio-beyond-studied` has no `moste`; did you mean `most`?",
  ]);
  expect(problems('{ "rules": { "tiled-noise": { "zzzzzzzz": 3 } } }')).toEqual([
    "1:31: error[GDA8602]: `tiled-noise` has no `zzzzzzzz`, but `severity`.",
  ]);
});

test("values of the wrong kind are shown with what is wanted", () => {
  const severity = '`"off"`, `"warning"` or `"error"`';
  expect(problems('{ "rules": { "tiled-noise": "warn" } }')).toEqual([
    `1:29: error[GDA8603]: \`tiled-noise\` must be ${severity}.`,
  ]);
  expect(problems('{ "rules": { "tiled-noise": 2 } }')).toEqual([
    `1:29: error[GDA8603]: \`tiled-noise\` must be ${severity}.`,
  ]);
  expect(problems('{ "rules": { "ratio-beyond-studied": { "most": 0 } } }')).toEqual([
    "1:48: error[GDA8603]: `most` must be at least 1.",
  ]);
  expect(problems('{ "rules": { "ratio-beyond-studied": { "most": "5" } } }')).toEqual([
    "1:48: error[GDA8603]: `most` must be a whole number.",
  ]);
  expect(problems('{ "rules": { "cache-over-budget": { "token": "5 MB" } } }')).toEqual([
    '1:46: error[GDA8603]: `token` must be bytes: a number above 0, or as `"512 MiB"`.',
  ]);
  expect(problems('{ "rules": { "uneven-shards": { "devices": [] } } }')).toEqual([
    "1:44: error[GDA8603]: `devices` must be a list of one or more.",
  ]);
  expect(problems('{ "rules": { "uneven-shards": { "devices": [2, 1] } } }')).toEqual([
    "1:48: error[GDA8603]: `devices` must be at least 2.",
  ]);
  expect(problems('{ "rules": [] }')).toEqual([
    "1:12: error[GDA8603]: `rules` must be an object in braces.",
  ]);
  expect(problems("[]")).toEqual([
    "1:1: error[GDA8603]: The configuration must be an object in braces.",
  ]);
});

test("a name that is set twice", () => {
  expect(problems('{ "rules": { "tiled-noise": "off", "tiled-noise": "error" } }')).toEqual([
    "1:36: error[GDA8604]: `tiled-noise` is set twice; the last would win without a word.",
  ]);
});

test("a byte order mark shifts nothing", () => {
  expect(problems('\uFEFF{ "extend": "strict" }')[0]).toMatch(/^1:3: /);
});

test("names like those of every object are only names", () => {
  expect(problems('{ "__proto__": 1, "rules": { "constructor": "off" } }')).toHaveLength(2);
});

test("any JSON, and any text, is answered with findings inside the text", () => {
  const known = fc.constantFrom(
    "rules",
    "extends",
    "ignore",
    "tiled-noise",
    "uneven-shards",
    "severity",
    "devices",
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom("off", "error", 0, 3, true, null, "strict"),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(known, fc.string()), tie("value"), { maxKeys: 4 }),
    ),
  }));
  const text = fc.oneof(
    value.map((json) => JSON.stringify(json)),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (given) => {
      const { diagnostics, source } = readConfig(given, "c.json");
      for (const { primary, message } of diagnostics) {
        expect(primary.span.start).toBeLessThanOrEqual(source.text.length);
        expect(primary.span.end).toBeLessThanOrEqual(source.text.length);
        expect(message).toMatch(/\.$|\?$/);
      }
    }),
  );
});
