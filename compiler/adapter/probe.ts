import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const TIME_LIMIT_MS = 20_000;

/** What Dawn says of the adapter that it opened, or why it opened none. */
export type ProbeResult =
  | { readonly found: true; readonly name: string; readonly cpu: boolean }
  | { readonly found: false; readonly reason: string };

/**
 * Starts a process with the environment and asks Dawn there for an adapter. A process of its own,
 * because the Vulkan loader reads the environment at start, and because a bad driver can crash or hang.
 */
export function probe(env: Readonly<Record<string, string>>): Promise<ProbeResult> {
  const webgpu = pathToFileURL(createRequire(import.meta.url).resolve("webgpu")).href;
  const script = `
    import { create } from ${JSON.stringify(webgpu)};
    const gpu = create([]);
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    const { description, device, isFallbackAdapter } = adapter?.info ?? {};
    console.log(JSON.stringify(adapter && { name: description || device, cpu: isFallbackAdapter }));
    process.exit();`;
  const args = ["--input-type=module", "--eval", script];
  const options = { env: { ...process.env, ...env }, timeout: TIME_LIMIT_MS };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error?.killed) {
        resolve({ found: false, reason: `no answer in ${TIME_LIMIT_MS / 1000} s` });
        return;
      }
      const adapter = error ? null : (JSON.parse(stdout) as { name: string; cpu: boolean } | null);
      resolve(
        adapter
          ? { found: true, ...adapter }
          : {
              found: false,
              reason: firstLine(stderr) ?? error?.message ?? "Dawn gives no adapter",
            },
      );
    });
  });
}

function firstLine(text: string): string | undefined {
  return text.split("\n").find((line) => line.trim() !== "");
}
