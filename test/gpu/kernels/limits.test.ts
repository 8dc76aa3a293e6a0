import { expect, it } from "vitest";
import { compileLayers } from "../../../compiler/kernels/compile.js";
import { portableMachine } from "../../../compiler/kernels/machine.js";
import { variantOf } from "../../../compiler/kernels/model.js";
import { chooseVariant } from "../../../runtime/device/variant.js";
import { deviceWithLimits, openDevice } from "../../runtime/support/devices.js";
import { tinyManifest, tinyVariant } from "../../runtime/support/tiny-package.js";
import { openLayer } from "../../support/kernels.js";
import { fact, layerPlan, modelPlan } from "../../support/plans.js";
import { randomWeights } from "../../support/random.js";
import { shapeClasses } from "../../support/shape-classes.js";

/** What kernels need of a device, and what a device is told that has less. */
const layer = layerPlan({ headNorm: { kind: "rms", eps: 1e-5, times: 1 } });
const machines = { subgroup: { hands: "subgroup", team: 8 }, portable: portableMachine } as const;
const variants = Object.entries(machines).map(([name, machine]) =>
  variantOf(name, machine, compileLayers(modelPlan([layer], 16), [layer], machine)),
);
const manifest = {
  ...tinyManifest,
  variants: variants.map(({ target, features, limits, subgroupSize }) => ({
    ...tinyVariant,
    target,
    features,
    limits,
    ...(subgroupSize === undefined ? {} : { subgroupSize }),
  })),
};

it("a device without subgroups takes the portable kernels", async () => {
  const { features, limits, adapterInfo } = await openDevice();
  const { variant, skipped } = chooseVariant(
    manifest,
    { features, limits, info: adapterInfo },
    undefined,
  );
  expect(variant.target).toBe("portable");
  expect(skipped).toEqual([{ variant: "subgroup", reason: "the feature `subgroups` is missing" }]);
});

it.each([
  ["maxStorageBuffersPerShaderStage", 5],
  ["maxComputeWorkgroupStorageSize", 256],
  ["maxComputeInvocationsPerWorkgroup", 16],
] as const)("a device whose %s is %d is told so", async (limit, most) => {
  const device = await deviceWithLimits({ [limit]: most });
  const opened = openLayer(layer, 16, randomWeights(1, layer, 16), portableMachine, {}, device);
  await expect(opened).rejects.toMatchObject({ code: "GDA7203" });
  await expect(opened).rejects.toThrow(
    new RegExp(`\`${limit}\` must be \\d+ and is at most ${most}`),
  );
  device.destroy();
});

it.each(Object.entries(shapeClasses))("%s needs no more than WebGPU guarantees", (_, one) => {
  const plan = layerPlan(one.layer);
  const model = modelPlan([plan], one.hidden, {
    dtype: fact(one.dtype),
  });
  for (const machine of Object.values(machines)) {
    const { limits } = variantOf("test", machine, compileLayers(model, [plan], machine));
    expect(limits["maxComputeInvocationsPerWorkgroup"]).toBeLessThanOrEqual(256);
    expect(limits["maxComputeWorkgroupStorageSize"]).toBeLessThanOrEqual(16_384);
    expect(limits["maxStorageBuffersPerShaderStage"]).toBeLessThanOrEqual(8);
  }
});
