import type { CheckpointFamily, ModelPlan } from "../plan/plan.js";
import type { Config, Fields } from "./config.js";
import type { Model } from "./model.js";

/** What a config says, and what is to be said beside it, a line each. */
export interface Reading {
  readonly model: Model;
  readonly remarks: readonly string[];
}

/** A family of models: how its config.json is read, and how a plan is written as one. */
export interface Family {
  /** What `model_type` is. */
  readonly type: string;
  readonly title: string;
  /** How checkpoints of this family are named. */
  readonly checkpoint: CheckpointFamily;
  /** The values that its configuration class takes for fields that are absent, with where it stands. */
  readonly defaults: Fields;
  readonly read: (config: Config) => Reading;
  /**
   * The config that comes nearest to a plan. Whether it says all of the plan is seen by reading it
   * again, so this need not look.
   */
  readonly write: (model: ModelPlan) => Fields;
}
