import { type StoredTensor, storedTensors } from "../checkpoint/stored.js";
import type { LayerPlan, MlpPlan, ModelPlan } from "../plan/plan.js";

/** A tensor of two models that has not one shape in both; absent where one does not have it. */
export interface ChangedTensor {
  readonly tensor: string;
  readonly layer: number | undefined;
  readonly left: readonly number[] | undefined;
  readonly right: readonly number[] | undefined;
}

/** The tensors, by the plan's names, in which the checkpoints of two models differ. */
export function changedTensors(left: ModelPlan, right: ModelPlan): readonly ChangedTensor[] {
  const [ours, theirs] = [byPlace(left), byPlace(right)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((place) => {
    const [one, other] = [ours.get(place), theirs.get(place)];
    const either = one ?? other;
    if (!either || one?.shape.join() === other?.shape.join()) return [];
    const { tensor, layer } = either;
    return [{ tensor, layer, left: one?.shape, right: other?.shape }];
  });
}

function byPlace(model: ModelPlan): ReadonlyMap<string, StoredTensor> {
  return new Map(storedTensors(model).map((it) => [`${it.layer} ${it.tensor}`, it]));
}

type Replace = (of: LayerPlan, by: LayerPlan) => LayerPlan;

const heads: Replace = (of, { classes, kvPairs }) => ({ ...of, classes, kvPairs });
const latent: Replace = (of, by) => ({ ...of, latent: by.latent });

/** A part of an MLP taken over, or all of it where one layer has none. */
function withMlp(
  of: LayerPlan,
  by: LayerPlan,
  part: (mlp: MlpPlan) => Partial<MlpPlan>,
): LayerPlan {
  return { ...of, mlp: of.mlp && by.mlp ? { ...of.mlp, ...part(by.mlp) } : by.mlp };
}

/** How a layer takes over each fact that may have a say in its tensors. */
const replacements: Readonly<Record<string, Replace>> = {
  kv_pairs: heads,
  head_dim: (of, { headDim }) => ({ ...of, headDim }),
  value_dim: (of, { valueDim }) => ({ ...of, valueDim }),
  "latent.query": latent,
  "latent.kv": latent,
  "latent.norm": latent,
  noise_keys: (of, { noiseKeys }) => ({ ...of, noiseKeys }),
  lambda: (of, { lambda }) => ({ ...of, lambda }),
  qk_norm: (of, { qkNorm }) => ({ ...of, qkNorm }),
  sinks: (of, { sinks }) => ({ ...of, sinks }),
  head_norm: (of, { headNorm }) => ({ ...of, headNorm }),
  gate: (of, { gate }) => ({ ...of, gate }),
  bias: (of, { bias }) => ({ ...of, bias }),
  "mlp.width": (of, by) => withMlp(of, by, ({ width }) => ({ width })),
  "mlp.form": (of, by) => withMlp(of, by, ({ form }) => ({ form })),
  "mlp.activation": (of, by) => withMlp(of, by, ({ activation }) => ({ activation })),
};

/** Whether a fact, taken over from another model in one layer, changes tensors of that layer. */
export function altersLayer(name: string, model: ModelPlan, of: LayerPlan, by: LayerPlan): boolean {
  const replace = name.startsWith("group") ? heads : replacements[name];
  if (!replace) return false;
  return (
    changedTensors({ ...model, layers: [of] }, { ...model, layers: [replace(of, by)] }).length > 0
  );
}

/** The same of a fact of the whole model. */
export function altersModel(name: string, left: ModelPlan, right: ModelPlan): boolean {
  const { hidden, vocab, embedding, preNorm } = right;
  const replaced: Readonly<Record<string, Partial<ModelPlan>>> = {
    hidden: { hidden },
    vocab: { vocab },
    embedding: { vocab, embedding },
    pre_norm: { preNorm },
  };
  return name === "layers" || changedTensors(left, { ...left, ...replaced[name] }).length > 0;
}
