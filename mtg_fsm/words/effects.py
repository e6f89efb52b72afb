"""EFFECT of the scenario format: what spells, abilities and permanents do, as data.

The engine applies those that change the turn, durations, triggers, mana and who decides; all others it hands to the
game. The models of both stand in one union because effects nest (`then`, `effects`, `abilities`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Discriminator, Field, JsonValue, Tag, field_validator, model_validator

from mtg_fsm.words.base import (
    Cost,
    Count,
    Flag,
    Mana,
    Name,
    Natural,
    NewId,
    Number,
    PermanentId,
    PlayerId,
    Recipients,
    Word,
    as_mapping,
    bounded,
)
from mtg_fsm.words.conditions import Condition
from mtg_fsm.words.units import UNIT_NAMES, PhaseKind, StepName

Keyword = Literal[
    "first_strike",
    "double_strike",
    "trample",
    "deathtouch",
    "lifelink",
    "vigilance",
    "haste",
    "defender",
    "menace",
    "flying",
    "reach",
    "indestructible",
    "phasing",
    "infect",
]
CardType = Name
TargetKind = Literal["any", "creature", "permanent", "player", "opponent"]
"""What can be targeted; `any`: a creature, player, planeswalker or battle (115.4)."""
Anchor = Literal["this_phase", "precombat_main", "combat", "postcombat_main"]
Skippable = Literal[
    "turn",
    "extra_turn",
    "main",
    "beginning",
    "precombat_main",
    "combat",
    "postcombat_main",
    "ending",
    "untap",
    "upkeep",
    "draw",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "combat_damage",
    "end_of_combat",
    "end",
    "cleanup",
]


# --- durations (611.2a) ----------------------------------------------------------------------------------------------


class UntilEndOf(Word):
    """Lasts to the end of a turn (514.2), step, phase or combat phase (500.5)."""

    until_end_of: Literal["turn", "this_step", "this_phase", "combat", "your_next_turn"] = Field(
        description="`turn` is its cleanup step; `combat` outside combat is the next combat phase."
    )


_UNTIL = tuple(f"{whose}next_{unit}" for whose in ("your_", "") for unit in ("turn", *UNIT_NAMES))


class Until(Word):
    """Lasts until a turn, phase or step begins: `your_next_upkeep`, `next_combat`, `your_next_turn` (500.5)."""

    until: Annotated[
        str,
        Field(
            json_schema_extra={"enum": list(_UNTIL)},
            description="Of `your_next_` and a name the controller's, of `next_` and a name anybody's.",
        ),
    ]

    @field_validator("until")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in _UNTIL:
            raise ValueError(f"must be one of {', '.join(_UNTIL)}")
        return value


class ForAsLongAs(Word):
    """Lasts while a permanent is on the battlefield and phased in (611.2b, 702.26f)."""

    for_as_long_as: PermanentId = Field(description="Id of the permanent; if it is not there, nothing begins.")


def _duration_tag(value: Any) -> str:
    mapping = as_mapping(value)
    if mapping is not None:
        return next((key for key in ("until_end_of", "until", "for_as_long_as") if key in mapping), "until_end_of")
    members: tuple[tuple[type, str], ...] = (
        (UntilEndOf, "until_end_of"),
        (Until, "until"),
        (ForAsLongAs, "for_as_long_as"),
    )
    return next((tag for member, tag in members if isinstance(value, member)), "word")


Duration = Annotated[
    Annotated[UntilEndOf, Tag("until_end_of")]
    | Annotated[Until, Tag("until")]
    | Annotated[ForAsLongAs, Tag("for_as_long_as")]
    | Annotated[Literal["this_turn", "forever"], Tag("word")],
    Discriminator(_duration_tag),
]


# --- what changes the turn (500.7-500.11, 614.10, 723) ---------------------------------------------------------------


class NextTurnOf(Word):
    """The next turn that a player takes."""

    next_turn_of: PlayerId = Field(description="The player whose next turn it is.")


class ExtraTurn(Word):
    """An extra turn directly after this turn, or after the next turn of a player (500.7)."""

    effect: Literal["extra_turn"] = "extra_turn"
    player: Recipients | None = Field(
        default=None,
        description="Left out: the effect's controller. Of several the newest turn is taken first (500.7).",
    )
    after: NextTurnOf | None = Field(default=None, description="Left out: directly after this turn.")
    then: Effects = Field(default=(), description="Effects applied as that very turn begins; lost if it is skipped.")


class ExtraPhases(Word):
    """Phases added directly after a phase, in the order in which they will happen (500.8, 500.10a)."""

    effect: Literal["extra_phases"] = "extra_phases"
    phases: Annotated[
        tuple[PhaseKind, ...],
        Field(min_length=1, max_length=100, description="In the order in which they will happen."),
    ]
    after: Anchor = Field(
        default="this_phase", description="The first phase of that name in this turn; nothing is added if it is over."
    )
    you_get: Flag = Field(default=False, description="Nothing is added in another player's turn (500.10a).")
    then: Effects = Field(default=(), description="Effects applied as the first of them begins; lost if it is skipped.")


class ExtraSteps(Word):
    """Steps added after or before a step of this phase (500.9), or after a phase (500.10)."""

    effect: Literal["extra_steps"] = "extra_steps"
    steps: Annotated[
        tuple[StepName, ...], Field(min_length=1, max_length=100, description="In the order in which they will happen.")
    ]
    after: Literal["this_step"] | StepName | None = Field(
        default=None,
        description="This step, or the next one of that name in this phase. Left out with the other two: this step.",
    )
    before: Literal["this_step"] | StepName | None = Field(
        default=None, description="The next step of that name in this phase."
    )
    after_phase: Anchor | None = Field(
        default=None, description="The phase after which each of them gets a phase of its own (500.10)."
    )
    you_get: Flag = Field(default=False, description="Nothing is added in another player's turn (500.10a).")

    @model_validator(mode="after")
    def _one_place(self) -> ExtraSteps:
        if sum(place is not None for place in (self.after, self.before, self.after_phase)) > 1:
            raise ValueError("only one of after, before and after_phase can be given")
        return self


class Skip(Word):
    """The next `count` turns, phases or steps of that kind are skipped (500.11, 614.10)."""

    effect: Literal["skip"] = "skip"
    what: Skippable = Field(description="A turn, phase or step; `main` is any main phase.")
    player: Recipients | None = Field(default=None, description="Whose. Left out: the effect's controller.")
    count: Count = Field(default=1, description="How many of them.")
    this_turn: Flag = Field(default=False, description="Only if it comes in this turn.")


class EndTurn(Word):
    """Ends the turn (723.1)."""

    effect: Literal["end_turn"] = "end_turn"


class EndCombat(Word):
    """Ends the combat phase; outside a combat phase nothing happens (723.2)."""

    effect: Literal["end_combat"] = "end_combat"


# --- continuous effects, static and triggered abilities --------------------------------------------------------------


class SkipAll(Word):
    """Every turn, phase or step of that kind is skipped, of one player, `each` or the controller's `opponents`."""

    what: Skippable = Field(description="A turn, phase or step; `main` is any main phase.")
    player: Recipients | None = Field(default=None, description="Whose. Left out: the controller's.")


