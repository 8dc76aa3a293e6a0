import { rule } from "../../grammar/diagnostic.js";

/** A stage cannot start before the one that it grows from. */
export const stageBeforeItsSource = rule<{
  readonly stage: string;
  readonly at: string;
  readonly source: string;
  readonly sourceAt: string;
}>(
  "GDA5001",
  "stage-before-its-source",
  ({ stage, at, source, sourceAt }) =>
    `\`${stage}\` starts at ${at}, before \`${source}\` at ${sourceAt}.`,
);

/** Layers are inserted one after each named old layer, and the sum must come out. */
export const layerPlaces = rule<{ readonly problem: string }>(
  "GDA5002",
  "layer-places",
  ({ problem }) => problem,
);

/** A stage keeps the function of its model, but for what a `lossy` block says. */
export const functionChanges = rule<{
  readonly what: string;
  readonly why: string;
  readonly instead: string;
}>("GDA5003", "function-changes", ({ what, why, instead }) => `\`${what}\` ${why}. ${instead}`);

/** Old layers get new numbers, and some of their facts depend on the number. */
export const reindexMissing = rule<{
  readonly facts: string;
  readonly layers: string;
  readonly question: string;
}>(
  "GDA5004",
  "reindex-missing",
  ({ facts, layers, question }) => `${facts} of old ${layers} would move: ${question}`,
);

/** Two plans that are said to be equal are not. */
export const plansDiffer = rule<{
  readonly name: string;
  readonly left: string;
  readonly leftValue: string;
  readonly right: string;
  readonly rightValue: string;
}>(
  "GDA5005",
  "plans-differ",
  ({ name, left, leftValue, right, rightValue }) =>
    `${name}: ${leftValue} in ${left}, ${rightValue} in ${right}.`,
);

/** What a stage does needs a word on how. */
export const growthWordMissing = rule<{ readonly does: string; readonly write: string }>(
  "GDA5006",
  "growth-word-missing",
  ({ does, write }) => `This stage ${does}; write ${write}.`,
);

/** A word on how something is done, where it is not done. */
export const growthWordIdle = rule<{ readonly word: string; readonly nothing: string }>(
  "GDA5007",
  "growth-word-idle",
  ({ word, nothing }) => `\`${word}\` says how, but ${nothing}.`,
);

/** A count that cannot be changed in this way. */
export const badChange = rule<{ readonly problem: string }>(
  "GDA5008",
  "bad-change",
  ({ problem }) => problem,
);

/** A stage grows from a model or from an earlier stage. */
export const noSuchStage = rule<{ readonly problem: string }>(
  "GDA5009",
  "no-such-stage",
  ({ problem }) => problem,
);

/** Two stages of one growth have one name. */
export const stageTwice = rule<{ readonly stage: string }>(
  "GDA5010",
  "stage-twice",
  ({ stage }) => `There is a stage \`${stage}\` already.`,
);
