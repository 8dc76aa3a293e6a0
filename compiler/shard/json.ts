import type { ModelPlan } from "../plan/plan.js";
import { collectives, sentBytes } from "./collectives.js";
import { deviceCosts } from "./costs.js";
import type { Division } from "./divide.js";
import { layouts } from "./fleet.js";
import { splitTensors } from "./tensors.js";

/** A parted model for programs: one JSON document, whose `schema` rises when a field changes. */
export function shardsJson(model: ModelPlan, division: Division): string {
  const { devices, layers } = division;
  const exchanged = collectives(model);
  const report = {
    schema: 1,
    model: model.name,
    devices,
    device: deviceCosts(model, division),
    layers: layers.map((holdings) => ({ devices: holdings })),
    tensors: splitTensors(model, division).map(({ tensor, split }) => ({
      name: tensor.name,
      shape: tensor.shape,
      ...split,
    })),
    collectives: exchanged,
    sentBytesPerTokenAndDevice: sentBytes(exchanged, devices),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The layouts of models over fleets for programs, as one JSON document. */
export function fleetsJson(models: readonly ModelPlan[], fleets: readonly number[]): string {
  const report = {
    schema: 1,
    fleets,
    models: models.map((model) => ({ model: model.name, layouts: layouts(model, fleets) })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
