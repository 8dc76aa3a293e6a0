import type { Diagnostic } from "../../../grammar/diagnostic.js";
import type { SourceSpan } from "../../../grammar/span.js";
import type { Const, Path } from "../../../grammar/tree.js";
import { type Module, within } from "../../names/module.js";
import { type Answers, Recall } from "../../names/recall.js";
import { evaluate } from "../../types/evaluate.js";
import { unknown, type Value } from "../../types/value.js";
import { Pending } from "./pending.js";
import { notANumber, textOf, unknownName } from "./unknown-name.js";

/** After so many mistakes the other constants are not looked at. */
const MOST_MISTAKES = 100;

/** A value that a name stands for, with the places that it rests on. */
export interface Found {
  readonly value: Value;
  readonly from: readonly SourceSpan[];
}

export const nothing: Found = { value: unknown, from: [] };

/** The values of constants, each worked out once. */
export class Constants {
  private readonly recall: Recall;
  private readonly values: Answers<Value>;
  private readonly pending: Pending;
  private readonly report: (finding: Diagnostic) => void;
  private mistakes = 0;

  constructor(report: (finding: Diagnostic) => void, recall: Recall = new Recall()) {
    this.recall = recall;
    this.values = recall.answers();
    this.pending = new Pending(recall);
    this.report = (finding) => {
      this.mistakes += 1;
      report(finding);
    };
  }

  /** Begins another analysis. */
  restart(): void {
    this.mistakes = 0;
  }

  /** What a path stands for among a file's declarations; nothing if its name is none of theirs. */
  lookup(
    path: Path,
    module: Module,
    report: (finding: Diagnostic) => void,
    span: SourceSpan = within(module, path.span),
  ): Found | undefined {
    const [first] = path.names;
    if (!first || !module.names.has(first.text)) return undefined;
    const named = module.names.get(first.text);
    if (!named) return nothing;
    const { declaration } = named;
    if (declaration.kind !== "const") {
      report(notANumber(textOf(path), span, declaration));
      return nothing;
    }
    if (path.names.length > 1) {
      report(unknownName(textOf(path), span, module, []));
      return nothing;
    }
    const from = declaration.name ? [within(named.module, declaration.name.span)] : [];
    return { value: this.value(declaration, named.module, span), from };
  }

  value(constant: Const, module: Module, use?: SourceSpan): Value {
    const question = {
      about: constant,
      again: () => this.value(constant, module),
      work: () =>
        evaluate(constant.value, {
          file: module.file,
          exact: false,
          where: undefined,
          report: this.report,
          lookup: (path) => this.within(path, module),
        }),
      report: this.report,
      full: (findings: number) => this.mistakes + findings >= MOST_MISTAKES,
    };
    const work = (): Value => this.recall.ask(this.values, question);
    if (this.values.given.has(constant)) return work();
    if (this.mistakes >= MOST_MISTAKES) {
      this.recall.passing();
      return unknown;
    }
    const name = constant.name?.text ?? "const";
    return this.pending.run(constant, name, use, this.report, work) ?? unknown;
  }

  private within(path: Path, module: Module): Value {
    const found = this.lookup(path, module, this.report);
    if (found) return found.value;
    this.report(unknownName(textOf(path), within(module, path.span), module, []));
    return unknown;
  }
}