class StaticRules(Word):
    """What a static ability or a continuous effect lays down while it is in force (611.3)."""

    skip: SkipAll | None = Field(default=None, description="Every one of these turns, phases or steps is skipped.")
    keep_mana: Literal["all"] | Mana | None = Field(
        default=None, description="`all`, or the symbols that do not empty, as in `RG`."
    )
    player: PlayerId | Literal["you", "each"] | None = Field(
        default=None,
        description="Whom the rules bind; `you` is the controller. Left out: `you` for mana and lands, else `each`.",
    )
    max_hand_size: Natural | Literal["none"] | None = Field(default=None, description="The newest counts.")
    dont_untap: tuple[PermanentId, ...] | Literal["all"] | None = Field(
        default=None, description="Permanents that do not untap in the untap step."
    )
    untap_at_most: Natural | None = Field(
        default=None, description="How many may untap in the untap step; the smallest number counts."
    )
    cant_attack: tuple[PermanentId, ...] | None = Field(default=None, description="Permanents that can't attack.")
    max_attackers: Natural | None = Field(
        default=None, description="How many creatures may attack in a combat; the smallest number counts."
    )
    max_blockers: Natural | None = Field(
        default=None, description="How many creatures each defending player may block with in a combat; as above."
    )
    extra_lands: Natural | None = Field(default=None, description="How many more lands may be played in a turn.")


