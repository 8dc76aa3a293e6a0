import { basename } from "node:path";
import { watch } from "chokidar";
import { render } from "../diagnostics/formats.js";
import { CONFIG_FILE } from "../lint/schema.js";
import { Failure } from "./failure.js";
import type { LintOptions } from "./lint.js";
import { Configs } from "./lint-config.js";
import { lintSpecs } from "./lint-specs.js";
import { isPassedOver, specsIn } from "./specs.js";
import { styleOf } from "./terminal.js";
import { Workspace } from "./workspace.js";

/** How long after a change others may follow that belong to it, in milliseconds. */
const SETTLE = 50;

/**
 * Looks at specs now and whenever one of them, what they import or a configuration changes. The
 * first and the last line of each round are fixed, for problem matchers that run in the background.
 * Ends with the process.
 */
export async function watchSpecs(paths: readonly string[], options: LintOptions): Promise<void> {
  const workspace = new Workspace(options);
  const round = async (): Promise<void> => {
    process.stdout.write("gda: checking started\n");
    const configs = new Configs(options.config);
    const count = await look(paths, workspace, configs, options);
    const imported = [...workspace.asked()].filter((file) => !file.startsWith("gda:"));
    watcher.add([...imported, ...configs.all().map(({ path }) => path)]);
    process.stdout.write(`gda: checking ended, ${count} finding${count === 1 ? "" : "s"}\n`);
  };
  const watcher = watch([...paths, CONFIG_FILE], {
    ignoreInitial: true,
    ignored: (path, stats) =>
      isPassedOver(basename(path)) || (stats?.isFile() === true && !isWatched(path)),
  });
  let running = round();
  let timer: NodeJS.Timeout | undefined;
  await new Promise((_, fail) => {
    running.catch(fail);
    watcher.on("error", fail).on("all", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(round);
        running.catch(fail);
      }, SETTLE);
    });
  });
}

function isWatched(path: string): boolean {
  return path.endsWith(".gda") || basename(path).endsWith(".json");
}

/** Prints what there is to say, and gives how many findings that is. */
async function look(
  paths: readonly string[],
  workspace: Workspace,
  configs: Configs,
  { format }: LintOptions,
): Promise<number> {
  try {
    const specs = await specsIn(paths, "lint", undefined);
    const findings = await lintSpecs(specs, workspace, configs);
    if (findings.diagnostics.length > 0) {
      process.stdout.write(await render(format, findings, styleOf(process.stdout)));
    }
    return findings.diagnostics.length;
  } catch (error) {
    // A file that is gone for a moment is no reason to stop looking.
    if (!(error instanceof Failure)) throw error;
    process.stdout.write(`error[${error.code}]: ${error.message}\n`);
    return 1;
  }
}
