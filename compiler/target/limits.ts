import { limits as rows } from "../facts/target.js";
import { thousands } from "../plan/numbers.js";

/** WebGPU's limits by name, with what every adapter guarantees. */
export const guaranteed: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(rows).map(([name, { default: text = "" }]) => [
    name,
    Number(text.replaceAll("_", "")),
  ]),
);

/** Whether a smaller value of a limit allows more: alignments alone. */
export function lowerIsBetter(limit: string): boolean {
  return limit.startsWith("min_");
}

/** A limit's value: "16,384 bytes". */
export function valueText(limit: string, value: number): string {
  const bytes = counted[limit]?.startsWith("bytes") === true;
  return bytes ? `${thousands(value)} bytes` : thousands(value);
}

/** A limit's value with what it counts: "16,384 bytes of workgroup memory". */
export function limitText(limit: string, value: number): string {
  const of = counted[limit];
  return of === undefined ? thousands(value) : `${thousands(value)} ${of}`;
}

const counted: Readonly<Record<string, string>> = {
  max_buffer_size: "bytes in one buffer",
  max_storage_buffer_binding_size: "bytes in one storage binding",
  max_uniform_buffer_binding_size: "bytes in one uniform binding",
  max_storage_buffers_per_shader_stage: "storage buffers",
  max_uniform_buffers_per_shader_stage: "uniform buffers",
  max_bind_groups: "bind groups",
  max_bindings_per_bind_group: "bindings in one group",
  max_dynamic_storage_buffers_per_pipeline_layout: "storage buffers with an offset",
  max_dynamic_uniform_buffers_per_pipeline_layout: "uniform buffers with an offset",
  min_storage_buffer_offset_alignment: "bytes of alignment",
  min_uniform_buffer_offset_alignment: "bytes of alignment",
  max_compute_workgroup_storage_size: "bytes of workgroup memory",
  max_compute_invocations_per_workgroup: "invocations in one workgroup",
  max_compute_workgroup_size_x: "invocations along x",
  max_compute_workgroup_size_y: "invocations along y",
  max_compute_workgroup_size_z: "invocations along z",
  max_compute_workgroups_per_dimension: "workgroups along one axis",
};