class Static(StaticRules):
    """A static ability of a permanent, in force while it is on the battlefield and phased in (611.3b)."""

    effect: Literal["static"] = "static"


class Modification(Word):
    """What a continuous effect adds to a permanent."""

    permanent: PermanentId
    power: Number = Field(default=0, description="Is added.")
    toughness: Number = Field(default=0, description="Is added.")
    keywords: tuple[Keyword, ...] = Field(default=(), description="Are added.")


class Continuous(Word):
    """A continuous effect with a name and a duration (611.2)."""

    effect: Literal["continuous"] = "continuous"
    name: Name
    lasts: Duration = Field(description="For how long.")
    modifies: Modification | None = Field(default=None, description="What it adds to a permanent.")
    static: StaticRules | None = Field(default=None, description="What it lays down while it lasts.")


class BeginningOf(Word):
    """The beginning of a turn, phase or step (603.2b)."""

    beginning_of: Annotated[
        str,
        Field(
            json_schema_extra={"enum": ["turn", *UNIT_NAMES]},
            description="A turn, phase or step; `main` is any main phase.",
        ),
    ]

    @field_validator("beginning_of")
    @classmethod
    def _known(cls, value: str) -> str:
        if value not in ("turn", *UNIT_NAMES):
            raise ValueError(f"must be one of turn, {', '.join(UNIT_NAMES)}")
        return value


EventWord = Literal[
    "attacks",
    "attacks_alone",
    "attacks_and_isnt_blocked",
    "is_attacked",
    "player_attacks",
    "blocks",
    "blocks_a_creature",
    "becomes_blocked",
    "becomes_blocked_by_a_creature",
    "deals_combat_damage",
    "enters",
    "dies",
    "leaves",
    "draws",
    "life_lost",
    "tapped",
    "untapped",
    "discards",
    "phases_in",
    "phases_out",
    "set_in_motion",
    "triggers",
]


class Happening(Word):
    """An event that an ability waits for: to whom (`of`, default the source) and, for attacks, `against` whom."""

    event: EventWord
    of: Name | None = Field(
        default=None,
        description="A permanent, player or name, or `any`. Left out: the source; of events of players the controller.",
    )
    against: Name | None = Field(
        default=None, description="Of attacks: what is attacked; of `is_attacked`: who attacks."
    )
    at_least: Count | None = Field(
        default=None,
        description="Of `blocks_a_creature` and `becomes_blocked_by_a_creature`: once, as that number is reached.",
    )

    @model_validator(mode="after")
    def _counts(self) -> Happening:
        if self.at_least is not None and self.event not in ("blocks_a_creature", "becomes_blocked_by_a_creature"):
            raise ValueError("at_least goes with blocks_a_creature and becomes_blocked_by_a_creature only")
        return self


def _when_tag(value: Any) -> str:
    return "event" if isinstance(value, Happening) or "event" in (as_mapping(value) or ()) else "beginning_of"


When = Annotated[
    Annotated[BeginningOf, Tag("beginning_of")] | Annotated[Happening, Tag("event")], Discriminator(_when_tag)
]


class Ability(Word):
    """What triggered and delayed triggered abilities share (603.2, 603.4)."""

    name: Name
    when: When = Field(description="What it triggers on.")
    whose: Literal["you", "each", "opponent"] | PlayerId = Field(
        default="you",
        description="In whose turn, for `beginning_of` only; `you` is the controller. The next of anybody's is `each`.",
    )
    condition: Annotated[
        Condition | None,
        Field(alias="if", description="Has to be true for it to trigger, and again for it to resolve (603.4)."),
    ] = None
    effects: Effects = Field(default=(), description="Applied in this order as it resolves.")


