import { diagnose, rule } from "../../../grammar/diagnostic.js";
import { portableMachine } from "../../kernels/machine.js";
import type { CoreOp } from "../../kernels/operations/core.js";
import { held } from "../../kernels/schedule/candidates.js";
import { layersByPlace } from "../place.js";
import { lintRule, noOptions } from "../rule.js";

const row = rule<{
  readonly signals: number;
  readonly passes: number;
  readonly where: string;
}>(
  "GDA9003",
  "split-cell",
  ({ signals, passes, where }) =>
    `${signals} signal heads and their noise head do not fit into one pass${where}: prefill without subgroups reads their keys ${passes} times.`,
  "warning",
);

type Dims = Pick<CoreOp, "headDim" | "valueDim">;

/** One pass for each batch of signal heads, and one for the noise head where it is not among them. */
function passesOver(signals: number, dims: Dims): number {
  const op = { signals, hasNoise: true, ...dims };
  const [most = 1] = held(op, portableMachine, "rows");
  return most === signals ? 1 : 1 + signals / most;
}

/** The most signal heads that one pass holds beside their noise head. */
function mostTogether(dims: Dims): number {
  let signals = 0;
  while (passesOver(signals + 1, dims) === 1) signals++;
  return signals;
}

/** What the schedule of the prefill kernels (`compiler/kernels/schedule/candidates.ts`) cannot hold at once. */
export const splitCell = lintRule({
  row,
  set: "strict",
  byPlan: true,
  doc: "A noise head serves more signal heads than one pass of the prefill kernel holds.",
  options: noOptions,
  check(subject, _options, report) {
    const together = new Map<string, number>();
    for (const each of subject.planned) {
      const found = layersByPlace(each, subject, ({ classes, headDim, valueDim }) => {
        const dims = { headDim: headDim.value.size, valueDim: valueDim.value };
        const key = `${dims.headDim} ${dims.valueDim}`;
        const most = together.get(key) ?? mostTogether(dims);
        together.set(key, most);
        const wide = classes.find(
          ({ signal, noise }) => noise.value > 0 && signal.value / noise.value > most,
        );
        if (!wide) return undefined;
        const { signal, noise } = wide;
        const parts = [
          { fact: signal, text: `${signal.value} signal heads a group` },
          {
            fact: noise,
            text: noise.value === 1 ? "one noise head" : `${noise.value} noise heads`,
          },
        ];
        return { parts, what: { signals: signal.value / noise.value, dims, most } };
      });
      for (const { place, where, first } of found) {
        const { signals, dims, most } = first;
        const help = most === 0 ? [] : [`Up to ${most} + 1 heads take one pass.`];
        const { span, labels } = place;
        const parameters = { signals, passes: passesOver(signals, dims), where };
        report(diagnose(row, span, parameters, { ...labels, help }));
      }
    }
  },
});
