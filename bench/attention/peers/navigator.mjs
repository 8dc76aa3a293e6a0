// What engines made for browsers miss in Node.

/**
 * Lets them find WebGPU, on the adapter that this process was started with.
 * @param {GPU} gpu
 */
export function offerNavigator(gpu) {
  const navigator = { gpu, userAgent: "Node", hardwareConcurrency: 2, language: "en" };
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  Object.defineProperty(globalThis, "self", { value: globalThis, configurable: true });
  copySharedMemory();
  addIteratorHelpers();
}

/** Dawn's bindings refuse to write from a SharedArrayBuffer, in which onnxruntime-web has its heap. */
function copySharedMemory() {
  /** @type {ProxyHandler<Function>} */
  const copying = {
    apply: (write, queue, given) => {
      const [buffer, offset, data, first = 0, size] =
        /** @type {[GPUBuffer, number, unknown, number?, number?]} */ (given);
      if (!ArrayBuffer.isView(data) || !(data.buffer instanceof SharedArrayBuffer)) {
        Reflect.apply(write, queue, given);
        return;
      }
      const unit = "BYTES_PER_ELEMENT" in data ? Number(data.BYTES_PER_ELEMENT) : 1;
      const start = data.byteOffset + first * unit;
      const length = size === undefined ? data.byteLength - first * unit : size * unit;
      const copy = new Uint8Array(length);
      copy.set(new Uint8Array(data.buffer, start, length));
      Reflect.apply(write, queue, [buffer, offset, copy, 0, length]);
    },
  };
  /** @type {unknown} */
  const write = Reflect.get(GPUQueue.prototype, "writeBuffer");
  if (typeof write !== "function") return;
  Reflect.set(GPUQueue.prototype, "writeBuffer", new Proxy(write, copying));
}

/** Iterator helpers, which came with Node 22; jax-js uses these. */
function addIteratorHelpers() {
  const arrays = Reflect.getPrototypeOf([][Symbol.iterator]());
  const prototype = arrays && Reflect.getPrototypeOf(arrays);
  if (prototype === null) return;
  if ("map" in prototype) return;
  /** @param {string} name @param {(this: Iterable<unknown>, use: (value: unknown, index: number) => unknown) => unknown} value */
  const add = (name, value) =>
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  add("map", function* (use) {
    let index = 0;
    for (const each of this) yield use(each, index++);
  });
  add("filter", function* (use) {
    let index = 0;
    for (const each of this) if (use(each, index++)) yield each;
  });
  add("toArray", function () {
    return [...this];
  });
  add("some", function (use) {
    return [...this].some((each, index) => use(each, index));
  });
  add("every", function (use) {
    return [...this].every((each, index) => use(each, index));
  });
}
