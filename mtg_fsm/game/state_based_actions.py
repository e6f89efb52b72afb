"""State-based actions (704.5) that concern what this game knows: a table of checks, performed as one event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from mtg_fsm.engine import durations
from mtg_fsm.engine import outcome as outcomes
from mtg_fsm.engine.decisions import Pending
from mtg_fsm.engine.events import ProtectorChosen, StateBasedAction
from mtg_fsm.game import battlefield, combat, schemes, traits
from mtg_fsm.game.objects import DEFENSE, LORE, LOYALTY, MINUS, PLUS, Permanent
from mtg_fsm.words.effects import Regenerate

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.game.game import ReferenceGame


class Check(NamedTuple):
    """A state-based action on a permanent: its rule, when it applies, what it does, and why in words."""

    rule: str
    applies: Callable[[Engine, ReferenceGame, Permanent], bool]
    result: str
    why: str


POISON_TO_LOSE: Final = 10
POISON_OF_A_TEAM: Final = 15


def _zero_toughness(engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    return permanent.is_a("creature") and battlefield.toughness(engine, permanent) <= 0


def _lethal_damage(engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    toughness = battlefield.toughness(engine, permanent)
    return (
        permanent.is_a("creature")
        and toughness > 0
        and permanent.damage >= toughness
        and _can_be_destroyed(engine, permanent)
    )


def _deathtouch(engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    return (
        permanent.is_a("creature")
        and permanent.deathtouched
        and battlefield.toughness(engine, permanent) > 0
        and _can_be_destroyed(engine, permanent)
    )


def _can_be_destroyed(engine: Engine, permanent: Permanent) -> bool:
    return "indestructible" not in battlefield.keywords(engine, permanent)


def _no_loyalty(_engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    return permanent.is_a("planeswalker") and permanent.counters.get(LOYALTY, 0) <= 0


def _no_defense(engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    triggered = (object_ for object_ in (*engine.stack, *engine.waiting) if object_.kind == "triggered")
    waits = any(object_.source == permanent.id for object_ in triggered)
    return permanent.is_a("battle") and permanent.counters.get(DEFENSE, 0) <= 0 and not waits


def _illegal_aura(engine: Engine, game: ReferenceGame, permanent: Permanent) -> bool:
    return permanent.is_a("aura") and not _attachable(engine, game, permanent)


def _illegal_equipment(_engine: Engine, game: ReferenceGame, permanent: Permanent) -> bool:
    return permanent.is_attachment and not permanent.is_a("aura") and _attached_wrongly(game, permanent)


def _wrong_attachment(_engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    attached = permanent.attached_to is not None
    fits = permanent.is_attachment and not permanent.is_a("creature") and not permanent.is_a("battle")
    return attached and not fits


def _attached_wrongly(game: ReferenceGame, permanent: Permanent) -> bool:
    host = game.present(permanent.attached_to) if _same_host(game, permanent) and permanent.attached_to else None
    wanted = "land" if permanent.is_a("fortification") else "creature"
    return permanent.attached_to is not None and (host is None or not host.is_a(wanted))


def _attachable(engine: Engine, game: ReferenceGame, permanent: Permanent) -> bool:
    """An Aura may be attached to a permanent that is there or to a player in the game."""
    host = permanent.attached_to
    return host is not None and _same_host(game, permanent) and (game.is_present(host) or host in engine.in_game)


def _same_host(game: ReferenceGame, permanent: Permanent) -> bool:
    """Whether what has the id of the host is still the object to which it was attached (400.7)."""
    return permanent.attached_to is not None and game.object_of(permanent.attached_to) == permanent.attached_object


def _both_counters(_engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    return permanent.counters.get(PLUS, 0) > 0 and permanent.counters.get(MINUS, 0) > 0


def _final_chapter(engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    """704.5s, 714.4: not while a chapter ability of it waits or is on the stack."""
    chapters = (object_ for object_ in (*engine.stack, *engine.waiting) if object_.chapter)
    return (
        permanent.is_a("saga")
        and 0 < permanent.chapters <= permanent.counters.get(LORE, 0)
        and all(object_.source != permanent.id for object_ in chapters)
    )


def _unprotected(engine: Engine, game: ReferenceGame, permanent: Permanent) -> bool:
    """704.5w, 310.10: a battle that nothing attacks without a protector, or with one whom its type doesn't allow."""
    return (
        permanent.is_a("battle")
        and permanent.protector not in _protectors(engine, permanent)
        and not _protects_own_siege(engine, game, permanent)
        and all(attack.target != permanent.id for attack in game.attackers.values())
    )


def _protects_own_siege(_engine: Engine, _game: ReferenceGame, permanent: Permanent) -> bool:
    return permanent.is_a("battle") and permanent.is_a("siege") and permanent.protector == permanent.controller


