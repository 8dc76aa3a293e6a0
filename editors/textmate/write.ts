import { writeFile } from "node:fs/promises";
import { texts } from "./texts.js";

for (const [file, text] of texts) await writeFile(file, text);
