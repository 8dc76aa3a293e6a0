import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Totals, derive } from "./written.js";

/** A layer of one class, as the brute force tries it. */
interface Layer {
  readonly groups: number;
  readonly signal: number;
  readonly noise: number;
}

type Facts = Readonly<Record<string, number>>;

const headsOf = ({ groups, signal, noise }: Layer): number => groups * (signal + noise);

const facts: Readonly<Record<string, (layer: Layer) => number>> = {
  heads: headsOf,
  signalHeads: ({ groups, signal }) => groups * signal,
  noiseHeads: ({ groups, noise }) => groups * noise,
  ratio: ({ signal, noise }) => signal / noise,
  groups: ({ groups }) => groups,
  signal: ({ signal }) => signal,
  noise: ({ noise }) => noise,
};

/** Every layer of at most so many heads, in steps of 1, or of 1/2 to see past divisibility. */
function layers(most: number, step: 1 | 0.5): readonly Layer[] {
  const found: Layer[] = [];
  for (let groups = step; groups <= most; groups += step) {
    for (let signal = step; groups * signal <= most; signal += step) {
      for (let noise = 0; groups * (signal + noise) <= most; noise += step) {
        if (step < 1 || noise === 0 || signal % noise === 0) found.push({ groups, signal, noise });
      }
    }
  }
  return found;
}

const whole = layers(48, 1);
const halves = layers(24, 0.5);

/** The layers that some facts allow. A ratio needs noise heads. */
function allowed(written: Facts, among: readonly Layer[]): readonly Layer[] {
  return among.filter((layer) =>
    Object.entries(written).every(([name, value]) => facts[name]?.(layer) === value),
  );
}

function settled({ signal, noise, ...totals }: Facts): Layer | undefined {
  const group = {
    ...(signal === undefined ? {} : { signal }),
    ...(noise === undefined ? {} : { noise }),
  };
  const { heads } = derive(totals, ...(Object.keys(group).length > 0 ? [group] : []));
  const [only] = heads?.classes ?? [];
  return only && { groups: only.groups.value, signal: only.signal.value, noise: only.noise.value };
}

function equal(a: readonly Layer[], b: readonly Layer[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** What the defaults of language.md, section 6, leave of the layers that facts allow. */
function withDefaults(written: Facts, among: readonly Layer[]): readonly Layer[] {
  if (new Set(among.map(({ noise }) => noise)).size > 1) {
    const counted = ["ratio", "signalHeads", "noiseHeads", "signal"].some(
      (name) => name in written,
    );
    const noise = counted && written["noiseHeads"] !== 0 ? 1 : 0;
    return withDefaults({ ...written, noise }, allowed({ noise }, among));
  }
  const open = new Set(among.map(({ groups }) => groups)).size > 1;
  const [heads, ...others] = new Set(among.map(headsOf));
  return open && others.length === 0 && among.every(({ noise }) => noise === 0)
    ? among.filter(({ groups }) => groups === heads)
    : among;
}

const names = Object.keys(facts);
const subsets: readonly (readonly string[])[] = names.reduce<string[][]>(
  (sets, name) => [...sets, ...sets.map((set) => [...set, name])],
  [[]],
);

describe("every set of true facts of every layer up to 12 heads", () => {
  const cases = new Map<string, Facts>();
  for (const layer of layers(12, 1)) {
    for (const subset of subsets) {
      if (subset.includes("ratio") && layer.noise === 0) continue;
      const written = Object.fromEntries(subset.map((name) => [name, facts[name]?.(layer) ?? 0]));
      cases.set(JSON.stringify(written), written);
    }
  }

  /** Whether a result is right. What only divisibility determines stays open: there is no search. */
  const right = (written: Facts): boolean => {
    const found = settled(written);
    const left = withDefaults(written, allowed(written, whole));
    if (found) return equal(left, [found]);
    return left.length !== 1 || !equal(withDefaults(written, allowed(written, halves)), left);
  };

  it("settles what brute force finds, and only what the facts determine", () => {
    expect(cases.size).toBeGreaterThan(2000);
    expect([...cases.values()].filter((written) => !right(written))).toEqual([]);
  });
});

describe("any facts, true or not", () => {
  const anyFacts = fc
    .array(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: 24 })), { maxLength: 7 })
    .map((entries): Facts => Object.fromEntries(entries))
    .filter((written) =>
      Object.entries(written).every(([name, value]) => value > 0 || name.startsWith("noise")),
    );

  it("are all fulfilled, or a finding says why not", () => {
    fc.assert(
      fc.property(anyFacts, (written) => {
        const found = settled(written);
        return found === undefined || allowed(written, [found]).length === 1;
      }),
      { numRuns: 20_000 },
    );
  });
});

describe("KV pairs", () => {
  it("serve whole heads, and agree with the class", () => {
    const most = fc.integer({ min: 1, max: 12 });
    const pairs = fc.record(
      { kvPairs: fc.integer({ min: 1, max: 48 }), kv: fc.integer({ min: 1, max: 4 }) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        most,
        most,
        fc.integer({ min: 0, max: 4 }),
        pairs,
        (groups, g, noise, { kvPairs, kv }) => {
          const signal = g * Math.max(noise, 1);
          const totals: Totals = kvPairs === undefined ? {} : { kvPairs };
          const stated = kv === undefined ? {} : { kv };
          const { heads } = derive(totals, { count: groups, signal, noise, ...stated });
          const perGroup = kv ?? (kvPairs ?? groups) / groups;
          const served = noise > 0 ? noise : signal;
          const fits =
            (kv === undefined || kvPairs === undefined || kvPairs === kv * groups) &&
            (groups % (perGroup * groups) === 0 || (perGroup % 1 === 0 && served % perGroup === 0));
          expect(heads?.kvPairs.value).toBe(fits ? perGroup * groups : undefined);
        },
      ),
      { numRuns: 5000 },
    );
  });
});