class Trigger(Ability):
    """A triggered ability (603.2)."""

    effect: Literal["trigger"] = "trigger"


class DelayedTrigger(Ability):
    """A delayed triggered ability: it triggers once, at the next occurrence (603.7b)."""

    effect: Literal["delayed_trigger"] = "delayed_trigger"
    this_turn: Flag = Field(default=False, description="It is gone as this turn ends.")


class Activated(Word):
    """An activated ability of a permanent (602.2)."""

    effect: Literal["activated"] = "activated"
    name: Name = Field(description="The name by which `activate` finds it.")
    cost: Cost = Field(default="", description="Generic mana as a number, then symbols, as in `1R`.")
    tap: Flag = Field(default=False, description="Its cost has the tap symbol: the permanent is tapped (602.5a).")
    speed: Literal["instant", "sorcery"] = Field(
        default="instant", description="When it can be activated: `sorcery` only when a sorcery could be cast."
    )
    target: TargetKind | None = Field(
        default=None, description="What it targets, which is `$target` in its effects. Left out: nothing."
    )
    effects: Effects = Field(default=(), description="Applied in this order as it resolves.")


class AddMana(Word):
    """Adds mana to a player's pool; `keeps` keeps it from emptying for that long (106.4)."""

    effect: Literal["add_mana"] = "add_mana"
    mana: Mana = Field(description="Symbols, as in `RRG`.")
    player: PlayerId | None = Field(default=None, description="Left out: the effect's controller.")
    keeps: Duration | None = Field(
        default=None, description="For how long it does not empty. Left out: it empties as usual."
    )


class ControlPlayer(Word):
    """One player decides for another during that player's next turn (722.1)."""

    effect: Literal["control_player"] = "control_player"
    player: PlayerId
    by: PlayerId = Field(description="Who will decide.")


class SetDayNight(Word):
    """It becomes day or night (730.1)."""

    effect: Literal["set_day_night"] = "set_day_night"
    to: Literal["day", "night"]


class CounterTop(Word):
    """Counters the object directly below it on the stack."""

    effect: Literal["counter_top"] = "counter_top"


class Win(Word):
    """A player wins the game (104.2b)."""

    effect: Literal["win"] = "win"
    player: PlayerId | None = Field(default=None, description="Left out: the effect's controller.")


class Lose(Word):
    """A player loses the game (104.3e)."""

    effect: Literal["lose"] = "lose"
    player: PlayerId | None = Field(default=None, description="Left out: the effect's controller.")


class Nothing(Word):
    """Does nothing."""

    effect: Literal["nothing"] = "nothing"
    player: PlayerId | None = None


# --- what happens on the table; the game applies these ---------------------------------------------------------------


class Draw(Word):
    """Players draw cards, in APNAP order (101.4)."""

    effect: Literal["draw"] = "draw"
    count: Count = 1
    player: Recipients | None = Field(default=None, description="Left out: the effect's controller.")


class Discard(Word):
    """Players discard cards of their choice, in APNAP order."""

    effect: Literal["discard"] = "discard"
    count: Count = 1
    player: Recipients | None = Field(default=None, description="Left out: the effect's controller.")


class GainLife(Word):
    """Players gain life (119.3)."""

    effect: Literal["gain_life"] = "gain_life"
    count: Natural = 1
    player: Recipients | None = Field(default=None, description="Left out: the effect's controller.")


class LoseLife(Word):
    """Players lose life, which is no damage (119.3)."""

    effect: Literal["lose_life"] = "lose_life"
    count: Natural = 1
    player: Recipients | None = Field(default=None, description="Left out: the effect's controller.")


class Damage(Word):
    """Damage to a player or permanent (120.3)."""

    effect: Literal["damage"] = "damage"
    amount: Natural
    to: Name = Field(description="Id of a player or permanent.")
    source: PermanentId | None = Field(
        default=None, description="Id of a permanent. Left out: the source of the ability, none for a spell."
    )


