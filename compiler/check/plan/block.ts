import type { Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type { Fact } from "../../plan/plan.js";
import type { Value } from "../../types/value.js";
import type { BlockNode, Node } from "../compose/node.js";
import { placeOf, type Sight } from "../values/sight.js";
import type { Missing } from "./missing.js";

/** The facts of a block, for the plan and for the rules that hold them against each other. */
export class Block {
  readonly sight: Sight;
  private readonly missing: Missing;

  constructor(sight: Sight, missing: Missing) {
    this.sight = sight;
    this.missing = missing;
  }

  /** What is stated, or its default. */
  fact(name: string): Fact<Value> | undefined {
    return this.sight.evaluator.member(this.sight, name);
  }

  /** What is stated, by whomever. */
  stated(name: string): Fact<Value> | undefined {
    const { block } = this.sight;
    return block.node === "block" && block.members.has(name) ? this.fact(name) : undefined;
  }

  /** What must be stated, or else is missing. */
  needed(name: string): Fact<Value> | undefined {
    const fact = this.stated(name);
    if (!fact) this.missing.add(placeOf(this.sight), name, this.sight.evaluator.layer);
    return fact;
  }

  /** A block in this one; nothing where only families speak of it and it waits for its `key`. */
  inner(name: string, key: string): Block | undefined {
    const { block, evaluator } = this.sight;
    const node = block.node === "block" ? block.members.get(name) : undefined;
    if (node?.node !== "block") return undefined;
    const inner = new Block({ block: node, outer: this.sight, evaluator }, this.missing);
    return waits(node, key) ? undefined : inner;
  }

  report(finding: Diagnostic): void {
    this.sight.evaluator.world.report(finding);
  }

  /** Where a fact is stated, or a member of it. */
  at(...path: readonly string[]): SourceSpan | undefined {
    let node: Node | undefined = this.sight.block;
    for (const name of path) {
      if (node?.node !== "block" && node?.node !== "word") return undefined;
      node = (node.node === "block" ? node.members : node.args).get(name);
    }
    if (node?.node === "given") return node.from[0];
    return node && node.node !== "block" ? node.at : undefined;
  }
}

/** Whether a block lacks the fact that it stands on, and nobody but families states another. */
export function waits(block: BlockNode, key: string): boolean {
  return !block.members.has(key) && [...block.members.values()].every(isFamilys);
}

function isFamilys(node: Node): boolean {
  return node.node !== "block" && node.node !== "given" && node.owner.kind === "family";
}
