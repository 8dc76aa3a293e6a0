import { type Difference, valueText } from "./differences.js";

/** What is said of a fact that changes what is computed, with the nearest exact way if there is one. */
export interface Told {
  readonly what: string;
  readonly why: string;
  readonly instead: string;
}

const sayWhy = 'Say why: `lossy "…" { … }`.';
const orSayWhy = 'Or `lossy "why" { … }`.';

export function told(difference: Difference): Told {
  const { name, left, right } = difference;
  const what = `${name}: ${valueText(right)}`;
  const [was, is] = [left?.fact.value, right?.fact.value];
  const counts = typeof was === "number" && typeof is === "number" ? { was, is } : undefined;
  const grows = /^hidden$|^mlp\.width$|^group.* (count|signal|noise)$/.test(name);
  if (
    grows &&
    counts &&
    is !== undefined &&
    counts.is > counts.was &&
    counts.is % counts.was === 0
  ) {
    const count = name.split(/[ .]/).at(-1) ?? name;
    const instead = `Write \`${count} *= ${counts.is / counts.was}\`.`;
    return { what, why: "does not say that it copies", instead };
  }
  const special = reasons[name] ?? (counts ? ofHeads(name, counts.was, counts.is) : undefined);
  return special
    ? { what, why: special.why, instead: `${special.exact} ${orSayWhy}` }
    : { what, why: "changes what the model computes", instead: sayWhy };
}

interface Reason {
  readonly why: string;
  readonly exact: string;
}

const moreSignal = "Exact instead: `group { signal *= 2 }`.";

const reasons: Readonly<Record<string, Reason>> = {
  head_dim: { why: "moves scores and RoPE", exact: moreSignal },
  value_dim: { why: "gives each head other channels to norm", exact: moreSignal },
  rope: {
    why: "turns q and k by other angles",
    exact: "Exact instead: a longer `context` with the same rope.",
  },
  kv_pairs: {
    why: "gives heads other keys and values",
    exact: "Exact instead: `group { count *= 2 }`, which brings its KV pairs along.",
  },
  checkpoint: {
    why: "leaves out the head norm's weight",
    exact: "Exact instead: a family that stores it.",
  },
};

/** Fewer signal heads, or more noise heads that are no copies. */
function ofHeads(name: string, was: number, is: number): Reason | undefined {
  const [, count] = /^group.* (count|signal|noise|kv)$/.exec(name) ?? [];
  if (count === "signal" && is < was) {
    const exact = "Exact instead, for a smaller ratio: `group { noise *= 2 }`.";
    return { why: "takes signal heads away", exact };
  }
  if (count === "noise" && is < was) {
    const exact = "Exact instead, for a larger ratio: `group { signal *= 2 }`.";
    return { why: "takes noise heads away", exact };
  }
  if (count === "count" && is < was) return { why: "takes groups away", exact: moreSignal };
  return undefined;
}