class PermanentSpec(Word):
    """A permanent as a scenario writes it."""

    id: NewId = Field(description="Unique among all permanents and players.")
    types: tuple[CardType, ...] = Field(default=("creature",), description="Card types, in any case.")
    subtypes: tuple[Name, ...] = Field(
        default=(),
        description="In any case; `saga`, `siege`, `aura`, `equipment`, `fortification` and `attraction` matter.",
    )
    power: Number = Field(default=2, description="Before counters and effects.")
    toughness: Number = Field(default=2, description="Before counters and effects.")
    keywords: tuple[Keyword, ...] = ()
    tapped: Flag = False
    damage: Natural = Field(default=0, description="Damage marked on it.")
    counters: dict[Name, Natural] = Field(
        default_factory=dict, description="How many of each; `+1/+1`, `-1/-1`, `lore`, `loyalty` and `defense` matter."
    )
    loyalty: Natural | None = Field(default=None, description="Number of loyalty counters.")
    defense: Natural | None = Field(default=None, description="Number of defense counters.")
    legendary: Flag | Name = Field(
        default=False, description="`true`: one name for all such permanents of a player; a text is the name (704.5j)."
    )
    token: Flag = False
    chapters: Natural = Field(default=0, description="A Saga's last chapter.")
    sick: Flag = Field(default=False, description="It came under its controller's control this turn (302.6).")
    phased_out: Flag = False
    owner: PlayerId | None = Field(default=None, description="Left out: its controller.")
    attached_to: Name | None = Field(default=None, description="Id of a permanent, for an Aura also of a player.")
    protector: PlayerId | None = Field(
        default=None, description="Who protects it, of a battle. Left out: the next opponent (310.11a)."
    )
    attacks_if_able: Flag = Field(default=False, description="It has to attack in each combat if able (508.1d).")
    cant_attack: Flag = Field(default=False, description="It can't attack (508.1c).")
    cant_attack_alone: Flag = Field(default=False, description="It can't attack without another creature.")
    cant_attack_player: PlayerId | None = Field(default=None, description="Whom it can't attack.")
    must_attack: Name | None = Field(
        default=None, description="A player, planeswalker or battle that it has to attack if able."
    )
    goaded_by: PlayerId | None = Field(
        default=None,
        description="It has to attack if able, and if able another player, until the next turn of this one (701.15b).",
    )
    blocks_if_able: Flag = Field(default=False, description="It has to block in each combat if able (509.1c).")
    cant_block: Flag = Field(default=False, description="It can't block (509.1b).")
    cant_block_alone: Flag = Field(default=False, description="It can't block without another creature.")
    cant_be_blocked: Flag = Field(default=False, description="Nothing can block it.")
    must_be_blocked: Flag = Field(default=False, description="It has to be blocked if able (509.1c).")
    max_blocks: Natural = Field(default=1, description="How many attackers it can block.")
    attack_cost: Natural = Field(default=0, description="Generic mana that its attack costs (508.1h).")
    optional_attack_cost: Natural = Field(
        default=0, description="Generic mana that may be paid as it attacks (508.1g)."
    )
    block_cost: Natural = Field(default=0, description="Generic mana that blocking with it costs (509.1d).")
    abilities: tuple[Annotated[Trigger | Static | Activated, Field(discriminator="effect")], ...] = ()


class SchemeSpec(Word):
    """A scheme as a scenario writes it; its abilities are in force while it is face up."""

    id: NewId = Field(description="Unique among all schemes, permanents and players.")
    ongoing: Flag = Field(default=False, description="It stays face up until it is abandoned (904.11).")
    abilities: tuple[Annotated[Trigger | Static, Field(discriminator="effect")], ...] = ()


class IntoCombat(Word):
    """What puts a creature into combat: attacking something or blocking an attacker."""

    attacking: Name | None = Field(
        default=None,
        description="The player, planeswalker or battle that it attacks, if it can (508.4); `any`: the controller's "
        "choice.",
    )
    blocking: Name | None = Field(
        default=None, description="The attacker that it blocks, if it can (509.4); `any`: the controller's choice."
    )

    @model_validator(mode="after")
    def _one_role(self) -> Self:
        if self.attacking is not None and self.blocking is not None:
            raise ValueError("only one of attacking and blocking can be given")
        return self

    @property
    def opponents(self) -> list[str]:
        """What is attacked or blocked, if the effect specifies it."""
        return [name for name in (self.attacking, self.blocking) if name not in (None, "any")]


