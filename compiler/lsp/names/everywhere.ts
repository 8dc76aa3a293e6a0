import { builtIn } from "../../names/families.js";
import type { View } from "../document.js";
import type { Mention } from "./mention.js";
import { mentionsOf } from "./mentions.js";

/** A mention and the text that it stands in. */
export interface Place {
  readonly view: View;
  readonly mention: Mention;
}

/** All mentions of one thing, by its key, in this text and in every file of the workspace. */
export function everywhere(key: string, view: View): readonly Place[] {
  const { file, workspace } = view;
  const files = [...new Set([file, ...workspace.files(), builtIn.file])];
  return files.flatMap((each) => {
    const other = each === file ? view : workspace.view(each);
    return other ? mentioned(key, other) : [];
  });
}

function mentioned(key: string, view: View): readonly Place[] {
  const found = mentionsOf(view.module).filter((mention) => mention.key === key);
  return found.map((mention) => ({ view, mention }));
}
