import { readFileSync } from "node:fs";
import { JsonObject } from "./json.js";

/** Temporary, until runtime/safetensors.ts is there: float32 tensors and the config of a golden file. */
export function readSafetensors(path: URL): {
  readonly config: JsonObject;
  readonly tensors: ReadonlyMap<string, Float32Array>;
} {
  const bytes = readFileSync(path);
  const start = 8 + Number(bytes.readBigUInt64LE(0));
  const header = JsonObject.parse(bytes.subarray(8, start).toString());
  const tensors = new Map<string, Float32Array>();
  for (const name of header.keys().filter((key) => key !== "__metadata__")) {
    const offsets = header.maybeObject(name)?.maybeObject("data_offsets");
    const [from, to] = [offsets?.number("0") ?? 0, offsets?.number("1") ?? 0];
    tensors.set(
      name,
      new Float32Array(
        bytes.buffer.slice(bytes.byteOffset + start + from, bytes.byteOffset + start + to),
      ),
    );
  }
  const config = header.maybeObject("__metadata__")?.text("config") ?? "{}";
  return { config: JsonObject.parse(config), tensors };
}
