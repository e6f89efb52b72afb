// Made of the JSON Schemas of mtg_fsm; do not edit.

/**
 * Anything that a game and its clients send each other, or that is kept.
 */
export type MtgFsmData = Scenario | Command | Decision | MtgEvent | View | Snapshot;
/**
 * What an ability triggers on.
 */
export type When = BeginningOf | Happening;
/**
 * What an ability can wait for.
 */
export type EventWord =
  | "attacks"
  | "attacks_alone"
  | "attacks_and_isnt_blocked"
  | "is_attacked"
  | "player_attacks"
  | "blocks"
  | "blocks_a_creature"
  | "becomes_blocked"
  | "becomes_blocked_by_a_creature"
  | "deals_combat_damage"
  | "enters"
  | "dies"
  | "leaves"
  | "draws"
  | "life_lost"
  | "tapped"
  | "untapped"
  | "discards"
  | "phases_in"
  | "phases_out"
  | "set_in_motion"
  | "triggers";
/**
 * Id of a player.
 */
export type PlayerId = string;
/**
 * Mana as symbols, as in `RRG`; empty for none.
 */
export type Mana = string;
/**
 * Whether it is day or night (730.1).
 */
export type DayNight = "day" | "night" | "neither";
/**
 * Any effect, told apart by `effect`.
 */
export type Effect =
  | ExtraTurn
  | ExtraPhases
  | ExtraSteps
  | Skip
  | EndTurn
  | EndCombat
  | Continuous
  | Static
  | Trigger
  | DelayedTrigger
  | AddMana
  | ControlPlayer
  | SetDayNight
  | CounterTop
  | Win
  | Lose
  | Nothing
  | Draw
  | Discard
  | GainLife
  | LoseLife
  | Damage
  | Create
  | Destroy
  | Sacrifice
  | Exile
  | Bounce
  | Tap
  | UntapPermanents
  | PhaseOut
  | PhaseIn
  | Regenerate
  | RemoveFromCombat
  | EnterCombat
  | ReselectAttack
  | GainControl
  | AddCounters
  | Become
  | Abandon
  | Custom;
/**
 * A kind of phase; `main` is either main phase.
 */
export type PhaseKind = "beginning" | "main" | "combat" | "ending";
/**
 * Name of a step.
 */
export type StepName =
  | "untap"
  | "upkeep"
  | "draw"
  | "beginning_of_combat"
  | "declare_attackers"
  | "declare_blockers"
  | "combat_damage"
  | "end_of_combat"
  | "end"
  | "cleanup";
/**
 * What can be skipped: a turn, phase or step.
 */
export type Skippable =
  | "turn"
  | "extra_turn"
  | "main"
  | "beginning"
  | "precombat_main"
  | "combat"
  | "postcombat_main"
  | "ending"
  | "untap"
  | "upkeep"
  | "draw"
  | "beginning_of_combat"
  | "declare_attackers"
  | "declare_blockers"
  | "combat_damage"
  | "end_of_combat"
  | "end"
  | "cleanup";
/**
 * How long a continuous effect lasts (611.2).
 */
export type Duration = UntilEndOf | Until | ForAsLongAs | ("this_turn" | "forever");
/**
 * A keyword ability.
 */
export type Keyword =
  | "first_strike"
  | "double_strike"
  | "trample"
  | "deathtouch"
  | "lifelink"
  | "vigilance"
  | "haste"
  | "defender"
  | "menace"
  | "flying"
  | "reach"
  | "indestructible"
  | "phasing"
  | "infect";
/**
 * A mana cost: generic mana as a number, then symbols, as in `1R`; empty for none.
 */
export type Cost = string;
/**
 * What a spell or ability can target (115.4).
 */
export type TargetKind = "any" | "creature" | "permanent" | "player" | "opponent";
export type JsonValue = unknown;
/**
 * A point of the turn that timing restrictions know (503.2, 506.7).
 */
export type Point =
  "attackers_declared" | "blockers_declared" | "combat_damage" | "end_of_combat" | "combat" | "upkeep";
/**
 * Name of a main phase.
 */
export type MainName = "precombat_main" | "postcombat_main";
/**
 * Name of a phase.
 */
export type PhaseName = "beginning" | "precombat_main" | "combat" | "postcombat_main" | "ending";
/**
 * What somebody is asked other than priority.
 */
export type DecisionKind =
  | "choose_defending_player"
  | "declare_attackers"
  | "declare_blockers"
  | "assign_combat_damage"
  | "pay"
  | "discard_to_hand_size"
  | "order_triggers"
  | "choose_untap"
  | "choose_legend"
  | "choose_protector"
  | "choose_attacked"
  | "choose_blocked"
  | "choose_discard"
  | "choose_skip"
  | "roll";
/**
 * A command of a script; with `rejected` the engine has to refuse it.
 */
export type Action = Command & {
  rejected?: boolean;
};
/**
 * Any command, told apart by `action`.
 */
export type Command =
  | Cast
  | Activate
  | PlayLand
  | Pass
  | Concede
  | Defend
  | Attack
  | Block
  | Assign
  | Pay
  | DiscardCards
  | OrderTriggers
  | ChooseUntap
  | Choose;
/**
 * Something that happened, told apart by `event`.
 */
export type MtgEvent =
  | TurnBegan
  | TurnEnded
  | TurnSkipped
  | PhaseBegan
  | PhaseEnded
  | PhaseSkipped
  | StepBegan
  | StepEnded
  | StepSkipped
  | TurnBasedAction
  | StateBasedAction
  | AbilityTriggered
  | PutOnStack
  | Resolved
  | LeftStack
  | PriorityReceived
  | PriorityPassed
  | ManaAdded
  | ManaSpent
  | ManaEmptied
  | EffectBegan
  | EffectExpired
  | CardDrawn
  | CardDiscarded
  | LandPlayed
  | DamageDealt
  | LifeChanged
  | CountersAdded
  | PermanentTapped
  | PermanentUntapped
  | PermanentEntered
  | PermanentLeft
  | PhasedOut
  | PhasedIn
  | ControlChanged
  | AttackerDeclared
  | BlockerDeclared
  | BecameBlocked
  | BecameUnblocked
  | AttackReselected
  | DeclarationTakenBack
  | ProtectorChosen
  | RemovedFromCombat
  | DayNightChanged
  | Rolled
  | SchemeSetInMotion
  | SchemeTurnedDown
  | PlayerControlled
  | PassedAutomatically
  | AnsweredAutomatically
  | PlayerLost
  | PlayerLeft
  | GameEnded;
/**
 * A state of the turn machine.
 */
export type TurnState =
  | "not_started"
  | "beginning.untap"
  | "beginning.upkeep"
  | "beginning.draw"
  | "beginning.next_step"
  | "precombat_main"
  | "combat.beginning_of_combat"
  | "combat.declare_attackers"
  | "combat.declare_blockers"
  | "combat.combat_damage"
  | "combat.end_of_combat"
  | "combat.next_step"
  | "postcombat_main"
  | "ending.end"
  | "ending.cleanup"
  | "ending.next_step"
  | "next_phase"
  | "game_over";
/**
 * A state of the priority machine.
 */
export type PriorityState =
  "closed" | "state_based_actions" | "waiting_triggers" | "player_has_priority" | "resolving" | "ending_early";
/**
 * A state of the attack machine.
 */
export type AttackState =
  | "closed"
  | "choose_attackers"
  | "choose_attacked"
  | "check_restrictions"
  | "check_requirements"
  | "announce_bands"
  | "tap_attackers"
  | "choose_optional_costs"
  | "determine_total_cost"
  | "activate_mana_abilities"
  | "pay_costs"
  | "become_attackers"
  | "trigger_attacks";
/**
 * A state of the block machine.
 */
export type BlockState =
  | "closed"
  | "next_defender"
  | "choose_blockers"
  | "check_restrictions"
  | "check_requirements"
  | "determine_total_cost"
  | "activate_mana_abilities"
  | "pay_costs"
  | "become_blockers"
  | "become_blocked"
  | "trigger_blocks";
/**
 * A state of the damage machine.
 */
export type DamageState = "closed" | "next_player" | "announce_assignment" | "check_assignment";

/**
 * A set-up, what the players do, and what must be true.
 */
export interface Scenario {
  /**
   * The id: small letters, digits and hyphens.
   */
  scenario: string;
  /**
   * One sentence.
   */
  title?: string;
  /**
   * Numbers of the rules that it is about, in quotes.
   */
  rules?: string[];
  /**
   * The set-up. Left out: players A and B.
   */
  game?: GameSpec;
  /**
   * What the players do; else they do what is default.
   */
  script?: Entry[];
  /**
   * Where the run stops. Left out: at the end of the last turn that is named.
   */
  until?: Moment | null;
  /**
   * What must be true of the run.
   */
  expect?: Expectations;
}
/**
 * A game of players in turn order; by default A and B with nothing on the battlefield.
 */
