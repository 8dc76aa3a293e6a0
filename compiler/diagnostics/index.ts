export { renderJson } from "./json.js";
export { LineIndex } from "./lines.js";
export { renderPretty } from "./pretty.js";
export { plain } from "./style.js";
export { renderShort } from "./short.js";
