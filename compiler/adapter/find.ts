import { adapterError } from "./adapter-error.js";
import { preferenceFromEnvironment } from "./choice.js";
import { adapterNotHere, noAdapterHere } from "./codes.js";
import type { AdapterChoice, AdapterPreference } from "./choice.js";
import { hasGraphicsDevice, installedDrivers } from "./drivers.js";
import { probe } from "./probe.js";
import { startedWith } from "./started-with.js";
import { swiftShaderEnvironment } from "./swiftshader.js";

/** A choice, or the reason why there is none of that kind here. */
type Attempt = AdapterChoice | string;

const ATTEMPTS: Record<AdapterPreference, () => Promise<Attempt>> = {
  hardware: tryHardware,
  lavapipe: tryLavapipe,
  swiftshader: trySwiftShader,
};

/**
 * Finds a WebGPU adapter for Node. On Linux that is the first of hardware, Mesa's lavapipe and
 * SwiftShader that Dawn accepts; elsewhere the system's own. The preference, or else the environment
 * variable `GDA_ADAPTER`, allows one only.
 *
 * @throws AdapterError when there is none (`GDA7001`) or not the one asked for (`GDA7002`).
 */
export async function findAdapter(
  preference: AdapterPreference | undefined = preferenceFromEnvironment(),
): Promise<AdapterChoice> {
  const current = startedWith();
  if (current && (preference ?? current.kind) === current.kind) return current;
  if (process.platform !== "linux") return nativeAdapter(preference);

  const reasons: string[] = [];
  for (const [kind, attempt] of Object.entries(ATTEMPTS)) {
    if (preference !== undefined && kind !== preference) continue;
    const result = await attempt();
    if (typeof result !== "string") return result;
    reasons.push(`${kind}: ${result}`);
  }
  if (preference === undefined) throw adapterError(noAdapterHere, { reasons });
  const problem = `The adapter asked for is not here.\n${reasons.join("\n")}`;
  throw adapterError(adapterNotHere, { problem });
}

function nativeAdapter(preference: AdapterPreference | undefined): AdapterChoice {
  if (preference === "lavapipe" || preference === "swiftshader") {
    throw adapterError(adapterNotHere, { problem: `The adapter ${preference} is for Linux only.` });
  }
  return { kind: "native", description: "The graphics adapter of this system.", env: {} };
}

async function tryHardware(): Promise<Attempt> {
  const { hardware } = installedDrivers();
  if (hardware.length === 0) return "no Vulkan driver of a graphics card is installed";
  if (!hasGraphicsDevice()) return "the system shows no graphics device (/dev/dri, /dev/nvidia*)";
  const env = { VK_DRIVER_FILES: hardware.join(":") };
  const result = await probe(env);
  if (!result.found) return `Dawn does not open it (${result.reason})`;
  if (result.cpu) return `Dawn opens only a software adapter (${result.name})`;
  return { kind: "hardware", description: `The graphics card ${result.name}.`, env };
}

async function tryLavapipe(): Promise<Attempt> {
  const { lavapipe } = installedDrivers();
  if (lavapipe.length === 0) return "Mesa's CPU driver is not installed (mesa-vulkan-drivers)";
  const env = { VK_DRIVER_FILES: lavapipe.join(":") };
  const result = await probe(env);
  // Debian 12's own Mesa, 22.3, ends here: Dawn misses a feature in it.
  if (!result.found) return `Dawn does not open it; it needs Mesa 23 or newer (${result.reason})`;
  return { kind: "lavapipe", description: `Mesa's lavapipe on the CPU, ${result.name}.`, env };
}

async function trySwiftShader(): Promise<Attempt> {
  const env = await swiftShaderEnvironment();
  if (env === undefined) return "the optional package @sparticuz/chromium (Linux x64) is missing";
  const result = await probe(env);
  if (!result.found) return `Dawn does not open it (${result.reason})`;
  return { kind: "swiftshader", description: `SwiftShader on the CPU, ${result.name}.`, env };
}
