import { rule } from "../../grammar/diagnostic.js";

/** Findings about values: words, types, units, arithmetic and ranges. */
export const types = {
  unknownWord: rule<{ word: string; fact: string; hint: string }>(
    "GDA3001",
    "no-such-word",
    (p) => `\`${p.word}\` is ${negated(p.fact)}${p.hint}`,
  ),
  wrongType: rule<{ fact: string; wanted: string; got: string }>(
    "GDA3002",
    "wrong-type",
    (p) => `\`${p.fact}\` is ${p.wanted}; this is ${p.got}.`,
  ),
  notWhole: rule<{ division: string }>(
    "GDA3003",
    "not-whole",
    (p) => `${p.division} is not a whole number.`,
  ),
  tooLarge: rule<{ what: string }>(
    "GDA3004",
    "too-large",
    (p) => `${p.what} passes 2^53, beyond which whole numbers are not exact.`,
  ),
  notFinite: rule<{ where: string; what: string }>(
    "GDA3005",
    "not-finite",
    (p) => `${p.where} ${p.what}, which has no finite value.`,
  ),
  listLength: rule<{ fact: string; elements: number; layers: number }>(
    "GDA3006",
    "list-length",
    (p) =>
      `A list for \`${p.fact}\` has one number for each of the ${p.layers} layers; this one has ${p.elements}.`,
  ),
  ratio: rule<{ written: string; instead: string }>(
    "GDA3007",
    "ratio-form",
    (p) => `\`${p.written}\` is not a ratio of signal heads to one noise head. ${p.instead}`,
  ),
  outOfRange: rule<{ fact: string; must: string; but: string }>(
    "GDA3008",
    "out-of-range",
    (p) => `\`${p.fact}\` must be ${p.must}; ${p.but}.`,
  ),
  notAllowed: rule<{ param: string; value: string; allowed: string }>(
    "GDA3009",
    "not-allowed",
    (p) => `\`${p.param}\` may be ${p.allowed}; this is ${p.value}.`,
  ),
  badCall: rule<{ problem: string }>("GDA3010", "bad-call", (p) => p.problem),
  noLayer: rule<{ fact: string }>(
    "GDA3011",
    "no-layer-here",
    (p) => `\`${p.fact}\` is the same in every layer, so there is no \`layer\` here.`,
  ),
  units: rule<{ left: string; right: string; verb: string }>(
    "GDA3012",
    "units",
    (p) => `${p.left} and ${p.right} cannot be ${p.verb}.`,
  ),
  dimsTwice: rule<{ kind: string }>(
    "GDA3013",
    "dims-twice",
    (p) => `A head has one ${p.kind} part; this is a second.`,
  ),
  listedTwice: rule<{ word: string }>(
    "GDA3014",
    "listed-twice",
    (p) => `\`${p.word}\` is listed twice.`,
  ),
  notANumber: rule<{ name: string; what: string }>(
    "GDA3015",
    "not-a-number",
    (p) => `\`${p.name}\` is ${p.what}, not a number.`,
  ),
  bareCount: rule<{ text: string }>(
    "GDA3016",
    "count-without-unit",
    (p) => `\`${p.text}\` counts tokens: write \`${p.text} tokens\`, or the number in full.`,
  ),
  paramType: rule<{ type: string; hint: string }>(
    "GDA3017",
    "param-type",
    (p) => `\`${p.type}\` is no type of a param${p.hint}`,
  ),
};

/** "not a mask", and where no article fits, "no word of `noise_keys`". */
function negated(fact: string): string {
  if (!/^[a-z]*[^s_]$/.test(fact)) return `no word of \`${fact}\``;
  return `not ${/^[aeiou]/.test(fact) ? "an" : "a"} ${fact}`;
}
