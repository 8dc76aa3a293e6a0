import { didYouMean, suggest } from "../../grammar/suggest.js";
import { foreignFacts } from "./foreign.js";
import { facts, factsOf } from "./table.js";
import type { FactType, Members, Place, Row, Words } from "./type.js";

/** A member of a table by a name that someone wrote. */
export function rowOf(members: Members, name: string): Row | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** What to say to a name that a place does not have, and the fact that was meant, if that is clear. */
export interface Unknown {
  /** Follows "attention has no `kv_heads`". */
  readonly hint: string;
  readonly help: readonly string[];
  readonly means: readonly [Place, string] | undefined;
}

/** Answers a name that `place` does not have. */
export function explainUnknown(place: Place, name: string): Unknown {
  const foreign = Object.hasOwn(foreignFacts, name) ? foreignFacts[name] : undefined;
  if (foreign) {
    const { means, say, help } = foreign;
    const hint = means ? meaning(place, means) : `; ${say ?? ""}`;
    return { hint, help: help === undefined ? [] : [help], means };
  }
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const names = Object.keys(factsOf(place)).filter((each) => each !== "count");
  const near = names.includes(snake) ? [snake] : suggest(name, names);
  const elsewhere = homeOf(place, name);
  if (elsewhere)
    return { hint: meaning(place, [elsewhere, name]), help: [], means: [elsewhere, name] };
  const [nearest] = near;
  return {
    hint: near.length === 0 ? "." : didYouMean(near),
    help: [],
    means: nearest === undefined ? undefined : [place, nearest],
  };
}

/** How a block is written where it stands. */
function inPlace(place: Place, inside: string): string {
  const block = `${place} { ${inside} }`;
  if (place === "latent" || place === "group") return `attention { ${block} }`;
  return place === "attention" || place === "mlp" || place === "limits" ? block : inside;
}

/** Every word, fact and argument of the language, by what it is: no const or param may hide one. */
export function vocabulary(): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const visit = (members: Members): void => {
    for (const [name, row] of Object.entries(members)) {
      known.set(name, "a fact");
      for (const [word, { takes }] of Object.entries(wordsOf(row.type))) {
        if (!known.has(word)) known.set(word, `a word of \`${name}\``);
        visit(takes);
      }
    }
  };
  for (const members of Object.values(facts)) visit(members);
  return known;
}

/** The words that a type has; none for numbers. */
function wordsOf(type: FactType): Words {
  return type.type === "kind" || type.type === "list" ? type.words : {};
}

function meaning(here: Place, [place, name]: readonly [Place, string]): string {
  if (place === here) return `; did you mean \`${name}\`?`;
  const home = inPlace(place, `${name}: …`);
  return place === "model"
    ? `; it stands in the model, beside \`attention\`.`
    : `; write \`${home}\`.`;
}

/** The other place of a model that has a fact of this name. */
function homeOf(place: Place, name: string): Place | undefined {
  const places: readonly Place[] = ["model", "attention", "group", "latent", "mlp"];
  return places.find((other) => other !== place && rowOf(facts[other], name) !== undefined);
}
