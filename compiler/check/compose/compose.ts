import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { listNames } from "../../../grammar/suggest.js";
import { rowOf } from "../../facts/search.js";
import { factsOf } from "../../facts/table.js";
import type { FactType, KindType } from "../../facts/type.js";
import { composition } from "../codes.js";
import { lastName, type Statement } from "../read/statement.js";
import { membersOf } from "../values/sight.js";
import { type BlockNode, emptyBlock, isGroup, type Node, type WordNode } from "./node.js";

type Report = (finding: Diagnostic) => void;

/** Applies what is said, one statement after the other, to what is there. */
export function compose(
  base: BlockNode,
  statements: readonly Statement[],
  report: Report,
): BlockNode {
  const composer = new Composer(report);
  // A class is there before anything amends it, wherever in the body its count is written.
  const [first, then] = [statements.filter(addsClass), statements.filter((s) => !addsClass(s))];
  return [...first, ...then].reduce((tree, said) => composer.inBlock(tree, said, 0), base);
}

class Composer {
  private readonly report: Report;
  /** The members of blocks that were made here and are nobody else's yet. */
  private readonly fresh = new Map<BlockNode, Map<string, Node>>();

  constructor(report: Report) {
    this.report = report;
  }

  /** Puts a statement where its path leads, from the block that its first `depth` names lead to. */
  inBlock(block: BlockNode, said: Statement, depth: number): BlockNode {
    const name = said.path[depth] ?? "";
    const before = block.members.get(name) ?? started(block, said, depth);
    const after = this.put(before, typeOf(block, name), said, depth + 1);
    const known = this.fresh.get(block);
    const members = known ?? new Map(block.members);
    if (after) members.set(name, after);
    else members.delete(name);
    if (known) return block;
    const copy = { ...block, members };
    this.fresh.set(copy, members);
    return copy;
  }

  private put(
    node: Node | undefined,
    type: FactType | undefined,
    said: Statement,
    depth: number,
  ): Node | undefined {
    if (depth === said.path.length) return whole(node, type, said, this.report);
    if (node?.node === "block") return this.inBlock(node, said, depth);
    if (node?.node === "word") return this.inWord(node, said, depth);
    // What is there by mistake has been reported; a class that is missing is, by its own statement.
    if (node || isGroup(said.path[depth - 1] ?? "")) return node;
    this.report(nothingThere(said, type, depth));
    const { owner, at } = said;
    const name = said.path[depth - 1] ?? "";
    // What was meant to be there is not missing as well.
    return type && { node: "leaf", name, type, expr: undefined, owner, at };
  }

  private inWord(word: WordNode, said: Statement, depth: number): WordNode {
    const name = said.path[depth] ?? "";
    const row = rowOf(membersOf(word), name);
    if (!row) {
      this.report(nothingThere(said, word.type, depth, word));
      return word;
    }
    const after = this.put(word.args.get(name), row.type, said, depth + 1);
    const args = new Map(word.args);
    if (after) args.set(name, after);
    else args.delete(name);
    return { ...word, args };
  }
}

function addsClass({ path }: Statement): boolean {
  return path.at(-1) === "count" && isGroup(path.at(-2) ?? "");
}

/** Blocks start empty, and a class when its count is stated. */
function started(block: BlockNode, said: Statement, depth: number): Node | undefined {
  const name = said.path[depth] ?? "";
  if (depth + 1 === said.path.length) return undefined;
  if (isGroup(name)) return addsClass(said) ? emptyBlock("group", said.key) : undefined;
  const type = typeOf(block, name);
  return type?.type === "block" ? emptyBlock(type.place) : undefined;
}

function whole(
  node: Node | undefined,
  type: FactType | undefined,
  { says, owner, at, key, path }: Statement,
  report: Report,
): Node | undefined {
  const name = lastName(path);
  switch (says.says) {
    case "value":
      return says.node;
    case "derive":
      if (!node) report(diagnose(composition.nothingToDerive, key, { name }));
      return undefined;
    case "block":
      return node ?? emptyBlock(says.place);
    case "class": {
      const instead = `write how many groups it has, \`${name}[2] { … }\``;
      const problem = `There is no \`${name}\` to amend`;
      if (!node) report(diagnose(composition.nothingToAmend, key, { problem, instead }));
      return node;
    }
    case "change": {
      const problem = `There is no \`${name}\` to change`;
      const instead = "only a count that the model has can grow";
      if (!node) report(diagnose(composition.nothingToAmend, key, { problem, instead }));
      if (!node || !type) return node;
      return { node: "changed", name, type, before: node, change: says.change, owner, at };
    }
  }
}

function typeOf(block: BlockNode, name: string): FactType | undefined {
  return rowOf(factsOf(block.place), name)?.type;
}

/** Row 6 of language.md, section 8: there is something to amend. */
function nothingThere(
  said: Statement,
  type: FactType | undefined,
  depth: number,
  there?: WordNode,
): Diagnostic {
  const fact = said.path[depth - 1] ?? "";
  const member = said.path[depth] ?? "";
  const problem = there
    ? `\`${there.word}\` has no \`${member}\``
    : `There is no \`${fact}\` to amend`;
  const instead = `write ${type?.type === "kind" ? wholes(fact, member, type, said) : "it whole"}`;
  const secondary = there?.at ? [{ span: there.at, text: `it is \`${there.word}\`` }] : [];
  return diagnose(composition.nothingToAmend, said.key, { problem, instead }, { secondary });
}

/** "`rope: half(theta: 1e4)` or `adjacent`": the words that take the member. */
function wholes(fact: string, member: string, type: KindType, said: Statement): string {
  const words = Object.entries(type.words).filter(([, { takes }]) => rowOf(takes, member));
  const [[first] = [""], ...others] = words;
  const text = said.says.says === "value" ? valueText(said) : "…";
  const whole = `${fact}: ${first}(${member}: ${text})`;
  return listNames([whole, ...others.map(([word]) => word)], "or");
}

function valueText({ says, owner }: Statement): string {
  if (says.says !== "value" || says.node.node !== "leaf" || !says.node.expr) return "…";
  const { start, end } = says.node.expr.span;
  return owner.module.text.slice(start, end);
}
