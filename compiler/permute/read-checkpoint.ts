import { analyze, type Analysis } from "../analyze.js";
import type { Checkpoint } from "../plan/plan.js";

/** Where the value stands that findings point at. */
const FILE = "--to";

/** A value of the fact `checkpoint`, written as in a spec, with what is wrong about it. */
export function readCheckpoint(text: string): {
  readonly checkpoint: Checkpoint | undefined;
  readonly analysis: Analysis;
} {
  const spec = `model To {
  checkpoint: ${text}
  hidden: 1, layers: 1, context: 1, dtype: f32
  attention { heads: 1, head_dim: 1, rope: none, mask: causal }
}
`;
  const analysis = analyze(FILE, { read: (file) => (file === FILE ? spec : undefined) });
  const [model] = analysis.models;
  return { checkpoint: model?.checkpoint.value, analysis };
}
