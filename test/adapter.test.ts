import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findAdapter } from "../compiler/adapter/index.js";
import { hasGraphicsDevice, installedDrivers } from "../compiler/adapter/drivers.js";

// Below the project, so that the program finds its packages.
const PROGRAM = resolve("node_modules/.cache/gda/adapter-program.mjs");
const onLinux = process.platform === "linux";
let cache: string;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), "gda-cache-"));
  await build({
    entryPoints: ["test/adapter-program.ts"],
    outfile: PROGRAM,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
});

afterAll(() => rm(cache, { recursive: true }));

interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a user would, without what this test process was started with. */
function run(adapter: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: {
      ...process.env,
      GDA_STARTED_WITH: undefined,
      GDA_ADAPTER: adapter,
      XDG_CACHE_HOME: cache,
    },
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  return new Promise((done) => {
    child.on("close", (code, signal) => done({ code, signal, ...output }));
  });
}

const doubledOn = (kind: string) => `${JSON.stringify({ kind, doubled: [2, 4, 6, 8] })}\n`;

test.runIf(onLinux)("two processes unpack SwiftShader at once and both compute on it", async () => {
  const outcomes = await Promise.all([run("swiftshader"), run("swiftshader")]);
  for (const { code, stdout } of outcomes) {
    expect(stdout).toBe(doubledOn("swiftshader"));
    expect(code).toBe(0);
  }
  const unpacked = await readdir(join(cache, "gda"));
  expect(unpacked).toEqual([expect.stringMatching(/^swiftshader-[\d.]+$/)]);
  expect((await readdir(join(cache, "gda", unpacked[0] ?? ""))).sort()).toEqual([
    "libvk_swiftshader.so",
    "libvulkan.so.1",
    "vk_swiftshader_icd.json",
  ]);
});

test.runIf(installedDrivers().lavapipe.length > 0)(
  "lavapipe computes where it is installed",
  async () => {
    expect((await run("lavapipe")).stdout).toBe(doubledOn("lavapipe"));
  },
);

test.runIf(onLinux)("the exit code of the restarted process is kept", async () => {
  expect((await run("swiftshader", "3")).code).toBe(3);
});

test.runIf(onLinux)("the signal that ends the restarted process is kept", async () => {
  expect((await run("swiftshader", "0", "SIGTERM")).signal).toBe("SIGTERM");
});

test("an unknown name in GDA_ADAPTER is an error that lists the known ones", async () => {
  const { code, stderr } = await run("voodoo");
  expect(code).toBe(1);
  expect(stderr).toContain(
    'GDA_ADAPTER is "voodoo", which is no adapter. It can be hardware, lavapipe, swiftshader.',
  );
});

test.runIf(onLinux && !hasGraphicsDevice())(
  "absent hardware is never replaced in silence",
  async () => {
    vi.stubEnv("GDA_STARTED_WITH", undefined);
    await expect(findAdapter("hardware")).rejects.toMatchObject({
      name: "AdapterError",
      code: "GDA7002",
      message: expect.stringContaining("hardware: ") as string,
    });
  },
);

test("the adapter that a process was started with is not searched again", async () => {
  const choice = { kind: "lavapipe", description: "Remembered.", env: {} } as const;
  vi.stubEnv("GDA_STARTED_WITH", JSON.stringify(choice));
  expect(await findAdapter("lavapipe")).toEqual(choice);
});
