import { hasErrors } from "./analysis.js";
import type { Analysis } from "../analyze.js";
import type { Edit } from "../lint/fix.js";
import type { Configs } from "./lint-config.js";
import { findingsIn } from "./lint-specs.js";
import type { Spec } from "./specs.js";
import type { Workspace } from "./workspace.js";

/** Rounds through all specs; far more than fixes that lead to fixes take. */
const MOST_ROUNDS = 100;

/** A spec that fixes have changed. */
export interface Fixed {
  readonly spec: Spec;
  readonly text: string;
  /** How many findings were mended. */
  readonly count: number;
}

/**
 * Makes the certain fixes in specs, until there are none: in the workspace, not on disk. What would
 * bring an error into any of the specs, or change a plan of theirs, is not made.
 */
export async function fixSpecs(
  specs: readonly Spec[],
  workspace: Workspace,
  configs: Configs,
): Promise<readonly Fixed[]> {
  const fixer = new Fixer(specs, workspace, configs);
  const counts = new Map<Spec, number>();
  // A spec may have findings that wait for another to be mended.
  let mended = true;
  for (let round = 0; mended && round < MOST_ROUNDS; round++) {
    mended = false;
    for (const spec of specs) {
      const count = await fixer.fix(spec);
      if (count > 0) counts.set(spec, (counts.get(spec) ?? 0) + count);
      mended ||= count > 0;
    }
  }
  return [...counts].map(([spec, count]) => ({ spec, text: workspace.text(spec.file), count }));
}

class Fixer {
  readonly #specs: readonly Spec[];
  readonly #workspace: Workspace;
  readonly #configs: Configs;
  /** The keys of fixes that would do harm. */
  readonly #refused = new Set<string>();

  constructor(specs: readonly Spec[], workspace: Workspace, configs: Configs) {
    this.#specs = specs;
    this.#workspace = workspace;
    this.#configs = configs;
  }

  /** Makes the fixes that can be made at once; gives how many. */
  async fix(spec: Spec): Promise<number> {
    const { fixesIn, withoutOverlaps } = await import("../lint/fix.js");
    const analyses = await this.#analyses();
    const own = analyses.find(({ entry }) => entry === spec.file);
    if (!own) return 0;
    const findings = await findingsIn(own, analyses, this.#configs);
    const fixes = withoutOverlaps(
      fixesIn(findings, own.entry).filter(({ key }) => !this.#refused.has(key)),
    );
    if (fixes.length === 0) return 0;
    if (
      await this.#make(
        spec,
        fixes.flatMap(({ edits }) => edits),
      )
    )
      return fixes.length;
    for (const { key, edits } of fixes) {
      if (await this.#make(spec, edits)) return 1;
      this.#refused.add(key);
    }
    return 0;
  }

  /** Makes edits, unless they do harm; gives whether they stay. */
  async #make({ file }: Spec, edits: readonly Edit[]): Promise<boolean> {
    const { edited, plansOf } = await import("../lint/fix.js");
    const before = (await this.#analyses()).map((each) => stateOf(each, plansOf));
    const text = this.#workspace.text(file);
    this.#workspace.replace(file, edited(text, edits));
    const after = (await this.#analyses()).map((each) => stateOf(each, plansOf));
    const harmless = before.every(({ errors, plans }, i) => {
      const now = after[i];
      return now && now.errors <= errors && (errors > 0 || now.plans === plans);
    });
    if (!harmless) this.#workspace.replace(file, text);
    return harmless;
  }

  async #analyses(): Promise<readonly Analysis[]> {
    const analyses: Analysis[] = [];
    for (const spec of this.#specs) analyses.push(await this.#workspace.analysis(spec));
    return analyses;
  }
}

interface State {
  readonly errors: number;
  readonly plans: string;
}

function stateOf(analysis: Analysis, plansOf: (analysis: Analysis) => string): State {
  const errors = analysis.diagnostics.filter((finding) => hasErrors([finding])).length;
  return { errors, plans: plansOf(analysis) };
}
