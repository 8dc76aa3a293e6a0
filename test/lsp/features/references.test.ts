import { expect, test } from "vitest";
import { highlight } from "../../../compiler/lsp/features/highlight.js";
import { references } from "../../../compiler/lsp/features/references.js";
import { markedView } from "../marked.js";

const others = {
  "base.gda":
    "family Base { attention { mask: causal, softcap: 50 } }\nmodel Small extends Base { }\n",
  "user.gda": 'import { Base as Root } from "base.gda"\nmodel User extends Root { }\n',
};

/** "file:line:column", counted from 1, of everything that the cursor's name refers to. */
function referred(source: string, includeDeclaration = true): readonly string[] {
  const { view, offset } = markedView(source, others);
  return references(view, offset, includeDeclaration).map(({ uri, range: { start } }) => {
    const file = uri.replace("file:///work/", "");
    return `${file}:${start.line + 1}:${start.character + 1}`;
  });
}

const source =
  'import { Base } from "base.gda"\nmodel M extends B┆ase { attention { mask: prefix } }\n';

test("a declaration is found in every file that imports it, under an alias too", () => {
  expect(referred(source)).toEqual([
    "main.gda:1:10",
    "main.gda:2:17",
    "base.gda:1:8",
    "base.gda:2:21",
    "user.gda:1:10",
    "user.gda:1:18",
    "user.gda:2:20",
  ]);
});

test("its own name can be left out", () => {
  expect(referred(source, false)).not.toContain("base.gda:1:8");
});

test("a fact is found wherever a model states or uses it", () => {
  const text = "model M { attention { soft┆cap: 30, score_scale: 1 / softcap } }";
  expect(referred(text)).toEqual(["main.gda:1:23", "main.gda:1:53", "base.gda:1:41"]);
});

test("names of two models that are spelt alike are told apart", () => {
  const text = "model A { param r = 1:1\n attention { ratio: r┆ } }\nmodel B { param r = 2:1 }";
  expect(referred(text)).toEqual(["main.gda:1:17", "main.gda:2:21"]);
});

test("a child's param is its parent's", () => {
  const text = "family A { param r┆ = 1:1 }\nmodel B extends A { param r = 2:1 }";
  expect(referred(text)).toEqual(["main.gda:1:18", "main.gda:2:27"]);
});

test("highlighted are the places of the text, as they are written or read", () => {
  const { view, offset, ranges } = markedView(
    "const ⟦k⟧ = 2\nconst b = ⟦k⟧ * ⟦k┆⟧\nmodel M { param k2 = 1 }",
  );
  expect(highlight(view, offset)).toEqual([
    { range: view.rangeOf(ranges[0] ?? never()), kind: 3 },
    { range: view.rangeOf(ranges[1] ?? never()), kind: 2 },
    { range: view.rangeOf(ranges[2] ?? never()), kind: 2 },
  ]);
});

test("a fact is highlighted in its own declaration only", () => {
  const { view, offset, ranges } = markedView(
    "model A { ⟦hid┆den⟧: 64, attention { head_dim: ⟦hidden⟧ / 2 } }\nmodel B { hidden: 32 }",
  );
  const places = highlight(view, offset).map(({ range }) => range);
  expect(places).toEqual(ranges.map((range) => view.rangeOf(range)));
});

test("nothing refers to what is no name", () => {
  expect(referred("const a = 1┆")).toEqual([]);
  expect(referred("model M { hid: 1┆ }")).toEqual([]);
});

function never(): never {
  throw new Error("a mark is missing");
}