export interface GameSpec {
  variant?: "two_player" | "free_for_all" | "two_headed_giant" | "archenemy" | "supervillain_rumble";
  /**
   * All, in turn order.
   */
  players?: PlayerSpec[];
  /**
   * What the cards of hands, libraries and graveyards are; others can do nothing.
   */
  cards?: CardSpec[];
  /**
   * Of `free_for_all`; left out: one player defends.
   */
  options?: GameOptions;
  /**
   * Of `two_headed_giant` and `archenemy`, in turn order. Left out: the first half of the players and the rest; the archenemy and the rest.
   */
  teams?: PlayerId[][];
  /**
   * The archenemy; left out: the first player.
   */
  archenemy?: PlayerId | null;
  /**
   * Left out: the first.
   */
  starting_player?: PlayerId | null;
  day_night?: DayNight;
  /**
   * Spells need no card, abilities no permanent. Left out: `true` in scenario files, else `false`.
   */
  free_casting?: boolean | null;
  /**
   * The starting player draws in the first turn. Left out: not (103.8a).
   */
  first_draw?: boolean | null;
}
/**
 * A player and what belongs to that player.
 */
export interface PlayerSpec {
  id: string;
  /**
   * Left out: 20, of a Two-Headed Giant team 30, of an archenemy 40.
   */
  life?: number | null;
  /**
   * A number, or a list of ids.
   */
  hand?: number | string[];
  /**
   * A number, or a list of ids, the top card first.
   */
  library?: number | string[];
  /**
   * A number, or a list of ids.
   */
  graveyard?: number | string[];
  max_hand_size?: number | "none";
  /**
   * Poison counters.
   */
  poison?: number;
  /**
   * An archenemy's scheme deck: how many schemes without abilities, or a list, the top one first.
   */
  schemes?: number | SchemeSpec[];
  /**
   * Permanents that the player controls.
   */
  battlefield?: PermanentSpec[];
  /**
   * In force from the start; abilities among them belong to the player.
   */
  effects?: Effect[];
}
/**
 * A scheme as a scenario writes it; its abilities are in force while it is face up.
 */
export interface SchemeSpec {
  /**
   * Unique among all schemes, permanents and players.
   */
  id: string;
  /**
   * It stays face up until it is abandoned (904.11).
   */
  ongoing?: boolean;
  abilities?: (Trigger | Static)[];
}
/**
 * A triggered ability (603.2).
 */
export interface Trigger {
  name: string;
  /**
   * What it triggers on.
   */
  when: When;
  /**
   * In whose turn, for `beginning_of` only; `you` is the controller. The next of anybody's is `each`.
   */
  whose?: ("you" | "each" | "opponent") | PlayerId;
  /**
   * Has to be true for it to trigger, and again for it to resolve (603.4).
   */
  if?: Condition | null;
  /**
   * Applied in this order as it resolves.
   */
  effects?: Effect[];
  effect: "trigger";
}
/**
 * The beginning of a turn, phase or step (603.2b).
 */
export interface BeginningOf {
  /**
   * A turn, phase or step; `main` is any main phase.
   */
  beginning_of:
    | "turn"
    | "beginning"
    | "untap"
    | "upkeep"
    | "draw"
    | "precombat_main"
    | "combat"
    | "beginning_of_combat"
    | "declare_attackers"
    | "declare_blockers"
    | "combat_damage"
    | "end_of_combat"
    | "postcombat_main"
    | "ending"
    | "end"
    | "cleanup"
    | "main";
}
/**
 * An event that an ability waits for: to whom (`of`, default the source) and, for attacks, `against` whom.
 */
export interface Happening {
  event: EventWord;
  /**
   * A permanent, player or name, or `any`. Left out: the source; of events of players the controller.
   */
  of?: string | null;
  /**
   * Of attacks: what is attacked; of `is_attacked`: who attacks.
   */
  against?: string | null;
  /**
   * Of `blocks_a_creature` and `becomes_blocked_by_a_creature`: once, as that number is reached.
   */
  at_least?: number | null;
}
/**
 * Facts of a game, all of which have to hold; what is left out is not looked at.
 */
export interface Condition {
  life?: {
    [k: string]: number;
  } | null;
  /**
   * How many cards each of these players has.
   */
  hand?: {
    [k: string]: number;
  } | null;
  /**
   * How many cards each of these players has.
   */
  library?: {
    [k: string]: number;
  } | null;
  /**
   * How many cards each of these players has.
   */
  graveyard?: {
    [k: string]: number;
  } | null;
  /**
   * How many poison counters each of these players has.
   */
  poison?: {
    [k: string]: number;
  } | null;
  /**
   * Face-up schemes of each of these players, the one set in motion first in front.
   */
  schemes?: {
    [k: string]: string[];
  } | null;
  /**
   * What is in each of these players' pools, as in `RRG`; empty text for nothing.
   */
  mana?: {
    [k: string]: Mana;
  } | null;
  /**
   * Names of all continuous effects in force, in any order.
   */
  effects?: string[] | null;
  /**
   * Names of everything on the stack, the top first.
   */
  stack?: string[] | null;
  /**
   * Who has priority; `none` while nobody has.
   */
  priority?: PlayerId | "none" | null;
  /**
   * Whose turn it is; `none` after that player has left.
   */
  active_player?: PlayerId | "none" | null;
  day_night?: DayNight | null;
  /**
   * How many lands each of these players played this turn.
   */
  lands_played?: {
    [k: string]: number;
  } | null;
  /**
   * All attacking creatures and whom each attacks; `none`: nothing any more.
   */
  attacking?: {
    [k: string]: string | "none";
  } | null;
  /**
   * All blocking creatures and the attackers that each blocks, in any order.
   */
  blocking?: {
    [k: string]: string[];
  } | null;
  /**
   * All blocked creatures, in any order.
   */
  blocked?: string[] | null;
  /**
   * All unblocked creatures, in any order (509.1h).
   */
  unblocked?: string[] | null;
  /**
   * All defending players, in any order; nobody outside combat.
   */
  defending?: PlayerId[] | null;
  /**
   * All creatures that had to attack in this combat, in any order (506.6).
   */
  had_to_attack?: string[] | null;
  /**
   * Who decides for each of these players (722).
   */
  decided_by?: {
    [k: string]: PlayerId;
  } | null;
  /**
   * All who are in the game, in any order.
   */
  players_in_game?: PlayerId[] | null;
  /**
   * How many phases or steps of each name have begun this turn, the one in progress included.
   */
  begun_this_turn?: {
    [k: string]: number;
  } | null;
  /**
   * Facts of these permanents, or `absent`.
   */
  battlefield?: {
    [k: string]: PermanentFacts | "absent";
  } | null;
  /**
   * Who could cast an instant or a sorcery now (117.1a).
   */
  may_cast?: MayCast | null;
}
/**
 * What is true of a permanent on the battlefield; what is left out is not looked at.
 */
export interface PermanentFacts {
  controller?: PlayerId | null;
  owner?: PlayerId | null;
  /**
   * All of them, in lower case and any order.
   */
  types?: string[] | null;
  /**
   * All of them, in lower case and any order.
   */
  subtypes?: string[] | null;
  /**
   * With counters and continuous effects.
   */
  power?: number | null;
  /**
   * With counters and continuous effects.
   */
  toughness?: number | null;
  /**
   * All of them, in any order.
   */
  keywords?: string[] | null;
  tapped?: boolean | null;
  /**
   * Damage marked on it.
   */
  damage?: number | null;
  /**
   * Only those named are looked at; 0 is none.
   */
  counters?: {
    [k: string]: number;
  } | null;
  loyalty?: number | null;
  defense?: number | null;
  /**
   * `true`, or the name that it shares with others.
   */
  legendary?: boolean | string | null;
  token?: boolean | null;
  /**
   * Not under its controller's control since that player's latest turn began (302.6).
   */
  sick?: boolean | null;
  phased_out?: boolean | null;
  /**
   * Id of the permanent or player; `null` or `none`: nothing.
   */
  attached_to?: string | null;
  /**
   * Who protects it, of a battle; `null` or `none`: nobody.
   */
  protector?: PlayerId | "none" | null;
}
/**
 * Who could cast an instant or a sorcery now (117.1a).
 */
export interface MayCast {
  /**
   * Who could cast an instant; in any order.
   */
  instant?: PlayerId[] | null;
  /**
   * Who could cast a sorcery; in any order.
   */
  sorcery?: PlayerId[] | null;
}
/**
 * An extra turn directly after this turn, or after the next turn of a player (500.7).
 */
export interface ExtraTurn {
  effect: "extra_turn";
  /**
   * Left out: the effect's controller. Of several the newest turn is taken first (500.7).
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
  /**
   * Left out: directly after this turn.
   */
  after?: NextTurnOf | null;
  /**
   * Effects applied as that very turn begins; lost if it is skipped.
   */
  then?: Effect[];
}
/**
 * The next turn that a player takes.
 */
export interface NextTurnOf {
  /**
   * The player whose next turn it is.
   */
  next_turn_of: PlayerId;
}
/**
 * Phases added directly after a phase, in the order in which they will happen (500.8, 500.10a).
 */
export interface ExtraPhases {
  effect: "extra_phases";
  /**
   * In the order in which they will happen.
   */
  phases: PhaseKind[];
  /**
   * The first phase of that name in this turn; nothing is added if it is over.
   */
  after?: "this_phase" | "precombat_main" | "combat" | "postcombat_main";
  /**
   * Nothing is added in another player's turn (500.10a).
   */
  you_get?: boolean;
  /**
   * Effects applied as the first of them begins; lost if it is skipped.
   */
  then?: Effect[];
}
/**
 * Steps added after or before a step of this phase (500.9), or after a phase (500.10).
 */
