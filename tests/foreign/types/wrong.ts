/** What the types refuse: each line below a remark would be an error if it stood there without it. */
import type { Command, Decision, Effect, MtgEvent, Scenario, Snapshot, View } from "./mtg_fsm.js";

// @ts-expect-error no command has this name
export const unknownAction: Command = { action: "dance" };
// @ts-expect-error the tag cannot be left out
export const noAction: Command = { player: "A" };
// @ts-expect-error a land has to be named
export const missingField: Command = { action: "play_land" };
// @ts-expect-error a key that this command does not have
export const unknownKey: Command = { action: "pass", speed: "instant" };
// @ts-expect-error a list where a mapping is
export const wrongType: Command = { action: "attack", attackers: ["bear"] };
// @ts-expect-error misspelt
export const misspeltEvent: MtgEvent["event"] = "card_drwan";
// @ts-expect-error a step that there is not
export const misspeltStep: MtgEvent["step"] = "end_of_turn";
// @ts-expect-error an effect has its own keys
export const wrongEffect: Effect = { effect: "draw", amount: 2 };
// @ts-expect-error nested as deep as you like
export const wrongInside: Command = { action: "cast", name: "x", effects: [{ effect: "extra_turn", then: [{ effect: "skip" }] }] };
// @ts-expect-error a kind of decision that there is not
export const wrongKind: Decision["kind"] = "choose_colour";
// @ts-expect-error another version
export const wrongVersion: Snapshot["version"] = 99;
// @ts-expect-error a state that the turn machine does not have
export const wrongState: View["states"]["turn"] = "combat.tea";
// @ts-expect-error a phase has no `nth`
export const wrongScenario: Scenario = { scenario: "x", until: { turn: 1, phase: "combat" } };

export function narrowed(event: MtgEvent, command: Command): string {
  // @ts-expect-error not every event has a card
  const unnarrowed: string = event.card;
  if (event.event === "card_drawn") {
    // @ts-expect-error this one has no mana
    return unnarrowed + event.mana;
  }
  switch (command.action) {
    case "pass":
      return event.event;
    default:
      // @ts-expect-error cases are left
      return left(command);
  }
}

function left(value: never): never {
  return value;
}
