/** A plan without its texts: values alone, absent facts left out, whatever its model is called. */
export function valuesOf(plan: unknown): unknown {
  if (typeof plan !== "object" || plan === null) return plan;
  if (Array.isArray(plan)) return plan.map(valuesOf);
  if ("value" in plan && "origin" in plan) return valuesOf(plan.value);
  const members = Object.entries(plan).filter(
    ([name, value]) => value !== undefined && !["name", "doc", "span"].includes(name),
  );
  return Object.fromEntries(members.map(([name, value]) => [name, valuesOf(value)]));
}