export interface ExtraSteps {
  effect: "extra_steps";
  /**
   * In the order in which they will happen.
   */
  steps: StepName[];
  /**
   * This step, or the next one of that name in this phase. Left out with the other two: this step.
   */
  after?: "this_step" | StepName | null;
  /**
   * The next step of that name in this phase.
   */
  before?: "this_step" | StepName | null;
  /**
   * The phase after which each of them gets a phase of its own (500.10).
   */
  after_phase?: ("this_phase" | "precombat_main" | "combat" | "postcombat_main") | null;
  /**
   * Nothing is added in another player's turn (500.10a).
   */
  you_get?: boolean;
}
/**
 * The next `count` turns, phases or steps of that kind are skipped (500.11, 614.10).
 */
export interface Skip {
  effect: "skip";
  /**
   * A turn, phase or step; `main` is any main phase.
   */
  what: Skippable;
  /**
   * Whose. Left out: the effect's controller.
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
  /**
   * How many of them.
   */
  count?: number;
  /**
   * Only if it comes in this turn.
   */
  this_turn?: boolean;
}
/**
 * Ends the turn (723.1).
 */
export interface EndTurn {
  effect: "end_turn";
}
/**
 * Ends the combat phase; outside a combat phase nothing happens (723.2).
 */
export interface EndCombat {
  effect: "end_combat";
}
/**
 * A continuous effect with a name and a duration (611.2).
 */
export interface Continuous {
  effect: "continuous";
  name: string;
  /**
   * For how long.
   */
  lasts: Duration;
  /**
   * What it adds to a permanent.
   */
  modifies?: Modification | null;
  /**
   * What it lays down while it lasts.
   */
  static?: StaticRules | null;
}
/**
 * Lasts to the end of a turn (514.2), step, phase or combat phase (500.5).
 */
export interface UntilEndOf {
  /**
   * `turn` is its cleanup step; `combat` outside combat is the next combat phase.
   */
  until_end_of: "turn" | "this_step" | "this_phase" | "combat" | "your_next_turn";
}
/**
 * Lasts until a turn, phase or step begins: `your_next_upkeep`, `next_combat`, `your_next_turn` (500.5).
 */
export interface Until {
  /**
   * Of `your_next_` and a name the controller's, of `next_` and a name anybody's.
   */
  until:
    | "your_next_turn"
    | "your_next_beginning"
    | "your_next_untap"
    | "your_next_upkeep"
    | "your_next_draw"
    | "your_next_precombat_main"
    | "your_next_combat"
    | "your_next_beginning_of_combat"
    | "your_next_declare_attackers"
    | "your_next_declare_blockers"
    | "your_next_combat_damage"
    | "your_next_end_of_combat"
    | "your_next_postcombat_main"
    | "your_next_ending"
    | "your_next_end"
    | "your_next_cleanup"
    | "your_next_main"
    | "next_turn"
    | "next_beginning"
    | "next_untap"
    | "next_upkeep"
    | "next_draw"
    | "next_precombat_main"
    | "next_combat"
    | "next_beginning_of_combat"
    | "next_declare_attackers"
    | "next_declare_blockers"
    | "next_combat_damage"
    | "next_end_of_combat"
    | "next_postcombat_main"
    | "next_ending"
    | "next_end"
    | "next_cleanup"
    | "next_main";
}
/**
 * Lasts while a permanent is on the battlefield and phased in (611.2b, 702.26f).
 */
export interface ForAsLongAs {
  /**
   * Id of the permanent; if it is not there, nothing begins.
   */
  for_as_long_as: string;
}
/**
 * What a continuous effect adds to a permanent.
 */
export interface Modification {
  permanent: string;
  /**
   * Is added.
   */
  power?: number;
  /**
   * Is added.
   */
  toughness?: number;
  /**
   * Are added.
   */
  keywords?: Keyword[];
}
/**
 * What a static ability or a continuous effect lays down while it is in force (611.3).
 */
export interface StaticRules {
  /**
   * Every one of these turns, phases or steps is skipped.
   */
  skip?: SkipAll | null;
  /**
   * `all`, or the symbols that do not empty, as in `RG`.
   */
  keep_mana?: "all" | Mana | null;
  /**
   * Whom the rules bind; `you` is the controller. Left out: `you` for mana and lands, else `each`.
   */
  player?: PlayerId | ("you" | "each") | null;
  /**
   * The newest counts.
   */
  max_hand_size?: number | "none" | null;
  /**
   * Permanents that do not untap in the untap step.
   */
  dont_untap?: string[] | "all" | null;
  /**
   * How many may untap in the untap step; the smallest number counts.
   */
  untap_at_most?: number | null;
  /**
   * Permanents that can't attack.
   */
  cant_attack?: string[] | null;
  /**
   * How many creatures may attack in a combat; the smallest number counts.
   */
  max_attackers?: number | null;
  /**
   * How many creatures each defending player may block with in a combat; as above.
   */
  max_blockers?: number | null;
  /**
   * How many more lands may be played in a turn.
   */
  extra_lands?: number | null;
}
/**
 * Every turn, phase or step of that kind is skipped, of one player, `each` or the controller's `opponents`.
 */
