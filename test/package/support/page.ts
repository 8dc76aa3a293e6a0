import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** A Chromium of this system. */
export const browser = CHROMIUM.find((path) => existsSync(path));

const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript" };

/** An empty page of a server that has these files, in a Chromium with a WebGPU adapter on the CPU. */
export async function openPage(files: ReadonlyMap<string, string | Uint8Array>): Promise<Page> {
  const server = createServer((request, response) => {
    const path = request.url?.slice(1) ?? "";
    const content = path === "" ? "<!doctype html>" : files.get(path);
    const type = TYPES[path === "" ? "html" : (path.split(".").at(-1) ?? "")] ?? "text/plain";
    response.writeHead(content === undefined ? 404 : 200, { "content-type": type }).end(content);
  }).listen(0);
  onTestFinished(() => void server.close());
  // Chromium brings its own drivers: those chosen for this process would keep it from them.
  const { VK_DRIVER_FILES: _drivers, LD_LIBRARY_PATH: _libraries, ...env } = process.env;
  const started = await chromium.launch({
    executablePath: browser ?? "",
    env: Object.fromEntries(Object.entries(env).map(([name, value = ""]) => [name, value])),
    args: ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--no-sandbox"],
  });
  onTestFinished(() => started.close());
  const page = await started.newPage();
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  await page.goto(`http://localhost:${address.port}/`);
  return page;
}
