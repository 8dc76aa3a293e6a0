import { explain } from "../explain/explained.js";
import { measuredBy } from "../explain/measured.js";
import { renderExplained } from "../explain/render.js";
import { portableMachine, type Machine } from "../kernels/machine.js";
import type { Lengths } from "../kernels/schedule/lengths.js";
import type { LayerPlan, ModelPlan } from "../plan/plan.js";
import { machineOf } from "../tune/adapter.js";
import type { TunedEntry } from "../tune/entry.js";
import { selectLayers } from "./layers.js";
import { styleOf } from "./terminal.js";
import { tunedEntries } from "./tuned.js";

/** What is to be explained of a model. */
export interface ExplainWanted {
  readonly layer: number;
  /** `portable`, or so many lanes a subgroup; otherwise the adapter that was tuned last. */
  readonly subgroups: number | undefined;
  readonly lengths: Lengths;
  readonly json: boolean;
}

/** `gda plan --explain`: the kernels of one layer of each model. */
export async function explainPlans(
  models: readonly ModelPlan[],
  wanted: ExplainWanted,
): Promise<string> {
  const entries = await tunedEntries();
  const explained = models.flatMap((model) =>
    selectLayers(model, String(wanted.layer)).map((layer) => ({ model, layer })),
  );
  if (wanted.json) {
    const all = explained.map(({ model, layer }) => jsonOf(model, layer, wanted, entries));
    return `${JSON.stringify({ schema: 1, layers: all }, undefined, 2)}\n`;
  }
  return explained.map(({ model, layer }) => textOf(model, layer, wanted, entries)).join("\n");
}

interface Where {
  readonly machine: Machine;
  /** In words. */
  readonly name: string;
  readonly entries: readonly TunedEntry[];
}

/** The adapter of this machine that was tuned last, or the machine that is asked for. */
function whereFor({ subgroups }: ExplainWanted, entries: readonly TunedEntry[]): Where {
  const last = entries.at(-1);
  if (subgroups === undefined && last !== undefined) {
    const here = JSON.stringify(last.adapter);
    return {
      machine: machineOf(last.adapter),
      name: `${last.adapter.description || last.adapter.architecture}, tuned`,
      entries: entries.filter(({ adapter }) => JSON.stringify(adapter) === here),
    };
  }
  if (subgroups === undefined || subgroups === 0) {
    return { machine: portableMachine, name: "portable, without subgroups", entries: [] };
  }
  return {
    machine: { hands: "subgroup", team: subgroups },
    name: `subgroups of ${subgroups} lanes`,
    entries: [],
  };
}

function made(
  model: ModelPlan,
  layer: LayerPlan,
  wanted: ExplainWanted,
  entries: readonly TunedEntry[],
) {
  const where = whereFor(wanted, entries);
  const tuned = new Map(where.entries.map(({ key, schedule }) => [key, schedule]));
  const { machine } = where;
  const explained = explain({ model, layer, machine, lengths: wanted.lengths, tuned });
  return { where, explained };
}

function jsonOf(
  model: ModelPlan,
  layer: LayerPlan,
  wanted: ExplainWanted,
  entries: readonly TunedEntry[],
): object {
  const { where, explained } = made(model, layer, wanted, entries);
  const { machine, name } = where;
  const measured = Object.fromEntries(measuredBy(where.entries));
  const { lengths } = wanted;
  return { model: model.name, layer: layer.index, machine, name, lengths, ...explained, measured };
}

function textOf(
  model: ModelPlan,
  layer: LayerPlan,
  wanted: ExplainWanted,
  entries: readonly TunedEntry[],
): string {
  const { where, explained } = made(model, layer, wanted, entries);
  return renderExplained(explained, {
    style: styleOf(process.stdout),
    title: `${model.name}, layer ${layer.index}: ${where.name}`,
    lengths: wanted.lengths,
    measured: measuredBy(where.entries),
  });
}
