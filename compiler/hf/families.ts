import { deepseekV2, deepseekV3 } from "./deepseek.js";
import { diffLlama } from "./diff-llama.js";
import type { Family } from "./family.js";
import { gemma2 } from "./gemma2.js";
import { gemma3, gemma3Text } from "./gemma3.js";
import { gptOss } from "./gpt-oss.js";
import { llama } from "./llama.js";
import { mistral } from "./mistral.js";
import { motif } from "./motif.js";
import { motif3 } from "./motif3.js";
import { qwen2, qwen3 } from "./qwen.js";

/** Every family whose configs can be read; of two that could write a plan, the first does. */
export const families: readonly Family[] = [
  motif,
  motif3,
  diffLlama,
  llama,
  qwen2,
  qwen3,
  mistral,
  gemma2,
  gemma3Text,
  gemma3,
  gptOss,
  deepseekV3,
  deepseekV2,
];