export interface SkipAll {
  /**
   * A turn, phase or step; `main` is any main phase.
   */
  what: Skippable;
  /**
   * Whose. Left out: the controller's.
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
}
/**
 * A static ability of a permanent, in force while it is on the battlefield and phased in (611.3b).
 */
export interface Static {
  /**
   * Every one of these turns, phases or steps is skipped.
   */
  skip?: SkipAll | null;
  /**
   * `all`, or the symbols that do not empty, as in `RG`.
   */
  keep_mana?: "all" | Mana | null;
  /**
   * Whom the rules bind; `you` is the controller. Left out: `you` for mana and lands, else `each`.
   */
  player?: PlayerId | ("you" | "each") | null;
  /**
   * The newest counts.
   */
  max_hand_size?: number | "none" | null;
  /**
   * Permanents that do not untap in the untap step.
   */
  dont_untap?: string[] | "all" | null;
  /**
   * How many may untap in the untap step; the smallest number counts.
   */
  untap_at_most?: number | null;
  /**
   * Permanents that can't attack.
   */
  cant_attack?: string[] | null;
  /**
   * How many creatures may attack in a combat; the smallest number counts.
   */
  max_attackers?: number | null;
  /**
   * How many creatures each defending player may block with in a combat; as above.
   */
  max_blockers?: number | null;
  /**
   * How many more lands may be played in a turn.
   */
  extra_lands?: number | null;
  effect: "static";
}
/**
 * A delayed triggered ability: it triggers once, at the next occurrence (603.7b).
 */
export interface DelayedTrigger {
  name: string;
  /**
   * What it triggers on.
   */
  when: When;
  /**
   * In whose turn, for `beginning_of` only; `you` is the controller. The next of anybody's is `each`.
   */
  whose?: ("you" | "each" | "opponent") | PlayerId;
  /**
   * Has to be true for it to trigger, and again for it to resolve (603.4).
   */
  if?: Condition | null;
  /**
   * Applied in this order as it resolves.
   */
  effects?: Effect[];
  effect: "delayed_trigger";
  /**
   * It is gone as this turn ends.
   */
  this_turn?: boolean;
}
/**
 * Adds mana to a player's pool; `keeps` keeps it from emptying for that long (106.4).
 */
export interface AddMana {
  effect: "add_mana";
  /**
   * Symbols, as in `RRG`.
   */
  mana: Mana;
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | null;
  /**
   * For how long it does not empty. Left out: it empties as usual.
   */
  keeps?: Duration | null;
}
/**
 * One player decides for another during that player's next turn (722.1).
 */
export interface ControlPlayer {
  effect: "control_player";
  player: PlayerId;
  /**
   * Who will decide.
   */
  by: PlayerId;
}
/**
 * It becomes day or night (730.1).
 */
export interface SetDayNight {
  effect: "set_day_night";
  to: "day" | "night";
}
/**
 * Counters the object directly below it on the stack.
 */
export interface CounterTop {
  effect: "counter_top";
}
/**
 * A player wins the game (104.2b).
 */
export interface Win {
  effect: "win";
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | null;
}
/**
 * A player loses the game (104.3e).
 */
export interface Lose {
  effect: "lose";
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | null;
}
/**
 * Does nothing.
 */
export interface Nothing {
  effect: "nothing";
  player?: PlayerId | null;
}
/**
 * Players draw cards, in APNAP order (101.4).
 */
export interface Draw {
  effect: "draw";
  count?: number;
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
}
/**
 * Players discard cards of their choice, in APNAP order.
 */
export interface Discard {
  effect: "discard";
  count?: number;
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
}
/**
 * Players gain life (119.3).
 */
export interface GainLife {
  effect: "gain_life";
  count?: number;
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
}
/**
 * Players lose life, which is no damage (119.3).
 */
export interface LoseLife {
  effect: "lose_life";
  count?: number;
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | PlayerId[] | ("each" | "opponents") | null;
}
/**
 * Damage to a player or permanent (120.3).
 */
export interface Damage {
  effect: "damage";
  amount: number;
  /**
   * Id of a player or permanent.
   */
  to: string;
  /**
   * Id of a permanent. Left out: the source of the ability, none for a spell.
   */
  source?: string | null;
}
/**
 * Puts a permanent onto the battlefield, under the controller's control; perhaps into combat (508.4, 509.4).
 */
export interface Create {
  /**
   * The player, planeswalker or battle that it attacks, if it can (508.4); `any`: the controller's choice.
   */
  attacking?: string | null;
  /**
   * The attacker that it blocks, if it can (509.4); `any`: the controller's choice.
   */
  blocking?: string | null;
  effect: "create";
  permanent: PermanentSpec;
}
/**
 * A permanent as a scenario writes it.
 */
export interface PermanentSpec {
  /**
   * Unique among all permanents and players.
   */
  id: string;
  /**
   * Card types, in any case.
   */
  types?: string[];
  /**
   * In any case; `saga`, `siege`, `aura`, `equipment`, `fortification` and `attraction` matter.
   */
  subtypes?: string[];
  /**
   * Before counters and effects.
   */
  power?: number;
  /**
   * Before counters and effects.
   */
  toughness?: number;
  keywords?: Keyword[];
  tapped?: boolean;
  /**
   * Damage marked on it.
   */
  damage?: number;
  /**
   * How many of each; `+1/+1`, `-1/-1`, `lore`, `loyalty` and `defense` matter.
   */
  counters?: {
    [k: string]: number;
  };
  /**
   * Number of loyalty counters.
   */
  loyalty?: number | null;
  /**
   * Number of defense counters.
   */
  defense?: number | null;
  /**
   * `true`: one name for all such permanents of a player; a text is the name (704.5j).
   */
  legendary?: boolean | string;
  token?: boolean;
  /**
   * A Saga's last chapter.
   */
  chapters?: number;
  /**
   * It came under its controller's control this turn (302.6).
   */
  sick?: boolean;
  phased_out?: boolean;
  /**
   * Left out: its controller.
   */
  owner?: PlayerId | null;
  /**
   * Id of a permanent, for an Aura also of a player.
   */
  attached_to?: string | null;
  /**
   * Who protects it, of a battle. Left out: the next opponent (310.11a).
   */
  protector?: PlayerId | null;
  /**
   * It has to attack in each combat if able (508.1d).
   */
  attacks_if_able?: boolean;
  /**
   * It can't attack (508.1c).
   */
  cant_attack?: boolean;
  /**
   * It can't attack without another creature.
   */
  cant_attack_alone?: boolean;
  /**
   * Whom it can't attack.
   */
  cant_attack_player?: PlayerId | null;
  /**
   * A player, planeswalker or battle that it has to attack if able.
   */
  must_attack?: string | null;
  /**
   * It has to attack if able, and if able another player, until the next turn of this one (701.15b).
   */
  goaded_by?: PlayerId | null;
  /**
   * It has to block in each combat if able (509.1c).
   */
  blocks_if_able?: boolean;
  /**
   * It can't block (509.1b).
   */
  cant_block?: boolean;
  /**
   * It can't block without another creature.
   */
  cant_block_alone?: boolean;
  /**
   * Nothing can block it.
   */
  cant_be_blocked?: boolean;
  /**
   * It has to be blocked if able (509.1c).
   */
  must_be_blocked?: boolean;
  /**
   * How many attackers it can block.
   */
  max_blocks?: number;
  /**
   * Generic mana that its attack costs (508.1h).
   */
  attack_cost?: number;
  /**
   * Generic mana that may be paid as it attacks (508.1g).
   */
  optional_attack_cost?: number;
  /**
   * Generic mana that blocking with it costs (509.1d).
   */
  block_cost?: number;
  abilities?: (Trigger | Static | Activated)[];
}
/**
 * An activated ability of a permanent (602.2).
 */
export interface Activated {
  effect: "activated";
  /**
   * The name by which `activate` finds it.
   */
  name: string;
  /**
   * Generic mana as a number, then symbols, as in `1R`.
   */
  cost?: Cost;
  /**
   * Its cost has the tap symbol: the permanent is tapped (602.5a).
   */
  tap?: boolean;
  /**
   * When it can be activated: `sorcery` only when a sorcery could be cast.
   */
  speed?: "instant" | "sorcery";
  /**
   * What it targets, which is `$target` in its effects. Left out: nothing.
   */
  target?: TargetKind | null;
  /**
   * Applied in this order as it resolves.
   */
  effects?: Effect[];
}
/**
 * Destroys permanents; indestructible and regeneration matter (702.12b, 701.19).
 */
export interface Destroy {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "destroy";
}
/**
 * Their controllers put the permanents into their owners' graveyards.
 */
export interface Sacrifice {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "sacrifice";
}
/**
 * Exiles permanents.
 */
export interface Exile {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "exile";
}
/**
 * Returns permanents to their owners' hands.
 */
export interface Bounce {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "bounce";
}
/**
 * Taps permanents.
 */
export interface Tap {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "tap";
}
/**
 * Untaps permanents.
 */
export interface UntapPermanents {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "untap";
}
/**
 * Phases permanents out, with what is attached to them (702.26g).
 */
export interface PhaseOut {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "phase_out";
}
/**
 * Phases permanents in, with what is attached to them (702.26g).
 */
export interface PhaseIn {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "phase_in";
}
/**
 * Makes a regeneration shield for the next time each would be destroyed this turn (701.19a).
 */
export interface Regenerate {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "regenerate";
}
/**
 * Removes permanents from combat (506.4).
 */
export interface RemoveFromCombat {
  /**
   * Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is applied.
   */
  permanents: string[];
  effect: "remove_from_combat";
}
/**
 * States that a creature is attacking or blocking; where that is impossible nothing happens (506.3, 508.4).
 */
export interface EnterCombat {
  /**
   * The player, planeswalker or battle that it attacks, if it can (508.4); `any`: the controller's choice.
   */
  attacking?: string | null;
  /**
   * The attacker that it blocks, if it can (509.4); `any`: the controller's choice.
   */
  blocking?: string | null;
  effect: "enter_combat";
  permanent: string;
}
/**
 * An attacking creature attacks something else from now on; an illegal choice changes nothing (508.7).
 */
export interface ReselectAttack {
  effect: "reselect_attack";
  attacker: string;
  /**
   * A player, planeswalker or battle.
   */
  to: string;
}
/**
 * A player gains control of a permanent; without `lasts` forever.
 */
export interface GainControl {
  effect: "gain_control";
  permanent: string;
  /**
   * Left out: the effect's controller.
   */
  player?: PlayerId | null;
  /**
   * For how long.
   */
  lasts?: Duration;
}
/**
 * Puts counters on a permanent or a player.
 */
export interface AddCounters {
  effect: "add_counters";
  /**
   * This or `player`.
   */
  permanent?: string | null;
  /**
   * This or `permanent`.
   */
  player?: PlayerId | null;
  /**
   * Their name.
   */
  counter: string;
  count?: number;
}
/**
 * Sets base values of a permanent; lists replace.
 */
export interface Become {
  effect: "become";
  permanent: string;
  types?: string[] | null;
  subtypes?: string[] | null;
  /**
   * The base value.
   */
  power?: number | null;
  /**
   * The base value.
   */
  toughness?: number | null;
  keywords?: Keyword[] | null;
  tapped?: boolean | null;
  damage?: number | null;
  /**
   * All of its counters.
   */
  counters?: {
    [k: string]: number;
  } | null;
  /**
   * Number of loyalty counters.
   */
  loyalty?: number | null;
  /**
   * Number of defense counters.
   */
  defense?: number | null;
  legendary?: boolean | string | null;
  token?: boolean | null;
  chapters?: number | null;
  sick?: boolean | null;
  phased_out?: boolean | null;
  owner?: PlayerId | null;
  /**
   * Id of a permanent, for an Aura also of a player.
   */
  attached_to?: string | null;
  /**
   * Who protects it, of a battle.
   */
  protector?: PlayerId | null;
  attacks_if_able?: boolean | null;
  cant_attack?: boolean | null;
  cant_attack_alone?: boolean | null;
  cant_attack_player?: PlayerId | null;
  must_attack?: string | null;
  goaded_by?: PlayerId | null;
  blocks_if_able?: boolean | null;
  cant_block?: boolean | null;
  cant_block_alone?: boolean | null;
  cant_be_blocked?: boolean | null;
  must_be_blocked?: boolean | null;
  max_blocks?: number | null;
  attack_cost?: number | null;
  optional_attack_cost?: number | null;
  block_cost?: number | null;
  abilities?: (Trigger | Static | Activated)[] | null;
}
/**
 * A face-up scheme goes to the bottom of its owner's scheme deck (904.11).
 */
export interface Abandon {
  effect: "abandon";
  /**
   * Its id; if it is not face up, nothing happens.
   */
  scheme: string;
}
/**
 * An effect of a client's own game: the engine hands `name` and `arguments` to the game as they are.
 */
export interface Custom {
  effect: "custom";
  name: string;
  arguments?: {
    [k: string]: JsonValue;
  };
}
/**
 * A card. In a hand, library or graveyard `NAME`, or `NAME-2` with any number, is one.
 *
 * A card with a `permanent` is a land, or a spell that becomes the permanent as it resolves; any other is an instant
 * or a sorcery with effects. In what it says `$this` is its own id, `$target` what it targets.
 */
export interface CardSpec {
  /**
   * Its name, without spaces: `lightning-bolt`.
   */
  name: string;
  /**
   * What it does, for people.
   */
  text?: string;
  /**
   * Generic mana as a number, then symbols, as in `1R`; of a land nothing.
   */
  cost?: Cost;
  /**
   * When it can be cast: `sorcery` only in one's own main phase with an empty stack (117.1a).
   */
  speed?: "instant" | "sorcery";
  /**
   * A timing restriction.
   */
  only?: Only | null;
  /**
   * What it targets. Left out: nothing.
   */
  target?: TargetKind | null;
  /**
   * Applied in this order as it resolves.
   */
  effects?: Effect[];
  /**
   * What it is on the battlefield; its `id` `$this`.
   */
  permanent?: PermanentSpec | null;
}
/**
 * A timing restriction (503.2, 506.7): before or after a point of the turn, during combat.
 */
export interface Only {
  /**
   * Not once this point has begun.
   */
  before?: Point | null;
  /**
   * Only once this point is over; of a declaration, once its step has begun.
   */
  after?: Point | null;
  /**
   * Only in a combat phase; `before` and `after` are then those of that phase.
   */
  during?: "combat" | CombatOf | null;
}
/**
 * The combat phase of a certain player's turn.
 */
export interface CombatOf {
  /**
   * The player whose turn it is.
   */
  combat_of: PlayerId;
}
/**
 * Options of games with more than two players (801-803).
 */
export interface GameOptions {
  /**
   * All opponents are defending players (802).
   */
  attack_multiple_players?: boolean;
  /**
   * Only the next player there in turn order can be attacked (803).
   */
  attack?: ("left" | "right") | null;
}
/**
 * What is done at a moment.
 */
export interface Entry {
  at: Moment;
  /**
   * Taken one by one, each as its player is next asked for that kind of thing.
   */
  do: Action[];
}
/**
 * A moment of the game: when a player receives priority, is asked a decision, or a step or phase has ended.
 */
export interface Moment {
  /**
   * The Nth turn that is taken; skipped ones don't count.
   */
  turn: number;
  /**
   * A step or main phase. Left out: anywhere in the turn.
   */
  step?: StepName | MainName | PhaseName | null;
  /**
   * The kth step of that name in the turn.
   */
  occurrence?: number;
  /**
   * Whose priority or decision. Left out: the active player's priority, anybody's decision.
   */
  player?: PlayerId | null;
  /**
   * The nth time that the player receives priority there, or that the decision is asked.
   */
  nth?: number;
  /**
   * A decision other than priority.
   */
  decision?: DecisionKind | null;
  /**
   * `ended`: right after the step or phase; for checks and `until` only.
   */
  when?: "ended" | null;
}
/**
 * Cast a spell (601). `effects` are applied as it resolves.
 */
export interface Cast {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "cast";
  /**
   * Any name; a card of the hand that is called so is used.
   */
  name: string;
  /**
   * Id of the player or permanent that the card targets.
   */
  target?: string | null;
  /**
   * When it can be cast: `sorcery` only in one's own main phase with an empty stack (117.1a).
   */
  speed?: "instant" | "sorcery";
  /**
   * Applied in this order as the spell resolves.
   */
  effects?: Effect[];
  /**
   * Generic mana as a number, then symbols, as in `1R`; left out: nothing.
   */
  cost?: Cost;
  /**
   * A timing restriction that the card has.
   */
  only?: Only | null;
}
/**
 * Activate an ability (602), listed on its `source` or free; a mana ability does not use the stack.
 */
export interface Activate {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "activate";
  /**
   * Name of the ability; if the source lists it, that brings cost and effects.
   */
  name: string;
  /**
   * Id of the permanent. Left out: an ability of nothing, with `free_casting` only.
   */
  source?: string | null;
  /**
   * Id of the player or permanent that it targets.
   */
  target?: string | null;
  /**
   * Applied in this order as the ability resolves. Left out: those of the listed ability.
   */
  effects?: Effect[];
  /**
   * Generic mana as a number, then symbols, as in `1R`. Left out: that of the listed ability.
   */
  cost?: Cost;
  /**
   * A timing restriction that the ability has.
   */
  only?: Only | null;
  /**
   * Adds mana at once, without the stack.
   */
  mana_ability?: boolean;
}
/**
 * Play a land (305, 505.6b).
 */
export interface PlayLand {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "play_land";
  /**
   * The card of the hand, and the permanent that it becomes.
   */
  id: string;
}
/**
 * Pass priority (117.3d).
 */
export interface Pass {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "pass";
}
/**
 * Concede the game, possible at any time (104.3a); only the player in person can (722.6).
 */
export interface Concede {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "concede";
}
/**
 * Choose the defending player of this combat phase (507.1); `player` is who that is.
 */
export interface Defend {
  /**
   * The opponent who defends.
   */
  player: PlayerId;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "defend";
}
/**
 * Declare attackers and whom each attacks (508.1).
 */
export interface Attack {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "attack";
  /**
   * Each creature and the player, planeswalker or battle that it attacks: `{bear: B}`.
   */
  attackers?: {
    [k: string]: string;
  };
}
/**
 * Declare blockers and which attackers each blocks (509.1).
 */
export interface Block {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "block";
  /**
   * Each creature and the attackers that it blocks: `{wall: [bear]}`.
   */
  blockers?: {
    [k: string]: string[];
  };
}
/**
 * Assign combat damage of one's attacking or blocking creatures (510.1).
 */
export interface Assign {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "assign";
  /**
   * What each creature deals to whom: `{ox: {wall: 1, B: 2}}`; a creature left out does the default.
   */
  damage?: {
    [k: string]: {
      [k: string]: number;
    };
  };
}
/**
 * Pay the costs of a declaration, or not (508.1g-508.1j, 509.1d-509.1f).
 */
export interface Pay {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "pay";
  /**
   * `false` undoes the declaration; of an optional cost it only declines that.
   */
  pay: boolean;
}
/**
 * Discard cards: to hand size (514.1) or by an effect.
 */
export interface DiscardCards {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "discard";
  cards: string[];
}
/**
 * Put one's waiting abilities on the stack in this order, the first named first (603.3b).
 */
export interface OrderTriggers {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "order";
  /**
   * Names of all of one's waiting abilities; the first goes on the stack first and resolves last.
   */
  triggers: string[];
}
/**
 * Choose which permanents untap (502.3).
 */
export interface ChooseUntap {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "untap";
  /**
   * Those that untap, at most as many as may.
   */
  permanents: string[];
}
/**
 * Answer a choice by ids: which legend stays, who protects a battle, which skip is used up, what was rolled.
 */
export interface Choose {
  /**
   * Whose action. Left out: whoever is asked.
   */
  player?: PlayerId | null;
  /**
   * Who says so, where another player decides for `player` (722.5). Left out: whoever may.
   */
  by?: PlayerId | null;
  action: "choose";
  /**
   * What is chosen: ids of permanents, players or cards, names of effects, or the number rolled.
   */
  ids: (string | number)[];
}
/**
 * What has to be true of a run.
 */
export interface Expectations {
  /**
   * Whose each of these turns is, and what it consists of.
   */
  turns?: TurnSteps[];
  /**
   * What is true at moments, before anything is done there.
   */
  checks?: Check[];
  /**
   * Happen in this order, with any others between them.
   */
  events?: EventPattern[];
  /**
   * Do not happen.
   */
  never?: EventPattern[];
  /**
   * Happen exactly as often as `is` says.
   */
  counts?: EventCount[];
  /**
   * How the game ends.
   */
  outcome?: ExpectedOutcome | null;
}
/**
 * A turn as it has to be: whose, and its steps and main phases in order.
 */
export interface TurnSteps {
  turn: number;
  /**
   * Whose turn it is; of a team any member.
   */
  player?: PlayerId | null;
  /**
   * Whose turn it is: all members of the team.
   */
  team?: PlayerId[] | null;
  /**
   * All steps and main phases that begin, in order; skipped ones do not appear.
   */
  steps?: (StepName | MainName)[] | null;
}
/**
 * What has to be true at a moment.
 */
export interface Check {
  at: Moment;
  that: Condition;
}
/**
 * An event of which every field that is named has to be as named.
 */
export interface EventPattern {
  event:
    | "turn_began"
    | "turn_ended"
    | "turn_skipped"
    | "phase_began"
    | "phase_ended"
    | "phase_skipped"
    | "step_began"
    | "step_ended"
    | "step_skipped"
    | "turn_based_action"
    | "state_based_action"
    | "ability_triggered"
    | "put_on_stack"
    | "resolved"
    | "left_stack"
    | "priority_received"
    | "priority_passed"
    | "mana_added"
    | "mana_spent"
    | "mana_emptied"
    | "effect_began"
    | "effect_expired"
    | "card_drawn"
    | "card_discarded"
    | "land_played"
    | "damage_dealt"
    | "life_changed"
    | "counters_added"
    | "permanent_tapped"
    | "permanent_untapped"
    | "permanent_entered"
    | "permanent_left"
    | "phased_out"
    | "phased_in"
    | "control_changed"
    | "attacker_declared"
    | "blocker_declared"
    | "became_blocked"
    | "became_unblocked"
    | "attack_reselected"
    | "declaration_taken_back"
    | "protector_chosen"
    | "removed_from_combat"
    | "day_night_changed"
    | "rolled"
    | "scheme_set_in_motion"
    | "scheme_turned_down"
    | "player_controlled"
    | "passed_automatically"
    | "answered_automatically"
    | "player_lost"
    | "player_left"
    | "game_ended";
  /**
   * What this field of the event has to be.
   */
  turn?: unknown;
  /**
   * What this field of the event has to be.
   */
  active_player?: unknown;
  phase?: "beginning" | "precombat_main" | "combat" | "postcombat_main" | "ending" | null;
  step?:
    | "untap"
    | "upkeep"
    | "draw"
    | "beginning_of_combat"
    | "declare_attackers"
    | "declare_blockers"
    | "combat_damage"
    | "end_of_combat"
    | "end"
    | "cleanup"
    | "precombat_main"
    | "postcombat_main"
    | null;
  /**
   * What this field of the event has to be.
   */
  rule?: unknown;
  player?: string | null;
  /**
   * What this field of the event has to be.
   */
  name?: unknown;
  /**
   * What this field of the event has to be.
   */
  action?: unknown;
  /**
   * What this field of the event has to be.
   */
  subject?: unknown;
  /**
   * What this field of the event has to be.
   */
  controller?: unknown;
  /**
   * What this field of the event has to be.
   */
  source?: unknown;
  /**
   * What this field of the event has to be.
   */
  target?: unknown;
  /**
   * What this field of the event has to be.
   */
  countered?: unknown;
  /**
   * What this field of the event has to be.
   */
  mana?: unknown;
  /**
   * What this field of the event has to be.
   */
  card?: unknown;
  /**
   * What this field of the event has to be.
   */
  decided_by?: unknown;
  /**
   * What this field of the event has to be.
   */
  to?: unknown;
  /**
   * What this field of the event has to be.
   */
  amount?: unknown;
  /**
   * What this field of the event has to be.
   */
  combat?: unknown;
  /**
   * What this field of the event has to be.
   */
  life?: unknown;
  /**
   * What this field of the event has to be.
   */
  on?: unknown;
  /**
   * What this field of the event has to be.
   */
  counter?: unknown;
  /**
   * What this field of the event has to be.
   */
  count?: unknown;
  /**
   * What this field of the event has to be.
   */
  permanent?: unknown;
  /**
   * What this field of the event has to be.
   */
  attacking?: unknown;
  /**
   * What this field of the event has to be.
   */
  blocking?: unknown;
  /**
   * What this field of the event has to be.
   */
  result?: unknown;
  /**
   * What this field of the event has to be.
   */
  scheme?: unknown;
  /**
   * What this field of the event has to be.
   */
  by?: unknown;
  /**
   * What this field of the event has to be.
   */
  why?: unknown;
  /**
   * What this field of the event has to be.
   */
  kind?: unknown;
  /**
   * What this field of the event has to be.
   */
  winners?: unknown;
  /**
   * What this field of the event has to be.
   */
  draw?: unknown;
}
/**
 * The same, and how often it happens: exactly `is` times.
 */
export interface EventCount {
  event:
    | "turn_began"
    | "turn_ended"
    | "turn_skipped"
    | "phase_began"
    | "phase_ended"
    | "phase_skipped"
    | "step_began"
    | "step_ended"
    | "step_skipped"
    | "turn_based_action"
    | "state_based_action"
    | "ability_triggered"
    | "put_on_stack"
    | "resolved"
    | "left_stack"
    | "priority_received"
    | "priority_passed"
    | "mana_added"
    | "mana_spent"
    | "mana_emptied"
    | "effect_began"
    | "effect_expired"
    | "card_drawn"
    | "card_discarded"
    | "land_played"
    | "damage_dealt"
    | "life_changed"
    | "counters_added"
    | "permanent_tapped"
    | "permanent_untapped"
    | "permanent_entered"
    | "permanent_left"
    | "phased_out"
    | "phased_in"
    | "control_changed"
    | "attacker_declared"
    | "blocker_declared"
    | "became_blocked"
    | "became_unblocked"
    | "attack_reselected"
    | "declaration_taken_back"
    | "protector_chosen"
    | "removed_from_combat"
    | "day_night_changed"
    | "rolled"
    | "scheme_set_in_motion"
    | "scheme_turned_down"
    | "player_controlled"
    | "passed_automatically"
    | "answered_automatically"
    | "player_lost"
    | "player_left"
    | "game_ended";
  /**
   * What this field of the event has to be.
   */
  turn?: unknown;
  /**
   * What this field of the event has to be.
   */
  active_player?: unknown;
  phase?: "beginning" | "precombat_main" | "combat" | "postcombat_main" | "ending" | null;
  step?:
    | "untap"
    | "upkeep"
    | "draw"
    | "beginning_of_combat"
    | "declare_attackers"
    | "declare_blockers"
    | "combat_damage"
    | "end_of_combat"
    | "end"
    | "cleanup"
    | "precombat_main"
    | "postcombat_main"
    | null;
  /**
   * What this field of the event has to be.
   */
  rule?: unknown;
  player?: string | null;
  /**
   * What this field of the event has to be.
   */
  name?: unknown;
  /**
   * What this field of the event has to be.
   */
  action?: unknown;
  /**
   * What this field of the event has to be.
   */
  subject?: unknown;
  /**
   * What this field of the event has to be.
   */
  controller?: unknown;
  /**
   * What this field of the event has to be.
   */
  source?: unknown;
  /**
   * What this field of the event has to be.
   */
  target?: unknown;
  /**
   * What this field of the event has to be.
   */
  countered?: unknown;
  /**
   * What this field of the event has to be.
   */
  mana?: unknown;
  /**
   * What this field of the event has to be.
   */
  card?: unknown;
  /**
   * What this field of the event has to be.
   */
  decided_by?: unknown;
  /**
   * What this field of the event has to be.
   */
  to?: unknown;
  /**
   * What this field of the event has to be.
   */
  amount?: unknown;
  /**
   * What this field of the event has to be.
   */
  combat?: unknown;
  /**
   * What this field of the event has to be.
   */
  life?: unknown;
  /**
   * What this field of the event has to be.
   */
  on?: unknown;
  /**
   * What this field of the event has to be.
   */
  counter?: unknown;
  /**
   * What this field of the event has to be.
   */
  count?: unknown;
  /**
   * What this field of the event has to be.
   */
  permanent?: unknown;
  /**
   * What this field of the event has to be.
   */
  attacking?: unknown;
  /**
   * What this field of the event has to be.
   */
  blocking?: unknown;
  /**
   * What this field of the event has to be.
   */
  result?: unknown;
  /**
   * What this field of the event has to be.
   */
  scheme?: unknown;
  /**
   * What this field of the event has to be.
   */
  by?: unknown;
  /**
   * What this field of the event has to be.
   */
  why?: unknown;
  /**
   * What this field of the event has to be.
   */
  kind?: unknown;
  /**
   * What this field of the event has to be.
   */
  winners?: unknown;
  /**
   * What this field of the event has to be.
   */
  draw?: unknown;
  is: number;
}
/**
 * How the game ended, or that it has not; exactly one of these.
 */
export interface ExpectedOutcome {
  winners?: PlayerId[] | null;
  draw?: boolean | null;
  /**
   * The game goes on.
   */
  unfinished?: boolean | null;
}
/**
 * What somebody must decide before the game goes on.
 *
 * `player` is whose decision it is; `decided_by` who makes it, another player only under 722. `choices` are ids in
 * game order, of which `count` have to be chosen (null: any number). `subject` is the permanent that it is about, if
 * it is about one; of costs `cost` is what would be paid, and `optional` says that it may be declined (508.1g).
 */
export interface Decision {
  /**
   * What is asked by the engine and the reference game; a game of one's own may ask more.
   */
  kind:
    | "priority"
    | "choose_defending_player"
    | "declare_attackers"
    | "declare_blockers"
    | "assign_combat_damage"
    | "pay"
    | "discard_to_hand_size"
    | "order_triggers"
    | "choose_untap"
    | "choose_legend"
    | "choose_protector"
    | "choose_attacked"
    | "choose_blocked"
    | "choose_discard"
    | "choose_skip"
    | "roll";
  player: PlayerId;
  decided_by: PlayerId;
  rule: string;
  choices: string[];
  count: number | null;
  subject: string | null;
  cost: Cost;
  optional: boolean;
}
/**
 * A turn began; `name` is what added it, if it is an extra turn (500.7).
 */
export interface TurnBegan {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "turn_began";
  player: PlayerId;
  name: string | null;
}
/**
 * A turn ended.
 */
export interface TurnEnded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "turn_ended";
  player: PlayerId;
}
/**
 * A turn was skipped; `turn` is the number of the turn before it, `name` what skipped it.
 */
