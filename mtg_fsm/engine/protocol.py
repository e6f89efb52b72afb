"""What the engine asks of a game. A client with cards of its own implements this and keeps machine and engine."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from mtg_fsm.engine.decisions import Pending, Refusal
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.stack import Context, Printed, StackObject
    from mtg_fsm.words.commands import Activate, Cast, Command, PlayLand
    from mtg_fsm.words.effects import Effect


class UntapChoice(NamedTuple):
    """What may untap in an untap step, in game order, and how many of it at most (None: all)."""

    permanents: tuple[str, ...]
    at_most: int | None = None


class Game(Protocol):
    """Cards, permanents and players' belongings. Hooks get the engine, on which they emit events and ask.

    Hooks are called inside a command. If one raises, the engine calls `undo_to` and the command has not happened.
    """

    # --- whole or nothing ---

    def mark(self) -> Hashable:
        """A point to which the game can be set back, until `forget_marks`."""
        ...

    def undo_to(self, mark: Any) -> None:
        """Sets everything back to what it was at the mark; marks taken later will not be used again."""
        ...

    def return_to(self, mark: Any) -> None:
        """Sets everything back likewise, but marks taken later stay good: that can be taken back, too."""
        ...

    def forget_marks(self) -> None:
        """No mark taken so far will be used again."""
        ...

    def copy(self, *, marks: bool) -> Game:
        """A game that is as this one is now; whatever happens in one of the two, the other stays as it is.

        `marks`: the marks that this one has given are good for the copy, too.
        """
        ...

    def save(self) -> dict[str, Any]:
        """The whole state as plain JSON data; the same state gives the same data."""
        ...

    def comparable(self) -> Any:
        """The state without what tells objects and times apart that play no part in the game, as plain JSON data.

        Two states with the same are one state for loops (104.4b).
        """
        ...

    def load(self, data: dict[str, Any]) -> None:
        """Takes over a saved state, which `undo_to` takes back; SnapshotError, naming the field, if it is not one."""
        ...

    # --- facts ---

    def controller_of(self, permanent: str) -> str | None:
        """Controller of a permanent on the battlefield, phased out or not, or owner of a face-up scheme; else None."""
        ...

    def permanents(self) -> Sequence[str]:
        """Ids of all permanents on the battlefield, phased out or not, by time of entering."""
        ...

    def object_of(self, permanent: str) -> int | None:
        """A number that tells a permanent on the battlefield from a later one of the same id (400.7)."""
        ...

    def is_present(self, permanent: str) -> bool:
        """Whether a permanent is on the battlefield and phased in."""
        ...

    def observe(self, engine: Engine, word: str, names: Sequence[str]) -> Any:
        """The answer to a word of `that` which the engine doesn't know (`life`, `battlefield`), for these names."""
        ...

    # --- what players may do ---

    def legal_actions(self, engine: Engine, player: str) -> Sequence[Command]:
        """What the player's cards and permanents let them do with priority, whatever the timing, in a stable order.

        Without targets: `Engine.legal` has each command once for each of its `targets`.
        """
        ...

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        """What the card says of a spell: effects, cost, speed, timing, what it targets; `Printed()` if unknown.

        A command that brings another effect, cost or timing than this is refused: where players may say what a spell
        does, give what the command says.
        """
        ...

    def targets(self, engine: Engine, player: str, kind: str) -> Sequence[str]:
        """Ids of all permanents and players of a kind that the player's spells and abilities can target, in order."""
        ...

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        """Why the player's cards do not allow a spell; timing and mana are the engine's matter."""
        ...

    def take_spell(self, engine: Engine, player: str, command: Cast) -> str | None:
        """601.2a: moves the card to the stack; its id, None for a spell from nowhere."""
        ...

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        """Why an ability may not be activated (602.2); timing and mana are the engine's matter."""
        ...

    def ability(self, engine: Engine, command: Activate) -> Printed:
        """What the permanent says of an activated ability, as `spell` does of a card."""
        ...

    def pay_costs(self, engine: Engine, player: str, command: Activate) -> None:
        """602.2b: pays what of the cost of an ability is not mana."""
        ...

    def why_not_play_land(self, engine: Engine, player: str, command: PlayLand) -> Refusal | None:
        """Why the player's cards do not allow a land; the number of lands and timing are the engine's matter."""
        ...

    def play_land(self, engine: Engine, player: str, card: str) -> None:
        """505.6b: puts the land onto the battlefield."""
        ...

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        """Why a command is no answer to a decision that the game asked or that concerns its objects."""
        ...

    def answer(self, engine: Engine, pending: Pending, command: Command) -> None:
        """Carries out the answer to such a decision."""
        ...

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        """Every answer to such a decision in a stable order, the default first.

        If it is the only one, a `Table` gives it by itself.
        """
        ...

    # --- effects and the stack ---

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """Applies an effect that is not the engine's."""
        ...

    def left_stack(self, engine: Engine, object_: StackObject, *, to: str) -> None:
        """An object left the stack for a zone: `graveyard`, `exile`, or `nowhere`: an ability, or with its player."""
        ...

    def effect_changed(self, engine: Engine, permanent: str) -> None:
        """A continuous effect that concerns a permanent began or ended."""
        ...

    # --- turn-based actions (703.4) and what the turn does to the game ---

    def phasing(self, engine: Engine, player: str) -> None:
        """502.1: the player's permanents phase in and out, all at once."""
        ...

    def untap_choice(self, engine: Engine, player: str) -> UntapChoice:
        """502.3: what may untap."""
        ...

    def untap(self, engine: Engine, player: str, permanents: Sequence[str]) -> None:
        """502.3: untaps them all together."""
        ...

    def draw(self, engine: Engine, player: str) -> None:
        """504.1: the player draws a card."""
        ...

    def set_scheme_in_motion(self, engine: Engine, player: str) -> None:
        """505.3, 904.9: the player's top scheme is turned face up and abilities that look for it trigger."""
        ...

    def controls_sagas(self, engine: Engine, player: str) -> bool:
        """505.4: whether the player controls a Saga with a chapter ability."""
        ...

    def add_lore_counters(self, engine: Engine, player: str) -> None:
        """505.4: a lore counter on each Saga of the player that has a chapter ability."""
        ...

    def controls_attraction(self, engine: Engine, player: str) -> bool:
        """505.5: whether the player controls an Attraction."""
        ...

    def visit_attractions(self, engine: Engine, player: str, roll: int) -> None:
        """505.5: the player rolled to visit their Attractions."""
        ...

    def possible_attackers(self, engine: Engine, player: str) -> Sequence[str] | None:
        """508.1a: creatures of the player that may attack, in game order; None: this game has no combat at all."""
        ...

    def required_attackers(self, engine: Engine, player: str) -> Sequence[str]:
        """506.6: creatures of the player that an effect requires to attack, able or not."""
        ...

    def announce_bands(self, engine: Engine, player: str, attackers: Mapping[str, str]) -> None:
        """508.1e: of creatures with banding among those chosen the player announces bands; the game asks for them.

        They are fixed by that, until the declaration is taken back or combat ends.
        """
        ...

    def tap_attackers(self, engine: Engine, attackers: Mapping[str, str]) -> None:
        """508.1f: the chosen creatures tap; it is no cost."""
        ...

    def optional_attack_costs(self, engine: Engine, attackers: Mapping[str, str]) -> Mapping[str, str]:
        """508.1g: the optional cost of each chosen creature that has one, as in `1R`; asked in this order."""
        ...

    def attack_cost(self, engine: Engine, attackers: Mapping[str, str]) -> str:
        """508.1h: what attacking with these creatures costs in all, as in `1R`; empty text: nothing."""
        ...

    def become_attackers(
        self, engine: Engine, player: str, attackers: Mapping[str, str | None]
    ) -> Mapping[str, str | None]:
        """508.1k: those that the player still controls are attacking from now on.

        Gives them back, in game order, each with what it attacks; None: that left meanwhile (506.4c).
        """
        ...

    def trigger_attacks(self, engine: Engine, player: str, attackers: Mapping[str, str | None]) -> None:
        """508.1m, 508.3: all abilities that look for this declaration trigger at one time."""
        ...

    def possible_blockers(self, engine: Engine, player: str) -> Sequence[str] | None:
        """509.1a, 802.4: creatures of the player that may block, in game order; None: the player declares nothing."""
        ...

    def block_cost(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> str:
        """509.1d: what blocking with these creatures costs in all, as in `1R`; empty text: nothing."""
        ...

    def become_blockers(
        self, engine: Engine, player: str, blockers: Mapping[str, Sequence[str]]
    ) -> Mapping[str, Sequence[str]]:
        """509.1g: those that the player still controls are blocking from now on; which that are, and whom."""
        ...

    def become_blocked(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> Sequence[str]:
        """509.1h: attackers with a blocker become blocked, which are given back, all others unblocked."""
        ...

    def trigger_blocks(self, engine: Engine, blockers: Mapping[str, Sequence[str]], blocked: Sequence[str]) -> None:
        """509.1i, 509.3: abilities that look for the declarations of all players trigger at one time.

        `blocked` are the attackers that became blocked by them.
        """
        ...

    def damage_sources(self, engine: Engine, player: str) -> Sequence[str]:
        """510.1: creatures of the player with damage to assign in this step (`strikes_now`, 510.4).

        In the order in which `assign_damage` does what is default for them; attackers come first.
        """
        ...

    def assign_damage(self, engine: Engine, player: str, damage: Mapping[str, Mapping[str, int]]) -> None:
        """510.1: the player's assignment, which `why_not` accepted, stands; creatures left out do what is default."""
        ...

    def deal_combat_damage(self, engine: Engine) -> None:
        """510.2: all assigned combat damage is dealt at once."""
        ...

    def in_combat_with(self, engine: Engine, *keywords: str) -> frozenset[str]:
        """Attacking and blocking creatures that have one of the keywords now."""
        ...

    def remove_all_from_combat(self, engine: Engine, rule: str) -> None:
        """511.3, 723.1d, 723.2d: everything is removed from combat."""
        ...

    def excess_cards(self, engine: Engine, player: str) -> tuple[tuple[str, ...], int]:
        """514.1: the player's hand, and by how many cards it is above the maximum hand size, 0 if it isn't."""
        ...

    def discard(self, engine: Engine, player: str, cards: Sequence[str], rule: str | None) -> None:
        """The player discards these cards of the hand."""
        ...

    def remove_damage(self, engine: Engine) -> None:
        """514.2: damage is removed from all permanents, phased-out ones included."""
        ...

    def state_based_actions(self, engine: Engine) -> bool:
        """704.3: performs all that apply as one event and says whether there was one. May ask a player instead."""
        ...

    def leave(self, engine: Engine, player: str) -> None:
        """800.4a: what a player who leaves the game owns leaves with them, and effects that give them control end."""
        ...

    def exile_all_of(self, engine: Engine, player: str) -> None:
        """800.4a: what a player who has left still controls is exiled, after their abilities have left the stack."""
        ...

    def turn_passed_over(self, engine: Engine, player: str) -> None:
        """800.4k: a turn of a player who has left would have begun. What waits for that may be done (702.26n)."""
        ...


HOOKS: Final = tuple(name for name, hook in vars(Game).items() if callable(hook) and not name.startswith("_"))
"""Names of all hooks of the Protocol."""
