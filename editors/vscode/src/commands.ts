import { ProgressLocation, Uri, commands as editor, window } from "vscode";
import {
  commands,
  type Built,
  type BuildWanted,
  type Kernel,
  type Kernels,
  type PlanText,
  type Wanted,
} from "../../../compiler/lsp/commands/protocol.js";
import { ask, wantedHere } from "./ask.js";
import type { Server } from "./server.js";
import type { Views } from "./views.js";

/** Shows a plan beside its spec: of what a code lens names, else of what is at the cursor. */
export async function showPlan(server: Server, views: Views, uri: unknown, name: unknown) {
  const named = typeof uri === "string" && typeof name === "string";
  const wanted = named ? { uri, name } : wantedHere();
  if (!wanted) return;
  const plan = await ask<Wanted, PlanText>(server, commands.plan, wanted);
  if (!plan) return;
  await views.show(`${plan.name} plan.txt`, { kind: "plan", uri: wanted.uri, name: plan.name });
}

/** Shows the WGSL of a kernel that the user picks. */
export async function showKernel(server: Server, views: Views): Promise<void> {
  const wanted = wantedHere();
  const answer = wanted && (await ask<Wanted, Kernels>(server, commands.wgsl, wanted));
  if (!answer) return;
  const picked = await window.showQuickPick(answer.kernels.map(pickOf), {
    title: `Kernels of ${answer.name}`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!picked) return;
  const { name: kernel, variant } = picked.kernel;
  const shown = { kind: "kernel", uri: wanted.uri, name: answer.name, kernel, variant } as const;
  await views.show(`${answer.name} ${variant.replaceAll("/", " ")} ${kernel}.wgsl`, shown);
}

function pickOf(kernel: Kernel) {
  const lines = kernel.wgsl.trimEnd().split("\n").length;
  const detail = `${kernel.steps.join(", ")} · ${lines} lines`;
  return { label: kernel.name, description: kernel.variant, detail, kernel };
}

/** Writes the package of a model below a folder that the user chooses. */
export async function buildPackage(server: Server): Promise<void> {
  const wanted = wantedHere();
  if (!wanted) return;
  const uri = Uri.parse(wanted.uri);
  const chosen = await window.showOpenDialog({
    title: "Where the folder of the package goes",
    openLabel: "Build Here",
    canSelectFiles: false,
    canSelectFolders: true,
    ...(uri.scheme === "file" && { defaultUri: Uri.joinPath(uri, "..") }),
  });
  if (!chosen?.[0]) return;
  const target = Uri.joinPath(chosen[0], `${stemOf(uri)}-kernels`);
  const built = await window.withProgress(
    { location: ProgressLocation.Notification, title: "Compiling kernels" },
    () => ask<BuildWanted, Built>(server, commands.build, { ...wanted, folder: target.fsPath }),
  );
  if (!built) return;
  const reveal = "Reveal Folder";
  const { name, written, unchanged } = built;
  const told = `${name}: ${written} files written, ${unchanged} unchanged in ${target.fsPath}`;
  if ((await window.showInformationMessage(told, reveal)) === reveal) {
    await editor.executeCommand("revealFileInOS", target);
  }
}

/** The name of a file without its ending. */
function stemOf(uri: Uri): string {
  return uri.path.replace(/^.*\//, "").replace(/\.gda$/, "");
}
