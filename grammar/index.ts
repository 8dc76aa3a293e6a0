export * from "./diagnostic.js";
export { limits } from "./limits.js";
export { parse, type Parsed } from "./parse.js";
export { print } from "./print.js";
export { createSource } from "./source.js";
export * from "./span.js";
export { didYouMean, listNames, suggest } from "./suggest.js";
export { syntax } from "./syntax.js";
export type * from "./tree.js";
