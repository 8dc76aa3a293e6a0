import { Pool } from "./pool.js";
import { Uploads } from "./uploads.js";

/** What passes need and leave behind: buffers for the moment, and the way of small data to them. */
export class Workspace {
  readonly device: GPUDevice;
  readonly pool: Pool;
  readonly uploads: Uploads;

  constructor(device: GPUDevice) {
    this.device = device;
    this.pool = new Pool(device);
    this.uploads = new Uploads(device);
  }

  /**
   * Tells which encoder commands go to next. If it is another one than before, the earlier must be
   * submitted by now: what it reads may be written over or freed.
   */
  begin(encoder: GPUCommandEncoder): void {
    if (this.uploads.begin(encoder)) this.pool.freeReplaced();
  }

  destroy(): void {
    this.pool.destroy();
    this.uploads.destroy();
  }
}
