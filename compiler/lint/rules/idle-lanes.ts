import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { portableMachine } from "../../kernels/machine.js";
import { layersByPlace } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{
  readonly valueDim: number;
  readonly idle: string;
  readonly where: string;
}>(
  "GDA9004",
  "idle-lanes",
  ({ valueDim, idle, where }) =>
    `With \`value_dim\` ${valueDim} a decode step leaves ${idle} of its lanes without value channels${where}.`,
  "warning",
);

/** Value channels that a team of the portable kernels holds at once: four a lane. */
const channels = 4 * portableMachine.team;

/** How lanes share value channels is `compiler/kernels/pieces/columns.ts`. */
export const idleLanes = lintRule({
  row,
  set: "strict",
  byPlan: true,
  doc: "Value channels do not fill the lanes of the decode kernel.",
  options: noOptions,
  check(subject, _options, report) {
    for (const each of subject.planned) {
      const found = layersByPlace(each, subject, ({ valueDim, headDim }) => {
        if (valueDim.value % channels === 0) return undefined;
        const parts = [
          { fact: valueDim, text: `${valueDim.value} value channels` },
          { fact: headDim, text: `${headDim.value.size} channels of Q and K` },
        ];
        return { parts, what: valueDim.value };
      });
      for (const { place, where, first: valueDim } of found) {
        const held = Math.ceil(valueDim / channels) * channels;
        const idle = `${Math.round((100 * (held - valueDim)) / held)} %`;
        const help = [`Multiples of ${channels} use all ${portableMachine.team} lanes.`];
        const { span, labels } = place;
        report(diagnose(row, span, { valueDim, idle, where }, { ...labels, help }));
      }
    }
  },
});
