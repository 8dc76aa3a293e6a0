import type { Model, OpenOptions, Session } from "./api.js";
import { connect } from "./device/connect.js";
import { readPackage, type Package, type PackageReader } from "./package/package.js";
import { PackageSession } from "./session.js";

/**
 * Opens a kernel package on a GPU: reads and checks its manifest, finds WebGPU, and takes the first
 * variant that can run. The type of the model comes from the package's own `index.js`.
 *
 * Throws GDA7101 to GDA7105 for a package that is not sound, GDA7201 to GDA7205 where nothing of it can
 * run, and the reason of a signal that aborts.
 */
export function open<M extends Model = Model>(
  source: Package | PackageReader,
  options?: OpenOptions<M["target"]>,
): Promise<Session<M>>;
export async function open(
  source: Package | PackageReader,
  options: OpenOptions = {},
): Promise<Session> {
  options.signal?.throwIfAborted();
  const opened = typeof source === "function" ? await readPackage(source) : source;
  const connection = await connect(opened.manifest, options);
  const session = new PackageSession(opened, options, connection);
  if (options.signal?.aborted === true) session.close();
  options.signal?.throwIfAborted();
  return session;
}