class Create(IntoCombat):
    """Puts a permanent onto the battlefield, under the controller's control; perhaps into combat (508.4, 509.4)."""

    effect: Literal["create"] = "create"
    permanent: PermanentSpec


class EnterCombat(IntoCombat):
    """States that a creature is attacking or blocking; where that is impossible nothing happens (506.3, 508.4)."""

    effect: Literal["enter_combat"] = "enter_combat"
    permanent: PermanentId

    @model_validator(mode="after")
    def _some_role(self) -> Self:
        if self.attacking is None and self.blocking is None:
            raise ValueError("one of attacking and blocking has to be given")
        return self


class ReselectAttack(Word):
    """An attacking creature attacks something else from now on; an illegal choice changes nothing (508.7)."""

    effect: Literal["reselect_attack"] = "reselect_attack"
    attacker: PermanentId
    to: Name = Field(description="A player, planeswalker or battle.")


class OnPermanents(Word):
    """Effects that do the same to each of several permanents."""

    permanents: tuple[PermanentId, ...] = Field(
        description="Ids. `$creatures` are all creatures, `$your_creatures` those of the effect's controller, as it is "
        "applied."
    )


class Destroy(OnPermanents):
    """Destroys permanents; indestructible and regeneration matter (702.12b, 701.19)."""

    effect: Literal["destroy"] = "destroy"


class Sacrifice(OnPermanents):
    """Their controllers put the permanents into their owners' graveyards."""

    effect: Literal["sacrifice"] = "sacrifice"


class Exile(OnPermanents):
    """Exiles permanents."""

    effect: Literal["exile"] = "exile"


class Bounce(OnPermanents):
    """Returns permanents to their owners' hands."""

    effect: Literal["bounce"] = "bounce"


class Tap(OnPermanents):
    """Taps permanents."""

    effect: Literal["tap"] = "tap"


class UntapPermanents(OnPermanents):
    """Untaps permanents."""

    effect: Literal["untap"] = "untap"


class PhaseOut(OnPermanents):
    """Phases permanents out, with what is attached to them (702.26g)."""

    effect: Literal["phase_out"] = "phase_out"


class PhaseIn(OnPermanents):
    """Phases permanents in, with what is attached to them (702.26g)."""

    effect: Literal["phase_in"] = "phase_in"


class Regenerate(OnPermanents):
    """Makes a regeneration shield for the next time each would be destroyed this turn (701.19a)."""

    effect: Literal["regenerate"] = "regenerate"


class RemoveFromCombat(OnPermanents):
    """Removes permanents from combat (506.4)."""

    effect: Literal["remove_from_combat"] = "remove_from_combat"


class GainControl(Word):
    """A player gains control of a permanent; without `lasts` forever."""

    effect: Literal["gain_control"] = "gain_control"
    permanent: PermanentId
    player: PlayerId | None = Field(default=None, description="Left out: the effect's controller.")
    lasts: Duration = Field(default="forever", description="For how long.")


class Abandon(Word):
    """A face-up scheme goes to the bottom of its owner's scheme deck (904.11)."""

    effect: Literal["abandon"] = "abandon"
    scheme: Name = Field(description="Its id; if it is not face up, nothing happens.")


class AddCounters(Word):
    """Puts counters on a permanent or a player."""

    effect: Literal["add_counters"] = "add_counters"
    permanent: PermanentId | None = Field(default=None, description="This or `player`.")
    player: PlayerId | None = Field(default=None, description="This or `permanent`.")
    counter: Name = Field(description="Their name.")
    count: Count = 1

    @model_validator(mode="after")
    def _one_target(self) -> AddCounters:
        if (self.permanent is None) == (self.player is None):
            raise ValueError("exactly one of permanent and player has to be given")
        return self


