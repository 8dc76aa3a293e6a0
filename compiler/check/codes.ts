import { rule } from "../../grammar/diagnostic.js";
import { listNames } from "../../grammar/suggest.js";

/** Findings about what a body says and how declarations are put together. */
export const composition = {
  unknownFact: rule<{ place: string; name: string; hint: string }>(
    "GDA2101",
    "unknown-fact",
    (p) => `${p.place} has no \`${p.name}\`${p.hint}`,
  ),
  misplaced: rule<{ what: string; where: string }>(
    "GDA2102",
    "misplaced",
    (p) => `${p.what} stands in ${p.where}.`,
  ),
  wrongSign: rule<{ problem: string }>("GDA2103", "wrong-sign", (p) => p.problem),
  writtenTwice: rule<{ name: string; where: string }>(
    "GDA2104",
    "written-twice",
    (p) => `\`${p.name}\` is already written in ${p.where}.`,
  ),
  unknownArgument: rule<{ word: string; name: string; hint: string }>(
    "GDA2105",
    "unknown-argument",
    (p) => `\`${p.word}\` takes no \`${p.name}\`${p.hint}`,
  ),
  unnamedArgument: rule<{ word: string; instead: string }>(
    "GDA2106",
    "unnamed-argument",
    (p) => `Arguments of \`${p.word}\` are named: \`${p.instead}\`.`,
  ),
  nothingToAmend: rule<{ problem: string; instead: string }>(
    "GDA2107",
    "nothing-to-amend",
    (p) => `${p.problem}; ${p.instead}.`,
  ),
  nothingToDerive: rule<{ name: string }>(
    "GDA2108",
    "nothing-to-derive",
    (p) => `No \`${p.name}\` is inherited that \`derive\` could drop.`,
  ),
  layersOverlap: rule<{ layers: string; name: string; where: string }>(
    "GDA2109",
    "layers-overlap",
    (p) => `${p.layers} \`${p.name}\` from ${p.where}.`,
  ),
  byLayer: rule<{ where: string; name: string; text: string }>(
    "GDA2110",
    "set-by-layer",
    (p) =>
      `${p.where} sets \`${p.name}\` by layer. Write \`layers all { ${p.text} }\`, or which layers.`,
  ),
  badLayers: rule<{ problem: string }>("GDA2111", "layers-outside", (p) => p.problem),
  incomplete: rule<{ model: string; missing: string }>(
    "GDA2112",
    "incomplete",
    (p) => `${p.model} does not say its ${p.missing}`,
  ),
  missingArgument: rule<{ word: string; missing: string }>(
    "GDA2113",
    "missing-argument",
    (p) => `\`${p.word}\` needs ${p.missing}.`,
  ),
  stageDepth: rule<{ layers: number }>(
    "GDA2114",
    "stage-depth",
    (p) => `The stage that this extends has ${p.layers} layers; only a growth adds to them.`,
  ),
};

/** Findings about facts that do not fit each other. Head counts have their own, in `heads/`. */
export const facts = {
  oddRotary: rule<{ size: number }>(
    "GDA4101",
    "odd-rotary",
    (p) => `RoPE turns pairs: ${p.size} is odd.`,
  ),
  rotaryWithoutRope: rule<{ problem: string }>("GDA4102", "rotary-and-rope", (p) => p.problem),
  latentUnsplit: rule<{ instead: string }>(
    "GDA4103",
    "latent-head-unsplit",
    (p) => `In a latent only the rotary part turns: write \`${p.instead}\`.`,
  ),
  noNoiseHeads: rule<{ problem: string }>("GDA4104", "no-noise-heads", (p) => p.problem),
  noSuchMember: rule<{ problem: string }>("GDA4105", "no-such-member", (p) => p.problem),
  noLatent: rule<{ what: string }>("GDA4106", "no-latent", (p) => `There is no latent ${p.what}.`),
  latentKeys: rule(
    "GDA4107",
    "latent-keys",
    () => "Keys that come from a latent are shared: write `noise_keys: shared`.",
  ),
  latentBias: rule<{ sites: readonly string[] }>(
    "GDA4108",
    "latent-bias",
    (p) => `Beside a latent only \`o\` has a bias, not ${listNames(p.sites, "or")}.`,
  ),
  disorder: rule<{ low: string; high: string; lowValue: number; highValue: number }>(
    "GDA4109",
    "bounds-disordered",
    (p) => `\`${p.low}\` must be below \`${p.high}\`; ${p.lowValue} is not below ${p.highValue}.`,
  ),
  tooMany: rule<{ holder: string; most: number; what: string }>(
    "GDA4110",
    "too-many",
    (p) => `${p.holder} may have ${p.most.toLocaleString("en-US")} ${p.what} at most.`,
  ),
  brokenBlock: rule<{ dtype: string; block: number; tensor: string; inputs: number }>(
    "GDA4111",
    "broken-block",
    (p) =>
      `\`${p.dtype}\` has a scale for every ${p.block} inputs of a matrix, and \`${p.tensor}\` has ${p.inputs.toLocaleString("en-US")}.`,
  ),
};
