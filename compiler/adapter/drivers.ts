import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const DRIVER_FOLDERS = ["/etc/vulkan/icd.d", "/usr/share/vulkan/icd.d"];
const LAVAPIPE = /^lvp_icd.*\.json$/;

/** The Vulkan drivers that this system has installed, as paths of their description files. */
export interface InstalledDrivers {
  readonly hardware: readonly string[];
  readonly lavapipe: readonly string[];
}

/** Lists the installed Vulkan drivers. Distributions install those of absent hardware too. */
export function installedDrivers(): InstalledDrivers {
  const hardware: string[] = [];
  const lavapipe: string[] = [];
  for (const folder of DRIVER_FOLDERS) {
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder)) {
      if (!file.endsWith(".json")) continue;
      (LAVAPIPE.test(file) ? lavapipe : hardware).push(join(folder, file));
    }
  }
  return { hardware, lavapipe };
}

/** Whether the kernel shows any graphics device. Without one no hardware driver is worth a probe. */
export function hasGraphicsDevice(): boolean {
  return existsSync("/dev/dri") || readdirSync("/dev").some((name) => name.startsWith("nvidia"));
}
