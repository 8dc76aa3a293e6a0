import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { plain } from "../../compiler/diagnostics/style.js";
import { compileModel } from "../../compiler/kernels/model.js";
import { execute } from "../../compiler/lsp/commands/execute.js";
import { commands } from "../../compiler/lsp/commands/protocol.js";
import { renderGrowth, renderModel } from "../../compiler/report/index.js";
import { portable } from "../../compiler/target/portable.js";
import { examples } from "../grammar/examples.js";
import { markedView, type MarkedView } from "../lsp/marked.js";

const others = Object.fromEntries(examples);

/** Runs a command at the cursor, or for what `wanted` names. */
function run(command: string, { view, offset }: MarkedView, wanted: object = {}): unknown {
  const position = view.rangeOf({ start: offset, end: offset }).start;
  const argument = { uri: view.uri, ...("name" in wanted ? {} : { position }), ...wanted };
  return execute({ command, arguments: [argument] }, (uri) =>
    uri === view.uri ? view : undefined,
  );
}

function at(file: string, place: string): MarkedView {
  return markedView((others[file] ?? "").replace(place, `${place}┆`), others);
}

const [growth] = analyze("motif-growth.gda", { read: (file) => others[file] }).growths;

test("the plan at the cursor: of a model, a stage, a growth", () => {
  const wide = growth?.stages[0]?.model;
  expect(run(commands.plan, at("motif-growth.gda", "hidden *= 2"))).toEqual({
    name: "From2_6B.wide",
    text: wide && renderModel(wide, { style: plain }),
  });
  expect(run(commands.plan, at("motif-growth.gda", "assert long"))).toEqual({
    name: "From2_6B",
    text: growth && renderGrowth(growth, plain),
  });
  expect(run(commands.plan, at("motif-3.gda", "model Mot"))).toMatchObject({ name: "Motif3" });
});

test("what has mistakes, or is not told, has no plan, but a choice", () => {
  const broken = "model A { hidden: 1┆ }\n";
  expect(run(commands.plan, markedView(broken))).toEqual({
    problem: "`A` has mistakes, so there is no plan of it.",
    names: [],
  });
  const two = `┆${others["llama-3-8b.gda"]}${others["gpt-oss-20b.gda"]}`;
  const choice = { problem: "Which model?", names: ["Llama3_8B", "GptOss20B"] };
  expect(run(commands.plan, markedView(two))).toEqual(choice);
  expect(run(commands.plan, markedView("// nothing┆"))).toEqual({
    problem: "This file has no model without mistakes.",
    names: [],
  });
  expect(run(commands.wgsl, at("motif-growth.gda", "assert long"))).toEqual({
    problem: "Which stage of `From2_6B`?",
    names: ["From2_6B.wide", "From2_6B.deep", "From2_6B.long"],
  });
});

test("the kernels of a model are those of a build for the portable target", () => {
  const view = at("llama-3-8b.gda", "model");
  const [variant] = view.view.analysis.models.flatMap(
    (model) => compileModel(model, model.layers, [portable]).variants,
  );
  expect(run(commands.wgsl, view)).toMatchObject({
    name: "Llama3_8B",
    kernels: variant?.texts.map(({ name, wgsl }) => ({ name, wgsl, variant: "portable" })),
  });
});

test("a folder that holds something else gets no package", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gda-build-"));
  await writeFile(join(folder, "notes"), "");
  expect(await run(commands.build, at("laptop.gda", "target"), { folder })).toEqual({
    problem: "This file has no model without mistakes.",
    names: [],
  });
  expect(await run(commands.build, at("llama-3-8b.gda", "model"), { folder })).toMatchObject({
    message: `\`${folder}\` holds files and is no kernel package, so nothing is written there. Name a new or an empty folder.`,
  });
  expect(await readdir(folder)).toEqual(["notes"]);
  await rm(folder, { recursive: true });
});

test("arguments that say nothing are refused", () => {
  const views = () => undefined;
  for (const [argument, message] of [
    [undefined, "`gda.plan` takes an object with a `uri`."],
    [{ uri: 1 }, "`gda.plan` takes an object with a `uri`."],
    [{ uri: "file:///gone.gda" }, "file:///gone.gda is not open."],
  ] as const) {
    const command = commands.plan;
    const asked = argument === undefined ? { command } : { command, arguments: [argument] };
    expect(execute(asked, views)).toMatchObject({ message });
  }
  expect(run("gda.other", markedView("┆"))).toMatchObject({
    message: "There is no command `gda.other`.",
  });
});
