// `node show.mjs CLIENT FILE`: has the compiled client show every line of a JSON Lines file, and says how many.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [client, file] = process.argv.slice(2);
const { shown } = await import(pathToFileURL(client).href);
const lines = readFileSync(file, "utf8").trim().split("\n");
const wrong = lines.filter((line) => /undefined|NaN|\[object/.test(shown(line)));
for (const line of wrong.slice(0, 5)) console.error(`shows as ${shown(line)}: ${line}`);
console.log(`typescript: ${lines.length} lines of real games shown, ${wrong.length} wrong`);
process.exitCode = wrong.length || !lines.length ? 1 : 0;
