import type { AdapterMatch } from "../../runtime/manifest.js";
import { portableMachine, type Machine } from "../kernels/machine.js";

/** The adapter that candidates were timed on, as far as WebGPU tells: the driver is in its description. */
export interface TunedAdapter extends AdapterMatch {
  readonly features: readonly string[];
  /** Of all its subgroups, where they are of one size. */
  readonly subgroupSize?: number;
  /** Whether it is the CPU. */
  readonly cpu: boolean;
}

export function tunedAdapter({ info, features }: GPUAdapter): TunedAdapter {
  const { vendor, architecture, device, description } = info;
  const { subgroupMinSize: least, subgroupMaxSize: most } = info;
  const sized = features.has("subgroups") && least !== undefined && least === most;
  return {
    vendor,
    architecture,
    device,
    description,
    features: [...features].toSorted(),
    ...(sized ? { subgroupSize: least } : {}),
    cpu: info.isFallbackAdapter,
  };
}

/** The machine whose kernels suit an adapter best. */
export function machineOf({ subgroupSize, cpu }: TunedAdapter): Machine {
  const profile = cpu ? "software" : "hardware";
  return subgroupSize === undefined
    ? { ...portableMachine, profile }
    : { hands: "subgroup", team: subgroupSize, profile };
}

/** A short name, such as `llvmpipe` or `ampere`. */
export function shortName({ vendor, architecture, description, cpu }: TunedAdapter): string {
  const told = cpu ? description : architecture;
  const [word] = /[a-z][a-z0-9]*/i.exec(told) ?? /[a-z][a-z0-9]*/i.exec(vendor) ?? ["adapter"];
  return word.toLowerCase();
}