export interface TurnSkipped {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "turn_skipped";
  player: PlayerId;
  name: string | null;
}
/**
 * A phase began; `name` is what added it, if it is an extra phase (500.8).
 */
export interface PhaseBegan {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "phase_began";
  name: string | null;
}
/**
 * A phase ended, with all that its ending does.
 */
export interface PhaseEnded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "phase_ended";
}
/**
 * A phase was skipped; `name` is the effect that did it, null if a rule did.
 */
export interface PhaseSkipped {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "phase_skipped";
  name: string | null;
}
/**
 * A step began; `name` is what added it, if it is an extra step (500.9).
 */
export interface StepBegan {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "step_began";
  name: string | null;
}
/**
 * A step ended, with all that its ending does.
 */
export interface StepEnded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "step_ended";
}
/**
 * A step was skipped; `name` is the effect that did it, null if a rule did.
 */
export interface StepSkipped {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "step_skipped";
  name: string | null;
}
/**
 * A turn-based action was performed (703.4); its details follow.
 */
export interface TurnBasedAction {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "turn_based_action";
  action: string;
  player: PlayerId | null;
}
/**
 * A state-based action was performed on `subject`, a permanent or player (704.5).
 */
export interface StateBasedAction {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "state_based_action";
  subject: string;
}
/**
 * An ability triggered and waits (603.2).
 */
