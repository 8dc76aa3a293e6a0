import { int } from "../../types/value.js";
import type { Reading } from "../read/statement.js";
import type { Owner } from "./node.js";

/** As if a model said that it had another number of layers. */
export function depthReading(layers: number, owner: Owner): Reading {
  const node = {
    node: "given",
    type: { type: "int" },
    value: int(layers),
    origin: "written",
    from: [],
  } as const;
  const says = { says: "value", node } as const;
  const at = owner.span;
  const statement = { path: ["layers"], says, layers: undefined, key: at, at, owner };
  return {
    owner,
    statements: [statement],
    params: [],
    lossy: [],
    meant: new Set(),
    findings: [],
  };
}
