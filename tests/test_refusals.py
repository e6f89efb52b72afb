"""What a refused command is told: code, guard, rule and message, word for word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import pytest
from owed import check_hooks

from mtg_fsm import (
    COMMANDS,
    Activate,
    Attack,
    BlankGame,
    Block,
    Code,
    Command,
    Engine,
    GameSpec,
    IllegalCommand,
    Pending,
    Printed,
    Refusal,
    new_game,
)
from mtg_fsm.words.commands import AnyCommand


def command(action: str, **fields: Any) -> Command:
    """A command as data brings it."""
    return COMMANDS.validate_python({"action": action, **fields})


def until(engine: Engine, step: str, kind: str = "priority") -> Engine:
    """Plays on with the first legal commands until a decision of this kind is open in this step."""
    engine.advance()
    while (pending := engine.pending) is not None and (engine.position.unit, pending.kind) != (step, kind):
        engine.submit(next(engine.legal(pending.player)))
    assert engine.pending is not None, f"no {kind} in {step}"
    return engine


def duel(*ours: dict[str, Any], theirs: tuple[dict[str, Any], ...] = (), **settings: Any) -> Engine:
    """A new game of A, who has these permanents, and B."""
    spec = {"players": [{"id": "A", "battlefield": ours}, {"id": "B", "battlefield": theirs}], **settings}
    return new_game(GameSpec.model_validate(spec))


def shop(step: str = "upkeep", theirs: Sequence[dict[str, Any]] = ({"id": "bear"},)) -> Engine:
    """A game in which A has a wand and the cards below, and B a creature or what else is given, in a step of A."""
    hand = [card["name"] for card in CARDS]
    players = [{"id": "A", "hand": hand, "battlefield": [WAND]}, {"id": "B", "battlefield": theirs}]
    return until(new_game(GameSpec.model_validate({"cards": CARDS, "players": players})), step)


SHOCK = {"effect": "damage", "amount": 2, "to": "$target"}
CARDS: list[dict[str, Any]] = [
    {"name": "shock", "speed": "instant", "cost": "R", "target": "creature", "effects": [SHOCK]},
    {"name": "rest", "speed": "sorcery", "cost": "1W"},
    {"name": "field", "permanent": {"id": "$this", "types": ["land"]}},
    {"name": "field-2", "permanent": {"id": "$this", "types": ["land"]}},
]
WAND = {
    "id": "wand",
    "types": ["artifact"],
    "abilities": [
        {"effect": "activated", "name": "zap", "cost": "1", "target": "player", "effects": [SHOCK]},
        {"effect": "activated", "name": "hum", "effects": [{"effect": "nothing"}]},
        {"effect": "activated", "name": "glow", "effects": [{"effect": "add_mana", "mana": "GW"}]},
        {"effect": "activated", "name": "brew", "speed": "sorcery"},
    ],
}


def declaring() -> Engine:
    """A is asked for attackers, of which one is tapped."""
    bears = ({"id": "bear", "attack_cost": 2}, {"id": "ox", "optional_attack_cost": 1})
    return until(duel(*bears, theirs=({"id": "wall"},)), "declare_attackers", "declare_attackers")


def paying(attacker: str) -> Engine:
    """A is asked for the cost of an attack."""
    engine = declaring()
    engine.submit(command("attack", attackers={attacker: "B"}))
    return engine


def ordering() -> Engine:
    """A is asked for the order of two abilities."""
    dawn = [{"effect": "trigger", "name": name, "when": {"beginning_of": "upkeep"}} for name in ("dawn", "toll")]
    return until(duel({"id": "bear", "abilities": dawn}), "upkeep", "order_triggers")


def untapping() -> Engine:
    """A is asked which one of two permanents untaps."""
    orb = {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "untap_at_most": 1}]}
    return until(duel({"id": "bear", "tapped": True}, {"id": "ox", "tapped": True}, orb), "untap", "choose_untap")


def discarding() -> Engine:
    """A has two cards too many at the end of the turn."""
    hand = ["fog", "fog-2", "fog-3"]
    spec = {"players": [{"id": "A", "hand": hand, "max_hand_size": 1}, {"id": "B"}]}
    return until(new_game(GameSpec.model_validate(spec)), "cleanup", "discard_to_hand_size")


def three(*conceding: str) -> Engine:
    """A free-for-all of A, B and C, some of whom have conceded."""
    spec = {"variant": "free_for_all", "players": [{"id": "A"}, {"id": "B"}, {"id": "C"}]}
    engine = until(new_game(GameSpec.model_validate(spec)), "upkeep")
    for player in conceding:
        engine.submit(command("concede", player=player))
    return engine


def defending() -> Engine:
    """A is asked who of B and C defends."""
    return until(three(), "beginning_of_combat", "choose_defending_player")


def free(step: str = "upkeep") -> Engine:
    """A game with free casting, in a step of A."""
    return until(new_game(GameSpec(free_casting=True)), step)


def theirs() -> Engine:
    """B has priority in A's main phase."""
    engine = free("precombat_main")
    engine.submit(command("pass"))
    return engine


