import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { textmate } from "../textmate/grammar.js";
import { tokenizer } from "../textmate/tokenizer.js";
import { startServer } from "./client.js";
import { Scenes } from "./scenes.js";

/*
 * Takes the pictures of docs/editors.md: the grammar colours the text, the bundled server says the
 * rest, and Chromium shows it. The icon is drawn by it as well.
 */

const out = "docs/pictures";
const drafts = "dist/pictures";
const icons = "editors/vscode/icons";

const session = await startServer("dist/gda/server.cjs", resolve("examples"));
const scenes = await new Scenes(session, await tokenizer(textmate())).all();
await session.close();

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const tab = await browser.newPage({
    viewport: { width: 1720, height: 1000 },
    deviceScaleFactor: 2,
  });
  await mkdir(out, { recursive: true });
  await mkdir(drafts, { recursive: true });
  for (const { name, html } of scenes) {
    const draft = resolve(drafts, `${name}.html`);
    await writeFile(draft, html);
    await tab.goto(pathToFileURL(draft).href);
    await tab.evaluate("document.fonts.ready");
    const frame = tab.locator(".frame");
    await frame.screenshot({ path: `${out}/${name}.png`, omitBackground: true });
  }
  const icon = await readFile(`${icons}/gda.svg`, "utf8");
  await tab.setContent(`<body style="margin:0"><div style="width:128px">${icon}</div>`);
  await tab.locator("svg").screenshot({ path: `${icons}/gda.png`, omitBackground: true });
} finally {
  await browser.close();
  await rm(drafts, { recursive: true });
}
