// XState: loads an export as a client would and walks it.
import { initialTransition, setup, transition } from "xstate";

function answer(data, name) {
  const value = data[name];
  if (typeof value !== "boolean") throw new Error(`no answer for the guard ${name}`);
  return value;
}

const holds = (data, name) => (name.startsWith("not ") ? !answer(data, name.slice(4)) : answer(data, name));
const all = ({ event }, { guards }) => guards.every((name) => holds(event.data, name));

const leaves = (value, path = []) =>
  typeof value === "string"
    ? [[...path, value].join(".")]
    : Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]));

export const ending = ".xstate.json";

export async function load(text) {
  const machine = setup({ guards: { all } }).createMachine(JSON.parse(text));
  return () => {
    let [snapshot] = initialTransition(machine);
    const send = (type, data) => {
      const [next, actions] = transition(machine, snapshot, { type, data });
      snapshot = next;
      return actions.map((action) => action.type);
    };
    return { send, states: () => leaves(snapshot.value) };
  };
}
