import { readFileSync } from "node:fs";
import { escaped } from "./code.js";
import type { Theme } from "./theme.js";

/** Panes of an editor side by side under their tabs, and what stands below them. */
export interface Window {
  readonly theme: Theme;
  readonly panes: readonly Pane[];
  readonly below?: string;
}

interface Pane {
  readonly title: string;
  readonly html: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

const icon = (theme: Theme) =>
  `<img src="${dataUrl("svg+xml", `editors/vscode/icons/file-${theme.name}.svg`)}" width="16" height="16">`;

function dataUrl(type: string, file: string): string {
  return `data:image/${type};base64,${readFileSync(file).toString("base64")}`;
}

export function page({ theme, panes, below = "" }: Window): string {
  const variables = Object.entries(theme.page).map(([name, colour]) => `--${name}:${colour};`);
  const shown = panes.map(
    ({ title, html, width, height }) =>
      `<section style="width:${width}px"><nav><span>${title.endsWith(".gda") ? icon(theme) : ""}${escaped(title)}</span></nav>` +
      `<main style="height:${height}px">${html}</main></section>`,
  );
  return (
    `<!doctype html><meta charset="utf-8">${fonts}<style>:root{${variables.join("")}}${CSS}</style>` +
    `<div class="frame"><div class="window"><div class="panes">${shown.join("")}</div>${below}</div></div>` +
    `<script>${INTO_VIEW}</script>`
  );
}

/** Moves what hangs over the right edge to the left, as editors do, and makes room below it. */
const INTO_VIEW = `
for (const popup of document.querySelectorAll(".popup")) {
  const pane = popup.closest("main");
  const [inner, outer] = [popup.getBoundingClientRect(), pane.getBoundingClientRect()];
  popup.style.translate = Math.min(0, outer.right - 16 - inner.right) + "px";
  pane.style.height = Math.max(outer.height, inner.bottom + 16 - outer.top) + "px";
}`;

const fonts = ["jetbrains-mono", "inter"]
  .map((name) => import.meta.resolve(`@fontsource-variable/${name}/index.css`))
  .map((href) => `<link rel="stylesheet" href="${href}">`)
  .join("");

const CSS = `
:root { --gutter: 56px; }
* { box-sizing: border-box; }
body { margin: 0; font: 13px "Inter Variable", sans-serif; color: var(--text); background: transparent; }
.frame { display: inline-block; padding: 14px 18px 22px; }
.window { border: 1px solid var(--border); border-radius: 9px; overflow: hidden;
  background: var(--background); box-shadow: 0 6px 16px #0003; }
.panes { display: flex; }
section { flex: none; }
section + section { border-left: 1px solid var(--border); }
nav { height: 36px; background: var(--bar); border-bottom: 1px solid var(--border); display: flex; }
nav span { display: flex; align-items: center; gap: 7px; padding: 0 16px; color: var(--active);
  background: var(--background); border-top: 2px solid var(--accent); border-right: 1px solid var(--border);
  height: 37px; }
main { position: relative; padding: 8px 0; overflow: hidden; }
.line, pre { font: 14px/21px "JetBrains Mono Variable", monospace; font-variant-ligatures: none;
  tab-size: 2; }
.line { position: relative; height: 21px; padding-left: var(--gutter); white-space: pre; }
.line code { font: inherit; }
.line.current { background: var(--line); }
.number { position: absolute; left: 0; width: 36px; text-align: right; color: var(--faint); font-style: normal; }
.current .number { color: var(--active); }
.lens { font: 12px/19px "Inter Variable", sans-serif; color: var(--hint); height: 19px; }
.hint { font-size: 12px; color: var(--hint); background: var(--hinted); border-radius: 4px; padding: 1px 5px;
  margin: 0 1px 0 4px; }
.error { text-decoration: underline wavy var(--error) 1.2px; text-underline-offset: 4px; text-decoration-skip-ink: none; }
.warning { text-decoration: underline wavy var(--warning) 1.2px; text-underline-offset: 4px; text-decoration-skip-ink: none; }
.highlight { background: #5a7fb033; border-radius: 3px; }
.bulb { position: absolute; left: 39px; top: 3px; line-height: 0; }
.popup { position: absolute; top: 23px; z-index: 2; max-width: 660px; width: max-content; white-space: normal;
  background: var(--popup); border: 1px solid var(--edge); border-radius: 6px; box-shadow: 0 4px 14px #0005;
  font: 13px/20px "Inter Variable", sans-serif; }
.hover { padding: 4px 12px; }
.hover p, .hover ul { margin: 6px 0; } .hover ul { padding-left: 20px; }
.hover hr { border: 0; border-top: 1px solid var(--edge); margin: 8px -12px; }
.hover pre { margin: 6px 0; font-size: 13px; line-height: 19px; }
.hover pre .line { padding: 0; height: auto; font-size: 13px; } .hover pre .number { display: none; }
.hover code { font: 12.5px "JetBrains Mono Variable", monospace; font-variant-ligatures: none;
  background: var(--hinted); border-radius: 3px; padding: 1px 4px; }
.hover pre code { background: none; padding: 0; font: inherit; }
.hover table { border-collapse: collapse; margin: 6px 0; }
.hover a { color: var(--accent); text-decoration: none; }
.hover td, .hover th { padding: 2px 14px 2px 0; text-align: left; vertical-align: top; }
.hover thead th:empty { padding: 0; }
.menu { padding: 5px; min-width: 420px; }
.menu b { display: block; font-weight: 600; font-size: 11.5px; color: var(--hint); padding: 4px 10px 3px; }
.menu div { padding: 2px 10px; border-radius: 4px; }
.menu small { color: var(--hint); font-size: 12px; margin-left: 12px; }
.menu .picked { background: var(--selected); }
.menu code, .problems code { font: 12.5px "JetBrains Mono Variable", monospace; font-variant-ligatures: none; }
.problems { border-top: 1px solid var(--border); padding: 6px 14px 10px; line-height: 24px; }
.problems h1 { font-size: 11px; font-weight: 600; letter-spacing: .04em; margin: 2px 0 4px; color: var(--active); }
.problems h1 u { text-decoration: none; border-bottom: 1px solid var(--accent); padding-bottom: 5px; }
.problems p { margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; display: flex; gap: 7px; align-items: center; }
.problems small { color: var(--faint); font-size: 12px; }
.problems .related { padding-left: 26px; color: var(--hint); }
.sign { flex: none; width: 14px; height: 14px; border-radius: 50%; color: var(--background); font: 700 10px/14px "Inter Variable", sans-serif; text-align: center; }
.sign.error-sign { background: var(--error); } .sign.warning-sign { background: var(--warning); border-radius: 3px; }
.link { color: var(--accent); }
pre.plain { margin: 0; padding: 0 18px; font-size: 12.5px; line-height: 18.5px; }
`;
