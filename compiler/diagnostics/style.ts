export type Paint = (text: string) => string;

/** How the parts of a rendered finding are painted; a terminal gives colours, a page may give tags. */
export interface Style {
  readonly error: Paint;
  readonly warning: Paint;
  /** Secondary marks and help. */
  readonly note: Paint;
  /** Line numbers, bars and arrows. */
  readonly gutter: Paint;
  readonly strong: Paint;
  readonly added: Paint;
  readonly removed: Paint;
}

const same: Paint = (text) => text;

/** No paint at all. */
export const plain: Style = {
  error: same,
  warning: same,
  note: same,
  gutter: same,
  strong: same,
  added: same,
  removed: same,
};
