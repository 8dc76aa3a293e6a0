import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { lineOf } from "../../names/module.js";
import { composition } from "../codes.js";
import { Said } from "../read/said.js";
import { isSilent, lastName, type Statement } from "../read/statement.js";
import { sayLayers } from "./layer-set.js";

/**
 * Row 7 of language.md, section 8: two `layers` blocks of one model may not state the same fact,
 * or a fact and a member of it, for the same layer. Collects over the layers, then reports each
 * pair once.
 */
export class Overlaps {
  private readonly found = new Map<Statement, { first: Statement; layers: number[] }>();

  /** The statements of all blocks for one layer, of which only the first of a clash is kept. */
  sift(layer: number, statements: readonly Statement[]): readonly Statement[] {
    const said = new Said();
    return statements.filter((statement) => {
      const first = isSilent(statement) ? undefined : said.add(statement);
      if (first) this.add(statement, first, layer);
      return first === undefined;
    });
  }

  findings(): readonly Diagnostic[] {
    return [...this.found].map(([second, { first, layers }]) => {
      const { module } = second.owner;
      const name = lastName(first.path.length <= second.path.length ? first.path : second.path);
      const lines = [first, second].map(({ key }) =>
        lineOf(module, key, module).slice("line ".length),
      );
      const where =
        lines[0] === lines[1] ? `line ${lines[0]} twice` : `lines ${lines.join(" and ")}`;
      const layersGet = `${sayLayers(layers)} ${layers.length === 1 ? "gets" : "get"}`;
      const secondary = [{ span: first.at, text: "first here" }];
      const parameters = { layers: layersGet, name, where };
      return diagnose(composition.layersOverlap, second.key, parameters, { secondary });
    });
  }

  private add(second: Statement, first: Statement, layer: number): void {
    const known = this.found.get(second);
    if (known) known.layers.push(layer);
    else this.found.set(second, { first, layers: [layer] });
  }
}
