import { blue, bold, cyan, green, red, yellow } from "yoctocolors";
import { plain } from "../diagnostics/style.js";
import type { Style } from "../diagnostics/style.js";

const coloured: Style = {
  error: (text) => bold(red(text)),
  warning: (text) => bold(yellow(text)),
  note: cyan,
  gutter: blue,
  strong: bold,
  added: green,
  removed: red,
};

/** Colours where the stream is a terminal that has them and the user did not set NO_COLOR. */
export function styleOf(stream: NodeJS.WriteStream): Style {
  return stream.isTTY && stream.hasColors() ? coloured : plain;
}
