import fc from "fast-check";
import type { ClassSpec, LayerSpec } from "./plans.js";

/** Group classes with KV pairs that the checker accepts (language.md, section 8, rules 14 to 18). */
export const arbitraryHeads: fc.Arbitrary<Pick<LayerSpec, "classes" | "kvPairs">> = fc
  .record({ classes: fc.oneof(oneClass(), severalClasses()), pick: fc.nat(1000) })
  .filter(({ classes }) => queryHeads(classes) <= 24)
  .map(({ classes, pick }) => {
    const choices = kvChoices(classes, pick);
    return choices[pick % choices.length] ?? { classes };
  });

function oneClass(): fc.Arbitrary<readonly ClassSpec[]> {
  return fc
    .record({
      groups: fc.integer({ min: 1, max: 6 }),
      noise: fc.constantFrom(0, 1, 1, 1, 2, 4),
      factor: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ groups, noise, factor }) => [{ groups, signal: factor * Math.max(noise, 1), noise }]);
}

/** With noise heads in all classes, in none, or in one of them at least. */
function severalClasses(): fc.Arbitrary<readonly ClassSpec[]> {
  const member = fc.record({
    groups: fc.integer({ min: 1, max: 2 }),
    noise: fc.constantFrom(1, 1, 2),
    factor: fc.integer({ min: 1, max: 4 }),
    silent: fc.integer({ min: 0, max: 5 }).map((n) => n === 5),
  });
  return fc
    .record({ members: fc.array(member, { minLength: 2, maxLength: 3 }), noise: fc.nat(5) })
    .map(({ members, noise: some }) =>
      members.map(({ groups, noise, factor, silent }, i) => ({
        name: ["first", "second", "third"][i],
        groups,
        signal: factor * noise,
        noise: some === 0 || silent ? 0 : noise,
      })),
    );
}

/**
 * P stated for the layer: a divisor of G, or G times what divides the noise heads (without noise
 * the signal heads) of every group. Or stated by class: what divides those heads of its group.
 */
function kvChoices(classes: readonly ClassSpec[], pick: number): readonly LayerSpec[] {
  const groups = classes.reduce((sum, c) => sum + c.groups, 0);
  const served = classes.map((c) => c.noise || c.signal);
  const common = divisors(Math.min(...served)).filter((m) => served.every((n) => n % m === 0));
  const totals = [...divisors(groups), ...common.slice(1).map((m) => groups * m)];
  const byClass = classes.map((c, i) => {
    const choices = divisors(served[i] ?? 1);
    return { ...c, kv: choices[(pick + i) % choices.length] };
  });
  return [{ classes }, ...totals.map((kvPairs) => ({ classes, kvPairs })), { classes: byClass }];
}

function divisors(n: number): readonly number[] {
  return Array.from({ length: n }, (_, i) => i + 1).filter((m) => n % m === 0);
}

function queryHeads(classes: readonly ClassSpec[]): number {
  return classes.reduce((sum, c) => sum + c.groups * (c.signal + c.noise), 0);
}