class Become(Word):
    """Sets base values of a permanent; lists replace."""

    effect: Literal["become"] = "become"
    permanent: PermanentId
    types: tuple[CardType, ...] | None = None
    subtypes: tuple[Name, ...] | None = None
    power: Number | None = Field(default=None, description="The base value.")
    toughness: Number | None = Field(default=None, description="The base value.")
    keywords: tuple[Keyword, ...] | None = None
    tapped: Flag | None = None
    damage: Natural | None = None
    counters: dict[Name, Natural] | None = Field(default=None, description="All of its counters.")
    loyalty: Natural | None = Field(default=None, description="Number of loyalty counters.")
    defense: Natural | None = Field(default=None, description="Number of defense counters.")
    legendary: Flag | Name | None = None
    token: Flag | None = None
    chapters: Natural | None = None
    sick: Flag | None = None
    phased_out: Flag | None = None
    owner: PlayerId | None = None
    attached_to: Name | None = Field(default=None, description="Id of a permanent, for an Aura also of a player.")
    protector: PlayerId | None = Field(default=None, description="Who protects it, of a battle.")
    attacks_if_able: Flag | None = None
    cant_attack: Flag | None = None
    cant_attack_alone: Flag | None = None
    cant_attack_player: PlayerId | None = None
    must_attack: Name | None = None
    goaded_by: PlayerId | None = None
    blocks_if_able: Flag | None = None
    cant_block: Flag | None = None
    cant_block_alone: Flag | None = None
    cant_be_blocked: Flag | None = None
    must_be_blocked: Flag | None = None
    max_blocks: Natural | None = None
    attack_cost: Natural | None = None
    optional_attack_cost: Natural | None = None
    block_cost: Natural | None = None
    abilities: tuple[Annotated[Trigger | Static | Activated, Field(discriminator="effect")], ...] | None = None


class Custom(Word):
    """An effect of a client's own game: the engine hands `name` and `arguments` to the game as they are."""

    effect: Literal["custom"] = "custom"
    name: Name
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


Effect = Annotated[
    ExtraTurn
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
    | Custom,
    Field(discriminator="effect"),
]
"""Any effect. A `static` effect that resolves, or stands in a player's `effects`, is in force for ever."""
Effects = Annotated[tuple[Effect, ...], AfterValidator(bounded)]
"""Effects in order, within the bounds of `MAX_DEPTH` and `MAX_VALUES`."""


def named_permanents(effect: Effect) -> list[str]:
    """Ids of the permanents on which an effect itself acts; for damage perhaps the id of a player."""
    match effect:
        case OnPermanents():
            return list(effect.permanents)
        case GainControl() | Become():
            return [effect.permanent]
        case EnterCombat():
            return [effect.permanent, *effect.opponents]
        case Create():
            return effect.opponents
        case ReselectAttack():
            return [effect.attacker, effect.to]
        case AddCounters():
            return [effect.permanent] if effect.permanent is not None else []
        case Damage():
            return [effect.to]
        case Continuous():
            rules = effect.static or StaticRules()
            static = [rules.dont_untap, rules.cant_attack]
            found = [effect.modifies.permanent] if effect.modifies is not None else []
            return found + [name for names in static if isinstance(names, tuple) for name in names]
        case _:
            return []


def with_inner(effects: Iterable[Effect]) -> Iterator[Effect]:
    """Effects, each followed by those that it brings about later."""
    for effect in effects:
        yield effect
        if isinstance(effect, ExtraTurn | ExtraPhases):
            yield from with_inner(effect.then)
        elif isinstance(effect, Ability):
            yield from with_inner(effect.effects)


def without_permanents(effect: Effect, gone: Collection[str]) -> Effect | None:
    """The effect without these permanents; None if it acts on one permanent and that is among them."""
    if isinstance(effect, Continuous):
        lost = effect.modifies is not None and effect.modifies.permanent in gone
        return effect.model_copy(update={"modifies": None}) if lost else effect
    if isinstance(effect, Create):
        lost = any(name in gone for name in effect.opponents)
        return effect.model_copy(update={"attacking": None, "blocking": None}) if lost else effect
    if isinstance(effect, OnPermanents):
        left = tuple(name for name in effect.permanents if name not in gone)
        return effect.model_copy(update={"permanents": left})
    return None if any(name in gone for name in named_permanents(effect)) else effect
