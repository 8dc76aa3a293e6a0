import fc from "fast-check";

/** A spec with every kind of declaration, which rest on one another and on `base.gda`. */
const MAIN = `import { Motif } from "gda:families"
import { Base, width as w } from "./base.gda"

// A temperature.
const m = 0.1 * log(64) + 1 // with a remark
const n = m * 2
/// A family of this file.
family Own extends Motif { attention { head_dim: 64 } }

/// The first.
model First extends Own {
  hidden: w, layers: 4, context: 4096, dtype: f16, mlp { width: 4 * w }
  attention {
    group[4] { signal: 4, noise: 1, kv: 1 }
    layers every 2 from 0 { mask: window(keys: 128), score_scale: n / sqrt(head_dim) }
  }
}
model Second extends First { layers: 2, attention { rope { theta: 500_000 } } }
growth Grown {
  stage wide from First at 1T tokens { attention { group { signal *= 2 } }, copies: tile }
  assert wide == First
}
target Laptop { features: [subgroups], subgroup_size: 32, cache_budget: 512 MiB }
model Third extends Base { attention { heads: 8, softcap: m } }
`;

const BASE = `const width = 64
/// What others extend.
model Base {
  hidden: width, layers: 2, context: 128, dtype: f32
  attention { heads: 4, head_dim: 16, rope: none, mask: causal }
}
`;

/** One change to one of the two files. */
export type Edit =
  | { readonly kind: "type"; readonly file: File; readonly at: number; readonly text: string }
  | { readonly kind: "delete"; readonly file: File; readonly at: number; readonly length: number }
  | {
      readonly kind: "paste";
      readonly file: File;
      readonly at: number;
      readonly from: number;
      readonly length: number;
    }
  | { readonly kind: "breaks"; readonly file: File; readonly text: "\n" | "\r\n" | "\r" }
  | { readonly kind: "undo"; readonly file: File };

type File = "main.gda" | "base.gda";

const pieces: readonly string[] = [
  ...Array.from('{}()[]:,."/*=+- \n\t\r#ax1é😀\uFEFF\u00A0\uD800'),
  "\r\n",
  "//",
  "///",
  "/*",
  "*/",
  "model ",
  "\nmodel X extends First { }\n",
  "\nconst n = 1\n",
  'import { First } from "./main.gda"\n',
  "mask: full",
  "layers: 3",
  "group[2] { signal: 3 }",
  "growth ",
  "stage x from First at 2T tokens { }\n",
  "Own",
  "First",
  "width",
  "\nfamily ",
];

const file = fc.constantFrom<File>("main.gda", "main.gda", "main.gda", "base.gda");
const at = fc.double({ min: 0, max: 1, noNaN: true });

/** Edits as people make them, and as they do not. Places are parts of the text's length. */
export const arbitraryEdit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant("type"), file, at, text: fc.constantFrom(...pieces) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("delete"),
      file,
      at,
      length: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("paste"),
      file,
      at,
      from: at,
      length: fc.integer({ min: 1, max: 300 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("breaks"),
      file,
      text: fc.constantFrom("\n", "\r\n", "\r"),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("undo"), file }) },
);

/** Two texts that are edited, and their earlier versions. */
export class Texts {
  readonly now: Record<File, string> = { "main.gda": MAIN, "base.gda": BASE };
  private readonly before: Record<File, string[]> = { "main.gda": [], "base.gda": [] };

  make(edit: Edit): void {
    const text = this.now[edit.file];
    if (edit.kind === "undo") {
      this.now[edit.file] = this.before[edit.file].pop() ?? text;
      return;
    }
    this.before[edit.file].push(text);
    this.now[edit.file] = changed(text, edit);
  }
}

function changed(text: string, edit: Exclude<Edit, { kind: "undo" }>): string {
  if (edit.kind === "breaks") return text.replaceAll(/\r\n|\r|\n/g, edit.text);
  const place = Math.floor(edit.at * text.length);
  const [before, after] = [text.slice(0, place), text.slice(place)];
  switch (edit.kind) {
    case "type":
      return before + edit.text + after;
    case "delete":
      return before + after.slice(edit.length);
    case "paste": {
      const from = Math.floor(edit.from * text.length);
      return before + text.slice(from, from + edit.length) + after;
    }
  }
}