CHECKS: Final = (
    Check("704.5f", _zero_toughness, "graveyard", "has no toughness left"),
    Check("704.5g", _lethal_damage, "destroy", "has lethal damage"),
    Check("704.5h", _deathtouch, "destroy", "has damage by deathtouch"),
    Check("704.5i", _no_loyalty, "graveyard", "has no loyalty left"),
    Check("704.5m", _illegal_aura, "graveyard", "is an Aura on nothing that it can be on"),
    Check("704.5n", _illegal_equipment, "unattach", "comes off what it cannot be on"),
    Check("704.5p", _wrong_attachment, "unattach", "comes off, for it cannot be attached"),
    Check("704.5q", _both_counters, "cancel_counters", "loses +1/+1 and -1/-1 counters in pairs"),
    Check("704.5s", _final_chapter, "graveyard", "is a Saga that has come to its end"),
    Check("704.5v", _no_defense, "graveyard", "has no defense left"),
    Check("704.5w", _unprotected, "protector", "needs a protector"),
    Check("704.5x", _protects_own_siege, "protector", "is a Siege that needs another protector"),
)
"""State-based actions on permanents, in the order of the rules. A permanent that leaves does so once."""
WHY: Final[dict[str, str]] = {
    "704.5a": "has no life left",
    "704.5b": "drew from an empty library",
    "704.5c": "has ten or more poison counters",
    "704.6a": "has no life left, with the team",
    "704.6b": "has fifteen or more poison counters, with the team",
    "704.6e": "is a scheme whose abilities are done with",
    "704.5d": "is a token that left: it ceases to exist",
    "704.5j": "is one legend too many",
    **{check.rule: check.why for check in CHECKS},
}
"""Why a state-based action is performed on a player or permanent, in words that follow its name, by the rule."""


def _losing(game: ReferenceGame, player: str) -> str | None:
    """704.5a, 704.5b, 704.5c, of teams with one life total 704.6a, 704.6b: the rule by which a player loses."""
    shared = bool(game.shared_life)
    if game.life_of(player).life <= 0:
        return "704.6a" if shared else "704.5a"
    if game.belongings[player].drew_from_empty:
        return "704.5b"
    if game.poison_of(player) >= (POISON_OF_A_TEAM if shared else POISON_TO_LOSE):
        return "704.6b" if shared else "704.5c"
    return None


def perform(engine: Engine, game: ReferenceGame) -> bool:
    """704.3: performs all that apply as one event; whether there was one.

    Only what changed since the last check that found nothing is looked at. If a player has to choose a legend to
    keep, that is asked first and nothing is performed yet.
    """
    turning = schemes.done_with(engine, game) if game.face_up else ()
    if not game.to_check and not game.limbo and not turning:
        return False
    checked = game.in_order(game.to_check)
    if checked and (_asks_for_legend(engine, game) or _asks_for_protector(engine, game, checked)):
        return False
    doomed = _other_legends(engine, game) if checked else []
    found = [(check, one) for check in CHECKS for one in checked if check.applies(engine, game, one)] if checked else []
    losing = dict(_losers(engine, game))
    tokens = game.limbo
    for name in traits.found(game.traits, "damaged", game.belongings):
        if name in game.to_check and game.battlefield[name].deathtouched:
            game.set(game.battlefield[name], "deathtouched", False)
    decided = game.decided
    if decided:
        game.journal.set(game, "decided", {})
    if tokens:
        game.journal.set(game, "limbo", ())
    if not (found or losing or tokens or doomed or turning):
        game.journal.set(game, "to_check", frozenset())
        return False
    for player, rule in losing.items():
        engine.emit(StateBasedAction(engine.position, rule, player))
    for token in tokens:
        engine.emit(StateBasedAction(engine.position, "704.5d", token))
    _perform_on_permanents(engine, game, found, doomed, decided)
    for scheme in turning:
        engine.emit(StateBasedAction(engine.position, "704.6e", scheme))
        schemes.turn_down(engine, game, scheme, "904.10")
    if losing:
        outcomes.lose(engine, dict.fromkeys(losing, "704.3"))
    return True


def _losers(engine: Engine, game: ReferenceGame) -> Iterator[tuple[str, str]]:
    for player in engine.apnap():
        rule = _losing(game, player)
        if rule is not None:
            yield player, rule


