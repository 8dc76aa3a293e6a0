/* What the benchmark uses of engines that only bench/package.json installs. */

declare module "onnxruntime-web/webgpu" {
  import type { InferenceSession as Session, Tensor as OnnxTensor } from "onnxruntime-node";
  export const env: {
    readonly wasm: { numThreads: number };
    readonly webgpu: { readonly device: Promise<GPUDevice> };
    logLevel: "fatal";
  };
  export const InferenceSession: {
    create(
      model: Uint8Array,
      options: Session.SessionOptions & { readonly preferredOutputLocation: "gpu-buffer" },
    ): Promise<Session>;
  };
  export const Tensor: {
    fromGpuBuffer(
      buffer: GPUBuffer,
      options: { readonly dataType: "float32"; readonly dims: readonly number[] },
    ): OnnxTensor;
  };
}

declare module "@jax-js/jax" {
  export interface Array {
    readonly ref: Array;
    mul(other: Array | number): Array;
    add(other: Array | number): Array;
    sub(other: Array): Array;
    div(other: Array): Array;
    reshape(dims: readonly number[]): Array;
    data(): Promise<Float32Array>;
    dispose(): void;
  }
  export function init(device: "webgpu"): Promise<unknown>;
  export function defaultDevice(device: "webgpu"): unknown;
  export function jit<Inputs>(compute: (inputs: Inputs) => Array): (inputs: Inputs) => Array;
  export const nn: { softmax(values: Array, axis: number): Array };
  export const numpy: {
    array(values: Float32Array): Array;
    matmul(a: Array, b: Array): Array;
    mean(values: Array, axis: number, options: { readonly keepdims: boolean }): Array;
    sqrt(values: Array): Array;
    swapaxes(values: Array, a: number, b: number): Array;
  };
}

declare module "@tensorflow/tfjs-backend-webgpu" {}

declare module "@tensorflow/tfjs-core" {
  export interface Tensor {
    data(): Promise<Float32Array>;
    dispose(): void;
  }
  export function setBackend(name: "webgpu"): Promise<boolean>;
  export function ready(): Promise<void>;
  export function tidy(compute: () => Tensor): Tensor;
  export function tensor(values: Float32Array, shape: readonly number[]): Tensor;
  export function reshape(value: Tensor, shape: readonly number[]): Tensor;
  export function matMul(a: Tensor, b: Tensor, turnA?: boolean, turnB?: boolean): Tensor;
  export function mul(a: Tensor, b: Tensor | number): Tensor;
  export function add(a: Tensor, b: Tensor | number): Tensor;
  export function sub(a: Tensor, b: Tensor): Tensor;
  export function div(a: Tensor, b: Tensor): Tensor;
  export function sqrt(value: Tensor): Tensor;
  export function square(value: Tensor): Tensor;
  export function softmax(value: Tensor): Tensor;
  export function mean(value: Tensor, axis: number, keep: boolean): Tensor;
}

declare module "echarts" {
  interface Chart {
    setOption(option: object): void;
    renderToSVGString(): string;
    dispose(): void;
  }
  export function init(
    element: null,
    theme: null,
    options: {
      readonly renderer: "svg";
      readonly ssr: boolean;
      readonly width: number;
      readonly height: number;
    },
  ): Chart;
}
