import { expect, test } from "vitest";
import { analysed, model, noisy, plain } from "./spec.js";

/* Files that nobody writes are answered within seconds, with few findings. */

const many = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const child = model(`group[8] { signal: 4, noise: 1 }, ${noisy}`).replace("40", "400");

test.each([
  ["layers", model(plain).replace("40", "1_000_000_000")],
  ["heads", model(`group[65_536] { signal: 65_536 }, ${plain.replace("heads: 32, ", "")}`)],
  ["models", child + many(4000, (i) => `model A${i} extends A { }`)],
  ["parents", child + many(4000, (i) => `model A${i} extends A${i - 1} { }`).replace("A-1", "A")],
  ["`layers` blocks", model(many(4000, () => "layers all { softcap: 5 }") + `\n${plain}`)],
  ["repeated facts", model(many(4000, () => "softcap: 5"))],
  ["unknown facts", model(many(4000, () => "softcapp: 5"))],
  ["classes", model(many(4000, (i) => `group a${i}[2] { signal: 4 }`))],
  ["arguments", model(`mask: window(${"keys: 3, ".repeat(4000)})`)],
  ["constants in a row", many(4000, (i) => `const c${i} = c${i + 1}`)],
  ["unknown names", many(4000, (i) => `const c${i} = d${i}`)],
  [
    "params in a row",
    model(
      plain,
      many(4000, (i) => `param p${i} = p${i + 1}`),
    ),
  ],
  ["stages", child + `growth G {\n${many(300, (i) => `stage s${i} from A at 0 tokens { }`)}\n}`],
  ["one layer each", model(many(900, (i) => `layers ${i} { softcap: 5 }`) + `\n${plain}`)],
])(
  "many %s",
  (_, text) => {
    const { diagnostics } = analysed(text);
    expect(diagnostics.length).toBeLessThan(5000);
  },
  20_000,
);
