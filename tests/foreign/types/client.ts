/** A client of a game: it takes what the server sends line by line, shows it as text, and says what to answer. */
import type { Command, Decision, Effect, MtgEvent, Snapshot, View } from "./mtg_fsm.js";

/** A line from the server. */
export type Message =
  | { kind: "event"; data: MtgEvent }
  | { kind: "decision"; data: Decision }
  | { kind: "command"; data: Command }
  | { kind: "view"; data: View }
  | { kind: "snapshot"; data: Snapshot };

/** Cannot be called once every case is handled; at run time it tells of one that the types do not know. */
function unhandled(value: never): never {
  throw new Error(`not in the types: ${JSON.stringify(value)}`);
}

/** A line as text. */
export function shown(line: string): string {
  const message = JSON.parse(line) as Message;
  switch (message.kind) {
    case "event":
      return told(message.data);
    case "decision":
      return toLine(answer(message.data));
    case "command":
      return done(message.data);
    case "view":
      return table(message.data);
    case "snapshot":
      return saved(message.data);
    default:
      return unhandled(message);
  }
}

function toLine(command: Command): string {
  return JSON.stringify(command);
}

/** What happened, in words. */
export function told(event: MtgEvent): string {
  const source = "source" in event && event.source !== null ? ` of ${event.source}` : "";
  switch (event.event) {
    case "turn_began":
      return `turn ${event.turn} of ${event.player}${event.name === null ? "" : `, added by ${event.name}`}`;
    case "turn_ended":
      return `end of the turn of ${event.player}`;
    case "turn_skipped":
      return `${event.player} skips a turn, by ${event.name ?? "rule"}`;
    case "phase_began":
    case "phase_ended":
    case "phase_skipped":
      return `${event.event} ${event.phase ?? unplaced(event)}`;
    case "step_began":
    case "step_ended":
    case "step_skipped":
      return `${event.event} ${event.step ?? unplaced(event)}`;
    case "turn_based_action":
      return `${event.action} ${event.player ?? "of everybody"}`;
    case "state_based_action":
      return `${event.subject} by ${event.rule ?? "no rule"}`;
    case "ability_triggered":
    case "put_on_stack":
    case "resolved":
    case "left_stack":
      return `${event.event}: ${event.name}${source} of ${event.controller}`;
    case "priority_received":
    case "declaration_taken_back":
    case "player_lost":
    case "player_left":
      return `${event.event}: ${event.player}`;
    case "priority_passed":
    case "mana_added":
    case "mana_spent":
    case "mana_emptied":
      return `${event.event}: ${event.player} ${event.mana.length}`;
    case "effect_began":
    case "effect_expired":
      return `${event.event}: ${event.name} of ${event.controller}`;
    case "card_drawn":
      return `${event.player} draws ${event.card}, and ${event.decided_by} sees it`;
    case "card_discarded":
    case "land_played":
      return `${event.player}: ${event.card}`;
    case "damage_dealt":
      return `${event.amount + 0} to ${event.to}${event.combat ? " in combat" : ""}${source}`;
    case "life_changed":
      return `${event.player} had ${event.life - event.amount} life`;
    case "counters_added":
      return `${event.count} ${event.counter} on ${event.on}`;
    case "permanent_tapped":
    case "permanent_untapped":
    case "permanent_entered":
    case "phased_out":
    case "phased_in":
    case "control_changed":
      return `${event.event}: ${event.permanent} of ${event.controller}`;
    case "permanent_left":
      return `${event.permanent} goes to ${zones[event.to]}`;
    case "attacker_declared":
      return `${event.permanent} attacks ${event.attacking ?? "nothing"}`;
    case "blocker_declared":
      return `${event.permanent} blocks ${event.blocking}`;
    case "became_blocked":
    case "became_unblocked":
    case "removed_from_combat":
      return `${event.event}: ${event.permanent}`;
    case "attack_reselected":
      return `${event.permanent} attacks ${event.attacking} now`;
    case "protector_chosen":
      return `${event.player} protects ${event.permanent}`;
    case "day_night_changed":
      return event.to === "day" ? "the sun rises" : "the moon rises";
    case "rolled":
      return `${event.player} rolls ${event.result + 0}`;
    case "scheme_set_in_motion":
    case "scheme_turned_down":
      return `${event.event}: ${event.scheme} of ${event.player}`;
    case "player_controlled":
      return `${event.by} decides for ${event.player}`;
    case "passed_automatically":
      return `the seat of ${event.decided_by} passes for ${event.player}: ${event.why}`;
    case "answered_automatically":
      return `${event.player} has ${event.why}: ${event.kind}`;
    case "game_ended":
      return event.draw ? "a draw" : `${event.winners.join(" and ")} won`;
    default:
      return unhandled(event);
  }
}

function unplaced(event: MtgEvent): never {
  throw new Error(`nowhere in the turn: ${JSON.stringify(event)}`);
}

const zones = { graveyard: "the graveyard", hand: "the hand", exile: "exile", nowhere: "nowhere" } as const;

