"""A game without cards: the starting point for a game of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mtg_fsm.engine.decisions import Code, Refusal
from mtg_fsm.engine.protocol import Game, UntapChoice
from mtg_fsm.engine.stack import Printed
from mtg_fsm.errors import MtgFsmError, SnapshotError
from mtg_fsm.game.copying import CopyingMarks
from mtg_fsm.words.commands import Assign, Attack, Block

if TYPE_CHECKING:
    from mtg_fsm.engine.decisions import Pending
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.stack import Context, StackObject
    from mtg_fsm.words.commands import Activate, Cast, Command, PlayLand
    from mtg_fsm.words.effects import Effect


def lists_all(game: Game) -> bool:
    """Whether a game lists every answer to what it is asked for; `BlankGame` lists only what happens by default."""
    return type(game).possible_answers is not BlankGame.possible_answers


class BlankGame(CopyingMarks):
    """Has every hook of `mtg_fsm.Game` and nothing happens in any: no cards, no permanents, nobody attacks.

    Override what your game has. It is set back by copies of its attributes; `save` and `load` are for loops
    (104.4b) and for saving, and have to cover what you add.
    """

    def save(self) -> dict[str, Any]:
        """Nothing is there to save."""
        return {}

    def comparable(self) -> Any:
        """All that `save` gives."""
        return self.save()

    def load(self, data: dict[str, Any]) -> None:
        """Only what `save` gave is taken; SnapshotError otherwise."""
        if data:
            raise SnapshotError(f"game: a blank game has no {', '.join(map(str, data))}")

    def controller_of(self, permanent: str) -> str | None:
        """There are no permanents."""
        return None

    def permanents(self) -> Sequence[str]:
        """There are none."""
        return ()

    def object_of(self, permanent: str) -> int | None:
        """There are no permanents."""
        return None

    def is_present(self, permanent: str) -> bool:
        """There are no permanents."""
        return False

    def observe(self, engine: Engine, word: str, names: Sequence[str]) -> Any:
        """No facts but those of the engine; MtgFsmError for any other."""
        raise MtgFsmError(f"{type(self).__name__} has no fact {word!r}")

    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        """Players can pass."""
        return ()

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        """It does nothing, whatever the command says."""
        return Printed()

    def targets(self, engine: Engine, player: str, kind: str) -> Sequence[str]:
        """There is nothing to target."""
        return ()

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        """There are no cards."""
        return Refusal(Code.NO_SUCH_OBJECT, "card_in_hand", "601.2a", f"{player} has no card {command.name!r}")

    def take_spell(self, engine: Engine, player: str, command: Cast) -> str | None:
        """The spell came from nowhere."""
        return None

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        """There are no abilities."""
        return Refusal(Code.NO_SUCH_OBJECT, "ability_of_source", "602.2", f"there is no ability {command.name!r}")

    def ability(self, engine: Engine, command: Activate) -> Printed:
        """It does nothing, whatever the command says."""
        return Printed()

    def pay_costs(self, engine: Engine, player: str, command: Activate) -> None:
        """Costs are mana."""

    def why_not_play_land(self, engine: Engine, player: str, command: PlayLand) -> Refusal | None:
        """There are no cards."""
        return Refusal(Code.NO_SUCH_OBJECT, "card_in_hand", "505.6b", f"{player} has no card {command.id!r}")

    def play_land(self, engine: Engine, player: str, card: str) -> None:
        """Nothing enters."""

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        """Every answer will do."""
        return None

    def answer(self, engine: Engine, pending: Pending, command: Command) -> None:
        """Nothing is done with an answer."""

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        """Of a game that has combat: nobody attacks or blocks, and damage is assigned by default."""
        nothing = {"declare_attackers": Attack, "declare_blockers": Block, "assign_combat_damage": Assign}
        return [nothing[pending.kind](player=pending.player)] if pending.kind in nothing else []

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """The game has no effects of its own; MtgFsmError."""
        raise MtgFsmError(f"{type(self).__name__} has no effect {effect.effect!r}")

    def left_stack(self, engine: Engine, object_: StackObject, *, to: str) -> None:
        """No card goes anywhere."""

    def effect_changed(self, engine: Engine, permanent: str) -> None:
        """There are no permanents."""

    def phasing(self, engine: Engine, player: str) -> None:
        """Nothing phases."""

    def untap_choice(self, engine: Engine, player: str) -> UntapChoice:
        """Nothing is tapped."""
        return UntapChoice(())

    def untap(self, engine: Engine, player: str, permanents: Sequence[str]) -> None:
        """Nothing is tapped."""

    def draw(self, engine: Engine, player: str) -> None:
        """There are no cards."""

    def set_scheme_in_motion(self, engine: Engine, player: str) -> None:
        """There are no schemes."""

    def controls_sagas(self, engine: Engine, player: str) -> bool:
        """There are no permanents."""
        return False

    def add_lore_counters(self, engine: Engine, player: str) -> None:
        """There are no permanents."""

    def controls_attraction(self, engine: Engine, player: str) -> bool:
        """There are no permanents."""
        return False

    def visit_attractions(self, engine: Engine, player: str, roll: int) -> None:
        """There are no permanents."""

    def possible_attackers(self, engine: Engine, player: str) -> Sequence[str] | None:
        """There is no combat, and nobody is asked."""
        return None

    def required_attackers(self, engine: Engine, player: str) -> Sequence[str]:
        """Nobody has to attack."""
        return ()

    def announce_bands(self, engine: Engine, player: str, attackers: Mapping[str, str]) -> None:
        """Nothing has banding."""

    def tap_attackers(self, engine: Engine, attackers: Mapping[str, str]) -> None:
        """Nothing taps."""

    def optional_attack_costs(self, engine: Engine, attackers: Mapping[str, str]) -> Mapping[str, str]:
        """There are no costs."""
        return {}

    def attack_cost(self, engine: Engine, attackers: Mapping[str, str]) -> str:
        """There are no costs."""
        return ""

    def become_attackers(
        self, engine: Engine, player: str, attackers: Mapping[str, str | None]
    ) -> Mapping[str, str | None]:
        """All that were chosen attack."""
        return attackers

    def trigger_attacks(self, engine: Engine, player: str, attackers: Mapping[str, str | None]) -> None:
        """No ability looks for attacks."""

    def possible_blockers(self, engine: Engine, player: str) -> Sequence[str] | None:
        """Nobody blocks, and nobody is asked."""
        return None

    def block_cost(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> str:
        """There are no costs."""
        return ""

    def become_blockers(
        self, engine: Engine, player: str, blockers: Mapping[str, Sequence[str]]
    ) -> Mapping[str, Sequence[str]]:
        """All that were chosen block."""
        return blockers

    def become_blocked(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> Sequence[str]:
        """All that have a blocker become blocked."""
        return tuple(dict.fromkeys(name for attackers in blockers.values() for name in attackers))

    def trigger_blocks(self, engine: Engine, blockers: Mapping[str, Sequence[str]], blocked: Sequence[str]) -> None:
        """No ability looks for blocks."""

    def damage_sources(self, engine: Engine, player: str) -> Sequence[str]:
        """There is none."""
        return ()

    def assign_damage(self, engine: Engine, player: str, damage: Mapping[str, Mapping[str, int]]) -> None:
        """There is none."""

    def deal_combat_damage(self, engine: Engine) -> None:
        """There is none."""

    def in_combat_with(self, engine: Engine, *keywords: str) -> frozenset[str]:
        """Nobody fights."""
        return frozenset()

    def remove_all_from_combat(self, engine: Engine, rule: str) -> None:
        """Nobody is in combat."""

    def excess_cards(self, engine: Engine, player: str) -> tuple[tuple[str, ...], int]:
        """There are no cards."""
        return (), 0

    def discard(self, engine: Engine, player: str, cards: Sequence[str], rule: str | None) -> None:
        """There are no cards."""

    def remove_damage(self, engine: Engine) -> None:
        """There is no damage."""

    def state_based_actions(self, engine: Engine) -> bool:
        """None applies."""
        return False

    def leave(self, engine: Engine, player: str) -> None:
        """Nothing belongs to anybody."""

    def exile_all_of(self, engine: Engine, player: str) -> None:
        """There are no permanents."""

    def turn_passed_over(self, engine: Engine, player: str) -> None:
        """Nothing waits for it."""
