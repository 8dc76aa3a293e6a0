import { readFile } from "node:fs/promises";
import { marked } from "marked";
import type { CodeAction, CompletionItem, Diagnostic } from "vscode-languageserver-protocol";
import type { Tokenizer } from "../textmate/tokenizer.js";
import { Document } from "./answers.js";
import type { Session } from "./client.js";
import { code, escaped, markOf, type Shown } from "./code.js";
import { page } from "./page.js";
import { inlineCode, problems } from "./problems.js";
import { half, misspelt, wrong } from "./texts.js";
import { dark, light, type Theme } from "./theme.js";

/** A picture: its name, and the page that it is taken of. */
export interface Scene {
  readonly name: string;
  readonly html: string;
}

/** All pictures of docs/editors.md, from what a server answers now. */
export class Scenes {
  readonly #session: Session;
  readonly #tokenize: Tokenizer;

  constructor(session: Session, tokenize: Tokenizer) {
    this.#session = session;
    this.#tokenize = tokenize;
  }

  async all(): Promise<readonly Scene[]> {
    return [
      await this.#highlighting("highlighting-dark", dark),
      await this.#highlighting("highlighting-light", light),
      await this.#hover(),
      await this.#findings("findings-dark", dark),
      await this.#findings("findings-light", light),
      await this.#fixes(),
      await this.#derived(),
      await this.#completion(),
      await this.#plan(),
    ];
  }

  async #highlighting(name: string, theme: Theme): Promise<Scene> {
    const text = await readFile("examples/motif-3.gda", "utf8");
    return this.#editor(name, theme, "motif-3.gda", text);
  }

  async #hover(): Promise<Scene> {
    const document = await this.#example("motif-2-12.7b.gda");
    const place = document.at("group[8]");
    const text = await marked.parse(await document.hover(place), { async: true });
    const html = `<div class="hover">${text}</div>`;
    const mark = { line: place.line, start: place.character, end: place.character + 5 };
    return this.#editor("hover", dark, "motif-2-12.7b.gda", document.text, {
      marks: [{ ...mark, kind: "highlight" }],
      current: place.line,
      popup: { line: place.line, column: place.character, html },
      room: 190,
    });
  }

  async #findings(name: string, theme: Theme): Promise<Scene> {
    const document = await this.#open("wrong.gda", wrong);
    const found = await document.diagnostics();
    const below = problems("wrong.gda", found);
    return this.#editor(name, theme, "wrong.gda", wrong, { marks: found.map(markFor), below });
  }

  async #fixes(): Promise<Scene> {
    const document = await this.#open("small.gda", misspelt);
    const found = await document.diagnostics();
    const actions = await Promise.all(found.map((each) => document.actions(each)));
    const at = actions.findIndex((offered) => offered.some(({ isPreferred }) => isPreferred));
    const { line, character } = found[at]?.range.start ?? { line: 0, character: 0 };
    return this.#editor("quick-fix", dark, "small.gda", misspelt, {
      marks: found.map(markFor),
      current: line,
      bulb: line,
      popup: { line, column: character, html: menu(actions.flat()) },
      room: 60,
    });
  }

  async #derived(): Promise<Scene> {
    const document = await this.#example("motif-3.gda");
    return this.#editor("derived", dark, "motif-3.gda", document.text, {
      hints: await document.hints(),
      lenses: await document.lenses(),
      width: 1120,
    });
  }

  async #completion(): Promise<Scene> {
    const document = await this.#open("half.gda", half);
    const place = document.at("lambda: ", 8);
    const items = await document.completions(place);
    return this.#editor("completion", dark, "half.gda", half, {
      current: place.line,
      popup: { line: place.line, column: place.character, html: suggestions(items) },
      room: 90,
    });
  }

  async #plan(): Promise<Scene> {
    const name = "motif-2-12.7b.gda";
    const document = await this.#example(name);
    const plan = await document.plan();
    const shown = { lenses: await document.lenses() };
    const text = code(document.text, this.#tokenize, dark, shown);
    const panes = [
      { title: name, html: text, height: 640 },
      {
        title: `${plan.name} plan.txt`,
        html: `<pre class="plain">${escaped(plan.text)}</pre>`,
        height: 640,
      },
    ];
    return { name: "plan", html: page({ theme: dark, width: 1640, panes }) };
  }

  async #example(file: string): Promise<Document> {
    return this.#open(file, await readFile(`examples/${file}`, "utf8"));
  }

  async #open(file: string, text: string): Promise<Document> {
    return new Document(this.#session.connection, await this.#session.open(file, text), text);
  }

  #editor(
    name: string,
    theme: Theme,
    title: string,
    text: string,
    shown: Shown & {
      readonly room?: number;
      readonly below?: string;
      readonly width?: number;
    } = {},
  ): Scene {
    const { room = 0, below = "", width = 940, ...rest } = shown;
    const lines = text.trimEnd().split("\n").length;
    const height = lines * 21 + (shown.lenses?.length ?? 0) * 19 + 16 + room;
    const html = code(text, this.#tokenize, theme, rest);
    return { name, html: page({ theme, width, panes: [{ title, html, height }], below }) };
  }
}

function markFor({ range, severity }: Diagnostic) {
  return markOf(range, severity === 1 ? "error" : "warning");
}

function menu(actions: readonly CodeAction[]): string {
  const group = (heading: string, kind: string) => {
    const offered = actions.filter((action) => action.kind?.startsWith(kind));
    const lines = offered.map(({ title, isPreferred }) => {
      return `<div class="${isPreferred ? "picked" : ""}">${inlineCode(title)}</div>`;
    });
    return lines.length === 0 ? "" : `<b>${heading}</b>${lines.join("")}`;
  };
  return `<div class="menu">${group("Quick Fix", "quickfix")}${group("Rewrite", "refactor")}</div>`;
}

function suggestions(items: readonly CompletionItem[]): string {
  const sorted = items.toSorted((a, b) =>
    (a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1,
  );
  const lines = sorted.slice(0, 8).map(({ label, detail = "", labelDetails }, index) => {
    const more = labelDetails?.description ?? detail;
    return `<div class="${index === 0 ? "picked" : ""}"><code>${escaped(label)}</code><small>${escaped(more)}</small></div>`;
  });
  return `<div class="menu">${lines.join("")}</div>`;
}
