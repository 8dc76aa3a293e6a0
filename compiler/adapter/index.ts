export { findAdapter } from "./find.js";
export { openGpu } from "./gpu.js";
export { restartWith } from "./restart.js";
export { environmentFor } from "./started-with.js";
