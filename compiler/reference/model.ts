import type { Weights as Checkpoint } from "../../runtime/weights/weights.js";
import { type StoredTensor, storedTensors } from "../checkpoint/stored.js";
import { attentionTensors } from "../plan/attention-tensors.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { sizeOf } from "../plan/tensors.js";
import { linearByRows, readRows, readTensor } from "./checkpoint.js";
import { evaluate } from "./evaluate.js";
import { Matrix, addScaled } from "./matrix.js";
import { activated } from "./mlp.js";
import { layerNorm, rmsNorm } from "./norm.js";
import { type Numbers, type Weights, float64 } from "./weights.js";

/**
 * A model with the checkpoint that holds its weights, evaluated in float64: the meaning of a whole
 * plan, as `evaluate` is that of an attention layer. A layer adds its attention to the residual
 * stream and then its MLP, each of the normed stream. Weights are read when they are needed: those of
 * one attention at a time, and blocks of rows of the other matrices.
 */
export class ReferenceModel {
  readonly plan: ModelPlan;
  private readonly checkpoint: Checkpoint;
  private readonly stored: ReadonlyMap<string, StoredTensor>;

  constructor(plan: ModelPlan, checkpoint: Checkpoint) {
    this.plan = plan;
    this.checkpoint = checkpoint;
    this.stored = new Map(
      storedTensors(plan).map((tensor) => [key(tensor.layer, tensor.tensor), tensor]),
    );
  }

  /** The rows of the embedding of some tokens: [token, hidden]. */
  async embedded(tokens: readonly number[]): Promise<Matrix> {
    const x = new Matrix(tokens.length, this.plan.hidden.value);
    for (const [i, token] of tokens.entries()) {
      x.row(i).set(await readRows(this.checkpoint, this.find(undefined, "embedding"), token, 1));
    }
    return x;
  }

  /** What a layer makes of the residual stream of one sequence, [token, hidden] from position 0. */
  async layer(index: number, x: Matrix, prefix?: number): Promise<Matrix> {
    const layer = this.plan.layers[index];
    if (!layer) throw new RangeError(`there is no layer ${index}`);
    const normed = await this.normed(index, "attention_norm", x);
    const options = prefix === undefined ? {} : { prefix };
    const weights = await this.attention(layer);
    const attended = evaluate(layer, x.columns, weights, normed.data, options).y;
    const y = new Matrix(x.rows, x.columns, x.data.slice());
    addScaled(y.data, 1, attended);
    if (layer.mlp) addScaled(y.data, 1, (await this.mlp(layer, y)).data);
    return y;
  }

  /** Scores of the next token, [token, vocab], or of a part of the vocabulary. */
  async logits(
    x: Matrix,
    part?: { readonly first: number; readonly count: number },
  ): Promise<Matrix> {
    const normed = await this.normed(undefined, "final_norm", x);
    const tied = this.plan.embedding?.value === "tied";
    const head = this.find(undefined, tied ? "embedding" : "lm_head");
    return linearByRows(this.checkpoint, head, normed, part);
  }

  /** Every layer's output and the scores, of tokens or, where there is no vocabulary, of a stream. */
  async run(input: readonly number[] | Matrix, prefix?: number): Promise<ModelEvaluation> {
    let x = input instanceof Matrix ? input : await this.embedded(input);
    const layers: Matrix[] = [];
    for (const { index } of this.plan.layers) layers.push((x = await this.layer(index, x, prefix)));
    return { layers, logits: this.plan.vocab && (await this.logits(x)) };
  }

  private async mlp({ index, mlp }: LayerPlan, stream: Matrix): Promise<Matrix> {
    const x = await this.normed(index, "mlp_norm", stream);
    const through = async (name: string, of: Matrix): Promise<Matrix> =>
      linearByRows(this.checkpoint, this.find(index, name), of);
    if (!mlp) throw new RangeError(`layer ${index} has no MLP`);
    const up = await through("mlp_up", x);
    const gate = mlp.form.value === "gated" ? await through("mlp_gate", x) : undefined;
    const weight = await this.vector(index, "polynorm_weight");
    const bias = await this.vector(index, "polynorm_bias");
    const polynorm = weight && bias && { weight, bias };
    return through("mlp_down", activated(mlp, polynorm, up, gate));
  }

  /** The stream through the norm before a part; as it is where the model has no norm. */
  private async normed(layer: number | undefined, name: string, x: Matrix): Promise<Matrix> {
    const norm = this.plan.preNorm?.value;
    const weight = await this.vector(layer, name);
    if (!norm || !weight) return x;
    if (norm.kind === "rms") return x.mapRows((row) => rmsNorm(row, weight, norm.eps));
    const bias = (await this.vector(layer, `${name}_bias`)) ?? new Float64Array(x.columns);
    return x.mapRows((row) => layerNorm(row, weight, bias, norm.eps));
  }

  private async attention(layer: LayerPlan): Promise<Weights> {
    const weights: { [name: string]: Numbers } = {};
    for (const { name, shape } of attentionTensors(layer, this.plan.hidden.value)) {
      const tensor = this.stored.get(key(layer.index, name));
      // A family that does not store a norm's weight has 1 there.
      weights[name] = tensor
        ? await readTensor(this.checkpoint, tensor)
        : new Float64Array(sizeOf({ shape })).fill(1);
    }
    return weights;
  }

  private async vector(layer: number | undefined, name: string): Promise<Float64Array | undefined> {
    const tensor = this.stored.get(key(layer, name));
    return tensor && float64(await readTensor(this.checkpoint, tensor));
  }

  private find(layer: number | undefined, name: string): StoredTensor {
    const tensor = this.stored.get(key(layer, name));
    if (!tensor) throw new RangeError(`${this.plan.name} has no ${name}`);
    return tensor;
  }
}

export interface ModelEvaluation {
  /** Each layer's output: [token, hidden]. */
  readonly layers: readonly Matrix[];
  /** [token, vocab]; absent without a vocabulary. */
  readonly logits: Matrix | undefined;
}

function key(layer: number | undefined, tensor: string): string {
  return `${layer} ${tensor}`;
}
