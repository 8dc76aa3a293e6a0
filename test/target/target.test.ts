import { describe, expect, it } from "vitest";
import { analyze } from "../../compiler/analyze.js";
import { fits } from "../../compiler/target/fits.js";
import { portable } from "../../compiler/target/portable.js";

function target(body: string) {
  const text = `target Laptop { ${body} }`;
  const { targets, diagnostics } = analyze("main.gda", { read: () => text });
  return {
    plan: targets[0],
    findings: diagnostics.map(({ code, message }) => `${code} ${message}`),
  };
}

describe("a target", () => {
  it("is its own limits over the guaranteed ones", () => {
    const { plan, findings } = target(
      "features: [shader_f16, subgroups], subgroup_size: 32, cache_budget: 512 MiB, " +
        "limits { max_compute_workgroup_storage_size: 32 KiB, max_compute_workgroup_size_x: 512 }",
    );
    expect(findings).toEqual([]);
    expect(plan).toMatchObject({
      name: "Laptop",
      features: ["shader_f16", "subgroups"],
      subgroupSize: 32,
      cacheBudget: 512 * 2 ** 20,
      limits: {
        ...portable.limits,
        max_compute_workgroup_storage_size: 32_768,
        max_compute_workgroup_size_x: 512,
      },
    });
  });

  it("without a word is portable", () => {
    const { name, features, limits, subgroupSize, cacheBudget } = portable;
    expect(name).toBe("portable");
    expect(target("").plan).toMatchObject({ features, limits, subgroupSize });
    expect(target("").plan?.cacheBudget).toBe(cacheBudget);
  });

  it("that binds more than the guaranteed buffer has larger buffers", () => {
    const { plan } = target("limits { max_storage_buffer_binding_size: 1 GiB }");
    expect(plan?.limits["max_buffer_size"]).toBe(2 ** 30);
  });

  it("is in reach of a file that imports it, by the name that it has there", () => {
    const files: Readonly<Record<string, string>> = {
      "main.gda": 'import { Laptop as Mine } from "laptop.gda"',
      "laptop.gda": "target Laptop { features: [subgroups] }",
    };
    const { targets } = analyze("main.gda", { read: (file) => files[file] });
    expect(targets).toMatchObject([{ name: "Mine", features: ["subgroups"] }]);
  });

  it("may state what is guaranteed, and lower alignments", () => {
    const same = "max_bind_groups: 4, min_storage_buffer_offset_alignment: 32";
    expect(target(`limits { ${same} }`).findings).toEqual([]);
  });
});

// The guaranteed limits of https://www.w3.org/TR/webgpu/#limits.
it.each([
  ["max_buffer_size", 268_435_456],
  ["max_storage_buffer_binding_size", 134_217_728],
  ["max_compute_workgroup_storage_size", 16_384],
  ["max_compute_invocations_per_workgroup", 256],
  ["max_compute_workgroup_size_z", 64],
  ["max_compute_workgroups_per_dimension", 65_535],
])("portable has a %s of %d", (limit, value) => {
  expect(portable.limits[limit]).toBe(value);
});

describe("what is wrong is told", () => {
  it.each([
    [
      "GDA6001 Every WebGPU adapter has `max_bind_groups` of 4 or more; 2 says nothing.",
      "limits { max_bind_groups: 2 }",
    ],
    [
      "GDA6001 Every WebGPU adapter has `min_storage_buffer_offset_alignment` of 256 bytes or less; " +
        "512 bytes says nothing.",
      "limits { min_storage_buffer_offset_alignment: 512 }",
    ],
    [
      "GDA6002 `max_storage_buffer_binding_size` is 1,073,741,824 bytes, but with `max_buffer_size` " +
        "no buffer has more than 536,870,912 bytes.",
      "limits { max_buffer_size: 512 MiB, max_storage_buffer_binding_size: 1 GiB }",
    ],
    [
      "GDA6003 A subgroup has 4, 8, 16, 32, 64 or 128 invocations, not 24.",
      "features: [subgroups], subgroup_size: 24",
    ],
    ["GDA6003 `subgroup_size: 32` needs `subgroups` among the features.", "subgroup_size: 32"],
  ])("%s", (finding, body) => {
    expect(target(body).findings).toEqual([finding]);
  });

  it("that a feature or a limit is misspelt, with what was meant", () => {
    const { findings } = target("features: [shader_f61], limits { max_buffer_sise: 1 GiB }");
    expect(findings.join("\n")).toContain("did you mean `shader_f16`?");
    expect(findings.join("\n")).toContain("did you mean `max_buffer_size`?");
  });
});

describe("kernels fit", () => {
  const from = [{ file: "main.gda", start: 1, end: 2 }] as const;
  const tile = {
    what: "Prefill of layer 0",
    limit: "max_compute_workgroup_storage_size",
    needs: 24_576,
    from,
  };

  it("a target that has what they need", () => {
    const plan = target("limits { max_compute_workgroup_storage_size: 32 KiB }").plan ?? portable;
    expect(fits(plan, [tile])).toEqual([]);
    expect(fits(portable, [{ ...tile, needs: 16_384 }])).toEqual([]);
  });

  it("or a finding says by how much they do not", () => {
    const [finding] = fits(portable, [tile]);
    expect(finding?.code).toBe("GDA6101");
    expect(finding?.message).toBe(
      "Prefill of layer 0 needs 24,576 bytes of workgroup memory; `portable` has 16,384.",
    );
    expect(finding?.primary.span).toEqual(from[0]);
  });

  it("or which feature is missing", () => {
    const need = { what: "Decode of layer 3", feature: "subgroups", from };
    expect(fits(portable, [need]).map(({ message }) => message)).toEqual([
      "Decode of layer 3 needs the feature `subgroups`, which `portable` does not list.",
    ]);
  });

  it("alignments that are multiples of the target's", () => {
    const need = { what: "Decode of layer 3", limit: "min_storage_buffer_offset_alignment", from };
    expect(fits(portable, [{ ...need, needs: 512 }])).toEqual([]);
    expect(fits(portable, [{ ...need, needs: 128 }])).toHaveLength(1);
  });
});
