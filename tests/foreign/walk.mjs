// node walk.mjs xstate|scxml FOLDER: walks every recorded way through the export that it is of.
//
// NAME.ways.json has `initial`, the state of each machine at first, `steps`, and `ways`, lists of numbers of steps. After
// each step the states have to be those of the step, and the callbacks that were run have to be its callbacks, in order.
// The last line says how many walks and steps there were, and how many walks were wrong.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [format, folder] = process.argv.slice(2);
const { ending, load } = await import(`./${format}.mjs`);
const WAYS = ".ways.json";
const SHOWN = 5;

const same = (left, right) => left.length === right.length && left.every((item, index) => item === right[index]);

function faultOf(start, { initial, steps }, way) {
  const machine = start();
  const states = { ...initial };
  for (const number of way) {
    const { machine: name, event, data, state, callbacks } = steps[number];
    const before = states[name];
    states[name] = state;
    const run = machine.send(event, data);
    const where = `${event} in ${before}`;
    const [reached, expected] = [machine.states().sort(), Object.values(states).sort()];
    if (!same(reached, expected)) return `${where}: reached ${reached}, not ${expected}`;
    if (!same(run, callbacks)) return `${where}: ran ${run}, not ${callbacks}`;
  }
  return null;
}

let [walks, steps, wrong] = [0, 0, 0];
for (const file of readdirSync(folder).filter((name) => name.endsWith(WAYS)).sort()) {
  const name = file.slice(0, -WAYS.length);
  const start = await load(readFileSync(join(folder, name + ending), "utf8"));
  const recorded = JSON.parse(readFileSync(join(folder, file), "utf8"));
  for (const way of recorded.ways) {
    let fault;
    try {
      fault = faultOf(start, recorded, way);
    } catch (error) {
      fault = error.message;
    }
    walks += 1;
    steps += way.length;
    if (fault && ++wrong <= SHOWN) console.log(`${name}${ending}: ${fault}`);
  }
}
console.log(`${walks} walks, ${steps} steps, ${wrong} wrong`);
process.exitCode = walks && !wrong ? 0 : 1;
