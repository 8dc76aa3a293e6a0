import { diagnose } from "../../../grammar/diagnostic.js";
import type { Heads } from "../../heads/written.js";
import { facts } from "../codes.js";
import type { Block } from "../plan/block.js";
import { noiseHeads } from "../plan/heads.js";

/** What each fact would do with a noise head. */
const uses = {
  lambda: "for λ to weigh",
  noise_keys: "to have keys",
  head_norm: "whose subtraction a norm would follow",
  noise_repeat: "to repeat",
} as const;

/** Row 21 of language.md, section 8: λ, head norm and noise keys go with noise heads. */
export function checkNoise(block: Block, heads: Heads): void {
  if (noiseHeads(heads) > 0) return;
  const names: readonly (keyof typeof uses)[] = [
    "lambda",
    "noise_keys",
    "head_norm",
    "noise_repeat",
  ];
  const stated = names.filter((name) => {
    const fact = block.stated(name);
    const none = fact?.value.type === "kind" && fact.value.word === "none";
    return fact && !none && fact.value.type !== "unknown";
  });
  const [first, ...others] = stated;
  const span = first && block.at(first);
  if (!span) return;
  const also = others.flatMap((name) => {
    const at = block.at(name);
    return at ? [{ span: at, text: "nor for this" }] : [];
  });
  const [counted] = heads.classes.flatMap((c) => [...c.groups.from, ...c.signal.from]);
  const secondary = counted ? [{ span: counted, text: "these are signal heads" }, ...also] : also;
  const help = ["A child drops an inherited fact with `derive`, as `lambda: derive`."];
  const inherited = stated.some((name) => block.stated(name)?.origin === "inherited");
  const problem = `There is no noise head ${uses[first]}.`;
  const details = { secondary, help: inherited ? help : [] };
  block.report(diagnose(facts.noNoiseHeads, span, { problem }, details));
}
