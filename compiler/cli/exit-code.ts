/** How a command ends; `gda --help` documents these. */
export const exitCode = {
  fine: 0,
  /** The command ran and found something: an error in a spec, a file to be formatted, a wrong result. */
  findings: 1,
  /** The command could not run as it was asked to. */
  misuse: 2,
  /** A defect of the compiler. */
  internal: 3,
} as const;
