import { rules } from "../lint/rules.js";
import { Configs } from "./lint-config.js";
import { CONFIG_FILE } from "../lint/schema.js";
import type { LintConfig } from "../lint/index.js";

/** Every rule in a line of its own: code, set, severity as configured here, name, what it finds. */
export async function listRules(chosen: string | undefined): Promise<string> {
  const configs = new Configs(chosen);
  const config = await configs.of(CONFIG_FILE);
  const slugs = Math.max(...rules.map(({ row }) => row.slug.length));
  return rules
    .map(({ row, set, doc }) => {
      const severity = severityOf(row.code, config);
      return `${row.code}  ${set.padEnd("recommended".length)}  ${severity.padEnd("warning".length)}  ${row.slug.padEnd(slugs)}  ${doc}\n`;
    })
    .join("");
}

function severityOf(code: string, config: LintConfig | undefined): string {
  return config?.rules.find(({ rule }) => rule.row.code === code)?.severity ?? "off";
}
