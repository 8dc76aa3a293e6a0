import { block, int, kindOr, list, optional, word, type QuantityType, type Row } from "./type.js";

const bytes: QuantityType = { type: "bytes", least: 1, plain: true };
const number = int({ least: 1 });

export const target = {
  features: optional(
    list({
      shader_f16: word("16-bit floats in shaders."),
      subgroups: word("Subgroup operations."),
      subgroup_size_control: word("A shader may ask for a subgroup size."),
      timestamp_query: word("Times measured on the GPU."),
      atomic_vec2u_min_max: word("64-bit atomic minimum and maximum."),
      primitive_index: word("For drawing; no kernel needs it."),
    }),
    "WebGPU features that kernels may use, in snake case.",
    "[]",
  ),
  subgroup_size: optional(
    kindOr({ any: word("Whatever the adapter has.") }, int({ least: 4, most: 128 })),
    "Invocations that run in step.",
    "any",
  ),
  cache_budget: optional(bytes, "How many bytes the KV cache may take."),
  limits: optional(
    block("limits"),
    "WebGPU limits that the adapter has, beyond the guaranteed ones.",
  ),
};

/** WebGPU's limits that compute kernels meet, each with what every adapter guarantees. */
export const limits = {
  max_buffer_size: limit(bytes, "268_435_456", "Bytes of one buffer."),
  max_storage_buffer_binding_size: limit(
    bytes,
    "134_217_728",
    "Bytes of one bound storage buffer.",
  ),
  max_uniform_buffer_binding_size: limit(bytes, "65_536", "Bytes of one bound uniform buffer."),
  max_storage_buffers_per_shader_stage: limit(number, "8", "Storage buffers of one kernel."),
  max_uniform_buffers_per_shader_stage: limit(number, "12", "Uniform buffers of one kernel."),
  max_bind_groups: limit(number, "4", "Bind groups of one pipeline."),
  max_bindings_per_bind_group: limit(number, "1000", "Bindings of one bind group."),
  max_dynamic_storage_buffers_per_pipeline_layout: limit(
    number,
    "4",
    "Storage buffers bound with an offset.",
  ),
  max_dynamic_uniform_buffers_per_pipeline_layout: limit(
    number,
    "8",
    "Uniform buffers bound with an offset.",
  ),
  min_storage_buffer_offset_alignment: limit(
    bytes,
    "256",
    "What storage offsets are multiples of.",
  ),
  min_uniform_buffer_offset_alignment: limit(
    bytes,
    "256",
    "What uniform offsets are multiples of.",
  ),
  max_compute_workgroup_storage_size: limit(bytes, "16_384", "Bytes of workgroup memory."),
  max_compute_invocations_per_workgroup: limit(number, "256", "Invocations of one workgroup."),
  max_compute_workgroup_size_x: limit(number, "256", "Invocations of one workgroup along x."),
  max_compute_workgroup_size_y: limit(number, "256", "Invocations of one workgroup along y."),
  max_compute_workgroup_size_z: limit(number, "64", "Invocations of one workgroup along z."),
  max_compute_workgroups_per_dimension: limit(number, "65_535", "Workgroups along one axis."),
};

function limit(type: Row["type"], guaranteed: string, doc: string): Row {
  return optional(type, doc, guaranteed);
}
