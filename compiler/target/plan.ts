import { diagnose } from "../../grammar/diagnostic.js";
import type { Target } from "../../grammar/tree.js";
import type { Checker, Written } from "../check/checker.js";
import { type Module, within } from "../names/module.js";
import type { Fact, TargetPlan } from "../plan/plan.js";
import type { Value } from "../types/value.js";
import { badSubgroupSize, bindingBeyondBuffer, limitBelowGuaranteed } from "./codes.js";
import { guaranteed, valueText, lowerIsBetter } from "./limits.js";

/**
 * The plan of a target declaration: its own limits over those that WebGPU guarantees. Words, units
 * and ranges are the checker's; here its facts are held against WebGPU and against each other.
 */
export function planTarget(
  target: Target,
  module: Module,
  checker: Checker,
): TargetPlan | undefined {
  if (!target.name || !target.body) return undefined;
  const written = checker.read(target.body, "target", module);
  const features = words(written.fact("features"));
  checkSubgroups(written, features, checker);
  const size = written.fact("subgroup_size");
  return {
    name: target.name.text,
    doc: target.doc,
    span: within(module, target.name.span),
    features,
    limits: limitsOf(written, checker),
    subgroupSize: size?.value.type === "int" ? size.value.value : "any",
    cacheBudget: numberOf(written.fact("cache_budget")),
  };
}

/**
 * All limits. Where a binding is allowed more than the guaranteed buffer, and no buffer size is
 * written, buffers are as large as it: a binding says nothing without a buffer to bind.
 */
function limitsOf(written: Written, checker: Checker): Readonly<Record<string, number>> {
  const limits = { ...guaranteed };
  for (const [name, least] of Object.entries(guaranteed)) {
    const fact = written.member("limits", name);
    const value = numberOf(fact);
    if (!fact || value === undefined) continue;
    limits[name] = value;
    const lower = lowerIsBetter(name);
    const [at] = fact.from;
    if (at && (lower ? value > least : value < least)) {
      const told = { value: valueText(name, value), guaranteed: valueText(name, least) };
      checker.report(diagnose(limitBelowGuaranteed, at, { limit: name, lower, ...told }));
    }
  }
  return { ...limits, max_buffer_size: bufferSize(written, limits, checker) };
}

const bindings = ["max_storage_buffer_binding_size", "max_uniform_buffer_binding_size"];

function bufferSize(
  written: Written,
  limits: Readonly<Record<string, number>>,
  checker: Checker,
): number {
  const buffer = written.member("limits", "max_buffer_size");
  const size = limits["max_buffer_size"] ?? 0;
  const bound = bindings.map((name) => ({ name, bytes: limits[name] ?? 0 }));
  const [stated] = buffer?.from ?? [];
  if (!stated) return Math.max(size, ...bound.map(({ bytes }) => bytes));
  for (const { name, bytes } of bound) {
    const [at] = written.member("limits", name)?.from ?? [];
    if (bytes <= size || !at) continue;
    const parameters = {
      limit: name,
      value: valueText(name, bytes),
      buffer: valueText("max_buffer_size", size),
    };
    const secondary = [{ span: stated, text: "no buffer is larger" }];
    checker.report(diagnose(bindingBeyondBuffer, at, parameters, { secondary }));
  }
  return size;
}

/** A size is a power of two (WGSL, section 13.6), and means nothing without subgroups. */
function checkSubgroups(written: Written, features: readonly string[], checker: Checker): void {
  const fact = written.fact("subgroup_size");
  const size = numberOf(fact);
  const [at] = fact?.from ?? [];
  if (size === undefined || !at) return;
  const problem = !Number.isInteger(Math.log2(size))
    ? `A subgroup has 4, 8, 16, 32, 64 or 128 invocations, not ${size}.`
    : features.includes("subgroups")
      ? undefined
      : `\`subgroup_size: ${size}\` needs \`subgroups\` among the features.`;
  if (problem !== undefined) checker.report(diagnose(badSubgroupSize, at, { problem }));
}

function words(fact: Fact<Value> | undefined): readonly string[] {
  if (fact?.value.type !== "list") return [];
  return fact.value.elements.flatMap((value) => (value.type === "kind" ? [value.word] : []));
}

function numberOf(fact: Fact<Value> | undefined): number | undefined {
  return fact && (fact.value.type === "int" || fact.value.type === "bytes")
    ? fact.value.value
    : undefined;
}
