import type { LoadOptions, Layer, OpenOptions, Session } from "./api.js";
import { closed, noSuchLayer } from "./codes.js";
import { connect, type Connection, type ConnectOptions } from "./device/connect.js";
import { Gpu } from "./device/gpu.js";
import { gdaError } from "./error.js";
import { SessionLayer, type Host } from "./layer.js";
import type { Manifest } from "./manifest.js";
import type { Named } from "./named.js";
import type { Package } from "./package/package.js";
import { Turns } from "./turns.js";
import { memoryWeights, type Tensor } from "./weights/tensor.js";
import type { Weights } from "./weights/weights.js";

type WeightsLike = Weights | Named<Tensor>;

/** A package on a device that it opened or was given. */
export class PackageSession implements Session {
  readonly #package: Package;
  readonly #options: OpenOptions;
  readonly #layers = new Set<SessionLayer>();
  readonly #host: Host;
  #connection: Connection;
  #gpu: Gpu;
  #closed = false;

  constructor(source: Package, options: OpenOptions, connection: Connection) {
    this.#package = source;
    this.#options = options;
    this.#connection = connection;
    this.#gpu = this.#adopt(connection);
    this.#host = {
      manifest: source.manifest,
      turns: new Turns(),
      onProgress: options.onProgress ?? ((): void => undefined),
      gpu: () => this.#open(),
      forget: (layer) => this.#layers.delete(layer),
    };
  }

  get manifest(): Manifest {
    return this.#package.manifest;
  }

  get variant(): string {
    return this.#connection.variant.target;
  }

  get skipped(): Connection["skipped"] {
    return this.#connection.skipped;
  }

  get device(): GPUDevice {
    return this.#open().device;
  }

  async layer(index: number, weights: WeightsLike, options: LoadOptions = {}): Promise<Layer> {
    options.signal?.throwIfAborted();
    const gpu = this.#open();
    gpu.check();
    const entry = this.manifest.layers.find((layer) => layer.index === index);
    if (entry === undefined) {
      const indices = this.manifest.layers.map((layer) => layer.index);
      throw gdaError(noSuchLayer, { index, layers: `layers ${indices.join(", ")}` });
    }
    const layer = new SessionLayer(
      this.#host,
      entry,
      isWeights(weights) ? weights : memoryWeights(weights),
    );
    await layer.load(gpu, options.signal);
    this.#layers.add(layer);
    return layer;
  }

  reopen(where: Pick<ConnectOptions, "gpu" | "device"> = {}): Promise<void> {
    return this.#host.turns.take(async () => {
      this.#open();
      const { device: _lost, ...options } = this.#options;
      const connection = await connect(this.manifest, { ...options, ...where });
      this.#gpu.destroy();
      this.#connection = connection;
      this.#gpu = this.#adopt(connection);
      for (const layer of this.#layers) await layer.load(this.#gpu);
    });
  }

  close(): void {
    if (this.#closed) return;
    for (const layer of this.#layers) layer.destroy();
    this.#closed = true;
    this.#gpu.destroy();
  }

  #adopt(connection: Connection): Gpu {
    return new Gpu(connection, this.#package.text, this.#options.timing === true);
  }

  #open(): Gpu {
    if (!this.#closed) return this.#gpu;
    throw gdaError(closed, { what: "session", advice: "Open the package again." });
  }
}

function isWeights(weights: WeightsLike): weights is Weights {
  return "read" in weights && typeof weights.read === "function";
}
