import { hidden } from "../../names/hiding.js";
import { functionText, wordText } from "../describe.js";
import type { View } from "../document.js";
import { block, paragraphs } from "../markdown.js";
import type { Mention } from "../names/mention.js";
import { planOf } from "../plans.js";
import { declaredText, groupText, paramText, stageText } from "./declared.js";
import { factText, headsTable } from "./fact.js";

/** What a name stands for; empty where nothing is to be said. */
export function nameText({ name, meaning, subject }: Mention, view: View): string {
  switch (meaning.is) {
    case "declaration":
      return declaredText(meaning.declared, view);
    case "stage":
      return stageText(meaning, view);
    case "param": {
      const model = subject?.part.name?.text;
      const found = view.analysis.params.find(
        (param) => param.model === model && param.name === name.text,
      );
      return paramText(meaning.param, meaning.module, found?.value);
    }
    case "class": {
      const plan = subject && planOf(subject, view);
      return paragraphs(groupText(meaning.group, meaning.module), plan && headsTable(plan));
    }
    case "fact":
    case "argument":
      return factText(meaning.path, meaning.row, subject && planOf(subject, view), view);
    case "word":
      return paragraphs(
        block(wordText(name.text, meaning.word)),
        meaning.word.doc,
        Object.entries(meaning.word.takes)
          .map(([arg, { doc }]) => `- \`${arg}\`: ${doc}`)
          .join("\n"),
      );
    case "function":
      return paragraphs(block(functionText(name.text, meaning.math)), meaning.math.doc);
    case "layer":
    case "derive":
      return paragraphs(block(name.text), hidden(name.text));
    case "type":
    case "unknown":
      return "";
  }
}