export interface AbilityTriggered {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "ability_triggered";
  name: string;
  controller: PlayerId;
  source: string | null;
}
/**
 * A spell or ability was put on the stack; `target` is what it targets.
 */
export interface PutOnStack {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "put_on_stack";
  name: string;
  controller: PlayerId;
  source: string | null;
  target: string | null;
}
/**
 * A spell or ability has resolved; its effects come before this event.
 */
export interface Resolved {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "resolved";
  name: string;
  controller: PlayerId;
  source: string | null;
}
/**
 * An object left the stack: resolved, countered by an effect, exiled (723.1b) or removed (603.4, 608.2b).
 */
export interface LeftStack {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "left_stack";
  name: string;
  controller: PlayerId;
  source: string | null;
  countered: boolean;
}
/**
 * A player received priority (117.3).
 */
export interface PriorityReceived {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "priority_received";
  player: PlayerId;
}
/**
 * A player passed priority and announced the unspent mana (117.3d, 106.4b).
 */
export interface PriorityPassed {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "priority_passed";
  player: PlayerId;
  mana: Mana;
}
/**
 * Mana was added to a player's pool (106.4).
 */
export interface ManaAdded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "mana_added";
  player: PlayerId;
  mana: Mana;
}
/**
 * Mana was paid from a player's pool.
 */
