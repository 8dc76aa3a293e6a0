import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { beginningOf, type SourceSpan, type Span } from "../../../grammar/span.js";
import type { Item, Name, Param } from "../../../grammar/tree.js";
import { explainUnknown } from "../../facts/search.js";
import type { Place } from "../../facts/type.js";
import { lineOf, type Module, within } from "../../names/module.js";
import type { Lossiness } from "../checker.js";
import { composition } from "../codes.js";
import type { Owner } from "../compose/node.js";
import type { Said } from "./said.js";
import { dotted, lastName, type LayersBlock, type Reading } from "./statement.js";
import type { Saying, Statement } from "./statement.js";

/** Where in a body the reader is. */
export interface Spot {
  readonly place: Place;
  readonly path: readonly string[];
  readonly layers: LayersBlock | undefined;
  /** What the body, or the `layers` block, has said so far. */
  readonly said: Said;
  /** The facts of the `lossy` block around. */
  readonly lossy: string[] | undefined;
}

/** What is found while a body is read. */
export class Notes implements Reading {
  readonly owner: Owner;
  readonly statements: Statement[] = [];
  readonly params: Param[] = [];
  readonly lossy: Lossiness[] = [];
  readonly meant = new Set<string>();
  readonly findings: Diagnostic[] = [];

  constructor(owner: Owner) {
    this.owner = owner;
  }

  get module(): Module {
    return this.owner.module;
  }

  readonly report = (finding: Diagnostic): void => {
    this.findings.push(finding);
  };

  /** Notes what an item says of `name`, unless it has been said already. */
  state(says: Saying, name: Name, item: Item, spot: Spot): void {
    const path = [...spot.path, name.text];
    this.add(says, path, this.span(name), this.span(item), spot);
  }

  add(
    says: Saying,
    path: readonly string[],
    key: SourceSpan,
    at: SourceSpan,
    { layers, said, lossy }: Spot,
  ): void {
    const statement: Statement = { path, says, layers, key, at, owner: this.owner };
    const first = said.add(statement);
    if (first) return this.report(writtenTwice(first, statement));
    lossy?.push(dotted(path));
    this.statements.push(statement);
  }

  /** Notes that a block or a class is spoken of, which says nothing by itself. */
  silent(says: Saying, path: readonly string[], at: SourceSpan, { layers }: Spot): void {
    this.statements.push({ path, says, layers, key: at, at, owner: this.owner });
  }

  /** Row 2 of language.md, section 8: the place has no fact of this name. */
  unknown(name: Name, spot: Spot): void {
    const { hint, help, means } = explainUnknown(spot.place, name.text);
    const place = spot.path.at(-1) ?? this.owner.name;
    const parameters = { place, name: name.text, hint };
    this.report(diagnose(composition.unknownFact, this.span(name), parameters, { help }));
    if (!means) return;
    const [home, fact] = means;
    const path = home === spot.place ? spot.path : (homes[home] ?? []);
    this.meant.add(dotted([...path, fact]));
  }

  misplaced(item: Item, where: string): void {
    const parameters = { what: kinds[item.kind], where };
    this.report(diagnose(composition.misplaced, this.head(item), parameters));
  }

  wrongSign(name: Name, problem: string): void {
    this.report(diagnose(composition.wrongSign, this.span(name), { problem }));
  }

  /** An item up to its body, without the blank before it. */
  head(item: Item): SourceSpan {
    const { start } = item.span;
    const body = "body" in item ? item.body : undefined;
    if (!body) return this.span(item);
    const text = this.module.text.slice(start, body.span.start).trimEnd();
    return beginningOf(this.span(item), text.length);
  }

  span({ span }: { readonly span: Span }): SourceSpan {
    return within(this.module, span);
  }
}

const homes: Partial<Record<Place, readonly string[]>> = {
  attention: ["attention"],
  latent: ["attention", "latent"],
  mlp: ["mlp"],
};

const kinds: Readonly<Record<Item["kind"], string>> = {
  fact: "This",
  amend: "This",
  group: "A `group`",
  layers: "`layers`",
  param: "A `param`",
  change: "A change",
  lossy: "`lossy`",
};

/** Row 3 of language.md, section 8: a fact is written once, whole or by member. */
function writtenTwice(first: Statement, second: Statement): Diagnostic {
  const { module } = second.owner;
  const name = lastName(first.path.length <= second.path.length ? first.path : second.path);
  const where = lineOf(module, first.key, module);
  const secondary = [{ span: first.at, text: "written here" }];
  return diagnose(composition.writtenTwice, second.key, { name, where }, { secondary });
}
