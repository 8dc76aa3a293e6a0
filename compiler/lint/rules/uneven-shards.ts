import { listed } from "../../../grammar/suggest.js";
import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { divideLayer } from "../../shard/divide.js";
import { layersByPlace } from "../place.js";
import { lintRule } from "../rule.js";
import { counted } from "../words.js";

const row = rule<{
  readonly groups: string;
  readonly pairs: string;
  readonly devices: string;
  readonly where: string;
}>(
  "GDA9013",
  "uneven-shards",
  ({ groups, pairs, devices, where }) =>
    `${groups} with ${pairs} do not shard over ${devices} devices${where}: one device holds whole groups and KV pairs.`,
  "warning",
);

/** What `gda shard` would refuse. */
export const unevenShards = lintRule({
  row,
  set: "strict",
  byPlan: true,
  doc: "Groups and KV pairs do not divide among 2, 4 or 8 devices.",
  options: (read) => ({
    devices: read.ints("devices", "How many devices a layer should divide among.", [2, 4, 8], 2),
  }),
  check(subject, { devices }, report) {
    for (const each of subject.planned) {
      const found = layersByPlace(each, subject, (layer) => {
        const uneven = devices.filter((count) => "reason" in divideLayer(layer, count));
        if (uneven.length === 0) return undefined;
        const { classes, kvPairs } = layer;
        const parts = [
          ...classes.map(({ groups }) => ({ fact: groups, text: counted(groups.value, "group") })),
          { fact: kvPairs, text: counted(kvPairs.value, "KV pair") },
        ];
        return { parts, what: { uneven, layer } };
      });
      for (const { place, where, first } of found) {
        const { uneven, layer } = first;
        const even = devices.filter((some) => !uneven.includes(some));
        const parameters = {
          groups: listed(
            layer.classes.map(({ groups }) => counted(groups.value, "group")),
            "and",
          ),
          pairs: counted(layer.kvPairs.value, "KV pair"),
          devices: listed(uneven.map(String), "or"),
          where,
        };
        const help = even.length === 0 ? [] : [`They do over ${listed(even.map(String), "and")}.`];
        const { span, labels } = place;
        report(diagnose(row, span, parameters, { ...labels, help }));
      }
    }
  },
});