/** An answer that does as little as possible; whether it is legal the server says. */
export function answer(decision: Decision): Command {
  const player = decision.player;
  const first = decision.choices.slice(0, decision.count ?? decision.choices.length);
  switch (decision.kind) {
    case "priority":
      return { action: "pass", player };
    case "choose_defending_player":
      return { action: "defend", player: first[0] ?? player };
    case "declare_attackers":
      return { action: "attack", player, attackers: {} };
    case "declare_blockers":
      return { action: "block", player, blockers: {} };
    case "assign_combat_damage":
      return { action: "assign", player, damage: {} };
    case "pay":
      return { action: "pay", player, pay: !decision.optional && decision.cost !== "" };
    case "discard_to_hand_size":
    case "choose_discard":
      return { action: "discard", player, cards: first };
    case "order_triggers":
      return { action: "order", player, triggers: first };
    case "choose_untap":
      return { action: "untap", player, permanents: first };
    case "choose_legend":
    case "choose_protector":
    case "choose_attacked":
    case "choose_blocked":
    case "choose_skip":
      return { action: "choose", player, ids: first };
    case "roll":
      return { action: "choose", player, ids: [Number(first[0])] };
    default:
      return unhandled(decision.kind);
  }
}

/** What a player did. */
export function done(command: Command): string {
  switch (command.action) {
    case "cast":
      return `casts ${command.name} for ${command.cost ?? ""}: ${(command.effects ?? []).map(effected).join(", ")}`;
    case "activate":
      return `activates ${command.name}: ${(command.effects ?? []).map(effected).join(", ")}`;
    case "play_land":
      return `plays ${command.id}`;
    case "pass":
    case "concede":
      return command.action;
    case "defend":
      return `${command.player} defends`;
    case "attack":
      return Object.entries(command.attackers ?? {})
        .map(([attacker, whom]) => `${attacker} > ${whom}`)
        .join();
    case "block":
      return Object.entries(command.blockers ?? {})
        .map(([blocker, attackers]) => `${blocker} > ${attackers.join("+")}`)
        .join();
    case "assign":
      return Object.values(command.damage ?? {})
        .map((dealt) => Object.values(dealt).reduce((sum, amount) => sum + amount, 0))
        .join();
    case "pay":
      return command.pay ? "pays" : "does not pay";
    case "discard":
      return command.cards.join();
    case "order":
      return command.triggers.join();
    case "untap":
      return command.permanents.join();
    case "choose":
      return command.ids.join();
    default:
      return unhandled(command);
  }
}

/** What an effect is about. */
export function effected(effect: Effect): string {
  switch (effect.effect) {
    case "extra_turn":
      return `an extra turn, then ${(effect.then ?? []).map(effected).join()}`;
    case "extra_phases":
      return effect.phases.join();
    case "extra_steps":
      return effect.steps.join();
    case "skip":
      return effect.what;
    case "end_turn":
    case "end_combat":
    case "counter_top":
    case "win":
    case "lose":
    case "nothing":
      return effect.effect;
    case "continuous":
      return typeof effect.lasts === "string" ? effect.lasts : Object.keys(effect.lasts).join();
    case "static":
      return Object.keys(effect).join();
    case "trigger":
    case "delayed_trigger":
      return "event" in effect.when ? effect.when.event : effect.when.beginning_of;
    case "add_mana":
      return effect.mana;
    case "control_player":
      return `${effect.by} for ${effect.player}`;
    case "set_day_night":
      return effect.to;
    case "draw":
    case "discard":
    case "gain_life":
    case "lose_life":
      return `${effect.effect} ${effect.count ?? 1}`;
    case "damage":
      return `${effect.amount} to ${effect.to}`;
    case "create":
      return effect.permanent.id;
    case "destroy":
    case "sacrifice":
    case "exile":
    case "bounce":
    case "tap":
    case "untap":
    case "phase_out":
    case "phase_in":
    case "regenerate":
    case "remove_from_combat":
      return `${effect.effect} ${effect.permanents.join()}`;
    case "enter_combat":
    case "gain_control":
    case "become":
      return `${effect.effect} ${effect.permanent}`;
    case "reselect_attack":
      return `${effect.attacker} > ${effect.to}`;
    case "add_counters":
      return `${effect.counter} on ${effect.permanent ?? effect.player ?? ""}`;
    case "abandon":
      return effect.scheme;
    case "custom":
      return effect.name;
    default:
      return unhandled(effect);
  }
}

/** What a player sees. */
export function table(view: View): string {
  const players = view.players.map(({ id, life, hand, hand_size }) => `${id}: ${life}, ${hand?.join() ?? hand_size}`);
  const permanents = view.battlefield.map(
    ({ id, power, toughness, counters }) => `${id} ${power}/${toughness} ${Object.keys(counters).join()}`,
  );
  const turn = view.states.turn === "game_over" ? `over: ${view.winners.join()}` : `turn ${view.turn}`;
  const asked = view.decision === null ? "nobody" : view.decision.decided_by;
  return [turn, view.step ?? view.phase ?? "", asked, ...players, ...permanents, ...view.stack.map(({ name }) => name)].join("; ");
}

/** What was saved. */
export function saved(snapshot: Snapshot): string {
  const { engine, version } = snapshot;
  const pools = Object.entries(engine.pools).map(([player, pool]) => `${player}: ${pool.map(({ symbol }) => symbol).join("")}`);
  return `version ${version}: ${engine.turn_state} in ${engine.position.turn}, ${pools.join()}, ${engine.in_force.entries.map(({ effect }) => effected(effect)).join()}`;
}
