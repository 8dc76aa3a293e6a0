import type { LintRule } from "./rule.js";
import { cacheOverBudget } from "./rules/cache-over-budget.js";
import { contextBeyondRope } from "./rules/context-beyond-rope.js";
import { defaultValue } from "./rules/default-value.js";
import { derivedTotal } from "./rules/derived-total.js";
import { flatLambdaInit } from "./rules/flat-lambda-init.js";
import { growingCache } from "./rules/growing-cache.js";
import { idleLanes } from "./rules/idle-lanes.js";
import { noKernels } from "./rules/no-kernels.js";
import { ratioBeyondStudied } from "./rules/ratio-beyond-studied.js";
import { sigmoidHeadNorm } from "./rules/sigmoid-head-norm.js";
import { splitCell } from "./rules/split-cell.js";
import { tiedCopies } from "./rules/tied-copies.js";
import { tiledNoise } from "./rules/tiled-noise.js";
import { unevenShards } from "./rules/uneven-shards.js";
import { unusedDeclaration } from "./rules/unused-declaration.js";
import { unusedFeature } from "./rules/unused-feature.js";
import { unusedImport } from "./rules/unused-import.js";
import { unusedParam } from "./rules/unused-param.js";
import { windowHidesNothing } from "./rules/window-hides-nothing.js";

/** Every lint, in the order of the codes. */
export const rules: readonly LintRule[] = [
  ratioBeyondStudied,
  tiledNoise,
  splitCell,
  idleLanes,
  noKernels,
  flatLambdaInit,
  sigmoidHeadNorm,
  cacheOverBudget,
  contextBeyondRope,
  windowHidesNothing,
  growingCache,
  tiedCopies,
  unevenShards,
  unusedFeature,
  unusedImport,
  unusedDeclaration,
  unusedParam,
  defaultValue,
  derivedTotal,
];
