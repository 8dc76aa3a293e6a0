import { readFile } from "node:fs/promises";
import { Marked } from "marked";
import type { CodeAction, CompletionItem, Diagnostic } from "vscode-languageserver-protocol";
import type { Tokenizer } from "../textmate/tokenizer.js";
import { Document } from "./answers.js";
import type { Session } from "./client.js";
import { code, escaped, markOf, type Shown } from "./code.js";
import { page } from "./page.js";
import { inlineCode, problems } from "./problems.js";
import { half, incomplete, totals, wrong } from "./texts.js";
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
      await this.#hover("hover", "motif-3.gda", "score_scale"),
      await this.#hover("hover-heads", "motif-growth.gda", "signal *="),
      await this.#findings(),
      await this.#fixes(),
      await this.#rewrite(),
      await this.#derived(),
      await this.#completion(),
      await this.#plan(),
    ];
  }

  async #highlighting(name: string, theme: Theme): Promise<Scene> {
    const text = await readFile("examples/motif-3.gda", "utf8");
    return this.#editor(name, theme, "motif-3.gda", text);
  }

  /** What hovers over the first of some text. */
  async #hover(name: string, file: string, found: string): Promise<Scene> {
    const document = await this.#example(file);
    const { line, character } = document.at(found);
    const markdown = new Marked({
      renderer: { code: ({ text }) => `<pre>${code(text, this.#tokenize, dark)}</pre>` },
    });
    const text = await markdown.parse(await document.hover({ line, character }), { async: true });
    const end = character + (/^\w+/.exec(found)?.[0].length ?? 0);
    return this.#editor(name, dark, file, document.text, {
      marks: [{ line, start: character, end, kind: "highlight" }],
      current: line,
      popup: { line, column: character, html: `<div class="hover">${text}</div>` },
    });
  }

  async #findings(): Promise<Scene> {
    const document = await this.#open("wrong.gda", wrong);
    const found = await document.diagnostics();
    const below = problems("wrong.gda", found);
    return this.#editor("findings", dark, "wrong.gda", wrong, { marks: found.map(markFor), below });
  }

  async #fixes(): Promise<Scene> {
    const document = await this.#open("small.gda", incomplete);
    const found = await document.diagnostics();
    const { line, character } = found[0]?.range.start ?? { line: 0, character: 0 };
    const actions = await document.actions({ line, character }, found);
    return this.#editor("quick-fix", dark, "small.gda", incomplete, {
      marks: found.map(markFor),
      current: line,
      bulb: line,
      popup: { line, column: character, html: menu("Quick Fix", actions) },
    });
  }

  async #rewrite(): Promise<Scene> {
    const document = await this.#open("totals.gda", totals);
    const { line, character } = document.at("heads:");
    const actions = await document.actions({ line, character }, []);
    return this.#editor("rewrite", dark, "totals.gda", totals, {
      current: line,
      bulb: line,
      popup: { line, column: character, html: menu("Rewrite", actions) },
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
    const place = document.at("128\n    \n", 8);
    const items = await document.completions(place);
    return this.#editor("completion", dark, "half.gda", half, {
      current: place.line,
      popup: { line: place.line, column: place.character, html: suggestions(items) },
    });
  }

  async #plan(): Promise<Scene> {
    const name = "motif-3.gda";
    const document = await this.#example(name);
    const plan = await document.plan();
    const shown = { lenses: await document.lenses(), current: document.at("group").line };
    const html = code(document.text, this.#tokenize, dark, shown);
    const text = `<pre class="plain">${escaped(plan.text)}</pre>`;
    const panes = [
      { title: name, html, width: 960, height: 490 },
      { title: `${plan.name} plan.txt`, html: text, width: 800, height: 490 },
    ];
    return { name: "plan", html: page({ theme: dark, panes }) };
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
    const { below = "", width = 940, ...rest } = shown;
    const lines = text.trimEnd().split("\n").length;
    const height = lines * 21 + (shown.lenses?.length ?? 0) * 19 + 16;
    const html = code(text, this.#tokenize, theme, rest);
    return { name, html: page({ theme, panes: [{ title, html, width, height }], below }) };
  }
}

function markFor({ range, severity }: Diagnostic) {
  return markOf(range, severity === 1 ? "error" : "warning");
}

function menu(heading: string, actions: readonly CodeAction[]): string {
  const lines = actions.map(({ title }, index) => {
    return `<div class="${index === 0 ? "picked" : ""}">${inlineCode(title)}</div>`;
  });
  return `<div class="menu"><b>${heading}</b>${lines.join("")}</div>`;
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
