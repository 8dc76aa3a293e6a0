import type { Rule } from "../../grammar/diagnostic.js";
import { syntax } from "../../grammar/syntax.js";
import * as running from "../../runtime/codes.js";
import * as adapter from "../adapter/codes.js";
import { composition, facts } from "../check/codes.js";
import * as checkpoints from "../checkpoint/codes.js";
import * as commands from "../cli/codes.js";
import * as growing from "../grow/codes.js";
import * as growth from "../growth/codes.js";
import * as heads from "../heads/codes.js";
import * as configs from "../hf/codes.js";
import * as kernels from "../kernels/codes.js";
import * as linting from "../lint/codes.js";
import { rules as lints } from "../lint/rules.js";
import { names } from "../names/codes.js";
import * as onnx from "../onnx/codes.js";
import * as packages from "../package/codes.js";
import * as permutation from "../permute/codes.js";
import * as sharding from "../shard/codes.js";
import * as target from "../target/codes.js";
import { types } from "../types/codes.js";

/** The rows of every stage, in the order of the stages. */
const stages: readonly Readonly<Record<string, Rule<never>>>[] = [
  syntax,
  names,
  composition,
  types,
  heads,
  facts,
  growth,
  target,
  kernels,
  adapter,
  running,
  commands,
  packages,
  growing,
  checkpoints,
  linting,
  Object.fromEntries(lints.map(({ row }) => [row.slug, row])),
  configs,
  onnx,
  permutation,
  sharding,
];

/** Every diagnostic by its code. */
export const table: ReadonlyMap<string, Rule<never>> = new Map(
  stages.flatMap((rows) => Object.values(rows)).map((row) => [row.code, row]),
);
