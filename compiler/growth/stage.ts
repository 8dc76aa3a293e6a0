import { diagnose } from "../../grammar/diagnostic.js";
import type { SourceSpan } from "../../grammar/span.js";
import type { Stage } from "../../grammar/tree.js";
import type { Checker, Written } from "../check/checker.js";
import { type Module, within } from "../names/module.js";
import type { Fact, StagePlan } from "../plan/plan.js";
import { growthWordIdle, growthWordMissing } from "./codes.js";
import type { Ground } from "./ground.js";
import { factorsOf, isInsertion } from "./copies.js";
import { checkKept } from "./keeps.js";
import { carried, insertedLayers, insertionOf, unmoved } from "./layers.js";
import { reindexed } from "./reindex.js";
import { type Words, readWords } from "./words.js";

/** A stage in its growth. */
export interface Place {
  readonly name: string;
  readonly span: SourceSpan;
  readonly at: Fact<number>;
  readonly module: Module;
}

const nothing: Written = {
  statements: [],
  fact: () => undefined,
  member: () => undefined,
  changes: [],
  lossy: [],
};

/** The plan of one stage: the model that it makes, and how each part comes out of its source. */
export function planStage(
  stage: Stage,
  { plan: source, textAt }: Ground,
  { name, span, at, module }: Place,
  checker: Checker,
): StagePlan | undefined {
  const written = stage.body ? checker.read(stage.body, "stage", module) : nothing;
  const factors = factorsOf(written, source, module, checker);
  if (!factors) return undefined;
  const words = readWords(written);
  checkWords(words, written, span, checker);

  const insertion = insertionOf(written);
  const from = insertion ? insertedLayers(insertion, source, module, checker) : unmoved(source);
  if (!from) return undefined;
  const start = insertion
    ? reindexed(
        {
          source,
          from,
          carried: carried(source, from),
          reindex: words.reindex,
          at: within(module, insertion.span),
          textAt,
        },
        checker,
      )
    : source;

  const exact = checker.amend(start, withoutLossy(written));
  if (!exact) return undefined;
  checkKept(start, exact, factors, span, checker);
  const model = written.lossy.length > 0 ? checker.amend(start, written) : exact;
  return (
    model && {
      name,
      span,
      at,
      source,
      model,
      hiddenCopies: factors.hidden,
      mlpCopies: factors.mlp,
      classCopies: factors.classes,
      copies: words.copies,
      layerSources: from,
      reindex: words.reindex,
      lossy: written.lossy.map(({ reason, facts }) => ({ reason, facts })),
    }
  );
}

/** What is said of how to copy or insert must be needed, and what is needed must be said. */
function checkWords(words: Words, written: Written, stage: SourceSpan, checker: Checker): void {
  const inserts = insertionOf(written) !== undefined;
  const copies = written.changes.some((changed) => !isInsertion(changed));
  const needed = [
    {
      is: copies && !words.copies,
      does: "copies heads or widths",
      write: "`copies: tile`, or `hyperclone` with noise that tells copies apart",
    },
    {
      is: inserts && !words.inserted,
      does: "inserts layers",
      write: "`inserted: identity`",
    },
  ];
  for (const { is, does, write } of needed) {
    if (is) checker.report(diagnose(growthWordMissing, stage, { does, write }));
  }
  const idle = [
    { is: !copies, word: "copies", fact: words.copies, nothing: "nothing is copied" },
    { is: !inserts, word: "inserted", fact: words.inserted, nothing: "no layer is inserted" },
    { is: !inserts, word: "reindex", fact: words.reindex, nothing: "no layer gets a new number" },
  ];
  for (const { is, word, fact, nothing: why } of idle) {
    if (is && fact) {
      const at = fact.from[0] ?? stage;
      checker.report(diagnose(growthWordIdle, at, { word, nothing: why }));
    }
  }
}

/** The part of a stage that must keep the function. */
function withoutLossy(written: Written): Written {
  const within = (place: SourceSpan): boolean =>
    written.lossy.some(
      ({ span }) => span.file === place.file && span.start <= place.start && place.end <= span.end,
    );
  return {
    ...written,
    statements: written.statements.filter(({ at }) => !within(at)),
    changes: written.changes.filter(({ lossy }) => !lossy),
    lossy: [],
  };
}
