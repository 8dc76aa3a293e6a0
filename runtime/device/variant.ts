import { noVariant, variantCannotRun } from "../codes.js";
import { gdaError } from "../error.js";
import type { AdapterMatch, Manifest, Variant } from "../manifest.js";

/** What an adapter, or a device that is already open, can do. */
export interface Ability {
  readonly features: ReadonlySet<string>;
  readonly limits: GPUSupportedLimits;
  /** Absent where the browser does not say. */
  readonly info: GPUAdapterInfo | undefined;
}

/** The variant that will run, and why those before it do not. */
export interface Choice {
  readonly variant: Variant;
  readonly skipped: readonly { readonly variant: string; readonly reason: string }[];
}

/**
 * The first variant that can run; or the one that is asked for by name, and no other.
 * Throws GDA7203 where none can run, GDA7204 where the one asked for cannot.
 */
export function chooseVariant(
  manifest: Manifest,
  ability: Ability,
  wanted: string | undefined,
): Choice {
  const skipped: Choice["skipped"][number][] = [];
  for (const variant of manifest.variants) {
    if (wanted !== undefined && variant.target !== wanted) continue;
    const reason = obstacle(variant, ability);
    if (reason === undefined) return { variant, skipped };
    skipped.push({ variant: variant.target, reason });
  }
  if (wanted === undefined) {
    const reasons = skipped.map(({ variant, reason }) => `\`${variant}\`: ${reason}`);
    throw gdaError(noVariant, { reasons });
  }
  const targets = manifest.variants.map(({ target }) => `\`${target}\``).join(", ");
  const reason = skipped[0]?.reason ?? `the package has only ${targets}`;
  throw gdaError(variantCannotRun, { variant: wanted, reason });
}

/** Why a variant cannot run, if it cannot. */
function obstacle(variant: Variant, { features, limits, info }: Ability): string | undefined {
  const feature = variant.features.find((name) => !features.has(name));
  if (feature !== undefined) return `the feature \`${feature}\` is missing`;
  for (const [name, needed] of Object.entries(variant.limits)) {
    const available = limitOf(limits, name);
    if (available === undefined) return `the limit \`${name}\` is unknown`;
    if (needed > available) return `\`${name}\` must be ${needed} and is at most ${available}`;
  }
  const { adapters, subgroupSize } = variant;
  if (adapters !== undefined) {
    if (info === undefined) return "it was tuned for other adapters, as far as is known";
    if (!adapters.some((adapter) => matches(adapter, info))) {
      return `it was tuned for ${adapters.map((adapter) => nameOf(adapter)).join(" and ")}, and this is ${nameOf(info)}`;
    }
  }
  if (subgroupSize === undefined) return undefined;
  if (info === undefined) return "the size of its subgroups is not known";
  const { subgroupMinSize: least, subgroupMaxSize: most } = info;
  if (least === subgroupSize && most === subgroupSize) return undefined;
  const found = least === most ? `${least}` : `${least} to ${most}`;
  return `its subgroups have ${found} invocations, and the kernels were written for ${subgroupSize}`;
}

/** Browsers tell the vendor and the architecture, and mostly no more. */
function matches(adapter: AdapterMatch, info: GPUAdapterInfo): boolean {
  const told = ({ device, description }: AdapterMatch): string => `${device} ${description}`.trim();
  if (adapter.vendor !== info.vendor || adapter.architecture !== info.architecture) return false;
  return told(info) === "" || told(info) === told(adapter);
}

function nameOf({ vendor, architecture, description }: AdapterMatch): string {
  return description === ""
    ? `${vendor} ${architecture}`.trim() || "one without a name"
    : description;
}

/** A limit by its name in WebGPU. */
export function limitOf(limits: GPUSupportedLimits, name: string): number | undefined {
  const value: unknown = Reflect.get(limits, name);
  return typeof value === "number" ? value : undefined;
}
