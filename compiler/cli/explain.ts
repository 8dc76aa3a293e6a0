import { Command } from "commander";
import { unknownCode } from "./codes.js";
import { failure } from "./failure.js";

const EXAMPLES = `
Examples:
  gda explain GDA2003
  gda explain tiled-noise
  gda explain | grep mask`;

/** `gda explain`: the page of a code, or the list of all codes. */
export function explainCommand(): Command {
  return new Command("explain")
    .summary("explain a finding, or list all of them")
    .description("Explains a finding, with a wrong and a right example. Without a code, lists all.")
    .argument("[code]", "such as GDA2003, or its name")
    .addHelpText("after", EXAMPLES)
    .action(async (code: string | undefined) => {
      process.stdout.write(code === undefined ? await list() : await pageOf(code));
    });
}

async function pageOf(asked: string): Promise<string> {
  const { readPage } = await import("../diagnostics/pages.js");
  const code = asked.toUpperCase();
  const text = readPage(code);
  if (text !== undefined) return text;
  const { table } = await import("../diagnostics/table.js");
  const named = [...table.values()].find(({ slug }) => slug === asked);
  const page = named && readPage(named.code);
  if (page !== undefined) return page;
  const { suggest } = await import("../../grammar/suggest.js");
  const near = suggest(code, table.keys());
  throw failure(unknownCode, { code: asked, near }, "`gda explain` alone lists all codes.");
}

async function list(): Promise<string> {
  const { table } = await import("../diagnostics/table.js");
  return [...table.values()]
    .toSorted((a, b) => Number(a.code > b.code) - Number(a.code < b.code))
    .map(({ code, severity, slug }) => `${code}  ${severity.padEnd("warning".length)}  ${slug}\n`)
    .join("");
}
