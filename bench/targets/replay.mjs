/**
 * The commands that `act` gives with fixed arguments, to be given again: what they cost without
 * whoever thought of them.
 * @param {GPUDevice} device
 * @param {(encoder: GPUCommandEncoder) => void} act
 * @returns {(encoder: GPUCommandEncoder) => void}
 */
export function replayOf(device, act) {
  /** @type {((encoder: GPUCommandEncoder) => void)[]} */
  const calls = [];
  const encoder = device.createCommandEncoder();
  const { queue } = device;
  const write = queue.writeBuffer.bind(queue);
  replace(queue, "writeBuffer", (buffer, offset, data, from, size) => {
    calls.push(() => {
      write(buffer, offset, data, from, size);
    });
    write(buffer, offset, data, from, size);
  });
  Object.defineProperty(encoder, "copyBufferToBuffer", {
    /** @param {[GPUBuffer, number, GPUBuffer, number, number]} given */
    value: (...[source, from, target, to, size]) => {
      calls.push((again) => {
        again.copyBufferToBuffer(source, from, target, to, size);
      });
    },
  });
  /** @type {GPUComputePassEncoder | undefined} */
  let open;
  const begin = encoder.beginComputePass.bind(encoder);
  replace(encoder, "beginComputePass", () => {
    calls.push((again) => {
      open = again.beginComputePass();
    });
    const pass = begin();
    replace(pass, "setPipeline", (pipeline) => {
      calls.push(() => open?.setPipeline(pipeline));
    });
    replace(pass, "setBindGroup", (at, group) => {
      calls.push(() => open?.setBindGroup(at, group));
    });
    replace(pass, "dispatchWorkgroups", (x, y) => {
      calls.push(() => open?.dispatchWorkgroups(x, y));
    });
    replace(pass, "end", () => {
      calls.push(() => open?.end());
    });
    return pass;
  });
  act(encoder);
  Reflect.deleteProperty(queue, "writeBuffer");
  return (again) => {
    for (const call of calls) call(again);
  };
}

/**
 * @template {object} T
 * @template {keyof T} K
 * @param {T} object
 * @param {K} name
 * @param {T[K]} value
 */
function replace(object, name, value) {
  Object.defineProperty(object, name, { configurable: true, value });
}
