/** What a file may ask of the parser, so that any text is answered quickly. */
export const limits = {
  /** UTF-16 code units of one file; files of models have some thousand. */
  characters: 524_288,
  /** Blocks, brackets and operators inside one another; every walk of a tree may recurse. */
  depth: 64,
  /** Findings that are worked out for one file. */
  findings: 100,
} as const;
