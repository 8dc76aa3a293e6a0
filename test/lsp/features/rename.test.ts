import { expect, test } from "vitest";
import { prepareRename, rename } from "../../../compiler/lsp/features/rename.js";
import { markedView } from "../marked.js";

const others = {
  "base.gda": "family Base { }\nmodel Small extends Base { }\nconst k = 2\n",
  "user.gda":
    'import { Base as Root, k } from "base.gda"\nmodel User extends Root { }\nconst b = k\n',
};

/** The texts of all files that a renaming changes, or why it is refused. */
function renamed(source: string, to: string): unknown {
  const { view, offset } = markedView(source, others);
  const edit = rename(view, offset, to);
  if ("refused" in edit) return edit.refused;
  const changes = Object.entries(edit.changes ?? {}).map(([uri, edits]) => {
    const file = uri.replace("file:///work/", "");
    const home = view.workspace.view(file);
    const text = edits
      .map(({ range, newText }) => ({
        at: home?.offsetAt(range.start) ?? 0,
        end: home?.offsetAt(range.end),
        newText,
      }))
      .toSorted((a, b) => b.at - a.at)
      .reduce(
        (all, { at, end, newText }) => all.slice(0, at) + newText + all.slice(end),
        home?.source.text ?? "",
      );
    return [file, text];
  });
  return Object.fromEntries(changes);
}

test("a declaration is renamed in all files; an alias of it stays", () => {
  expect(renamed('import { Ba┆se } from "base.gda"\nmodel M extends Base { }', "Root2")).toEqual({
    "main.gda": 'import { Root2 } from "base.gda"\nmodel M extends Root2 { }',
    "base.gda": "family Root2 { }\nmodel Small extends Root2 { }\nconst k = 2\n",
    "user.gda":
      'import { Root2 as Root, k } from "base.gda"\nmodel User extends Root { }\nconst b = k\n',
  });
});

test("a name that a file with an alias has for something else is free", () => {
  expect(renamed('import { Ba┆se } from "base.gda"', "User")).toHaveProperty(
    ["user.gda"],
    'import { User as Root, k } from "base.gda"\nmodel User extends Root { }\nconst b = k\n',
  );
});

test("an alias is renamed in its file only", () => {
  expect(renamed('import { Base as B } from "base.gda"\nmodel M extends B┆ { }', "C")).toEqual({
    "main.gda": 'import { Base as C } from "base.gda"\nmodel M extends C { }',
  });
});

test.each([
  [
    "a param with those of its children",
    "family F { param r┆ = 1:1 }\nmodel M extends F { param r = 2:1, attention { ratio: r } }",
    "rr",
    "family F { param rr = 1:1 }\nmodel M extends F { param rr = 2:1, attention { ratio: rr } }",
  ],
  [
    "a class of groups where stages amend it",
    "model M { attention { group calm[2] { } } }\ngrowth G { stage a from M at 1 tokens { attention { group ca┆lm { signal *= 2 } } } }",
    "quiet",
    "model M { attention { group quiet[2] { } } }\ngrowth G { stage a from M at 1 tokens { attention { group quiet { signal *= 2 } } } }",
  ],
  [
    "a stage, qualified or not",
    "growth G { stage a┆ from M at 1 tokens\n assert a == G.a }\nmodel N extends G.a { }",
    "wide",
    "growth G { stage wide from M at 1 tokens\n assert wide == G.wide }\nmodel N extends G.wide { }",
  ],
  [
    "a word that the grammar knows only in places",
    "model M┆ { }\nmodel N extends M { }",
    "from",
    "model from { }\nmodel N extends from { }",
  ],
])("%s", (_, source, to, expected) => {
  expect(renamed(source, to)).toEqual({ "main.gda": expected });
});

test.each([
  [
    "a word of the grammar",
    "model M┆ { }",
    "model",
    "`model` is a word of the language and cannot be a name.",
  ],
  [
    "`layers`",
    "model M┆ { }",
    "layers",
    "`layers` is a word of the language and cannot be a name.",
  ],
  [
    "no name",
    "model M┆ { }",
    "4x",
    "`4x` is not a name: names have the letters A to Z and a to z, digits and `_`.",
  ],
  [
    "nothing",
    "model M┆ { }",
    "",
    "`` is not a name: names have the letters A to Z and a to z, digits and `_`.",
  ],
  [
    "a declaration of the file",
    "model M┆ { }\n\nfamily N { }",
    "N",
    "`N` is already declared in line 3 of `main.gda`.",
  ],
  [
    "a declaration of a file that imports it",
    'import { k┆ } from "base.gda"',
    "User",
    "`User` is already declared in line 2 of `user.gda`.",
  ],
  ["a fact, for a constant", "const a┆ = 1", "hidden", "`hidden` is a fact: choose another name."],
  [
    "a function, for a param",
    "model M { param r┆ = 1 }",
    "log",
    "`log` is a function: choose another name.",
  ],
  [
    "a constant, for a param",
    "const kk = 1\nmodel M { param r┆ = 1 }",
    "kk",
    "`kk` is already declared in line 1 of `main.gda`.",
  ],
  [
    "another param of the model",
    "model M { param r┆ = 1, param s = 1 }",
    "s",
    "`s` is already declared in line 1 of `main.gda`.",
  ],
  [
    "another stage",
    "growth G { stage a┆ from M at 1 tokens\n stage b from a at 1 tokens }",
    "b",
    "`b` is already declared in line 2 of `main.gda`.",
  ],
  [
    "another class",
    "model M { attention { group a┆[1] { }\n group b[1] { } } }",
    "b",
    "`b` is already declared in line 2 of `main.gda`.",
  ],
])("refused is %s", (_, source, to, expected) => {
  expect(renamed(source, to)).toBe(expected);
});

test("params of two models may have the same name", () => {
  expect(renamed("model M { param r┆ = 1 }\nmodel N { param s = 1 }", "s")).toEqual({
    "main.gda": "model M { param s = 1 }\nmodel N { param s = 1 }",
  });
});

test("before renaming the name is shown, or why it cannot be changed", () => {
  const prepared = (source: string): unknown => {
    const { view, offset } = markedView(source);
    return prepareRename(view, offset);
  };
  const range = { start: { line: 0, character: 6 }, end: { line: 0, character: 8 } };
  expect(prepared("model M┆x { }")).toEqual({ range, placeholder: "Mx" });
  expect(prepared("model M { hid┆den: 1 }")).toEqual({
    refused: "`hidden` is a word of the language and cannot be a name.",
  });
  expect(prepared('import { Mo┆tif } from "gda:families"')).toEqual({
    refused: "`Motif` is built in and keeps its name.",
  });
  expect(prepared("model M extends No┆where { }")).toEqual({
    refused: "Nothing is known of `Nowhere`.",
  });
  expect(prepared("const a = 1┆")).toBeUndefined();
});
