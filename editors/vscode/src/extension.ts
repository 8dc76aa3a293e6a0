import { commands, type ExtensionContext } from "vscode";
import { buildPackage, showKernel, showPlan } from "./commands.js";
import { Server } from "./server.js";
import { registerTasks } from "./tasks.js";
import { Views } from "./views.js";

let server: Server | undefined;

/** Starts the language server and what VS Code itself offers: commands, views and tasks. */
export async function activate({ extensionPath, subscriptions }: ExtensionContext): Promise<void> {
  const started = new Server(extensionPath);
  const views = new Views(started);
  server = started;
  subscriptions.push(
    started,
    views,
    registerTasks(),
    commands.registerCommand("gda.showPlan", (uri?: unknown, name?: unknown) =>
      showPlan(started, views, uri, name),
    ),
    commands.registerCommand("gda.showKernel", () => showKernel(started, views)),
    commands.registerCommand("gda.buildPackage", () => buildPackage(started)),
    commands.registerCommand("gda.restartServer", () => started.restart()),
    commands.registerCommand("gda.showOutput", () => started.showOutput()),
  );
  await started.start();
}

/** VS Code waits for this before it ends the extension's process. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
