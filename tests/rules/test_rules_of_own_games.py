"""Rules about things that the words of scenario files do not have: games of one's own bring them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from support import obligation

from mtg_fsm import (
    Activate,
    Attack,
    Block,
    Cast,
    Choose,
    Code,
    Command,
    Context,
    Effect,
    Engine,
    GameSpec,
    Pass,
    Pay,
    Pending,
    PermanentSpec,
    PlayLand,
    Printed,
    ReferenceGame,
    Refusal,
    effects,
    new_game,
)
from mtg_fsm.engine.decisions import illegal
from mtg_fsm.engine.events import Event, Resolved


def begun(
    game: type[ReferenceGame], a: Iterable[dict[str, Any]], b: Iterable[dict[str, Any]] = (), **keys: Any
) -> Engine:
    """A game of one's own of A with these permanents against B with those, at its first decision."""
    players = [{"id": "A", "battlefield": list(a)}, {"id": "B", "battlefield": list(b)}, *keys.pop("more", ())]
    spec = GameSpec.model_validate({"players": players, "free_casting": True, **keys})
    engine = new_game(spec, game_class=game)
    engine.advance()
    return engine


def reach(engine: Engine, kind: str, step: str | None = None) -> Engine:
    """Runs by defaults to a decision of that kind, in that step or phase if one is named."""
    while engine.decision is not None and (
        engine.decision.kind != kind or step not in (None, engine.position.step or engine.position.phase)
    ):
        engine.submit(next(engine.legal(engine.decision.player)))
    assert engine.decision is not None
    return engine


def resolve(engine: Engine) -> list[Event]:
    """Everybody passes until the top object has resolved; what happened."""
    happened: list[Event] = []
    while not any(isinstance(event, Resolved) for event in happened):
        assert engine.decision is not None
        happened += engine.submit(Pass(player=engine.decision.player))
    return happened


def custom(name: str, creature: str) -> Effect:
    """An effect of one's own game on a creature."""
    return effects.Custom(name=name, arguments={"creature": creature})


def creature_of(effect: effects.Custom) -> str:
    """The creature that such an effect is on."""
    return str(effect.arguments["creature"])


class OwnGame(ReferenceGame):
    """A game with effects of its own in its spells."""

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        """Whatever is cast."""
        return None


# --- special actions (116, 117.1c) ---


class MorphGame(ReferenceGame):
    """Face-down creatures can be turned face up, and cards can be plotted."""

    def ability(self, engine: Engine, command: Activate) -> Printed:
        """Both are special actions; plotting is one of a main phase."""
        match command.name:
            case "unmorph":
                return Printed((custom("turn_up", command.source or ""),), cost="G", special_action=True)
            case "plot":
                return Printed((custom("plot", "card"),), speed="sorcery", special_action=True)
            case _:
                return super().ability(engine, command)

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """What is turned face up is bigger; what is plotted is exiled, which nothing asks for here."""
        if not isinstance(effect, effects.Custom):
            super().apply(engine, effect, context)
        elif effect.name == "turn_up":
            self.set(self.battlefield[creature_of(effect)], "power", 5)


POOL = Activate(player="A", name="pool", mana_ability=True, effects=(effects.AddMana(mana="G"),))


