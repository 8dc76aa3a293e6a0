import { rule } from "../../grammar/diagnostic.js";

export const cannotShard = rule<{ model: string; devices: string; reason: string }>(
  "GDA8501",
  "cannot-shard",
  ({ model, devices, reason }) =>
    `\`${model}\` cannot be parted over ${devices} devices: ${reason}`,
);
