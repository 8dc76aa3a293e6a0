import { diagnose } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import { MOST_CLASSES, MOST_HEADS } from "../../facts/attention.js";
import { deriveHeads } from "../../heads/derive.js";
import type { Heads, WrittenHeads } from "../../heads/written.js";
import { facts as rules } from "../codes.js";
import type { Block } from "./block.js";
import type { Missing } from "./missing.js";
import { writtenHeads } from "./written-heads.js";

/** The heads of a layer, settled from what it states of them. */
export function headsOf(block: Block, missing: Missing, at: SourceSpan): Heads | undefined {
  const { report } = block.sight.evaluator.world;
  const written = writtenHeads(block.sight);
  if (!written || missing.anyHeadMeant()) return undefined;
  if (saysNothing(written)) {
    missing.add("attention", "heads", block.sight.evaluator.layer);
    return undefined;
  }
  if (written.classes.length > MOST_CLASSES) {
    const parameters = { holder: "A layer", what: "group classes", most: MOST_CLASSES };
    report(diagnose(rules.tooMany, at, parameters));
    return undefined;
  }
  const { heads, findings } = deriveHeads(written, at);
  for (const finding of findings) report(finding);
  if (!heads) return undefined;
  const total = heads.classes.reduce((sum, c) => sum + queryHeads(c), 0);
  if (total <= MOST_HEADS) return heads;
  const from = heads.classes.flatMap((c) => c.groups.from);
  const parameters = { holder: "A layer", what: "query heads", most: MOST_HEADS };
  report(diagnose(rules.tooMany, from[0] ?? at, parameters));
  return undefined;
}

function saysNothing({ classes, ...totals }: WrittenHeads): boolean {
  return classes.length === 0 && Object.values(totals).every((fact) => fact === undefined);
}

export function noiseHeads({ classes }: Heads): number {
  return classes.reduce((sum, { groups, noise }) => sum + groups.value * noise.value, 0);
}

function queryHeads({ groups, signal, noise }: Heads["classes"][number]): number {
  return groups.value * (signal.value + noise.value);
}
