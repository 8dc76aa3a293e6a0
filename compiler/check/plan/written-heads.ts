import { diagnose } from "../../../grammar/diagnostic.js";
import type { WrittenClass, WrittenHeads } from "../../heads/written.js";
import type { Fact } from "../../plan/plan.js";
import { composition } from "../codes.js";
import { type BlockNode, isGroup } from "../compose/node.js";
import type { Sight } from "../values/sight.js";
import { mapFact, numberOf } from "./read-value.js";

/** The head facts of a layer, for `heads/` to settle; nothing where one of them is a mistake. */
export function writtenHeads(attention: Sight): WrittenHeads | undefined {
  const classes: WrittenClass[] = [];
  const wrong: string[] = [];
  const number = (sight: Sight, name: string): Fact<number> | undefined => {
    const fact = sight.evaluator.member(sight, name);
    const read = mapFact(fact, numberOf);
    if (fact && !read) wrong.push(name);
    return read;
  };
  for (const [key, block] of attention.block.node === "block" ? attention.block.members : []) {
    if (!isGroup(key) || block.node !== "block") continue;
    const inside: Sight = { block, outer: attention, evaluator: attention.evaluator };
    const count = number(inside, "count");
    if (count?.value === 0) {
      checkRemoval(key, block, count, attention);
      continue;
    }
    const name = key === "group" ? undefined : key.slice("group ".length);
    const [ratio, signal] = [number(inside, "ratio"), number(inside, "signal")];
    const [noise, kv] = [number(inside, "noise"), number(inside, "kv")];
    if (block.born) classes.push({ name, span: block.born, count, ratio, signal, noise, kv });
  }
  const written: WrittenHeads = {
    heads: number(attention, "heads"),
    signalHeads: number(attention, "signal_heads"),
    noiseHeads: number(attention, "noise_heads"),
    groups: number(attention, "groups"),
    kvPairs: number(attention, "kv_pairs"),
    ratio: number(attention, "ratio"),
    classes,
  };
  return wrong.length === 0 ? written : undefined;
}

/** `group x[0] { }` removes a class; where it is itself the first word of `x`, there is none. */
function checkRemoval(
  key: string,
  block: BlockNode,
  count: Fact<number>,
  { evaluator }: Sight,
): void {
  const [at] = count.from;
  if (!block.born || !at || block.born.start !== at.start || block.born.file !== at.file) return;
  const problem = `There is no \`${key}\` to remove`;
  const instead = "a class has at least one group";
  evaluator.world.report(diagnose(composition.nothingToAmend, at, { problem, instead }));
}
