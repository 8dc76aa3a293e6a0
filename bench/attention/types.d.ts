/** What a workload says of the attention that it times. One noise head a group, or none. */
export interface Shape {
  readonly name: string;
  readonly title: string;
  readonly groups: number;
  readonly signals: number;
  readonly noise: 0 | 1;
  readonly headDim: number;
  readonly valueDim: number;
  /** Whether the noise head has keys of its own. */
  readonly ownKeys: boolean;
  /** A constant λ, or one for each token and signal head, of which a logit is given. */
  readonly lambda: number | "sigmoid" | undefined;
  readonly headNorm: boolean;
  /** Keys that a token sees at most, its own counted. Only gda's own workloads have one. */
  readonly window?: number;
}

export interface Workload {
  readonly shape: Shape;
  readonly phase: "prefill" | "decode";
  readonly batch: number;
  /** Keys of each sequence: all of them new in prefill, all but one cached in decode. */
  readonly keys: number;
  /** Queries of each sequence: all positions in prefill, the last one in decode. */
  readonly tokens: number;
}

/** Row-major in all engines' terms: b batch, g group, s signal head of the group, t token, n key. */
export interface Problem extends Workload {
  /** [b, g, s, t, d] */
  readonly q1: Float32Array;
  /** [b, g, t, d]; empty without noise. */
  readonly q2: Float32Array;
  /** [b, g, n, d], one of each a group. */
  readonly k1: Float32Array;
  /** As `k1`, and the same array where noise heads share it. */
  readonly k2: Float32Array;
  /** [b, g, n, dv] */
  readonly v: Float32Array;
  /** [b, g, s, t]: λ of each token and signal head, after the sigmoid. */
  readonly lambda: Float32Array;
  /** [b, g, s, t]: its logits. */
  readonly logits: Float32Array;
  /** [dv], after the RMS norm. */
  readonly normWeight: Float32Array;
}

/** A workload that an engine has made ready. */
export interface Prepared {
  /** Everything that is timed: ends with the heads in an array of this process. */
  readonly run: () => Promise<Float32Array>;
  /** Where the dv channels of a head begin in that array. */
  readonly at: (b: number, g: number, s: number, t: number) => number;
  /** Milliseconds between the timestamps of the adapter, without any copy. */
  readonly device?: () => Promise<number>;
  readonly close: () => void | Promise<void>;
}

/** Makes a workload ready. Throws where the engine refuses. */
export type Prepare = (problem: Problem) => Promise<Prepared>;

/** One way to compute the workload with one engine. */
export interface Peer {
  readonly name: string;
  /** Whether it runs on the adapter, or else in code of this process. */
  readonly on: "adapter" | "cpu";
  /** Precisely what its column times. */
  readonly times: string;
  /** Imports the engine. */
  readonly load: (gpu: GPU) => Promise<Prepare>;
}

/** What the adapters that a process used say of themselves, and the drivers that it has loaded. */
export interface AdapterSeen {
  readonly names: readonly string[];
  readonly drivers: readonly string[];
}

/** What a process can be asked for. */
export type Served = Readonly<Record<string, (given: never) => unknown>>;

/** What came of preparing a workload. */
export interface First {
  /** Preparation and the first run, with what is compiled in them. */
  readonly firstMs: number;
  /** Heads of the first run. */
  readonly sample: Float32Array;
  readonly adapter: AdapterSeen;
  readonly timesDevice: boolean;
}

/** The process of an engine. */
export interface EngineProcess extends Served {
  readonly prepare: (workload: Workload) => Promise<First>;
  /** Milliseconds. */
  readonly run: () => Promise<number>;
  /** Milliseconds between timestamps. */
  readonly device: () => Promise<number>;
  /** Heads of the last run. */
  readonly close: () => Promise<Float32Array>;
}

export type Outcome =
  | {
      readonly kind: "timed";
      readonly ms: number;
      readonly fastest: number;
      readonly slowest: number;
      readonly runs: number;
      readonly firstMs: number;
      /** Median between timestamps of the adapter, where the engine lets them be taken. */
      readonly deviceMs?: number;
      readonly adapter: AdapterSeen;
      /** ‖out − float64‖ / ‖float64‖ over sampled rows, of the first or the last run. */
      readonly error: number;
      readonly wrong: boolean;
    }
  /** `failed`: in a timed run, or by a crash or a deadline at any time. */
  | { readonly kind: "refused" | "failed" | "skipped"; readonly reason: string };

export interface Cell {
  readonly workload: Workload;
  readonly peer: string;
  readonly outcome: Outcome;
}

/** The best of several loops that do nothing else. */
export interface Peaks {
  /** Of multiply-adds, each counted as two. */
  readonly gflops: number;
  /** Of reading a buffer. */
  readonly gigabytesPerSecond: number;
  /** What each loop reached, in the same units. */
  readonly loops: Readonly<Record<string, number>>;
}

/** One thing that gda is held to. */
export interface Target {
  readonly what: string;
  /** In words, such as `≤ 1.35 ×`. */
  readonly target: string;
  readonly measured: string;
  /** Nothing where no number was set or it could not be measured. */
  readonly met: boolean | undefined;
  readonly detail: string;
}

export interface Results {
  readonly date: string;
  readonly adapter: string;
  readonly processor: string;
  readonly command: string;
  readonly peaks: Peaks;
  readonly peers: readonly {
    readonly name: string;
    readonly on: Peer["on"];
    readonly times: string;
  }[];
  readonly cells: readonly Cell[];
  readonly targets: readonly Target[];
}

export interface PeaksProcess extends Served {
  readonly peaks: () => Promise<Peaks>;
}
