import type { Rule } from "../../grammar/diagnostic.js";
import * as commands from "../cli/codes.js";
import * as heads from "../heads/codes.js";
import * as running from "../../runtime/codes.js";

/** The rows of every stage, in the order of the stages. */
const stages: readonly Readonly<Record<string, Rule<never>>>[] = [heads, running, commands];

/** Every diagnostic by its code. */
export const table: ReadonlyMap<string, Rule<never>> = new Map(
  stages.flatMap((rows) => Object.values(rows)).map((row) => [row.code, row]),
);
