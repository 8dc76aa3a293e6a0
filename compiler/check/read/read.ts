import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type {
  Amend,
  Body,
  Change,
  Fact,
  Group,
  Item,
  Layers,
  Lossy,
  Name,
  Param,
} from "../../../grammar/tree.js";
import { explainUnknown, rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { KindType, Place, Row, Word } from "../../facts/type.js";
import { lineOf, within } from "../../names/module.js";
import { composition } from "../codes.js";
import type { Lossiness } from "../checker.js";
import { groupKey, type Leaf, type Owner } from "../compose/node.js";
import { Said } from "./said.js";
import {
  dotted,
  lastName,
  type LayersBlock,
  type Reading,
  type Saying,
  type Statement,
} from "./statement.js";
import { reportUnknownArgument, unwrapped, valueNode, type Text } from "./value-node.js";

/** Reads a declaration's body into statements; what is wrong with it in itself is found here. */
export function read(body: Body | undefined, place: Place, owner: Owner): Reading {
  const reader = new Reader(owner);
  reader.items(body, { place, path: [], layers: undefined, said: new Said(), lossy: undefined });
  return reader.reading();
}

/** After so many mistakes in one body the rest of it is not read. */
const MOST_FINDINGS = 100;

/** Where in a body the reader is. */
interface Spot {
  readonly place: Place;
  readonly path: readonly string[];
  readonly layers: LayersBlock | undefined;
  readonly said: Said;
  readonly lossy: { readonly facts: string[] } | undefined;
}

class Reader {
  private readonly owner: Owner;
  private readonly statements: Statement[] = [];
  private readonly params: Param[] = [];
  private readonly lossy: Lossiness[] = [];
  private readonly meant = new Set<string>();
  private readonly findings: Diagnostic[] = [];
  private readonly text: Text;

  constructor(owner: Owner) {
    this.owner = owner;
    this.text = { owner, report: (finding) => this.findings.push(finding) };
  }

  reading(): Reading {
    const { owner, statements, params, lossy, meant, findings } = this;
    return { owner, statements, params, lossy, meant, findings };
  }

  items(body: Body | undefined, spot: Spot): void {
    for (const item of body?.items ?? []) {
      if (this.findings.length < MOST_FINDINGS) this.item(item, spot);
    }
  }

  private item(item: Item, spot: Spot): void {
    switch (item.kind) {
      case "fact":
        return this.fact(item, spot);
      case "amend":
        return this.amend(item, spot);
      case "group":
        return this.group(item, spot);
      case "layers":
        return this.layers(item, spot);
      case "param":
        return this.param(item, spot);
      case "change":
        return this.change(item, spot);
      case "lossy":
        return this.lossyBlock(item, spot);
    }
  }

  private fact(item: Fact, spot: Spot): void {
    const row = this.row(item.key, spot);
    if (!row) return;
    const at = this.span(item);
    const value = item.value && unwrapped(item.value);
    if (value?.kind === "path" && value.names.length === 1 && value.names[0]?.text === "derive") {
      this.state({ says: "derive" }, item.key, at, spot);
    } else if (row.type.type === "block") {
      const { text } = item.key;
      const problem = `\`${text}\` has facts of its own: write \`${text} { … }\`.`;
      this.report(diagnose(composition.wrongSign, this.span(item.key), { problem }));
      this.meant.add(dotted([...spot.path, text]));
    } else {
      const node = valueNode(item.key.text, row.type, item.value, at, this.text);
      this.state({ says: "value", node }, item.key, at, spot);
    }
  }

  private amend(item: Amend, spot: Spot): void {
    const row = this.row(item.key, spot);
    if (!row) return;
    const path = [...spot.path, item.key.text];
    const { type } = row;
    if (type.type === "block") {
      this.silent({ says: "block", place: type.place }, path, this.span(item.key), spot);
      this.items(item.body, { ...spot, place: type.place, path });
    } else if (type.type === "kind" && memberNames(type).size > 0) {
      this.members(item.body, item.key.text, type, { ...spot, path });
    } else {
      const { text } = item.key;
      const problem = `\`${text}\` has no members: write \`${text}: …\`.`;
      this.report(diagnose(composition.wrongSign, this.span(item.key), { problem }));
      this.meant.add(dotted(path));
    }
  }

  /** `rope { theta: … }`: members of a word, whichever is there. */
  private members(body: Body, fact: string, type: KindType, spot: Spot): void {
    const takes = Object.fromEntries(memberNames(type));
    const any: Word = { doc: "", takes };
    for (const item of body.items) {
      if (item.kind !== "fact" && item.kind !== "amend") {
        this.misplaced(item, `\`${fact} { … }\` holds members of a word, as \`name: value\``);
        continue;
      }
      const row = rowOf(takes, item.key.text);
      if (!row) reportUnknownArgument(fact, any, item.key, this.text);
      else if (item.kind === "fact") this.memberFact(item, row, spot);
      else if (row.type.type === "kind") {
        const path = [...spot.path, item.key.text];
        this.members(item.body, item.key.text, row.type, { ...spot, path });
      } else {
        const problem = `\`${item.key.text}\` has no members: write \`${item.key.text}: …\`.`;
        this.report(diagnose(composition.wrongSign, this.span(item.key), { problem }));
      }
    }
  }

  private memberFact(item: Fact, row: Row, spot: Spot): void {
    const at = this.span(item);
    const value = item.value && unwrapped(item.value);
    const says: Saying =
      value?.kind === "path" && value.names[0]?.text === "derive"
        ? { says: "derive" }
        : { says: "value", node: valueNode(item.key.text, row.type, item.value, at, this.text) };
    this.state(says, item.key, at, spot);
  }

  private group(item: Group, spot: Spot): void {
    if (spot.place !== "attention") return this.misplaced(item, "`attention { … }`");
    const key = groupKey(item.name?.text);
    const path = [...spot.path, key];
    const head = this.head(item);
    const inside: Spot = { ...spot, place: "group", path };
    if (item.count) {
      const row = factsOf("group")["count"];
      const type = row?.type ?? { type: "int" };
      const node: Leaf = {
        node: "leaf",
        name: key,
        type,
        expr: item.count,
        owner: this.owner,
        at: head,
      };
      this.push(
        { path: [...path, "count"], says: { says: "value", node }, key: head, at: head },
        spot,
      );
    } else {
      this.silent({ says: "class" }, path, head, spot);
    }
    this.items(item.body, inside);
  }

  private layers(item: Layers, spot: Spot): void {
    if (spot.place !== "attention" && spot.place !== "mlp") {
      return this.misplaced(item, "`attention { … }` or `mlp { … }`");
    }
    if (spot.layers)
      return this.misplaced(item, "`attention { … }` itself, not in another `layers`");
    const layers: LayersBlock = { set: item.set, span: this.head(item), owner: this.owner };
    this.items(item.body, { ...spot, layers, said: new Said() });
  }

  private param(item: Param, spot: Spot): void {
    const { kind } = this.owner;
    if (spot.path.length > 0 || !(kind === "model" || kind === "family")) {
      return this.misplaced(item, "a model, beside `attention`");
    }
    this.params.push(item);
  }

  private change(item: Change, spot: Spot): void {
    if (this.owner.kind !== "stage") return this.misplaced(item, "a growth's `stage`");
    if (this.row(item.key, spot)) {
      this.state({ says: "change", change: item }, item.key, this.span(item), spot);
    }
  }

  private lossyBlock(item: Lossy, spot: Spot): void {
    if (this.owner.kind !== "stage") return this.misplaced(item, "a growth's `stage`");
    const facts: string[] = [];
    this.items(item.body, { ...spot, lossy: { facts } });
    this.lossy.push({ reason: item.reason?.value ?? "", span: this.span(item), facts });
  }

  /** The table's row of a name, or the finding that the place has none. */
  private row(key: Name, spot: Spot): Row | undefined {
    const members = factsOf(spot.place);
    const row =
      key.text === "count" && spot.place === "group" ? undefined : rowOf(members, key.text);
    if (row || (spot.place === "group" && this.owner.kind === "stage" && key.text === "count")) {
      return row ?? members["count"];
    }
    const { hint, help, means } = explainUnknown(spot.place, key.text);
    const parameters = { place: this.placeName(spot), name: key.text, hint };
    this.report(diagnose(composition.unknownFact, this.span(key), parameters, { help }));
    if (means) this.meant.add(meantPath(means, spot));
    return undefined;
  }

  private placeName(spot: Spot): string {
    return spot.path.at(-1) ?? this.owner.name;
  }

  private state(says: Saying, key: Name, at: SourceSpan, spot: Spot): void {
    const path = [...spot.path, key.text];
    this.push({ path, says, key: this.span(key), at }, spot);
  }

  /** States nothing of itself, so it may be there twice. */
  private silent(says: Saying, path: readonly string[], at: SourceSpan, spot: Spot): void {
    this.statements.push({ path, says, layers: spot.layers, key: at, at, owner: this.owner });
  }

  private push(part: Omit<Statement, "layers" | "owner">, spot: Spot): void {
    const statement: Statement = { ...part, layers: spot.layers, owner: this.owner };
    const first = spot.said.add(statement);
    if (first) return this.report(writtenTwice(first, statement));
    spot.lossy?.facts.push(dotted(statement.path));
    this.statements.push(statement);
  }

  private misplaced(item: Item, where: string): void {
    const what = { fact: "This", amend: "This", group: "A `group`", layers: "`layers`" } as const;
    const rest = { param: "A `param`", change: "A change", lossy: "`lossy`" } as const;
    const parameters = { what: { ...what, ...rest }[item.kind], where };
    this.report(diagnose(composition.misplaced, this.head(item), parameters));
  }

  /** An item up to its body, without the blank before it. */
  private head(item: Item): SourceSpan {
    const { start } = item.span;
    const body = "body" in item ? item.body : undefined;
    if (!body) return this.span(item);
    const text = this.owner.module.text.slice(start, body.span.start).trimEnd();
    return { file: this.owner.module.file, start, end: start + text.length };
  }

  private span(of: {
    readonly span: { readonly start: number; readonly end: number };
  }): SourceSpan {
    return within(this.owner.module, of.span);
  }

  private report(finding: Diagnostic): void {
    this.findings.push(finding);
  }
}

/** Row 3 of language.md, section 8: a fact is written once, whole or by member. */
function writtenTwice(first: Statement, second: Statement): Diagnostic {
  const { module } = second.owner;
  const name = lastName(first.path.length <= second.path.length ? first.path : second.path);
  const where = lineOf(module, first.key, module);
  const secondary = [{ span: first.at, text: "written here" }];
  return diagnose(composition.writtenTwice, second.key, { name, where }, { secondary });
}

/** The members that any word of a kind takes. */
function memberNames(type: KindType): ReadonlyMap<string, Row> {
  return new Map(Object.values(type.words).flatMap(({ takes }) => Object.entries(takes)));
}

function meantPath([place, name]: readonly [Place, string], spot: Spot): string {
  if (place === spot.place) return dotted([...spot.path, name]);
  const home = { attention: ["attention"], latent: ["attention", "latent"], mlp: ["mlp"] };
  return dotted([...(place in home ? home[place as keyof typeof home] : []), name]);
}