def with_spell(step: str) -> Engine:
    """A spell is on the stack."""
    engine = free(step)
    engine.submit(command("cast", name="dart"))
    return engine


def after_a_land() -> Engine:
    """A has played a land."""
    engine = shop("precombat_main")
    engine.submit(command("play_land", id="field"))
    return engine


def with_mana() -> Engine:
    """A has a white and a green mana."""
    engine = shop()
    engine.submit(command("activate", name="glow", source="wand", mana_ability=True))
    return engine


class Taking(BlankGame):
    """A game in which anything can be activated and is a special action, and creatures attack and block at will."""

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        return None

    def ability(self, engine: Engine, command: Activate) -> Printed:
        return Printed(speed="sorcery", special_action=True)

    def possible_attackers(self, engine: Engine, player: str) -> Sequence[str]:
        return ("bear",)

    def possible_blockers(self, engine: Engine, player: str) -> Sequence[str]:
        return ("wall",)

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        return None

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterator[Command]:
        yield Attack(attackers={"bear": "B"}) if pending.kind == "declare_attackers" else Block()

    def become_attackers(
        self, engine: Engine, player: str, attackers: Mapping[str, str | None]
    ) -> Mapping[str, str | None]:
        return {"bear": "B"}


class Empty(Taking):
    """The same without creatures."""

    def possible_attackers(self, engine: Engine, player: str) -> Sequence[str]:
        return ()


def skipping() -> Engine:
    """A is asked which of two effects skips the next draw step of A."""
    orb = {"id": "orb", "types": ["artifact"], "abilities": [{"effect": "static", "skip": {"what": "draw"}}]}
    engine = until(duel(orb, free_casting=True), "upkeep")
    engine.submit(command("cast", name="trance", effects=[{"effect": "skip", "what": "draw"}]))
    while engine.pending is not None and engine.pending.kind != "choose_skip":
        engine.submit(next(engine.legal(engine.pending.player)))
    return engine


def own_at(step: str) -> Engine:
    """A game of one's own, at a declaration or else in the upkeep step."""
    return until(Engine(Taking(), ("A", "B")), step, "priority" if step == "upkeep" else step)


