import { expect, test } from "vitest";
import { chooseVariant } from "../../../runtime/device/variant.js";
import type { AdapterMatch, Variant } from "../../../runtime/manifest.js";
import { openDevice } from "../../runtime/support/devices.js";
import { tinyManifest, tinyVariant } from "../../runtime/support/tiny-package.js";

const device = await openDevice();
const { subgroupMinSize, subgroupMaxSize } = device.adapterInfo;

function choose(wanted: string | undefined, ...changes: readonly Partial<Variant>[]): string {
  const variants = changes.map((change) => ({ ...tinyVariant, ...change }));
  const ability = { features: device.features, limits: device.limits, info: device.adapterInfo };
  try {
    const { variant, skipped } = chooseVariant({ ...tinyManifest, variants }, ability, wanted);
    return [variant.target, ...skipped.map((skip) => `${skip.variant}: ${skip.reason}`)].join("; ");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const portable = { target: "portable" };
const featured = { target: "featured", features: ["float-nonsense"] };
const limited = { target: "limited", limits: { maxComputeWorkgroupStorageSize: 2 ** 40 } };

test("the first that can run is taken, and the others say why they cannot", () => {
  expect(choose(undefined, portable, featured)).toBe("portable");
  expect(choose(undefined, featured, portable)).toBe(
    "portable; featured: the feature `float-nonsense` is missing",
  );
  expect(choose(undefined, limited, portable)).toContain("must be 1099511627776 and is at most");
  expect(choose(undefined, { ...limited, limits: { maxNonsense: 1 } }, portable)).toContain(
    "the limit `maxNonsense` is unknown",
  );
});

test("subgroups must have just the size that the kernels were written for", () => {
  const subgroups = (subgroupSize: number): Partial<Variant> => ({ target: "sub", subgroupSize });
  const fixed = subgroupMinSize === subgroupMaxSize;
  const first = choose(undefined, subgroups(subgroupMinSize), portable).split(";")[0];
  expect(first).toBe(fixed ? "sub" : "portable");
  expect(choose(undefined, subgroups(7), portable)).toMatch(
    /^portable; sub: its subgroups have .* invocations, and the kernels were written for 7$/,
  );
});

test("a variant that was tuned on an adapter runs there alone", () => {
  const { vendor, architecture, device: name, description } = device.adapterInfo;
  const here = { vendor, architecture, device: name, description };
  const tuned = (...adapters: readonly AdapterMatch[]): Partial<Variant> => ({
    target: "tuned",
    adapters,
  });
  const other = { ...here, architecture: "none", description: "another adapter" };
  expect(choose(undefined, tuned(here), portable)).toBe("tuned");
  expect(choose(undefined, tuned(other, here), portable)).toBe("tuned");
  expect(choose(undefined, tuned(other), portable)).toBe(
    `portable; tuned: it was tuned for another adapter, and this is ${description}`,
  );
  const driver = { ...here, description: "another driver" };
  expect(choose(undefined, tuned(driver), portable)).toMatch(
    /^portable; tuned: it was tuned for another driver/,
  );
});

test("the one that is asked for runs, or nothing", () => {
  expect(choose("portable", featured, portable)).toBe("portable");
  expect(choose("featured", featured, portable)).toBe(
    "The variant `featured` cannot run here: the feature `float-nonsense` is missing. Ask for another one, or leave `variant` out to take the first that runs.",
  );
  expect(choose("other", featured, portable)).toContain(
    "the package has only `featured`, `portable`",
  );
});

test("where none can run, each says why", () => {
  expect(choose(undefined, featured, limited)).toMatch(
    /`featured`: the feature `float-nonsense` is missing; `limited`: `maxComputeWorkgroupStorageSize` must be/,
  );
});
