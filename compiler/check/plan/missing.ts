import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import { listNames } from "../../../grammar/suggest.js";
import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { Place } from "../../facts/type.js";
import { describeType, either } from "../../types/describe.js";
import { composition } from "../codes.js";
import { sayLayers } from "../compose/layer-set.js";
import { isGroup } from "../compose/node.js";

/** Row 5 of language.md, section 8: what a model leaves out, in one finding. */
export class Missing {
  private readonly facts = new Map<string, { place: Place; name: string; layers: number[] }>();
  /** Facts that a mistake elsewhere stands for: they are not missing. */
  private readonly meant: ReadonlySet<string>;

  constructor(meant: ReadonlySet<string>) {
    this.meant = meant;
  }

  add(place: Place, name: string, layer?: number): void {
    const path = place === "model" ? name : `${within[place] ?? place}.${name}`;
    if (this.meant.has(path) || this.meant.has(path.split(".")[0] ?? "")) return;
    const known = this.facts.get(path) ?? { place, name, layers: [] };
    this.facts.set(path, known);
    if (layer !== undefined) known.layers.push(layer);
  }

  /** Whether a head fact is there under a wrong name, so that the counts cannot be settled. */
  anyHeadMeant(): boolean {
    return [...this.meant].some((path) => {
      const [block, name = ""] = path.split(".");
      return block === "attention" && (headFacts.has(name) || isGroup(name));
    });
  }

  finding(model: string, span: SourceSpan, layers: number | undefined): Diagnostic | undefined {
    const all = [...this.facts.values()];
    const [only] = all;
    if (!only) return undefined;
    const absent = [...this.facts.keys()];
    if (all.length === 1) {
      const parameters = { model, missing: one(only, layers) };
      return diagnose(composition.incomplete, span, parameters, { absent });
    }
    const missing = `${listNames(
      all.map(({ name }) => name),
      "and",
    )}.`;
    const help = all.flatMap(({ place, name }) => {
      const row = rowOf(factsOf(place), name);
      return row ? [`\`${name}\` is ${describeType(row.type)}: ${lower(row.doc)}`] : [];
    });
    return diagnose(composition.incomplete, span, { model, missing }, { help, absent });
  }
}

const headFacts = new Set(["heads", "signal_heads", "noise_heads", "groups", "kv_pairs", "ratio"]);

const within: Partial<Record<Place, string>> = { latent: "attention.latent" };

/** "mask: causal, window, prefix or bidirectional?" */
function one(
  { place, name, layers: some }: { place: Place; name: string; layers: readonly number[] },
  layers: number | undefined,
): string {
  const type = rowOf(factsOf(place), name)?.type;
  const where =
    some.length > 0 && some.length !== layers ? ` in ${sayLayers(some).toLowerCase()}` : "";
  if (name === "heads") return `\`heads\`${where}, nor a \`group\` with \`signal\` and \`noise\`.`;
  if (type?.type !== "kind" || type.number) return `\`${name}\`${where}.`;
  return `\`${name}\`${where}: ${either(Object.keys(type.words))}?`;
}

function lower(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
