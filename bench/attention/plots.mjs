import { init } from "echarts";
import { best } from "./table.mjs";
import { bytes, flops, nameOf } from "./workloads.mjs";

/** @typedef {import("./types.js").Results} Results */

/**
 * SVGs by name: for each shape time against length; for all of them gda's ratio to the best peer and
 * its place under the roofs.
 * @param {Results} results
 * @returns {ReadonlyMap<string, string>}
 */
export function plots(results) {
  const shapes = new Map(results.cells.map(({ workload: { shape } }) => [shape.name, shape]));
  const phases = /** @type {const} */ (["prefill", "decode"]);
  const times = [...shapes.values()].flatMap((shape) =>
    phases.map((phase) => {
      const series = results.peers.map(({ name }) => ({
        name,
        points: results.cells.flatMap(({ workload, peer, outcome }) =>
          peer === name &&
          workload.shape.name === shape.name &&
          workload.phase === phase &&
          workload.batch === 1 &&
          outcome.kind === "timed" &&
          !outcome.wrong
            ? [/** @type {const} */ ([workload.keys, outcome.ms])]
            : [],
        ),
      }));
      const title = `${shape.title}: ${phase}, one sequence`;
      return /** @type {const} */ ([
        `${shape.name}-${phase}`,
        chart(results, title, "tokens", "ms", series),
      ]);
    }),
  );
  const own = results.cells.filter(
    ({ peer, outcome }) => peer === "gda" && outcome.kind === "timed",
  );
  const ratios = [...shapes.keys()].flatMap((shape) =>
    phases.map((phase) => ({
      name: `${shape} ${phase}`,
      points: own.flatMap(({ workload, outcome }) => {
        const other = best(results, nameOf(workload), "adapter");
        return workload.shape.name === shape &&
          workload.phase === phase &&
          workload.batch === 1 &&
          outcome.kind === "timed" &&
          other !== undefined
          ? [/** @type {const} */ ([workload.keys, other / outcome.ms])]
          : [];
      }),
    })),
  );
  const intensities = own.map(({ workload }) => flops(workload) / bytes(workload));
  const reached = phases.map((phase) => ({
    name: phase,
    points: own.flatMap(({ workload, outcome }) =>
      workload.phase === phase && outcome.kind === "timed" && outcome.deviceMs !== undefined
        ? [
            /** @type {const} */ ([
              flops(workload) / bytes(workload),
              flops(workload) / outcome.deviceMs / 1e6,
            ]),
          ]
        : [],
    ),
  }));
  return new Map([
    ...times,
    [
      "ratio",
      chart(results, "Best correct WebGPU peer ÷ gda, one sequence", "tokens", "times", ratios),
    ],
    [
      "roofline",
      chart(results, "gda's core under the measured roofs", "FLOP a byte", "GFLOP/s", [
        { name: "roof", points: roofLine(results.peaks, intensities) },
        ...reached,
      ]),
    ],
  ]);
}

/**
 * GFLOP/s at the peaks: memory up to the ridge, arithmetic from there on.
 * @param {import("./types.js").Peaks} peaks
 * @param {readonly number[]} intensities
 */
function roofLine({ gflops, gigabytesPerSecond }, intensities) {
  const ridge = gflops / gigabytesPerSecond;
  const places = [Math.min(...intensities) / 2, ridge, Math.max(...intensities, ridge) * 2];
  return places.map((x) => /** @type {const} */ ([x, Math.min(gflops, x * gigabytesPerSecond)]));
}

/**
 * @param {Results} results
 * @param {string} text
 * @param {string} x
 * @param {string} y
 * @param {readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[]} series
 */
function chart({ date, adapter }, text, x, y, series) {
  const drawn = init(null, null, { renderer: "svg", ssr: true, width: 900, height: 520 });
  // The ends of a logarithmic axis come as powers that are not quite round.
  const axisLabel = {
    hideOverlap: true,
    formatter: (/** @type {number} */ value) => String(Number(value.toPrecision(5))),
  };
  const lines = series.filter(({ points }) => points.length > 0);
  drawn.setOption({
    animation: false,
    backgroundColor: "#ffffff",
    title: { text, subtext: `${date}, ${adapter}`, left: 16, top: 8, textStyle: { fontSize: 16 } },
    legend: { bottom: 8, itemGap: 28 },
    grid: { left: 72, right: 32, top: 72, bottom: 128 },
    xAxis: {
      type: "log",
      name: x,
      nameLocation: "middle",
      nameGap: 28,
      min: "dataMin",
      max: "dataMax",
      axisLabel,
    },
    yAxis: { type: "log", name: y, nameLocation: "middle", nameGap: 52, axisLabel },
    series: lines.map(({ name, points }) => ({
      type: name === "prefill" || name === "decode" ? "scatter" : "line",
      name,
      data: points,
      lineStyle: { width: name === "gda" ? 4 : 2, color: name === "roof" ? "#555" : undefined },
      itemStyle: name === "roof" ? { color: "#555" } : {},
      showSymbol: name !== "roof",
      symbol: "circle",
      symbolSize: 7,
    })),
  });
  const svg = drawn.renderToSVGString();
  drawn.dispose();
  return svg;
}
