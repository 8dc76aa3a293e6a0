/**
 * Numbers that the WebGPU standard fixes. In Node they are no globals unless somebody makes them so,
 * and a library should not.
 */
export const BufferUsage = {
  mapRead: 0x1,
  copySource: 0x4,
  copyTarget: 0x8,
  uniform: 0x40,
  storage: 0x80,
  indirect: 0x100,
  queryResolve: 0x200,
} as const;

export const MAP_READ = 1;

export const STAGE_COMPUTE = 4;
