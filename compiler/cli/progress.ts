import spinner from "yocto-spinner";

const PATIENCE_MS = 1000;

/**
 * Says on a terminal what is being done, once that takes more than a second. `work` may say which
 * part of it has come.
 */
export async function withProgress<T>(
  text: string,
  work: (say: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => {});
  const shown = spinner({ text, stream: process.stderr });
  const timer = setTimeout(() => shown.start(), PATIENCE_MS);
  try {
    return await work((part) => (shown.text = part));
  } finally {
    clearTimeout(timer);
    shown.stop();
  }
}