export interface ManaSpent {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "mana_spent";
  player: PlayerId;
  mana: Mana;
}
/**
 * Unspent mana was lost as a step or phase ended (500.4).
 */
export interface ManaEmptied {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "mana_emptied";
  player: PlayerId;
  mana: Mana;
}
/**
 * A continuous effect began (611.2).
 */
export interface EffectBegan {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "effect_began";
  name: string;
  controller: PlayerId;
}
/**
 * A continuous effect ended.
 */
export interface EffectExpired {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "effect_expired";
  name: string;
  controller: PlayerId;
}
/**
 * A player drew a card; `decided_by` decided for that player then and sees it, too (722).
 */
export interface CardDrawn {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "card_drawn";
  player: PlayerId;
  card: string;
  decided_by: PlayerId;
}
/**
 * A player discarded a card.
 */
export interface CardDiscarded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "card_discarded";
  player: PlayerId;
  card: string;
}
/**
 * A player played a land (505.6b).
 */
export interface LandPlayed {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "land_played";
  player: PlayerId;
  card: string;
}
/**
 * A source dealt damage to a player or permanent (120.3).
 */
export interface DamageDealt {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "damage_dealt";
  source: string | null;
  to: string;
  amount: number;
  combat: boolean;
}
/**
 * A player's life total changed by `amount` to `life` (119.3).
 */
export interface LifeChanged {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "life_changed";
  player: PlayerId;
  amount: number;
  life: number;
}
/**
 * Counters were put on a permanent or player.
 */
export interface CountersAdded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "counters_added";
  on: string;
  counter: string;
  count: number;
}
/**
 * A permanent became tapped.
 */
export interface PermanentTapped {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "permanent_tapped";
  permanent: string;
  controller: PlayerId;
}
/**
 * A permanent became untapped.
 */
export interface PermanentUntapped {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "permanent_untapped";
  permanent: string;
  controller: PlayerId;
}
/**
 * A permanent entered the battlefield.
 */
export interface PermanentEntered {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "permanent_entered";
  permanent: string;
  controller: PlayerId;
}
/**
 * A permanent left the battlefield; `to` is the zone it went to.
 */
export interface PermanentLeft {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "permanent_left";
  permanent: string;
  controller: PlayerId;
  to: "graveyard" | "hand" | "exile" | "nowhere";
}
/**
 * A permanent phased out (702.26).
 */
export interface PhasedOut {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "phased_out";
  permanent: string;
  controller: PlayerId;
}
/**
 * A permanent phased in (702.26).
 */
export interface PhasedIn {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "phased_in";
  permanent: string;
  controller: PlayerId;
}
/**
 * A permanent came under a player's control.
 */
export interface ControlChanged {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "control_changed";
  permanent: string;
  controller: PlayerId;
}
/**
 * A creature was declared as an attacker, or an effect has it attack (508.1k, 508.4).
 */
export interface AttackerDeclared {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "attacker_declared";
  permanent: string;
  attacking: string | null;
}
/**
 * A creature was declared as a blocker of an attacker, or an effect has it block that (509.1g, 509.4).
 */
export interface BlockerDeclared {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "blocker_declared";
  permanent: string;
  blocking: string;
}
/**
 * An attacking creature became blocked (509.1h).
 */
export interface BecameBlocked {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "became_blocked";
  permanent: string;
}
/**
 * An attacking creature became unblocked (509.1h, 508.4d).
 */
export interface BecameUnblocked {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "became_unblocked";
  permanent: string;
}
/**
 * An attacking creature attacks something else from now on (508.7a).
 */
export interface AttackReselected {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "attack_reselected";
  permanent: string;
  attacking: string;
}
/**
 * A player did not pay: everything since the declaration is undone and it is asked for again (732.1).
 */
export interface DeclarationTakenBack {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "declaration_taken_back";
  player: PlayerId;
}
/**
 * A player protects a battle from now on (704.5w, 704.5x).
 */
export interface ProtectorChosen {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "protector_chosen";
  permanent: string;
  player: PlayerId;
}
/**
 * A permanent left combat (506.4, 511.3).
 */
export interface RemovedFromCombat {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "removed_from_combat";
  permanent: string;
}
/**
 * It became day or night (730.1a).
 */
export interface DayNightChanged {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "day_night_changed";
  to: "day" | "night";
}
/**
 * A player rolled to visit their Attractions (505.5).
 */
export interface Rolled {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "rolled";
  player: PlayerId;
  result: number;
}
/**
 * A scheme was turned face up (904.9).
 */
export interface SchemeSetInMotion {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "scheme_set_in_motion";
  scheme: string;
  player: PlayerId;
}
/**
 * A face-up scheme went to the bottom of its owner's scheme deck (904.10, 904.11).
 */
export interface SchemeTurnedDown {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "scheme_turned_down";
  scheme: string;
  player: PlayerId;
}
/**
 * From now on `by` decides for `player` (722.1).
 */
export interface PlayerControlled {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "player_controlled";
  player: PlayerId;
  by: PlayerId;
}
/**
 * A client's seat, that of `decided_by`, passes priority by itself, and why; the pass itself comes next.
 *
 * No rule knows of it.
 */
export interface PassedAutomatically {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "passed_automatically";
  player: PlayerId;
  why: string;
  decided_by: PlayerId;
}
/**
 * A client's table answers a decision of this kind by itself, and why: there is only one answer; it comes next.
 *
 * No rule knows of it.
 */
export interface AnsweredAutomatically {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "answered_automatically";
  player: PlayerId;
  kind: string;
  why: string;
  decided_by: PlayerId;
}
/**
 * A player lost the game (104.3).
 */
export interface PlayerLost {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "player_lost";
  player: PlayerId;
}
/**
 * A player left the game (104.5).
 */
export interface PlayerLeft {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "player_left";
  player: PlayerId;
}
/**
 * The game ended (104.1): who won, or that it is a draw.
 */
export interface GameEnded {
  /**
   * Number of the turn, from 1; 0 before the first.
   */
  turn: number;
  /**
   * Whose turn it is; `none` after that player has left (800.4j).
   */
  active_player: PlayerId | "none";
  phase: PhaseName | null;
  /**
   * null in a main phase and between steps.
   */
  step: StepName | null;
  /**
   * null: an effect that names none.
   */
  rule: string | null;
  event: "game_ended";
  winners: string[];
  draw: boolean;
}
/**
 * All that `viewer` may see of a game, immutable and with a hash. The stack has the top first.
 *
 * `states` are those of the machines, by their names. `decision` is null if nobody is asked; the choices of somebody
 * else's decision about hidden cards are `hidden`.
 */
export interface View {
  viewer: PlayerId;
  turn: number;
  active_player: PlayerId | null;
  phase: PhaseName | null;
  step: StepName | null;
  states: {
    turn: TurnState;
    priority: PriorityState;
    attack: AttackState;
    block: BlockState;
    damage: DamageState;
  };
  decision: Decision | null;
  day_night: DayNight;
  players: PlayerView[];
  battlefield: PermanentView[];
  stack: StackView[];
  effects: string[];
  winners: PlayerId[];
  draw: boolean;
}
/**
 * A player as another one sees them; `hand` is null if its cards are hidden, `hand_size` how many there are.
 *
 * `library` counts the cards of the library. `mana` is what is in the pool, as in `RRG`.
 */
export interface PlayerView {
  id: PlayerId;
  in_game: boolean;
  life: number;
  poison: number;
  hand: string[] | null;
  hand_size: number;
  library: number;
  graveyard: string[];
  exile: string[];
  mana: Mana;
  lands_played: number;
  schemes: string[];
  decided_by: PlayerId;
}
/**
 * A permanent on the battlefield, with counters and continuous effects; `attacking` and `blocking` in combat.
 */
