// SCXML: loads an export into SCION and walks it.
import { promisify } from "node:util";
import scxml from "@scion-scxml/scxml";

export const ending = ".scxml";

export async function load(text) {
  const model = await promisify(scxml.documentStringToModel)("", text);
  const prepared = await promisify(model.prepare.bind(model))();
  return () => {
    const run = [];
    const log = (_label, name) => run.push(name);
    const interpreter = new scxml.core.Statechart(prepared, { console: { log } });
    interpreter.start();
    const send = (name, data) => {
      run.length = 0;
      interpreter.gen({ name, data });
      return [...run];
    };
    return { send, states: () => interpreter.getConfiguration() };
  };
}
