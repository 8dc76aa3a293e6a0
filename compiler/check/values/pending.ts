import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import { names } from "../../names/codes.js";
import type { Recall } from "../../names/recall.js";

/** How many values may rest on one another in a row; far more than anyone writes. */
const MOST_DEPTH = 200;

/** The values that are being worked out, each because the one before it needs it. */
export class Pending {
  private readonly recall: Recall | undefined;
  private readonly stack: { readonly key: object; readonly name: string }[] = [];

  /** What is cut short is passing for who remembers, as it depends on where it was entered. */
  constructor(recall?: Recall) {
    this.recall = recall;
  }

  /** Works a value out, unless it needs itself or rests on too many: that is reported at the use. */
  run<T>(
    key: object,
    name: string,
    use: SourceSpan | undefined,
    report: (finding: Diagnostic) => void,
    work: () => T,
  ): T | undefined {
    const first = this.stack.findIndex((entry) => entry.key === key);
    if (first >= 0 || this.stack.length === MOST_DEPTH) {
      this.recall?.passing();
      const between = this.stack.slice(first + 1).map((entry) => `\`${entry.name}\``);
      const through = between.length === 0 ? "" : `, by way of ${between.join(", ")}`;
      if (use && first >= 0) report(diagnose(names.needsItself, use, { name, through }));
      else if (use) report(diagnose(names.tooDeep, use, { name, most: MOST_DEPTH }));
      return undefined;
    }
    this.stack.push({ key, name });
    try {
      return work();
    } finally {
      this.stack.pop();
    }
  }
}