export interface PermanentView {
  id: string;
  controller: PlayerId;
  owner: PlayerId;
  types: string[];
  subtypes: string[];
  power: number;
  toughness: number;
  keywords: string[];
  tapped: boolean;
  damage: number;
  counters: {
    [k: string]: number;
  };
  legendary: boolean | string;
  token: boolean;
  sick: boolean;
  phased_out: boolean;
  attached_to: string | null;
  protector: PlayerId | null;
  attacking: string | null;
  blocked: boolean | null;
  blocking: string[];
}
/**
 * A spell or ability on the stack; `target` is what it targets.
 */
export interface StackView {
  name: string;
  kind: "spell" | "activated" | "triggered";
  controller: PlayerId;
  source: string | null;
  target: string | null;
}
/**
 * A whole game at a decision; `game` is as the game saved it.
 */
export interface Snapshot {
  version: 3;
  players: string[];
  teams: string[][];
  starting_player: string;
  options: Options;
  engine: EngineState;
  game: {
    [k: string]: unknown;
  };
  before?: Before;
}
/**
 * How a game is played.
 *
 * `first_draw`: the starting player has a draw step in the first turn; null: as 103.8 says, not with two players.
 * `attack_multiple_players`: all opponents are defending players (802). `attack`: `left` or `right`: only the player
 * there can be attacked (803). `lose_together`: a team leaves with any of its members (810.8). `archenemies`: who set
 * schemes in motion (904.9, 904.12).
 * `loop_bound`: how many states may go by within a step in which nobody does more than pass, and how many abilities
 * may trigger one another. `step_bound`: how many steps of the machines may go by without a decision.
 */
export interface Options {
  first_draw?: boolean | null;
  attack_multiple_players?: boolean;
  attack?: ("left" | "right") | null;
  lose_together?: boolean;
  archenemies?: string[];
  loop_bound?: number;
  step_bound?: number;
}
/**
 * What changes as a game goes on, but for what the game saved.
 */
export interface EngineState {
  turn_state: TurnState;
  priority_state: PriorityState;
  attack_state: AttackState;
  block_state: BlockState;
  damage_state: DamageState;
  declaration: Declaration | null;
  schedule: Schedule;
  position: Position;
  facts: Facts;
  in_force: SavedRegister;
  stack: StackObject[];
  waiting: StackObject[];
  pools: {
    [k: string]: ManaUnit[];
  };
  pending: Pending | null;
  actions_left: string[];
  actors: string[];
  effects_left: Effect[];
  context: Context | null;
  resolving: StackObject | null;
  then_act: boolean;
  unresolved: string | null;
  priority_player: string | null;
  priority_rule: string;
  passed: string[];
  passes_only: number[];
  last_check_performed: boolean;
  skip_candidates: number[];
  skip_choice: number | null;
  interruption: string | null;
  day_night: DayNight;
  spells_last_turn: number | null;
  latest_turn: {
    [k: string]: number;
  };
  starting_turn: number | null;
  control: {
    [k: string]: string;
  };
  control_next: {
    [k: string]: string;
  };
  in_game: string[];
  outcome: Outcome | null;
  serial: number;
  set_up: number;
}
/**
 * A declaration or an assignment of damage in progress, and the machine that it runs on.
 *
 * `player` is who declares, `left` who will after that player. `chosen` is what was said: attackers with what each
 * attacks, blockers with what they block, damage; `objects` tells what it names from later ones of the same id.
 * `complete` is what the players before have declared, `became_blocked` the attackers that became blocked by all that.
 * `optional` are creatures with an optional cost that is not decided yet, `accepted` the optional costs that will be
 * paid, `cost` the total. `before` is engine and game as they were when the player was asked, until the declaration
 * stands.
 */
export interface Declaration {
  machine: string;
  player: string;
  left?: string[];
  chosen?: {
    [k: string]: unknown;
  };
  objects?: [string, number | null][];
  complete?: {
    [k: string]: unknown;
  };
  became_blocked?: string[];
  optional?: {
    [k: string]: Cost;
  };
  accepted?: string[];
  cost?: Cost;
  before?: [unknown[], unknown] | null;
}
/**
 * The agenda of a game. Pending units are in the order in which they will come.
 */
export interface Schedule {
  turns?: Scheduled[];
  phases?: Scheduled[];
  steps?: Scheduled[];
  turn?: Scheduled | null;
  phase?: Scheduled | null;
  step?: Scheduled | null;
  number?: number;
  begun?: {
    [k: string]: number;
  };
  behind?: [string, Scheduled][];
  serial?: number;
}
/**
 * A turn, phase or step, pending or in progress.
 *
 * `name` is a player for a turn, a kind for a phase (`main` stands for both main phases), a step's name for a step.
 * `source` names what added it; null: the printed order. `only` are the steps a phase has by 500.10. `omitted` is
 * the rule that will skip it. `then` are the riders of `controller`: effects applied as this very unit begins, which
 * speak of the objects in `bound`.
 */
export interface Scheduled {
  id: number;
  name: string;
  rule: string;
  source?: string | null;
  only?: string[] | null;
  omitted?: string | null;
  then?: Effect[];
  controller?: string | null;
  bound?: [string, number][];
}
/**
 * Where in the game something happens: the turn's number (from 1), its player, the phase and the step in progress.
 *
 * `step` is null in a main phase and between steps; `active_player` is null when that player has left and
 * the game goes on (800.4j).
 */
export interface Position {
  turn: number;
  active_player: string | null;
  phase: PhaseName | null;
  step: StepName | null;
}
/**
 * What has happened in this turn so far; a new turn starts from nothing.
 *
 * `spells` and `lands` count a player's spells cast and lands played. `ended` and `skipped` are names of phases and
 * steps; `combat` are those of the combat phase in progress or, between two, of the last one, `first_combat` those of
 * the first once there is another. `defending`: the chosen defending player of this combat (507.1). `attacked`: in
 * this combat a creature was declared or put in attacking; `attacked_in_time`: the same as its last declare attackers
 * step ended (508.8). `had_to_attack`: creatures that an effect required to attack as attackers were declared (506.6).
 * `declared` is how many attackers or blockers each player declared in this combat. `struck_first`: creatures, each
 * with its object, that had first or double strike as the first combat damage step began (510.4).
 */
export interface Facts {
  spells?: {
    [k: string]: number;
  };
  lands?: {
    [k: string]: number;
  };
  ended?: string[];
  skipped?: string[];
  combat?: Passed | null;
  first_combat?: Passed | null;
  defending?: string | null;
  attacked?: boolean;
  attacked_in_time?: boolean | null;
  had_to_attack?: string[];
  declared?: {
    [k: string]: number;
  };
  struck_first?: [string, number | null][];
}
/**
 * Names of phases and steps that have begun, ended and been skipped.
 */
export interface Passed {
  begun?: string[];
  ended?: string[];
  skipped?: string[];
}
/**
 * Everything in force, in the order of beginning. `dormant` are phased-out sources (702.26b).
 */
export interface SavedRegister {
  entries: InForce[];
  dormant: string[];
}
/**
 * One thing in force, from when it began; `id` grows with time. `source` is the permanent it depends on.
 *
 * `since` is the time by which abilities that trigger together are ordered: when the source entered, else `id`.
 * `origin` is the source of a delayed ability, which does not depend on it (603.7e); `bound` are the objects that
 * such an ability speaks of.
 */
export interface InForce {
  id: number;
  kind: string;
  name: string;
  controller: string;
  source: string | null;
  effect: Effect;
  keys: (string | number | null)[][];
  since: number;
  origin?: string | null;
  bound?: [string, number][];
}
/**
 * A spell or ability. `card` is the card that a spell is; a spell without one came from nowhere.
 *
 * `chapter` marks a chapter ability (714.2b); `second_round` an ability that triggered on another ability
 * triggering (603.3b). `bound` are the objects that its effects speak of: one that left and came back is another.
 */
export interface StackObject {
  id: number;
  kind: "spell" | "activated" | "triggered";
  name: string;
  controller: string;
  source?: string | null;
  effects?: Effect[];
  condition?: Condition | null;
  card?: string | null;
  chapter?: boolean;
  second_round?: boolean;
  bound?: [string, number][];
  target?: Target | null;
}
/**
 * What a spell or ability targets: the kind that it has to be, and the id of a player or permanent.
 */
export interface Target {
  kind: string;
  id: string;
}
/**
 * One mana in a pool; `keeper` is the id of the thing in force that keeps it from emptying.
 */
export interface ManaUnit {
  symbol: string;
  keeper?: number | null;
}
/**
 * An open decision: of which kind, whose, and the rule that demands it.
 *
 * `choices` are what can be chosen, in game order; `how_many` is how many have to be chosen, null if that is free.
 * `subject` is the permanent that it is about, if it is about one; `cost` what would be paid, and `optional` whether
 * the declaration stands without (508.1g).
 */
export interface Pending {
  kind: string;
  player: string;
  rule: string;
  choices?: string[];
  how_many?: number | null;
  subject?: string | null;
  cost?: Cost;
  optional?: boolean;
}
/**
 * For whom and by what an effect is applied, which objects it speaks of, and what the spell or ability targets.
 */
export interface Context {
  controller: string;
  source: string | null;
  name: string;
  bound?: [string, number][];
  target?: string | null;
}
/**
 * How a game ended: who won, or that it is a draw, and by which rule.
 */
export interface Outcome {
  winners: string[];
  draw: boolean;
  rule: string;
}
/**
 * Engine and game as they were before the declaration in progress, which may be taken back.
 */
export interface Before {
  engine: EngineState;
  game: {
    [k: string]: unknown;
  };
}
