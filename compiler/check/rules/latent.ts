import { diagnose } from "../../../grammar/diagnostic.js";
import type { Value } from "../../types/value.js";
import { facts } from "../codes.js";
import type { Block } from "../plan/block.js";

/** Row 23 of language.md, section 8: what goes with a latent, and what needs one. */
export function checkLatent(block: Block): void {
  const latent = block.inner("latent", "kv");
  if (latent) checkBeside(block);
  else if (isWord(block.stated("cache")?.value, "latent")) {
    report(block, "cache", "to cache");
  }
  const query = latent?.stated("query");
  if (isFrom(block.stated("gate")?.value, "query_latent")) {
    if (!latent) report(block, "gate", "to gate from");
    else if (isWord(query?.value, "none")) report(block, "gate", "of the queries to gate from");
  }
}

function checkBeside(block: Block): void {
  const keys = block.stated("noise_keys");
  const keysAt = block.at("noise_keys");
  if (keysAt && isWord(keys?.value, "own")) block.report(diagnose(facts.latentKeys, keysAt, {}));
  const bias = block.stated("bias")?.value;
  const at = block.at("bias");
  if (!at || bias?.type !== "list") return;
  const sites = bias.elements.flatMap((site) => (site.type === "kind" ? [site.word] : []));
  const wrong = sites.filter((site) => site !== "o");
  if (wrong.length > 0) block.report(diagnose(facts.latentBias, at, { sites: wrong }));
}

function report(block: Block, name: string, what: string): void {
  const at = block.at(name);
  if (at) block.report(diagnose(facts.noLatent, at, { what }));
}

function isWord(value: Value | undefined, word: string): boolean {
  return value?.type === "kind" && value.word === word;
}

function isFrom(value: Value | undefined, word: string): boolean {
  return value?.type === "kind" && isWord(value.args.get("from"), word);
}
