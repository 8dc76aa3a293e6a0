import { it } from "vitest";
import { readFileSync } from "node:fs";
import { analyze } from "/work/main/compiler/analyze.js";
import { renderModel, renderGrowth, renderFacts } from "/work/main/compiler/report/index.js";
import { plain, renderPretty } from "/work/main/compiler/diagnostics/index.js";
it("x", () => {
  const text = readFileSync(process.env.GDA ?? "/tmp/s9.gda", "utf8");
  const a = analyze("main.gda", { read: (f: string) => f === "main.gda" ? text : undefined });
  console.log(renderPretty(a.diagnostics, a.sources, plain));
  console.log(a.models.map(m => m.name).join(" "), a.targets.map(m => JSON.stringify(m)).join(" "));
  for (const g of a.growths) console.log(renderGrowth(g, plain));
  const m = a.models.find((m) => m.name === "Motif2_12B7");
  if (m && process.env.FACTS) console.log(renderFacts(m, a.sources, plain));
});
