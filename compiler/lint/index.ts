/** Lints: what is right by the language, and that somebody should still look at. */
export { type LintConfig, recommended } from "./config.js";
export { importedNames } from "./imported.js";
export { lint } from "./lint.js";
export { readConfig, type ReadConfig } from "./read-config.js";
export { CONFIG_FILE } from "./schema.js";
