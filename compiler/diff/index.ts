export { diff, type Diff, type Effect } from "./classify.js";
export { diffJson } from "./json.js";
export { renderDiff } from "./render.js";
