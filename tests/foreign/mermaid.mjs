// node mermaid.mjs FOLDER: has Mermaid itself parse every source of a folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";

// Mermaid cleans texts with what a browser has.
globalThis.window = new JSDOM("").window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");

const [folder] = process.argv.slice(2);
let [sources, wrong] = [0, 0];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".mmd")).sort()) {
  sources += 1;
  try {
    const { diagramType } = await mermaid.parse(readFileSync(join(folder, file), "utf8"));
    if (diagramType !== "stateDiagram") throw new Error(`a ${diagramType}, not a stateDiagram`);
  } catch (error) {
    wrong += 1;
    console.log(`${file}: ${error.message}`);
  }
}
console.log(`mermaid: ${sources} sources, ${wrong} wrong`);
process.exitCode = sources && !wrong ? 0 : 1;
