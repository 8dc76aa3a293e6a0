import { diagnose, type Diagnostic } from "../../grammar/diagnostic.js";
import type { Name } from "../../grammar/tree.js";
import { names as codes } from "./codes.js";
import { hidden } from "./hiding.js";
import { lineOf, type Module, type Named, within } from "./module.js";

/** The names of a file as they are declared, each once. */
export class NameTable {
  readonly names = new Map<string, Named>();
  private readonly places = new Map<string, Name>();
  private readonly report: (finding: Diagnostic) => void;

  constructor(report: (finding: Diagnostic) => void) {
    this.report = report;
  }

  /** Binds a name in a module to what it stands for, unless something else has it already. */
  declare(name: Name, named: Named, module: Module): void {
    const span = within(module, name.span);
    const first = this.places.get(name.text);
    if (first) {
      const where = lineOf(module, first.span, module);
      const secondary = [{ span: within(module, first.span), text: "declared here" }];
      const parameters = { name: name.text, where };
      this.report(diagnose(codes.declaredTwice, span, parameters, { secondary }));
      return;
    }
    this.places.set(name.text, name);
    this.names.set(name.text, named);
    const what = named?.declaration.kind === "const" ? hidden(name.text) : undefined;
    if (what !== undefined) this.report(diagnose(codes.hides, span, { name: name.text, what }));
  }
}
