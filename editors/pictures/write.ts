import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
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

/** A third of the size, by a palette. */
async function save(file: string, picture: Buffer): Promise<void> {
  await sharp(picture).png({ palette: true, effort: 10, dither: 0 }).toFile(file);
}

const session = await startServer("dist/gda/server.cjs", resolve("examples"));
const scenes = await new Scenes(session, await tokenizer(textmate())).all();
await session.close();

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const tab = await browser.newPage({
    viewport: { width: 1840, height: 1000 },
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
    await save(`${out}/${name}.png`, await frame.screenshot({ omitBackground: true }));
  }
  const icon = await readFile(`${icons}/gda.svg`, "utf8");
  await tab.setContent(`<body style="margin:0"><div style="width:128px">${icon}</div>`);
  await save(`${icons}/gda.png`, await tab.locator("svg").screenshot({ omitBackground: true }));
} finally {
  await browser.close();
  await rm(drafts, { recursive: true });
}
