import type { WriteOptions, WriteProgress } from "../checkpoint/write.js";
import { byteSize } from "../report/numbers.js";
import { interruptible } from "./interrupt.js";
import { withProgress } from "./progress.js";

/** A spinner takes no more. */
const EVERY_MS = 100;

/** Writes a checkpoint with its progress on a terminal; an interrupted run cleans up. */
export function writing<T>(
  folder: string,
  write: (options: Pick<WriteOptions, "onProgress" | "signal">) => Promise<T>,
): Promise<T> {
  return withProgress(`Writing ${folder}`, (say) => {
    const start = performance.now();
    let shown = 0;
    const onProgress = (progress: WriteProgress): void => {
      const now = performance.now();
      if (now - shown < EVERY_MS) return;
      shown = now;
      void say(`Writing ${folder}: ${progressText(progress, (now - start) / 1000)}`);
    };
    return interruptible((signal) => write({ onProgress, signal }));
  });
}

/** "1.25 GiB of 23.7 GiB, 80 MiB/s, 4 min left". */
export function progressText({ done, total }: WriteProgress, seconds: number): string {
  const amount = `${byteSize(done)} of ${byteSize(total)}`;
  if (done === 0 || seconds === 0) return amount;
  const left = ((total - done) / done) * seconds;
  const time = left < 60 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`;
  return `${amount}, ${byteSize(Math.round(done / seconds))}/s, ${time} left`;
}