def _perform_on_permanents(
    engine: Engine,
    game: ReferenceGame,
    found: list[tuple[Check, Permanent]],
    doomed: list[Permanent],
    decided: Mapping[str, str],
) -> None:
    leaving: dict[str, Permanent] = {}
    regenerated: set[str] = set()
    for check, permanent in found:
        if permanent.id in leaving or (check.result == "destroy" and permanent.id in regenerated):
            continue
        if check.result == "destroy" and regenerate(engine, game, permanent):
            regenerated.add(permanent.id)
            continue
        engine.emit(StateBasedAction(engine.position, check.rule, permanent.id))
        if check.result == "protector" and permanent.id in decided:
            game.set(permanent, "protector", decided[permanent.id])
            engine.emit(ProtectorChosen(engine.position, check.rule, permanent.id, decided[permanent.id]))
        elif check.result in ("graveyard", "destroy", "protector"):
            leaving[permanent.id] = permanent
        elif check.result == "unattach":
            game.set(permanent, "attached_to", None)
            game.set(permanent, "attached_object", None)
        else:
            _cancel_counters(game, permanent)
    for permanent in doomed:
        if permanent.id not in leaving:
            engine.emit(StateBasedAction(engine.position, "704.5j", permanent.id))
            leaving[permanent.id] = permanent
    battlefield.leave(engine, game, leaving.values(), "graveyard", "704.3")


def _cancel_counters(game: ReferenceGame, permanent: Permanent) -> None:
    number = min(permanent.counters[PLUS], permanent.counters[MINUS])
    battlefield.remove_counters(game, permanent, PLUS, number)
    battlefield.remove_counters(game, permanent, MINUS, number)


def regenerate(engine: Engine, game: ReferenceGame, permanent: Permanent) -> bool:
    """701.19a: a shield is used up instead of destroying: damage goes, it taps and leaves combat."""
    shields = engine.in_force.find(("shield", permanent.id))
    if not shields:
        return False
    engine.in_force = engine.in_force.without(shields[0].id)
    game.set(permanent, "damage", 0)
    game.set(permanent, "deathtouched", False)
    battlefield.tap(engine, game, (permanent.id,), "701.19")
    if combat.fights(game, permanent):
        combat.remove(engine, game, (permanent.id,), "506.4")
    return True


def shield(engine: Engine, game: ReferenceGame, effect: Regenerate, controller: str) -> None:
    """701.19a: a shield for the next time in this turn that each permanent would be destroyed."""
    for name in effect.permanents:
        if game.is_present(name):
            keys = (("shield", name), ("leaves", name), durations.CLEANUP)
            engine.put_in_force("shield", "", controller, None, effect, keys)


def _legends(engine: Engine, game: ReferenceGame) -> list[tuple[str, list[Permanent]]]:
    """704.5j: legendary permanents of one name that a player controls together with others, in APNAP order."""
    if not any((permanent := game.present(name)) and permanent.legendary for name in game.to_check):
        return []
    groups: dict[tuple[str, str], list[Permanent]] = {}
    for player in engine.apnap():
        for permanent in game.having("legendary", (player,)):
            if permanent.legendary:
                name = permanent.legendary if isinstance(permanent.legendary, str) else f"legend of {player}"
                groups.setdefault((player, name), []).append(permanent)
    return [(player, legends) for (player, _), legends in groups.items() if len(legends) > 1]


def _asks_for_legend(engine: Engine, game: ReferenceGame) -> bool:
    """704.5j: whether a player is asked which legend to keep."""
    for player, legends in _legends(engine, game):
        choices = tuple(permanent.id for permanent in legends)
        if not set(choices) & set(game.decided):
            engine.ask(Pending("choose_legend", player, "704.5j", choices, 1))
            return True
    return False


def _other_legends(engine: Engine, game: ReferenceGame) -> list[Permanent]:
    """704.5j: legends that are put into graveyards, now that their controllers have chosen."""
    doomed: list[Permanent] = []
    for _, legends in _legends(engine, game):
        kept = next(permanent for permanent in legends if permanent.id in game.decided)
        doomed += [permanent for permanent in legends if permanent is not kept]
    return doomed


def _protectors(engine: Engine, permanent: Permanent) -> tuple[str, ...]:
    """310.10, 310.11a: who can protect a battle: of a Siege an opponent of its controller, else anybody.

    The next in turn order come first, the controller last.
    """
    player, order = permanent.controller, list[str]()
    for _ in engine.in_game:
        player = engine.player_after(player)
        order.append(player)
    allies = engine.team_of(permanent.controller)
    return tuple(player for player in order if player not in allies or not permanent.is_a("siege"))


def _asks_for_protector(engine: Engine, game: ReferenceGame, checked: list[Permanent]) -> bool:
    """704.5w, 704.5x: whether a player is asked who protects a battle."""
    battles = (
        (check.rule, permanent)
        for player in engine.apnap()
        for permanent in checked
        if permanent.controller == player
        for check in CHECKS
        if check.result == "protector" and check.applies(engine, game, permanent)
    )
    for rule, permanent in battles:
        choices = _protectors(engine, permanent)
        if game.decided.get(permanent.id) not in choices and choices:
            engine.ask(Pending("choose_protector", permanent.controller, rule, choices, 1, permanent.id))
            return True
    return False
