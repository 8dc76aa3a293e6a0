import { open } from "node:fs/promises";
import type { Reader } from "../../runtime/weights/reader.js";

/** A file on disk that is read in ranges, until it is closed. */
export interface FileReader extends Reader {
  readonly close: () => Promise<void>;
}

export async function openFile(path: string): Promise<FileReader> {
  const handle = await open(path);
  const { size } = await handle.stat();
  return {
    name: path,
    size,
    read: async (start, end) => {
      const bytes = Buffer.allocUnsafeSlow(end - start);
      let done = 0;
      while (done < bytes.length) {
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, start + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
    close: () => handle.close(),
  };
}
