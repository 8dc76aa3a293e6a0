import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  ShellExecution,
  Task,
  TaskGroup,
  tasks,
  workspace,
  type Disposable,
  type TaskDefinition,
  type WorkspaceFolder,
} from "vscode";

interface GdaTask extends TaskDefinition {
  readonly command: "check" | "lint";
  readonly paths?: readonly string[];
  readonly watch?: boolean;
}

const offered: readonly GdaTask[] = [
  { type: "gda", command: "check" },
  { type: "gda", command: "lint" },
  { type: "gda", command: "lint", watch: true },
];

/** Offers `gda check`, `gda lint` and `gda lint --watch` of every folder, with their findings as problems. */
export function registerTasks(): Disposable {
  return tasks.registerTaskProvider("gda", {
    provideTasks: () =>
      (workspace.workspaceFolders ?? []).flatMap((folder) =>
        offered.map((definition) => taskOf(definition, folder)),
      ),
    resolveTask: ({ definition, scope }) => {
      const folder = typeof scope === "object" ? scope : workspace.workspaceFolders?.[0];
      return folder && isGdaTask(definition) ? taskOf(definition, folder) : undefined;
    },
  });
}

function isGdaTask(definition: TaskDefinition): definition is GdaTask {
  const command: unknown = definition["command"];
  return command === "check" || command === "lint";
}

function taskOf(definition: GdaTask, folder: WorkspaceFolder): Task {
  const { command, paths = ["."], watch = false } = definition;
  const args = [command, "--format", "short", ...(watch ? ["--watch"] : []), ...paths];
  const name = watch ? `${command} --watch` : command;
  const cwd = folder.uri.fsPath;
  const execution = new ShellExecution(commandIn(folder), args, { cwd });
  const matcher = watch ? "$gda-watch" : "$gda";
  const task = new Task(definition, folder, name, "gda", execution, matcher);
  task.isBackground = watch;
  task.group = TaskGroup.Build;
  return task;
}

/** The `gda` of the settings, else the folder's own, else the one on the path. */
function commandIn(folder: WorkspaceFolder): string {
  const set = workspace.getConfiguration("gda", folder).get<string>("path", "");
  const own = join(folder.uri.fsPath, "node_modules", ".bin", "gda");
  return set !== "" ? set : existsSync(own) ? own : "gda";
}
