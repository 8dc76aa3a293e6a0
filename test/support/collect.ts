import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Frees what nothing refers to, so that what is left is what somebody holds. */
export function collect(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
}