@obligation("117.1c", 1)
def test_117_1c_a_special_action_of_the_main_phase_is_refused_elsewhere_and_others_never_are() -> None:
    """Plotting and a land play are refused wherever a sorcery is; turning a creature face up is legal everywhere."""
    engine = begun(MorphGame, [{"id": "shade", "power": 2}], [{"id": "troll"}])
    land, plot = PlayLand(player="A", id="field"), Activate(player="A", name="plot")
    turn_up = Activate(player="A", source="shade", name="unmorph")
    seen: list[str | None] = []
    while engine.decision is not None and engine.position.turn == 1:
        if engine.decision.kind == "priority" and engine.decision.player == "A":
            place = engine.position.step or engine.position.phase
            in_main = place in ("precombat_main", "postcombat_main")
            assert [engine.why_not(action) is None for action in (land, plot)] == [in_main, in_main]
            engine.submit(POOL)
            assert engine.why_not(turn_up) is None
            seen.append(place)
        engine.submit(next(engine.legal(engine.decision.player)))
    assert seen == [
        *("upkeep", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat"),
        *("postcombat_main", "end"),
    ]


@obligation("117.1c", 1)
@pytest.mark.parametrize("step", ["upkeep", "precombat_main", "declare_attackers", "end"])
def test_117_1c_a_special_action_is_carried_out_at_once_and_its_player_has_priority_again(step: str) -> None:
    """Also over an object on the stack, which stays there; the cost is paid, and the passes begin anew."""
    engine = reach(begun(MorphGame, [{"id": "shade", "power": 2}]), "priority", step)
    engine.submit(Cast(player="A", name="ritual", effects=(effects.LoseLife(player="B", count=1),)))
    assert engine.why_not(Activate(player="A", source="shade", name="unmorph")) is not None  # it costs G
    engine.submit(POOL)
    (received, *_) = [
        event.as_dict()["player"]
        for event in engine.submit(Activate(player="A", source="shade", name="unmorph"))
        if event.as_dict()["event"] == "priority_received"
    ]
    assert received == "A"
    assert engine.observe("battlefield", ["shade"])["shade"]["power"] == 5
    assert (engine.observe("stack"), engine.observe("mana", ["A"]), engine.passed) == (
        ["ritual"],
        {"A": ""},
        frozenset(),
    )


def test_117_1c_a_refused_special_action_names_the_rule() -> None:
    """Of a main phase, with an empty stack; not of the abilities that are activated like sorceries."""
    engine = begun(MorphGame, [])
    refusal = engine.why_not(Activate(player="A", name="plot"))
    assert refusal is not None
    assert (refusal.code, refusal.guard, refusal.rule) == (Code.WRONG_TIME, "in_main_phase", "117.1c")


# --- banding (508.1e, 702.22) ---


class BandingGame(OwnGame):
    """Creatures may have banding: of those that attack the active player makes a band, if two or more have it."""

    def __init__(self, *args: Any, **keys: Any) -> None:
        super().__init__(*args, **keys)
        self.banding = frozenset({"knight", "squire"})
        self.band: tuple[str, ...] = ()

    def announce_bands(self, engine: Engine, player: str, attackers: Mapping[str, str]) -> None:
        """The player is asked which of the creatures with banding attack as a band."""
        able = tuple(name for name in attackers if name in self.banding)
        if len(able) > 1:
            engine.ask(Pending("announce_bands", player, "508.1e", able))

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        """A band is of creatures that are chosen and have banding."""
        if pending.kind != "announce_bands" or not isinstance(command, Choose):
            return super().why_not(engine, pending, command)
        wrong = [name for name in command.ids if name not in pending.choices]
        return illegal("has_banding", "508.1e", f"{wrong[0]} has no banding or does not attack") if wrong else None

    def answer(self, engine: Engine, pending: Pending, command: Command) -> None:
        """The band is fixed."""
        if pending.kind == "announce_bands" and isinstance(command, Choose):
            self.set(self, "band", tuple(map(str, command.ids)))
        else:
            super().answer(engine, pending, command)

    def become_blocked(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """702.22h: with one member of a band the others become blocked by the same creatures."""
        for name, attackers in blockers.items():
            if set(attackers) & set(self.band):
                self.set(self, "blockers", {**self.blockers, name: tuple(dict.fromkeys((*attackers, *self.band)))})
        return super().become_blocked(engine, self.blockers)

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """Creatures get or lose banding."""
        if isinstance(effect, effects.Custom):
            one = frozenset({creature_of(effect)})
            self.set(self, "banding", self.banding | one if effect.name == "banding" else self.banding - one)
        else:
            super().apply(engine, effect, context)


BANDS = [{"id": "knight"}, {"id": "squire"}, {"id": "page"}]


def attacking_in_a_band() -> Engine:
    """All three attack; the knight and the squire, who have banding, as a band."""
    engine = reach(begun(BandingGame, BANDS, [{"id": "wall", "power": 0, "toughness": 6}]), "declare_attackers")
    engine.submit(Attack(player="A", attackers=dict.fromkeys(("knight", "squire", "page"), "B")))
    assert engine.decision is not None
    assert (engine.attack_state, engine.decision.kind, engine.decision.rule) == (
        "announce_bands",
        "announce_bands",
        "508.1e",
    )
    return engine


@obligation("508.1e", 1)
def test_508_1e_a_band_once_announced_stays_as_it_is_whoever_loses_or_gets_banding() -> None:
    """The squire loses banding and the page gets it: the same two are blocked together, and nobody is asked again."""
    engine = attacking_in_a_band()
    engine.submit(Choose(player="A", ids=("knight", "squire")))
    change = (custom("no_banding", "squire"), custom("banding", "page"))
    engine.submit(Cast(player="A", name="change", effects=change))
    resolve(engine)
    reach(engine, "declare_blockers")
    engine.submit(Block(player="B", blockers={"wall": ("squire",)}))
    assert engine.observe("blocked") == ["knight", "squire"]
    assert engine.observe("unblocked") == ["page"]
    assert engine.observe("blocking") == {"wall": ["squire", "knight"]}


@obligation("508.1e", 1)
def test_508_1e_bands_are_announced_after_the_requirements_and_before_anything_taps() -> None:
    """Who has no banding is refused in a band; what is announced is gone once the next declaration is made."""
    engine = attacking_in_a_band()
    assert engine.why_not(Choose(player="A", ids=("knight", "page"))) == Refusal(
        Code.ILLEGAL_CHOICE, "has_banding", "508.1e", "page has no banding or does not attack"
    )
    assert not any(engine.observe("battlefield", [name])[name]["tapped"] for name in ("knight", "squire", "page"))
    engine.submit(Choose(player="A", ids=("knight", "squire")))
    assert all(engine.observe("battlefield", [name])[name]["tapped"] for name in ("knight", "squire", "page"))


def test_508_1e_a_band_is_taken_back_with_its_declaration() -> None:
    """732.1: a cost that is not paid undoes the band, too."""
    costly: list[dict[str, Any]] = [{"id": "knight", "attack_cost": 2}, {"id": "squire"}]
    engine = reach(begun(BandingGame, costly), "declare_attackers")
    engine.submit(Attack(player="A", attackers={"knight": "B", "squire": "B"}))
    engine.submit(Choose(player="A", ids=("knight", "squire")))
    game = engine.game
    assert isinstance(game, BandingGame)
    assert game.band == ("knight", "squire")
    engine.submit(Pay(player="A", pay=False))
    assert not game.band


# --- costs that cannot be paid (508.1f) ---


class Unpayable(ReferenceGame):
    """Nobody may tap anything to pay a cost."""

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        """What has the tap symbol in its cost cannot be activated."""
        if self._taps(command):
            return illegal("may_pay", "118.3", "an effect forbids to tap anything as a cost")
        return super().why_not_activate(engine, player, command)


@obligation("508.1f", 2)
def test_508_1f_an_effect_that_forbids_to_tap_as_a_cost_does_not_keep_attackers_from_tapping() -> None:
    """The elf's ability with the tap symbol is refused all the time; the elf attacks and is tapped by that."""
    tithe = {"effect": "activated", "name": "tithe", "tap": True, "effects": [{"effect": "gain_life", "count": 1}]}
    engine = begun(Unpayable, [{"id": "elf", "abilities": [tithe]}])
    ability = Activate(player="A", source="elf", name="tithe")
    for step in ("upkeep", "precombat_main", "beginning_of_combat"):
        refusal = reach(engine, "priority", step).why_not(ability)
        assert getattr(refusal, "guard", None) == "may_pay"
    reach(engine, "declare_attackers")
    engine.submit(Attack(player="A", attackers={"elf": "B"}))
    assert engine.observe("attacking") == {"elf": "B"}
    assert engine.observe("battlefield", ["elf"])["elf"]["tapped"] is True


# --- the defending player (508.5) ---


class TitheGame(ReferenceGame):
    """Abilities of attackers may take life from the defending player."""

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """The defending player of the ability's source loses life."""
        if isinstance(effect, effects.Custom):
            player = self.defending_player(engine, context.source or "")
            assert player is not None
            super().apply(engine, effects.LoseLife(player=player, count=3), context)
        else:
            super().apply(engine, effect, context)


def with_tithe(name: str) -> dict[str, Any]:
    """A creature whose attack ability is about the defending player."""
    tithe = {"effect": "custom", "name": "tithe"}
    return {
        "id": name,
        "abilities": [{"effect": "trigger", "name": name, "when": {"event": "attacks"}, "effects": [tithe]}],
    }


THREE: dict[str, Any] = {"variant": "free_for_all", "options": {"attack_multiple_players": True}}


@obligation("508.5", 1)
@pytest.mark.parametrize(
    "leave",
    [
        effects.RemoveFromCombat(permanents=("thief",)),
        effects.Destroy(permanents=("thief",)),
        effects.Bounce(permanents=("thief",)),
        effects.GainControl(permanent="thief", player="C", lasts="forever"),
    ],
    ids=["removed from combat", "destroyed", "back in hand", "under another's control"],
)
@pytest.mark.parametrize(("target", "defender"), [("B", "B"), ("C", "C"), ("walker", "C"), ("siege", "B")])
def test_508_5_after_an_attacker_has_left_combat_its_last_defending_player_is_meant(
    leave: Effect, target: str, defender: str
) -> None:
    """Whoever it attacked: the player, the controller of the planeswalker, or the protector of the battle."""
    walker = {"id": "walker", "types": ["planeswalker"], "loyalty": 3}
    siege = {"id": "siege", "types": ["battle"], "subtypes": ["siege"], "defense": 4, "protector": "B"}
    more = [{"id": "C", "battlefield": [walker, siege]}]
    engine = reach(begun(TitheGame, [with_tithe("thief")], more=more, **THREE), "declare_attackers")
    engine.submit(Attack(player="A", attackers={"thief": target}))
    engine.submit(Cast(player="A", name="away", effects=(leave,)))
    resolve(engine)
    assert engine.observe("attacking") == {}
    resolve(engine)
    assert engine.observe("life") == {"A": 20, "B": 20, "C": 20} | {defender: 17}


@obligation("508.5", 1)
def test_508_5_a_reselected_attacker_that_left_combat_means_the_defending_player_it_attacked_last() -> None:
    """It was declared to attack B and attacks C from then on; then it leaves combat."""
    engine = reach(begun(TitheGame, [with_tithe("thief")], more=[{"id": "C"}], **THREE), "declare_attackers")
    engine.submit(Attack(player="A", attackers={"thief": "B"}))
    turn = (effects.ReselectAttack(attacker="thief", to="C"), effects.RemoveFromCombat(permanents=("thief",)))
    engine.submit(Cast(player="A", name="turn", effects=turn))
    resolve(engine)
    resolve(engine)
    assert engine.observe("life") == {"A": 20, "B": 20, "C": 17}


def test_508_5_what_never_attacked_or_is_another_object_has_no_defending_player() -> None:
    """400.7: what comes back under the same id did not attack; after the next attack the last one is forgotten."""
    engine = reach(begun(TitheGame, [{"id": "thief"}, {"id": "ox"}]), "declare_attackers")
    game = engine.game
    assert isinstance(game, TitheGame)
    engine.submit(Attack(player="A", attackers={"thief": "B"}))
    assert [game.defending_player(engine, name) for name in ("thief", "ox", "nobody")] == ["B", None, None]
    back = effects.Create(permanent=PermanentSpec(id="thief"))
    engine.submit(Cast(player="A", name="blink", effects=(effects.Exile(permanents=("thief",)), back)))
    resolve(engine)
    assert game.defending_player(engine, "thief") is None


# --- limited range of influence (508.7e) ---


class ShortSight(ReferenceGame):
    """A, B, C and D sit around a table and reach only their neighbours (801)."""

    def can_attack(self, engine: Engine, player: str, defender: str) -> bool:
        """Whether the defender sits beside the player."""
        apart = abs(engine.players.index(player) - engine.players.index(defender))
        return apart in (1, len(engine.players) - 1)


@obligation("508.7e", 1)
@pytest.mark.parametrize(("target", "is_in_range"), [("D", True), ("C", False), ("far", False), ("near", True)])
def test_508_7e_a_reselection_out_of_range_changes_nothing(target: str, is_in_range: bool) -> None:
    """C sits opposite: neither C nor the battle that C protects can be chosen, wherever it is; D can."""
    far, near = (
        {"id": name, "types": ["battle"], "subtypes": ["siege"], "defense": 4, "protector": protector}
        for name, protector in (("far", "C"), ("near", "D"))
    )
    more = [{"id": "C", "battlefield": [near]}, {"id": "D", "battlefield": [far]}]
    engine = reach(begun(ShortSight, [{"id": "bear"}], more=more, **THREE), "declare_attackers")
    refusal = engine.why_not(Attack(player="A", attackers={"bear": "C"}))
    assert getattr(refusal, "guard", None) == "can_be_attacked"
    engine.submit(Attack(player="A", attackers={"bear": "B"}))
    engine.submit(Cast(player="A", name="turn", effects=(effects.ReselectAttack(attacker="bear", to=target),)))
    happened = resolve(engine)
    assert engine.observe("attacking") == {"bear": target if is_in_range else "B"}
    assert any(event.rule == "508.7a" for event in happened) is is_in_range


# --- becoming blocked by no creature (509.3d) ---


class ThicketGame(OwnGame):
    """A spell has an attacker become blocked."""

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """No creature blocks it."""
        if isinstance(effect, effects.Custom):
            self.block_by_effect(engine, (creature_of(effect),))
        else:
            super().apply(engine, effect, context)


@obligation("509.3d", 2)
def test_509_3d_what_becomes_blocked_by_an_effect_alone_is_not_blocked_by_a_creature() -> None:
    """The ability that looks for becoming blocked triggers, the one that looks for a creature does not."""
    looking: list[dict[str, Any]] = [
        {"effect": "trigger", "name": name, "when": {"event": name}, "effects": []}
        for name in ("becomes_blocked", "becomes_blocked_by_a_creature")
    ]
    engine = reach(begun(ThicketGame, [{"id": "bear", "abilities": looking}], [{"id": "ox"}]), "declare_attackers")
    engine.submit(Attack(player="A", attackers={"bear": "B"}))
    reach(engine, "priority", "declare_blockers")
    assert engine.observe("unblocked") == ["bear"]
    engine.submit(Cast(player="A", name="thicket", effects=(custom("thicket", "bear"),)))
    resolve(engine)
    assert (engine.observe("blocked"), engine.observe("blocking")) == (["bear"], {})
    assert engine.observe("stack") == ["becomes_blocked"]
    resolve(engine)
    reach(engine, "priority", "end_of_combat")
    assert engine.observe("life") == {"A": 20, "B": 20}
