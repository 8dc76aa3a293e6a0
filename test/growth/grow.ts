import { analyze } from "../../compiler/analyze.js";
import type { GrowthPlan, StagePlan } from "../../compiler/plan/plan.js";

export interface Grown {
  readonly growth: GrowthPlan | undefined;
  /** "GDA5003 message" for each finding. */
  readonly findings: readonly string[];
  readonly stage: (name: string) => StagePlan;
}

/** Analyses one file and shows its last growth. */
export function grow(text: string): Grown {
  const { growths, diagnostics } = analyze("main.gda", {
    read: (file) => (file === "main.gda" ? text : undefined),
  });
  const growth = growths.at(-1);
  return {
    growth,
    findings: diagnostics.map(({ code, message }) => `${code} ${message}`),
    stage: (name) => {
      const stage = growth?.stages.find((one) => one.name === name);
      if (!stage) throw new RangeError(`no stage ${name}: ${diagnostics[0]?.message}`);
      return stage;
    },
  };
}

/** A model of 4 layers with 4 groups of 2 + 1 heads, and stages that grow it. */
export function stages(body: string, facts = "", attention = "", heads = GROUP): Grown {
  return grow(`
${body.includes("Motif") ? 'import { Motif } from "gda:families"' : ""}
model Base {
  hidden: 512, layers: 4, context: 2048, dtype: f16
  ${facts}
  attention {
    ${heads}
    head_dim: 64, rope: none, mask: causal, noise_keys: own
    ${attention.includes("lambda:") ? "" : "lambda: constant(value: 0.5)"}
    ${attention.includes("head_norm:") ? "" : "head_norm: none"}
    ${attention}
  }
}
growth Up {
${body}
}
`);
}

const GROUP = "group[4] { signal: 2, noise: 1 }";