CASES: dict[str, tuple[Callable[[], Engine], Command, Refusal]] = {
    "before the game begins": (
        new_game,
        command("pass"),
        Refusal(Code.NOT_STARTED, "game_has_begun", "103.8", "the game has not begun; call advance first"),
    ),
    "after the game has ended": (
        lambda: three("A", "B"),
        command("pass"),
        Refusal(Code.GAME_OVER, "game_goes_on", "104.1", "the game has ended"),
    ),
    "a player who does not exist": (
        free,
        command("pass", player="Z"),
        Refusal(Code.UNKNOWN_PLAYER, "is_a_player", "117.1", "no player 'Z'; there are A, B"),
    ),
    "a player who has left": (
        lambda: three("A"),
        command("pass", player="A"),
        Refusal(Code.NOT_ASKED, "is_asked", "117.1", "B has priority, not A"),
    ),
    "somebody else has priority": (
        free,
        command("pass", player="B"),
        Refusal(Code.NOT_ASKED, "is_asked", "117.1", "A has priority, not B"),
    ),
    "somebody else is asked": (
        declaring,
        command("pass", player="B"),
        Refusal(Code.NOT_ASKED, "is_asked", "117.1", "A is asked: declare attackers, not B"),
    ),
    "somebody else is asked to pay": (
        lambda: paying("bear"),
        command("pay", pay=True, player="B"),
        Refusal(Code.NOT_ASKED, "is_asked", "117.1", "A is asked to pay 2, not B"),
    ),
    "said by somebody else": (
        free,
        command("pass", player="A", by="B"),
        Refusal(Code.NOT_DECIDER, "decides", "722.5", "A decides for A, not B"),
    ),
    "an answer to another question": (
        free,
        command("attack"),
        Refusal(
            Code.WRONG_KIND, "answers_the_decision", "117.3a", "A has priority; attack answers only: declare attackers"
        ),
    ),
    "an answer to several other questions": (
        declaring,
        command("activate", name="hum"),
        Refusal(
            Code.WRONG_KIND,
            "answers_the_decision",
            "508.1",
            "A is asked: declare attackers; activate answers only: priority, pay",
        ),
    ),
    "an effect names a player who does not exist": (
        free,
        command("cast", name="doom", effects=[{"effect": "lose", "player": "Z"}]),
        Refusal(
            Code.UNKNOWN_PLAYER,
            "is_a_player",
            "117.1",
            "effects.0.player: there is no player 'Z'; the players are A, B",
        ),
    ),
    "an effect in an effect names a player who does not exist": (
        free,
        command(
            "activate", name="warp", effects=[{"effect": "extra_turn", "then": [{"effect": "lose", "player": "Z"}]}]
        ),
        Refusal(
            Code.UNKNOWN_PLAYER,
            "is_a_player",
            "117.1",
            "effects.0.then.0.player: there is no player 'Z'; the players are A, B",
        ),
    ),
    "a cost that the card does not have": (
        shop,
        command("cast", name="shock", target="bear", cost="RR"),
        Refusal(
            Code.ILLEGAL_CHOICE,
            "effects_of_card",
            "601.2a",
            "cost: what shock costs and does is what its card says; leave it out",
        ),
    ),
    "a target of what targets nothing": (
        shop,
        command("activate", name="hum", source="wand", target="bear"),
        Refusal(Code.ILLEGAL_CHOICE, "has_a_target", "602.2b", "hum targets nothing"),
    ),
    "no target of a spell": (
        shop,
        command("cast", name="shock"),
        Refusal(Code.ILLEGAL_CHOICE, "can_be_targeted", "601.2c", "shock targets one of bear"),
    ),
    "a target that a spell cannot have": (
        shop,
        command("cast", name="shock", target="A"),
        Refusal(Code.ILLEGAL_CHOICE, "can_be_targeted", "601.2c", "shock targets one of bear"),
    ),
    "a target that an ability cannot have": (
        shop,
        command("activate", name="zap", source="wand", target="bear"),
        Refusal(Code.ILLEGAL_CHOICE, "can_be_targeted", "602.2b", "zap targets one of A, B"),
    ),
    "nothing to target": (
        lambda: shop(theirs=()),
        command("cast", name="shock", target="bear"),
        Refusal(Code.ILLEGAL_CHOICE, "can_be_targeted", "601.2c", "there is no creature to target"),
    ),
    "a spell without mana": (
        shop,
        command("cast", name="shock", target="bear"),
        Refusal(Code.NOT_ENOUGH_MANA, "cost_can_be_paid", "601.2h", "the cost is R, in the pool is no mana"),
    ),
    "a spell with the wrong mana": (
        with_mana,
        command("cast", name="shock", target="bear"),
        Refusal(Code.NOT_ENOUGH_MANA, "cost_can_be_paid", "601.2h", "the cost is R, in the pool is WG"),
    ),
    "an ability without mana": (
        shop,
        command("activate", name="zap", source="wand", target="B"),
        Refusal(Code.NOT_ENOUGH_MANA, "cost_can_be_paid", "601.2h", "the cost is 1, in the pool is no mana"),
    ),
    "an attack without mana": (
        lambda: paying("bear"),
        command("pay", pay=True),
        Refusal(Code.NOT_ENOUGH_MANA, "cost_can_be_paid", "508.1i", "the cost is 2, in the pool is no mana"),
    ),
    "a mana ability that adds none": (
        shop,
        command("activate", name="hum", source="wand", mana_ability=True),
        Refusal(Code.ILLEGAL_CHOICE, "adds_mana", "117.1d", "hum adds no mana and so is no mana ability"),
    ),
    "no mana ability while a cost is paid": (
        lambda: paying("bear"),
        command("activate", name="hum"),
        Refusal(
            Code.WRONG_TIME,
            "is_mana_ability",
            "117.1d",
            "only mana abilities can be activated while the total cost is paid; hum is no mana ability",
        ),
    ),
    "a mana ability before optional costs are chosen": (
        lambda: paying("ox"),
        command("activate", name="hum", mana_ability=True),
        Refusal(
            Code.WRONG_TIME,
            "is_mana_ability",
            "117.1d",
            "only mana abilities can be activated while the total cost is paid; optional costs are chosen first",
        ),
    ),
    "a sorcery in the upkeep step": (
        shop,
        command("cast", name="rest"),
        Refusal(Code.WRONG_TIME, "in_main_phase", "117.1a", "a sorcery is cast only in a main phase of A's own turn"),
    ),
    "a sorcery in the turn of somebody else": (
        theirs,
        command("cast", name="rest", speed="sorcery"),
        Refusal(Code.WRONG_TIME, "is_active_player", "117.1a", "a sorcery is cast only in B's own turn"),
    ),
    "a sorcery while the stack is not empty": (
        lambda: with_spell("precombat_main"),
        command("cast", name="rest", speed="sorcery"),
        Refusal(Code.WRONG_TIME, "stack_is_empty", "117.1a", "a sorcery is cast only while the stack is empty"),
    ),
    "an ability at the speed of a sorcery": (
        shop,
        command("activate", name="brew", source="wand"),
        Refusal(Code.WRONG_TIME, "in_main_phase", "602.5d", "brew is activated only in a main phase of A's own turn"),
    ),
    "a special action at the speed of a sorcery": (
        lambda: own_at("upkeep"),
        command("activate", name="flip"),
        Refusal(Code.WRONG_TIME, "in_main_phase", "117.1c", "flip is taken only in a main phase of A's own turn"),
    ),
    "a land in the upkeep step": (
        shop,
        command("play_land", id="field"),
        Refusal(Code.WRONG_TIME, "in_main_phase", "505.6b", "a land is played only in a main phase of A's own turn"),
    ),
    "a second land": (
        after_a_land,
        command("play_land", id="field-2"),
        Refusal(
            Code.LIMIT_REACHED, "land_play_left", "305.2", "A has played 1 land(s) this turn, as many as are allowed"
        ),
    ),
    "only during combat": (
        lambda: free("upkeep"),
        command("cast", name="ward", only={"during": "combat"}),
        Refusal(Code.WRONG_TIME, "in_combat_phase", "506.7c", "only during combat"),
    ),
    "only during the combat of somebody else": (
        lambda: free("beginning_of_combat"),
        command("cast", name="ward", only={"during": {"combat_of": "B"}}),
        Refusal(Code.WRONG_TIME, "in_combat_phase", "506.7c", "only during combat of B's turn"),
    ),
    "only before a point": (
        lambda: free("declare_attackers"),
        command("cast", name="ward", only={"before": "attackers_declared"}),
        Refusal(Code.WRONG_TIME, "before_point", "506.7", "only before attackers declared"),
    ),
    "only after a point": (
        lambda: free("upkeep"),
        command("cast", name="ward", only={"after": "end_of_combat"}),
        Refusal(Code.WRONG_TIME, "after_point", "506.7", "only after end of combat"),
    ),
    "only after the upkeep step": (
        lambda: free("upkeep"),
        command("cast", name="ward", only={"after": "upkeep"}),
        Refusal(Code.WRONG_TIME, "after_point", "503.2", "only after upkeep"),
    ),
    "an ability with a timing restriction": (
        free,
        command("activate", name="ward", only={"during": "combat"}),
        Refusal(Code.WRONG_TIME, "in_combat_phase", "506.7c", "only during combat"),
    ),
    "an order that leaves something out": (
        ordering,
        command("order", triggers=["dawn"]),
        Refusal(
            Code.ILLEGAL_CHOICE,
            "names_each_once",
            "603.3b",
            "all waiting abilities have to be named, dawn, toll, in any order, not dawn",
        ),
    ),
    "an order of nothing": (
        ordering,
        command("order", triggers=[]),
        Refusal(
            Code.ILLEGAL_CHOICE,
            "names_each_once",
            "603.3b",
            "all waiting abilities have to be named, dawn, toll, in any order, not none",
        ),
    ),
    "more untaps than may": (
        untapping,
        command("untap", permanents=["bear", "ox"]),
        Refusal(Code.WRONG_NUMBER, "number_is_right", "502.3", "at most 1 permanent(s) untap, not 2"),
    ),
    "what does not untap": (
        untapping,
        command("untap", permanents=["orb"]),
        Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", "502.3", "permanent 'orb' cannot be chosen; there are bear, ox"),
    ),
    "too few discards": (
        discarding,
        command("discard", cards=["fog-2"]),
        Refusal(Code.WRONG_NUMBER, "number_is_right", "514.1", "2 card(s) have to be chosen, not 1"),
    ),
    "a discard of what is not there": (
        discarding,
        command("discard", cards=["fog-2", "fog-9"]),
        Refusal(
            Code.ILLEGAL_CHOICE, "is_a_choice", "514.1", "card 'fog-9' cannot be chosen; there are fog, fog-2, fog-3"
        ),
    ),
    "a discard of the same card twice": (
        discarding,
        command("discard", cards=["fog-2", "fog-2"]),
        Refusal(
            Code.ILLEGAL_CHOICE, "is_a_choice", "514.1", "card 'fog-2' cannot be chosen; there are fog, fog-2, fog-3"
        ),
    ),
    "who does not defend": (
        defending,
        command("defend", player="A"),
        Refusal(
            Code.ILLEGAL_CHOICE,
            "is_a_choice",
            "507.1",
            "opponent who can be attacked 'A' cannot be chosen; there are B, C",
        ),
    ),
    "a concession of who has left": (
        lambda: three("A"),
        command("concede", player="A"),
        Refusal(Code.NOT_ASKED, "is_in_game", "104.3a", "A has left the game"),
    ),
    "a concession by somebody else": (
        three,
        command("concede", player="A", by="B"),
        Refusal(Code.NOT_DECIDER, "concedes_in_person", "722.6", "only A can concede for A"),
    ),
    "an attacker that is no choice": (
        lambda: own_at("declare_attackers"),
        command("attack", attackers={"ox": "B"}),
        Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", "508.1", "attacker 'ox' cannot be chosen; there are bear"),
    ),
    "a choice that is none": (
        skipping,
        command("choose", ids=["tea"]),
        Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", "614.10", "choice 'tea' cannot be chosen; there are trance, orb"),
    ),
    "two choices of one": (
        skipping,
        command("choose", ids=["trance", "orb"]),
        Refusal(Code.WRONG_NUMBER, "number_is_right", "614.10", "1 choice(s) have to be chosen, not 2"),
    ),
    "an order of others": (
        ordering,
        command("order", triggers=["dawn", "dusk"]),
        Refusal(
            Code.ILLEGAL_CHOICE,
            "names_each_once",
            "603.3b",
            "all waiting abilities have to be named, dawn, toll, in any order, not dawn, dusk",
        ),
    ),
    "a cost that the ability does not have": (
        lambda: own_at("upkeep"),
        command("activate", name="flip", cost="R"),
        Refusal(
            Code.ILLEGAL_CHOICE,
            "effects_of_card",
            "602.2",
            "cost: what flip costs and does is what its card says; leave it out",
        ),
    ),
    "an attacker where there is none": (
        lambda: until(Engine(Empty(), ("A", "B")), "declare_attackers", "declare_attackers"),
        command("attack", attackers={"ox": "B"}),
        Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", "508.1", "attacker 'ox' cannot be chosen; there are none"),
    ),
    "an attack on nobody": (
        lambda: own_at("declare_attackers"),
        command("attack", attackers={"bear": "Z"}),
        Refusal(Code.NO_SUCH_OBJECT, "is_there", "508.1", "there is no player or permanent 'Z'"),
    ),
    "a block of nothing": (
        lambda: own_at("declare_blockers"),
        command("block", blockers={"wall": ["B"]}),
        Refusal(Code.NO_SUCH_OBJECT, "is_there", "509.1", "there is no permanent 'B'"),
    ),
    "a blocker that is no choice": (
        lambda: own_at("declare_blockers"),
        command("block", blockers={"ox": []}),
        Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", "509.1", "blocker 'ox' cannot be chosen; there are wall"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_refusal_says_what_is_wrong_and_what_would_be_right(name: str) -> None:
    """Code, guard, rule and message are these; the command changes nothing."""
    make, refused, refusal = CASES[name]
    engine = make()
    check_hooks(engine)
    before = (engine.state(), engine.game.save())
    assert engine.why_not(refused) == refusal
    with pytest.raises(IllegalCommand) as error:
        engine.submit(refused)
    assert error.value.refusal == refusal
    assert str(error.value) == f"{refusal.message} (rule {refusal.rule})"
    assert (engine.state(), engine.game.save()) == before


def test_a_listener_that_asks_is_told_that_a_command_is_in_progress() -> None:
    """While a command is carried out none is legal."""
    engine, told = free(), list[Refusal | None]()
    engine.listeners = (lambda listening, _event: told.append(listening.why_not(command("pass"))),)
    engine.submit(command("pass"))
    assert set(told) == {
        Refusal(Code.IN_PROGRESS, "somebody_is_asked", "117.1", "the command before is still in progress")
    }


def test_a_command_of_another_game_answers_nothing() -> None:
    """A command of one's own is refused where the engine knows the decision."""

    class Wink(AnyCommand):
        action: Literal["wink"] = "wink"

    message = "A has priority; wink is no answer"
    refusal = free().why_not(Wink())  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    assert refusal == Refusal(Code.WRONG_KIND, "answers_the_decision", "117.3a", message)
