import {
  type ExecuteCommandParams,
  LSPErrorCodes,
  Position,
  ResponseError,
} from "vscode-languageserver";
import type { View } from "../document.js";
import { buildCommand } from "./build.js";
import { planCommand } from "./plan.js";
import { commands, type Wanted } from "./protocol.js";
import { wgslCommand } from "./wgsl.js";

/** Answers `workspace/executeCommand`; `viewOf` gives the open document of a URI. */
export function execute(
  { command, arguments: [argument] = [] }: ExecuteCommandParams,
  viewOf: (uri: string) => View | undefined,
): unknown {
  const wanted = readWanted(argument);
  if (!wanted) return failed(`\`${command}\` takes an object with a \`uri\`.`);
  const view = viewOf(wanted.uri);
  if (!view) return failed(`${wanted.uri} is not open.`);
  switch (command) {
    case commands.plan:
      return planCommand(view, wanted);
    case commands.wgsl:
      return wgslCommand(view, wanted);
    case commands.build: {
      const { folder } = wanted;
      if (folder === undefined) return failed(`\`${command}\` takes a \`folder\`.`);
      return buildCommand(view, { ...wanted, folder }).catch((error: unknown) =>
        failed(error instanceof Error ? error.message : String(error)),
      );
    }
    default:
      return failed(`There is no command \`${command}\`.`);
  }
}

/** The argument of a command, as far as it is one. */
function readWanted(argument: unknown): (Wanted & { readonly folder?: string }) | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  const given = new Map<string, unknown>(Object.entries(argument));
  const [uri, name, folder] = ["uri", "name", "folder"].map((key) => {
    const value = given.get(key);
    return typeof value === "string" ? value : undefined;
  });
  const position = given.get("position");
  return uri === undefined
    ? undefined
    : {
        uri,
        ...(Position.is(position) ? { position } : {}),
        ...(name === undefined ? {} : { name }),
        ...(folder === undefined ? {} : { folder }),
      };
}

function failed(message: string): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestFailed, message);
}
