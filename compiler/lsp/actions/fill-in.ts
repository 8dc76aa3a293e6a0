import { composition } from "../../check/codes.js";
import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { Place, Row, Word } from "../../facts/type.js";
import { type Offer, type Request, selectedFindings } from "./offer.js";
import { addition } from "./place.js";

/** Arguments that a word cannot be without, as most published models have them. */
const customary: Readonly<Record<string, string>> = {
  eps: "1e-5",
  theta: "10_000",
  keys: "4096",
  value: "0.5",
  init: "0.8 - 0.6 * exp(-0.3 * (layer - 1))",
};

/** For each fact that a model leaves out and that has words, each of the words. */
export function fillIn(request: Request): readonly Offer[] {
  const { view } = request;
  return selectedFindings(request).flatMap((finding) => {
    if (finding.code !== composition.incomplete.code) return [];
    const declaration = view.parsed.tree.declarations.find(
      ({ span }) =>
        span.start <= finding.primary.span.start && finding.primary.span.end <= span.end,
    );
    return (finding.absent ?? []).flatMap((path) =>
      ways(path).flatMap(({ block, text }): Offer[] => {
        const edit = declaration && addition(declaration, block, text, view);
        return edit
          ? [{ title: `Write \`${text}\``, kind: "quickfix", edits: [edit], finding }]
          : [];
      }),
    );
  });
}

/** How a fact can be written, and in which block. */
function ways(
  path: string,
): readonly { readonly block: string | undefined; readonly text: string }[] {
  const [first = "", second, ...more] = path.split(".");
  const place: Place | undefined =
    second === undefined ? "model" : first === "attention" || first === "mlp" ? first : undefined;
  const name = second ?? first;
  const row = place && more.length === 0 ? rowOf(factsOf(place), name) : undefined;
  if (row?.type.type !== "kind") return [];
  const block = second === undefined ? undefined : first;
  return Object.entries(row.type.words)
    .flatMap(([word, known]) => spelled(word, known))
    .map((value) => ({ block, text: `${name}: ${value}` }));
}

/** A word with the arguments that it needs: one way for each choice of words among them. */
function spelled(word: string, { takes }: Word): readonly string[] {
  const needed: readonly [string, Row][] = Object.entries(takes).filter(
    ([, row]) => row.required !== undefined,
  );
  let ways: readonly string[][] = [[]];
  for (const [name, { type }] of needed) {
    const custom = customary[name];
    const values =
      type.type === "kind" && !type.number
        ? Object.keys(type.words)
        : custom === undefined
          ? []
          : [custom];
    ways = ways.flatMap((way) => values.map((value) => [...way, `${name}: ${value}`]));
  }
  return ways.map((way) => (way.length === 0 ? word : `${word}(${way.join(", ")})`));
}
