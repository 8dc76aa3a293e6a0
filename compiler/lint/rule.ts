import type { Diagnostic, Rule } from "../../grammar/diagnostic.js";
import { type Options, type OptionSchema, OptionReader, SchemaReader } from "./options.js";
import type { Subject } from "./subject.js";

/** `recommended` is what holds for any spec; `strict` adds what is a matter of taste or of plans. */
export type RuleSet = "recommended" | "strict";

/** Looks through a file and reports what it finds, with the rule's own severity. */
export type Check = (subject: Subject, report: (finding: Diagnostic) => void) => void;

/** One lint: something that is right by the language, and that somebody should still look at. */
export interface LintRule {
  readonly row: Rule<never>;
  /** One line for lists and for editors that complete the configuration. */
  readonly doc: string;
  readonly set: RuleSet;
  /** Whether it looks at one plan after another: what it finds of one stays as long as the plan. */
  readonly byPlan: boolean;
  readonly options: Readonly<Record<string, OptionSchema>>;
  /** The check with options as the configuration gives them; what it leaves out is the default. */
  readonly configure: (given: Readonly<Record<string, unknown>>) => Check;
}

interface Definition<P, O> {
  readonly row: Rule<P>;
  readonly doc: string;
  readonly set: RuleSet;
  readonly byPlan?: true;
  /** Reads each option by name: the one place that says what there is, of which type, by default. */
  readonly options: (read: Options) => O;
  readonly check: (subject: Subject, options: O, report: (finding: Diagnostic) => void) => void;
}

/** Declares a rule; its options have the types that reading them gives. */
export function lintRule<P, O>(definition: Definition<P, O>): LintRule {
  const { row, doc, set, byPlan = false, options, check } = definition;
  const schema = new SchemaReader();
  options(schema);
  return {
    row,
    doc,
    set,
    byPlan,
    options: schema.properties,
    configure: (given) => {
      const read = options(new OptionReader(given));
      return (subject, report) => {
        check(subject, read, report);
      };
    },
  };
}

/** For a rule that nothing can be said about. */
export const noOptions = (): undefined => undefined;
