import type { DocumentSymbol } from "vscode-languageserver";
import { expect, test } from "vitest";
import { documentSymbols, workspaceSymbols } from "../../../compiler/lsp/features/symbols.js";
import { markedView, workspaceOf } from "../marked.js";

const source = `const k = 2
family Base extends Root { param r: ratio = 4:1 }
model M {
  hidden: 64
  attention {
    group calm[2]   { signal: 1 }
    layers every 2 from 0 { latent { kv: 4 } }
  }
}
growth G {
  stage wide from M at 1 tokens { lossy "why" { hidden *= 2 } }
  assert wide == M
}
target Laptop { limits { } }
`;

/** A line a symbol: its name, detail, kind and the text that is selected for it. */
function outline(
  symbols: readonly DocumentSymbol[],
  text: (symbol: DocumentSymbol) => string,
  indent = "",
): readonly string[] {
  return symbols.flatMap((symbol) => [
    `${indent}${symbol.name} (${symbol.detail ?? ""}, ${symbol.kind}): ${text(symbol)}`,
    ...outline(symbol.children ?? [], text, `${indent}  `),
  ]);
}

test("declarations, stages, blocks, groups and params, one in another", () => {
  const { view } = markedView(source);
  const text = ({ selectionRange: { start, end } }: DocumentSymbol): string =>
    view.source.text.slice(view.offsetAt(start), view.offsetAt(end));
  expect(outline(documentSymbols(view), text)).toEqual([
    "k (const, 14): k",
    "Base (family extends Root, 11): Base",
    "  r (, 13): r",
    "M (model, 5): M",
    "  attention (, 3): attention",
    "    group calm[2] (, 18): group calm[2]",
    "    layers every 2 from 0 (, 3): layers every 2 from 0",
    "      latent (, 3): latent",
    "G (growth, 2): G",
    "  wide (stage, 5): wide",
    '    lossy "why" (, 3): lossy "why"',
    "Laptop (target, 19): Laptop",
    "  limits (, 3): limits",
  ]);
});

test("what is selected lies in the whole, also where text is missing", () => {
  for (let cut = 0; cut < source.length; cut += 3) {
    const { view } = markedView(source.slice(0, cut));
    const check = (symbol: DocumentSymbol): void => {
      const [range, selection] = [symbol.range, symbol.selectionRange].map(({ start, end }) => [
        view.offsetAt(start),
        view.offsetAt(end),
      ]);
      expect(symbol.name).not.toBe("");
      expect(selection?.[0]).toBeGreaterThanOrEqual(range?.[0] ?? NaN);
      expect(selection?.[1]).toBeLessThanOrEqual(range?.[1] ?? NaN);
      symbol.children?.forEach(check);
    };
    documentSymbols(view).forEach(check);
  }
});

test("all files have their declarations and stages found by letters in order", () => {
  const workspace = workspaceOf({ "a.gda": source, "lib/b.gda": "model Motif_Wide { }" });
  const found = (query: string): readonly string[] =>
    workspaceSymbols(workspace, query).map(
      ({ name, kind, containerName, location }) =>
        `${name} ${kind} in ${containerName ?? ""} ${location.uri}`,
    );
  expect(found("wi")).toEqual([
    "wide 5 in G file:///work/a.gda",
    "Motif_Wide 5 in lib/b.gda file:///work/lib/b.gda",
  ]);
  expect(found("MW")).toEqual(["Motif_Wide 5 in lib/b.gda file:///work/lib/b.gda"]);
  expect(found("nothing")).toEqual([]);
  expect(found("")).toHaveLength(7);
});
