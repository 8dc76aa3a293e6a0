export { cannotShard } from "./codes.js";
export { divideModel, possibleDevices } from "./divide.js";
export { fleetsJson, shardsJson } from "./json.js";
export { renderShards } from "./render.js";
export { renderFleets } from "./render-fleet.js";
