import type { Diagnostic } from "vscode-languageserver-protocol";
import { escaped } from "./code.js";

/** The list of problems below an editor, with the places that took part. */
export function problems(file: string, found: readonly Diagnostic[]): string {
  const lines = found.flatMap(({ message, severity, code, range, relatedInformation = [] }) => {
    const text = typeof message === "string" ? message : message.value;
    const [first = "", ...more] = text.split("\n");
    const kind = severity === 1 ? "error" : "warning";
    const related = relatedInformation.map((each) => line(each.message, each.location.range.start));
    return [
      `<p><i class="sign ${kind}-sign">${kind === "error" ? "✕" : "!"}</i><span>${inlineCode(first)}</span> ` +
        `<small>gda(<span class="link">${code}</span>) ${placeOf(range.start)}</small></p>`,
      ...more.map((help) => `<p class="related"><span>${inlineCode(help)}</span></p>`),
      ...related.map((html) => `<p class="related">${html}</p>`),
    ];
  });
  return (
    `<div class="problems"><h1><u>PROBLEMS</u> &nbsp;${found.length}</h1>` +
    `<p>${escaped(file)}</p>${lines.join("")}</div>`
  );

  function line(message: string, start: Place): string {
    return `${escaped(file)} <small>${placeOf(start)}</small> <span>${inlineCode(message)}</span>`;
  }
}

interface Place {
  readonly line: number;
  readonly character: number;
}

function placeOf({ line, character }: Place): string {
  return `[Ln ${line + 1}, Col ${character + 1}]`;
}

/** A message with what stands in backquotes as code. */
export function inlineCode(text: string): string {
  return escaped(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
