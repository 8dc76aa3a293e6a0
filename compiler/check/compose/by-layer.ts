import { diagnose, type Diagnostic } from "../../../grammar/diagnostic.js";
import { lineOf } from "../../names/module.js";
import { composition } from "../codes.js";
import { isSilent, lastName, overlap, type Reading, type Statement } from "../read/statement.js";

/**
 * Row 8 of language.md, section 8: what a parent states by layer, a child restates by layer; a
 * plain fact would not say whether it reaches the parent's exceptions.
 */
export function checkByLayer(readings: readonly Reading[]): readonly Diagnostic[] {
  return readings.flatMap((reading, i) => {
    const parents = readings
      .slice(0, i)
      .flatMap(({ statements }) => statements.filter((said) => said.layers && !isSilent(said)));
    return reading.statements.flatMap((said) => {
      if (said.layers || isSilent(said)) return [];
      const first = parents.find((parent) => overlap(parent.path, said.path));
      return first ? [finding(said, first)] : [];
    });
  });
}

function finding(said: Statement, parent: Statement): Diagnostic {
  const { module } = said.owner;
  const line = lineOf(parent.owner.module, parent.key, module);
  const where = line.replace(/^line/, "Line");
  const name = lastName(parent.path);
  const parameters = { where, name, text: restated(said) };
  const secondary = [{ span: parent.at, text: "by layer here" }];
  return diagnose(composition.byLayer, said.key, parameters, { secondary });
}

/** The statement as it would stand in a `layers` block: `rope { theta: 1e6 }`. */
function restated({ path, at, owner }: Statement): string {
  const text = owner.module.text.slice(at.start, at.end).replaceAll(/\s+/g, " ");
  const around = path.slice(1, -1).filter((name) => !text.startsWith(name));
  return around.reduceRight((inner, name) => `${name} { ${inner} }`, text);
}
