export { renderJson } from "./json.js";
export { LineIndex } from "./lines.js";
export type { Line, Position } from "./lines.js";
export { renderPretty } from "./pretty.js";
export { renderShort } from "./short.js";
export { plain } from "./style.js";
export type { Paint, Style } from "./style.js";
export { table } from "./table.js";
