import type { StoredTensor } from "../checkpoint/stored.js";

/**
 * How the tensors of a grown checkpoint come out of its source's: one row of one table for each
 * stored tensor. The plan of a growth, the tool that applies it and its proof read this table alone
 * (gda-math.md, section 7).
 */
export type Rewrite = CopyRewrite | ZerosRewrite | LambdaRewrite;

/**
 * target[r, c] = source[rows(r), columns(c)] × factor, and with noise ± N. Rows and columns are those
 * of the stored tensor; a vector of n numbers has n rows of one column.
 */
export interface CopyRewrite {
  readonly kind: "copy";
  readonly target: StoredTensor;
  readonly source: StoredTensor;
  readonly rows: Axis;
  readonly columns: Axis;
  readonly factor: number;
  /**
   * Paired noise: copies 2i and 2i + 1 of a source column get +N and −N, which cancel because their
   * inputs are equal; N differs for every target row, source column and pair. A copy without a
   * partner gets none.
   */
  readonly noise: PairedNoise | undefined;
}

export interface PairedNoise {
  /** Power of the weights over power of the noise, in dB: mean(W²) / 10^(snr / 10), W as written. */
  readonly snr: number;
  readonly seed: number;
}

/** The output projections of an inserted layer, which make it the identity. */
export interface ZerosRewrite {
  readonly kind: "zeros";
  readonly target: StoredTensor;
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

/** The source indices that an axis of the target goes through, run after run. */
export type Axis = readonly Run[];

export interface Run {
  readonly first: number;
  readonly count: number;
  /** Which copy of these source indices this is, from 0. */
  readonly copy: number;
}
