import type { StoredTensor } from "../checkpoint/stored.js";

/**
 * How the tensors of a rewritten checkpoint come out of its source's: one row of one table for each
 * stored tensor of the target. The plan of a growth, the tool that applies it and its proof read
 * this table alone (gda-math.md, section 7).
 */
export type Rewrite = CopyRewrite | FillRewrite | LambdaRewrite;

/**
 * target[r, c] = source[rows(r), columns(c)] × factor(c) + sign(c) × N(r, c). Rows and columns are
 * those of the stored tensor; a vector of n numbers has n rows of one column.
 */
export interface CopyRewrite {
  readonly kind: "copy";
  readonly target: StoredTensor;
  readonly source: StoredTensor;
  /** The source rows that the target's rows go through, run after run. */
  readonly rows: readonly Run[];
  readonly columns: readonly ColumnRun[];
  /** Absent: there is no N, whatever the signs say. */
  readonly noise: PairedNoise | undefined;
}

/** Source indices `first` to `first + count − 1`. */
export interface Run {
  readonly first: number;
  readonly count: number;
}

export interface ColumnRun extends Run {
  /** Which copy of these source columns this is, from 0. */
  readonly copy: number;
  /** 1 / copies where the columns are fed by a vector that the growth tiles; else what is said. */
  readonly factor: number;
  /**
   * Copies 2i and 2i + 1 of a source column get +N and −N, which cancel because what feeds them is
   * equal. 0 for a copy without a partner, and for columns of which there is one copy.
   */
  readonly sign: 1 | -1 | 0;
}

/**
 * N is normal and differs for every target row, source column and pair (copy >> 1). Its deviation in
 * a run is √(mean(W²) / 10^(snr / 10)) × factor, with W the whole source tensor.
 */
export interface PairedNoise {
  /** Power of the weights over power of the noise, in dB. */
  readonly snr: number;
  readonly seed: number;
}

/**
 * One number everywhere: 0 in the output projections of an inserted layer, which make it the
 * identity; 1 in a norm's weight that the source's family does not store.
 */
export interface FillRewrite {
  readonly kind: "fill";
  readonly target: StoredTensor;
  readonly value: number;
  /** The tensor of the source whose dtype the target takes. */
  readonly like: StoredTensor;
}

/**
 * One of the four vectors of a reparametrised λ whose init moved by `shift` = old − new: the vectors
 * take the difference up, so that λ stays (`reindex: fold`).
 */
export interface LambdaRewrite {
  readonly kind: "lambda";
  readonly target: StoredTensor;
  /** λq1, λk1, λq2, λk2 of the source layer. */
  readonly sources: readonly [StoredTensor, StoredTensor, StoredTensor, StoredTensor];
  readonly shift: number;
}
