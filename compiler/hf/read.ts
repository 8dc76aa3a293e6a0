import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { Source } from "../../grammar/span.js";
import { listNames, suggest } from "../../grammar/suggest.js";
import { type Json, parseJson } from "../json.js";
import type { ModelPlan } from "../plan/plan.js";
import { numberText } from "../spec/numbers.js";
import * as codes from "./codes.js";
import { Config, ConfigError } from "./config.js";
import { families } from "./families.js";
import type { Family } from "./family.js";
import { planOf } from "./model.js";
import { motif } from "./motif.js";
import { motif3 } from "./motif3.js";
import { shown } from "./shown.js";

/** What a config says; `model` may still be one that the language refuses. */
export interface Read {
  readonly family: Family;
  readonly model: ModelPlan;
  /** What a spec has to say beside its facts, a line each. */
  readonly remarks: readonly string[];
  /** Fields that are known to say nothing about what a layer computes. */
  readonly meaningless: readonly string[];
  /** Warnings: what is not in the plan. */
  readonly findings: readonly Diagnostic[];
}

/** Reads a config.json; throws a `ConfigError` where no spec can come of it. */
export function readConfig(source: Source, name?: string): Read {
  const json = parseJson(source);
  if ("problem" in json) {
    throw new ConfigError(diagnose(codes.noJson, json.span, { problem: json.problem }));
  }
  const { value } = json;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ConfigError(diagnose(codes.noObject, json.valueAt(""), { got: shown(value) }));
  }
  const [twice] = json.repeated;
  if (twice) throw new ConfigError(diagnose(codes.fieldTwice, twice.span, { name: twice.name }));
  const family = familyOf(value, json);
  const config = new Config(value, json, { type: family.type, defaults: family.defaults });
  config.word("model_type");
  const { model, remarks } = family.read(config);
  return {
    family,
    model: planOf(name ?? family.title, model),
    remarks: [...remarks, ...assumedRemarks(config)],
    meaningless: config.meaningless.toSorted(),
    findings: [...config.findings, ...restFindings(family, config)],
  };
}

function familyOf(value: object, json: Json): Family {
  const fields = new Map<string, unknown>(Object.entries(value));
  const type = fields.get("model_type");
  const help = [`Known are ${listNames(knownTypes(), "and")}.`];
  if (typeof type !== "string") {
    const parameters = { type: undefined, names: ["model_type"] };
    throw new ConfigError(diagnose(codes.fieldMissing, json.valueAt(""), parameters, { help }));
  }
  if (type.toLowerCase() === motif.type) {
    return fields.get("attention_cls") === "gdla" ? motif3 : motif;
  }
  const family = families.find((one) => one.type === type && one !== motif3);
  if (family) return family;
  const parameters = { type, near: suggest(type, knownTypes()) };
  throw new ConfigError(
    diagnose(codes.unknownModelType, json.valueAt("/model_type"), parameters, { help }),
  );
}

/** What `model_type` may be; Motif 2 and 3 share theirs. */
function knownTypes(): readonly string[] {
  return families.filter((family) => family !== motif3).map(({ type }) => type);
}

function assumedRemarks({ assumed }: Config): readonly string[] {
  if (assumed.size === 0) return [];
  const values = [...assumed].map(
    ([name, value]) => `${name} ${typeof value === "number" ? numberText(value) : shown(value)}`,
  );
  return [`Absent from the config, so as its configuration class has it: ${values.join(", ")}.`];
}

function restFindings({ type }: Family, config: Config): readonly Diagnostic[] {
  const [first, ...others] = config.rest();
  if (!first) return [];
  const fields = [first, ...others].map(({ name, value }) => `\`${name}\` ${value}`);
  const secondary = others.map(({ span }) => ({ span }));
  return [diagnose(codes.notUnderstood, first.span, { type, fields }, { secondary })];
}
