import { diagnose } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type { Amend, Body, Fact, Group, Item, Layers, Param } from "../../../grammar/tree.js";
import { group as groupRows, MOST_CLASSES } from "../../facts/attention.js";
import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { Place, Row } from "../../facts/type.js";
import { lineOf } from "../../names/module.js";
import { composition, facts } from "../codes.js";
import { groupKey, type Leaf, type Owner } from "../compose/node.js";
import { isDerive, memberRows, readFact, readMembers } from "./members.js";
import { Notes, type Spot } from "./notes.js";
import { Said } from "./said.js";
import { dotted, type LayersBlock, type Reading } from "./statement.js";

/** After so many mistakes in one body the rest of it is not read. */
const MOST_FINDINGS = 100;

/** How many `layers` blocks a body may have; far more than anyone writes. */
const MOST_BLOCKS = 256;

/** Reads a declaration's body into statements; what is wrong with it in itself is found here. */
export function read(body: Body | undefined, place: Place, owner: Owner): Reading {
  const reader = new Reader(new Notes(owner));
  reader.items(body, { place, path: [], layers: undefined, said: new Said(), lossy: undefined });
  return reader.notes;
}

class Reader {
  readonly notes: Notes;
  private readonly classes = new Set<string>();
  private blocks = 0;

  constructor(notes: Notes) {
    this.notes = notes;
  }

  items(body: Body | undefined, spot: Spot): void {
    for (const item of body?.items ?? []) {
      if (this.notes.findings.length < MOST_FINDINGS) this.item(item, spot);
    }
  }

  private item(item: Item, spot: Spot): void {
    const { notes } = this;
    const { kind } = notes.owner;
    switch (item.kind) {
      case "fact":
        return this.fact(item, spot);
      case "amend":
        return this.amend(item, spot);
      case "group":
        if (spot.place === "attention") return this.group(item, spot);
        return notes.misplaced(item, "`attention { … }`");
      case "layers":
        if (spot.place === "attention" || spot.place === "mlp") return this.layers(item, spot);
        return notes.misplaced(item, "`attention { … }` or `mlp { … }`");
      case "param":
        if (spot.place === "model") return this.param(item);
        return notes.misplaced(item, "a model, beside `attention`");
      case "change":
        if (kind !== "stage") return notes.misplaced(item, "a growth's `stage`");
        if (this.row(item.key.text, spot)) {
          notes.state({ says: "change", change: item }, item.key, item, spot);
        } else notes.unknown(item.key, spot);
        return;
      case "lossy": {
        if (kind !== "stage") return notes.misplaced(item, "a growth's `stage`");
        const lossy: string[] = [];
        this.items(item.body, { ...spot, lossy });
        notes.lossy.push({
          reason: item.reason?.value ?? "",
          span: notes.span(item),
          facts: lossy,
        });
      }
    }
  }

  private fact(item: Fact, spot: Spot): void {
    const { key } = item;
    const row = this.row(key.text, spot);
    if (!row) return this.notes.unknown(key, spot);
    if (row === groupRows.count) {
      this.notes.wrongSign(key, "How many groups are alike stands in brackets: `group[8] { … }`.");
    } else if (row.type.type === "block" && !isDerive(item.value)) {
      this.notes.wrongSign(
        key,
        `\`${key.text}\` has facts of its own: write \`${key.text} { … }\`.`,
      );
      this.notes.meant.add(dotted([...spot.path, key.text]));
    } else readFact(item, row, spot, this.notes);
  }

  private amend(item: Amend, spot: Spot): void {
    const { notes } = this;
    const { key, body } = item;
    const row = this.row(key.text, spot);
    if (!row) return notes.unknown(key, spot);
    const path = [...spot.path, key.text];
    const { type } = row;
    if (type.type === "block") {
      notes.silent({ says: "block", place: type.place }, path, notes.span(key), spot);
      this.items(body, { ...spot, place: type.place, path });
    } else if (type.type === "kind" && Object.keys(memberRows(type)).length > 0) {
      readMembers(body, key.text, type, { ...spot, path }, notes);
    } else {
      notes.wrongSign(key, `\`${key.text}\` has no members: write \`${key.text}: …\`.`);
      notes.meant.add(dotted(path));
    }
  }

  private group(item: Group, spot: Spot): void {
    const { notes } = this;
    const key = groupKey(item.name?.text);
    const path = [...spot.path, key];
    const at = notes.head(item);
    if (!this.classes.has(key) && this.classes.size === MOST_CLASSES) {
      return this.tooMany("group classes", MOST_CLASSES, at);
    }
    this.classes.add(key);
    if (item.count) {
      const { type } = groupRows.count;
      const { owner } = notes;
      const node: Leaf = { node: "leaf", name: key, type, expr: item.count, owner, at };
      notes.add({ says: "value", node }, [...path, "count"], at, at, spot);
    } else notes.silent({ says: "class" }, path, at, spot);
    this.items(item.body, { ...spot, place: "group", path });
  }

  private layers(item: Layers, spot: Spot): void {
    const { notes } = this;
    if (spot.layers) return notes.misplaced(item, "a block itself, not in another `layers`");
    const span = notes.head(item);
    if (this.blocks === MOST_BLOCKS) return this.tooMany("`layers` blocks", MOST_BLOCKS, span);
    this.blocks += 1;
    const layers: LayersBlock = { set: item.set, span, owner: notes.owner };
    this.items(item.body, { ...spot, layers, said: new Said() });
  }

  private param(item: Param): void {
    const { notes } = this;
    const first = notes.params.find((each) => each.name && each.name.text === item.name?.text);
    if (!first?.name || !item.name) return void notes.params.push(item);
    const where = lineOf(notes.module, first.span, notes.module);
    const secondary = [{ span: notes.span(first), text: "written here" }];
    const parameters = { name: item.name.text, where };
    notes.report(
      diagnose(composition.writtenTwice, notes.span(item.name), parameters, { secondary }),
    );
  }

  /** Says so once, and reads on without what is too many. */
  private tooMany(what: string, most: number, at: SourceSpan): void {
    const { code } = facts.tooMany;
    if (this.notes.findings.some((finding) => finding.code === code)) return;
    this.notes.report(diagnose(facts.tooMany, at, { holder: "A model", what, most }));
  }

  private row(name: string, { place }: Spot): Row | undefined {
    return rowOf(factsOf(place), name);
  }
}
