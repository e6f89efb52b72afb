"""The reference game: enough of Magic to play the turn with; it implements the engine's Protocol.

Its subjects stand in modules of their own: the battlefield, combat, damage, effects, state-based actions, phasing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from mtg_fsm.engine.decisions import Code, Pending, Refusal
from mtg_fsm.engine.events import CardDiscarded, CardDrawn
from mtg_fsm.engine.protocol import UntapChoice
from mtg_fsm.engine.stack import Printed
from mtg_fsm.engine.triggers import Occurrence
from mtg_fsm.game import (
    assignment,
    attacking,
    battlefield,
    blocking,
    cards,
    combat,
    combat_events,
    effects,
    phasing,
    saved,
    schemes,
    state_based_actions,
    traits,
)
from mtg_fsm.game.cards import Catalogue
from mtg_fsm.game.combat import Attacking
from mtg_fsm.game.damage import Damage, deal
from mtg_fsm.game.journal import Journal
from mtg_fsm.game.objects import LORE, POISON, Belongings, LastKnown, Permanent
from mtg_fsm.words.cards import CardSpec
from mtg_fsm.words.commands import Activate, Assign, Attack, Block, Cast, Choose, Command, PlayLand
from mtg_fsm.words.effects import Activated, AddMana, PermanentSpec, SchemeSpec
from mtg_fsm.words.setup import PlayerSpec

if TYPE_CHECKING:
    from mtg_fsm.engine.engine import Engine
    from mtg_fsm.engine.stack import Context, StackObject
    from mtg_fsm.words.effects import Effect


class ReferenceGame:
    """Players with life, hand and library; permanents with power, toughness, keywords, counters and damage.

    Everything that can be taken back changes through the journal. Ids of permanents are unique on the battlefield.
    """

    __slots__ = (
        "assigned",
        "attackers",
        "battlefield",
        "belongings",
        "blockers",
        "cards",
        "decided",
        "discarding",
        "face_up",
        "free_casting",
        "journal",
        "last_known",
        "left_combat",
        "limbo",
        "scheme_decks",
        "shared_life",
        "to_check",
        "traits",
    )

    cards: Catalogue
    """What cards are; never changes."""
    battlefield: Mapping[str, Permanent]
    traits: traits.Index
    """Which permanents have what is asked for; follows from the battlefield."""
    belongings: Mapping[str, Belongings]
    attackers: Mapping[str, Attacking]
    """Attacking creatures, and what and how each attacks."""
    blockers: Mapping[str, tuple[str, ...]]
    """Blocking creatures and the attackers that each blocks, in the order in which they began to."""
    left_combat: Mapping[str, tuple[int, str]]
    """Creatures that attacked in the latest combat and no longer do: which object, and its defending player (508.5)."""
    last_known: Mapping[str, LastKnown]
    """What matters about sources of damage that have left, by their ids (702.2e, 702.15c, 702.90e)."""
    assigned: tuple[tuple[str, str, int], ...]
    """Combat damage that is assigned and not dealt yet: source, to whom, how much."""
    limbo: tuple[str, ...]
    """Tokens that left the battlefield since state-based actions were last performed (704.5d)."""
    to_check: frozenset[str]
    """Permanents and players that changed since the last check of state-based actions that found nothing."""
    discarding: tuple[tuple[str, tuple[str, ...]], ...]
    """Cards that players have chosen to discard, until all have (101.4)."""
    decided: Mapping[str, str]
    """What was chosen for the next state-based actions: the protector of a battle; for a legend that stays its id."""

    scheme_decks: Mapping[str, tuple[SchemeSpec, ...]]
    """Scheme decks by their owners, the top scheme first (904.3)."""
    face_up: Mapping[str, schemes.FaceUp]
    """Schemes that were set in motion, in that order, by their ids."""
    shared_life: Mapping[str, str]
    """Players whose life total is that of a teammate (810.4), and who that is."""

    def __init__(
        self,
        players: Sequence[PlayerSpec],
        *,
        free_casting: bool = False,
        shared_life: Mapping[str, str] | None = None,
        scheme_decks: Mapping[str, tuple[SchemeSpec, ...]] | None = None,
        catalogue: Iterable[CardSpec] = (),
    ) -> None:
        """Sets up what belongs to the players; permanents come by `enter_at_start`, once there is an engine."""
        self.shared_life = shared_life or {}
        self.scheme_decks = scheme_decks or {}
        self.cards = Catalogue(catalogue)
        self.face_up = {}
        self.journal = Journal()
        self.free_casting = free_casting
        self.battlefield = {}
        self.traits = {}
        self.belongings = {player.id: _belongings(player) for player in players}
        self.attackers = {}
        self.blockers = {}
        self.left_combat = {}
        self.last_known = {}
        self.assigned = ()
        self.limbo = ()
        self.to_check = frozenset(self.belongings)
        self.decided = {}
        self.discarding = ()

    def set(self, owner: Any, attribute: str, value: Any) -> None:
        """Changes an attribute through the journal; a permanent or player that changed is looked at by 704."""
        if isinstance(owner, Permanent):
            self._set_of_permanent(owner, attribute, value)
        else:
            self.journal.set(owner, attribute, value)
            if isinstance(owner, Belongings):
                self.check_again(owner.player)

    def _set_of_permanent(self, permanent: Permanent, attribute: str, value: Any) -> None:
        decided = traits.DECIDED_BY.get(attribute, ()) if permanent.id in self.battlefield else ()
        before = traits.keys_of(permanent, decided)
        self.journal.set(permanent, attribute, value)
        self.note_traits(permanent, before, traits.keys_of(permanent, decided))
        self.check_again(permanent.id)

    def note_traits(
        self, permanent: Permanent, before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]
    ) -> None:
        """A permanent is found under other keys of the index of traits than before."""
        if before != after:
            self.journal.set(self, "traits", traits.changed(self.traits, permanent, before, after))

    def check_again(self, name: str) -> None:
        """State-based actions have to look at this permanent or player in their next check."""
        if name not in self.to_check:
            self.journal.set(self, "to_check", self.to_check | {name})

    def enter_at_start(self, engine: Engine, player: str, spec: PermanentSpec) -> None:
        """A permanent that is on the battlefield as the game begins; `sick` counts as got in the first turn."""
        permanent = Permanent.from_spec(spec, player, 1 if spec.sick else -1, engine.next_id())
        battlefield.add(engine, self, permanent)

    def attach_at_start(self) -> None:
        """Once all permanents are there, each that is attached is attached to what has that id."""
        for permanent in self.battlefield.values():
            if permanent.attached_to is not None:
                battlefield.attach(self, permanent, permanent.attached_to)

    # --- whole or nothing ---

    def mark(self) -> int:
        """A point to come back to."""
        return self.journal.mark()

    def undo_to(self, mark: int) -> None:
        """Takes back everything since the mark."""
        self.journal.undo_to(mark)

    def return_to(self, mark: int) -> None:
        """Goes back to the mark; later marks stay good."""
        self.journal.return_to(mark)

    def forget_marks(self) -> None:
        """Nothing that happened so far will be taken back."""
        self.journal.forget()

    def copy(self, *, marks: bool) -> Self:
        """Cards and all other values are shared, for they never change; permanents and belongings are copied."""
        copied = type(self).__new__(type(self))
        copied.battlefield = {name: permanent.copy() for name, permanent in self.battlefield.items()}
        copied.belongings = {name: owned.copy() for name, owned in self.belongings.items()}
        copied.cards, copied.free_casting, copied.shared_life = self.cards, self.free_casting, self.shared_life
        copied.attackers, copied.blockers, copied.assigned = self.attackers, self.blockers, self.assigned
        copied.limbo, copied.to_check, copied.decided = self.limbo, self.to_check, self.decided
        copied.left_combat, copied.last_known, copied.traits = self.left_combat, self.last_known, self.traits
        copied.discarding, copied.face_up, copied.scheme_decks = self.discarding, self.face_up, self.scheme_decks
        copied.journal = self.journal.copied(self._known(copied)) if marks else Journal()
        return copied

    def _known(self, copied: ReferenceGame) -> dict[int, Any]:
        """What has been copied, and the cards, which are not, by `id` of the original."""
        pairs: list[tuple[object, object]] = [(self, copied), (self.cards, self.cards)]
        pairs += [(permanent, copied.battlefield[name]) for name, permanent in self.battlefield.items()]
        pairs += [(owned, copied.belongings[name]) for name, owned in self.belongings.items()]
        return {id(original): copy for original, copy in pairs}

    def save(self) -> dict[str, Any]:
        """The whole state as plain JSON data."""
        return saved.save(self)

    def comparable(self) -> Any:
        """All that `save` gives, but with the order of entering for its time and no numbers of objects.

        Players and permanents are in it as digests, each of which is made anew only if its owner has changed.
        """
        return saved.comparable(self)

    def load(self, data: dict[str, Any]) -> None:
        """Takes over a saved state; SnapshotError, naming the field, if it is not one."""
        saved.load(self, data)

    # --- facts ---

    def controller_of(self, permanent: str) -> str | None:
        """Controller of a permanent on the battlefield, phased out or not; of a face-up scheme its owner."""
        found = self.battlefield.get(permanent)
        if found is None and permanent in self.face_up:
            return self.face_up[permanent].owner
        return found.controller if found is not None else None

    def permanents(self) -> tuple[str, ...]:
        """Ids of all permanents on the battlefield, by time of entering."""
        return tuple(self.battlefield)

    def object_of(self, permanent: str) -> int | None:
        """400.7: when a permanent on the battlefield entered tells it from a later one of the same id."""
        found = self.battlefield.get(permanent)
        return found.entered if found is not None else None

    def is_present(self, permanent: str) -> bool:
        """Whether a permanent is on the battlefield and phased in."""
        return self.present(permanent) is not None

    def present(self, permanent: str) -> Permanent | None:
        """A permanent that is on the battlefield and phased in; others are treated as not there (702.26b)."""
        found = self.battlefield.get(permanent)
        return found if found is not None and found.phased_out is None else None

    def having(self, trait: str, players: Iterable[str] | None = None) -> list[Permanent]:
        """Phased-in permanents of these players, or of all, that have a trait, by time of entering."""
        named = traits.found(self.traits, trait, self.belongings if players is None else players)
        return [permanent for name in named if (permanent := self.battlefield[name]).phased_out is None]

    def in_order(self, names: Iterable[str]) -> list[Permanent]:
        """Those of these permanents that are on the battlefield and phased in, by time of entering."""
        found = (permanent for name in names if (permanent := self.present(name)) is not None)
        return sorted(found, key=lambda permanent: permanent.entered)

    def life_of(self, player: str) -> Belongings:
        """810.4: where the life total of a player stands: with teams that share it, that of the team."""
        return self.belongings[self.shared_life.get(player, player)]

    def poison_of(self, player: str) -> int:
        """810.8d: poison counters of a player, of a team with one life total added up."""
        if not self.shared_life:
            return self.belongings[player].poison
        head = self.shared_life.get(player, player)
        members = [other for other in self.belongings if self.shared_life.get(other, other) == head]
        return sum(self.belongings[member].poison for member in members)

    def defending_player(self, engine: Engine, attacker: str) -> str | None:
        """508.5: whom "defending player" means for an attacking creature, or one that attacked in the latest combat.

        None for any other, and for a later object of the same id (400.7).
        """
        return combat.defending_player(engine, self, attacker)

    def can_attack(self, engine: Engine, player: str, defender: str) -> bool:
        """Whether a player's creatures can attack a defending player, their planeswalkers and their battles.

        A game of one's own with a limited range of influence (801) says so here.
        """
        return True

    def block_by_effect(self, engine: Engine, attackers: Iterable[str]) -> None:
        """509.1h: an effect has these become blocked, by no creature."""
        became = combat.become_blocked(engine, self, attackers)
        engine.occur_together(Occurrence("becomes_blocked", name) for name in became)

    def observe(self, engine: Engine, word: str, names: Sequence[str]) -> Any:
        """The answer to a word of `that`: about players a mapping, about permanents their facts or `absent`."""
        if word == "battlefield":
            return {name: battlefield.facts(engine, self, name) for name in names}
        if word in IN_COMBAT:
            return IN_COMBAT[word](self)
        answer = OF_PLAYERS[word]
        return {name: answer(self, name) for name in names if name in self.belongings}

    # --- what players may do ---

    def legal_actions(self, engine: Engine, player: str) -> list[Command]:
        """A land or a spell for each card of the hand, and each listed ability, whatever the timing."""
        hand = {name: self.cards.find(name) for name in self.belongings[player].hand}
        lands: list[Command] = [
            PlayLand(player=player, id=name) for name, card in hand.items() if card is None or card.is_land
        ]
        spells: list[Command] = [
            Cast(player=player, name=name) for name, card in hand.items() if card is None or not card.is_land
        ]
        abilities: list[Command] = [
            Activate(player=player, source=permanent.id, name=ability.name, mana_ability=_adds_mana(ability))
            for permanent in self.having("activated", (player,))
            for ability in permanent.abilities
            if isinstance(ability, Activated)
        ]
        return [*lands, *spells, *abilities]

    def spell(self, engine: Engine, player: str, command: Cast) -> Printed:
        """As its card says; of free casting, and of a card that is a mere name, what the command says."""
        free = self.free_casting and cards.is_free(command)
        printed = None if free else self.cards.spell(command.name)
        if printed is not None:
            return printed
        return Printed(command.effects if self.free_casting else (), command.cost, command.speed, command.only)

    def targets(self, engine: Engine, player: str, kind: str) -> tuple[str, ...]:
        """Permanents by time of entering, then players in turn order."""
        return cards.targets(engine, self, player, kind)

    def why_not_cast(self, engine: Engine, player: str, command: Cast) -> Refusal | None:
        """Without free casting a spell is a card of the hand."""
        if self.free_casting and cards.is_free(command):
            return effects.why_not(command.effects)
        card = self.cards.find(command.name)
        if card is not None and card.is_land:
            return Refusal(Code.WRONG_KIND, "is_no_land", "305.9", f"{command.name} is a land: it is played, not cast")
        if self.free_casting:
            return None
        if command.name not in self.belongings[player].hand:
            return Refusal(
                Code.NO_SUCH_OBJECT, "card_in_hand", "601.2a", f"no card {command.name!r} in {player}'s hand"
            )
        return None

    def take_spell(self, engine: Engine, player: str, command: Cast) -> str | None:
        """601.2a: the card leaves the hand, if it is there."""
        owner = self.belongings[player]
        if command.name not in owner.hand:
            return None
        self.set(owner, "hand", _without(owner.hand, command.name))
        return command.name

    def why_not_activate(self, engine: Engine, player: str, command: Activate) -> Refusal | None:
        """602.2: its controller only, and the ability has to be listed unless casting is free."""
        if (refusal := effects.why_not(command.effects)) is not None:
            return refusal
        if command.source is None:
            if self.free_casting:
                return None
            message = "an ability has a source: name the permanent"
            return Refusal(Code.NO_SUCH_OBJECT, "source_on_battlefield", "602.2", message)
        permanent = self.present(command.source)
        if permanent is None:
            message = f"no permanent {command.source!r} on the battlefield"
            return Refusal(Code.NO_SUCH_OBJECT, "source_on_battlefield", "602.2", message)
        if permanent.controller != player:
            message = f"{command.source} is controlled by {permanent.controller}, not by {player}"
            return Refusal(Code.NOT_YOURS, "controls_source", "602.2", message)
        if not self.free_casting and (self._listed(command) is None or command.effects or command.cost):
            names = [ability.name for ability in permanent.abilities if isinstance(ability, Activated)]
            message = f"{command.source} has the activated abilities {names}, with their own costs and effects"
            return Refusal(Code.NO_SUCH_OBJECT, "ability_of_source", "602.2", message)
        return self._why_not_tap(engine, permanent) if self._taps(command) else None

    def _taps(self, command: Activate) -> bool:
        """Whether the cost of an ability has the tap symbol."""
        listed = self._listed(command)
        return listed is not None and listed.tap and not command.effects

    def _why_not_tap(self, engine: Engine, permanent: Permanent) -> Refusal | None:
        """602.5a, 118.3: what is tapped cannot be tapped as a cost, nor can a creature that is sick."""
        if permanent.tapped:
            return Refusal(Code.WRONG_TIME, "is_untapped", "118.3", f"{permanent.id} is tapped")
        sick = permanent.is_a("creature") and battlefield.is_sick(engine, permanent)
        if sick and "haste" not in battlefield.keywords(engine, permanent):
            message = f"{permanent.id} came under {permanent.controller}'s control this turn"
            return Refusal(Code.WRONG_TIME, "is_not_sick", "302.6", message)
        return None

    def _listed(self, command: Activate) -> Activated | None:
        permanent = self.present(command.source or "")
        for ability in permanent.abilities if permanent else ():
            if isinstance(ability, Activated) and ability.name == command.name:
                return ability
        return None

    def ability(self, engine: Engine, command: Activate) -> Printed:
        """As the permanent lists it, unless the command brings effects of its own."""
        listed = self._listed(command)
        if listed is None or command.effects:
            return Printed(command.effects, command.cost, only=command.only)
        return Printed(listed.effects, command.cost or listed.cost, listed.speed, command.only, listed.target)

    def pay_costs(self, engine: Engine, player: str, command: Activate) -> None:
        """602.2b: the permanent is tapped for a cost with the tap symbol."""
        if self._taps(command) and command.source is not None:
            battlefield.tap(engine, self, (command.source,), "602.2b")

    def why_not_play_land(self, engine: Engine, player: str, command: PlayLand) -> Refusal | None:
        """A land comes from the hand; with free casting and a hand that is a mere number, from nowhere."""
        card = self.cards.find(command.id)
        if card is not None and not card.is_land:
            return Refusal(Code.WRONG_KIND, "is_land", "305.1", f"{command.id} is no land: it is cast, not played")
        if command.id in self.battlefield:
            message = f"{command.id!r} is on the battlefield already"
            return Refusal(Code.ILLEGAL_CHOICE, "new_id", "505.6b", message)
        if not self.free_casting and command.id not in self.belongings[player].hand:
            return Refusal(Code.NO_SUCH_OBJECT, "card_in_hand", "505.6b", f"no card {command.id!r} in {player}'s hand")
        return None

    def play_land(self, engine: Engine, player: str, card: str) -> None:
        """505.6b: the land goes onto the battlefield."""
        owner = self.belongings[player]
        if card in owner.hand:
            self.set(owner, "hand", _without(owner.hand, card))
        land = self.cards.permanent(card) or PermanentSpec(id=card, types=("land",))
        battlefield.enter(engine, self, land, player, "505.6b")

    # --- decisions that are the game's ---

    def why_not(self, engine: Engine, pending: Pending, command: Command) -> Refusal | None:
        """Attackers, blockers, damage, and choices among what is listed."""
        match command:
            case Attack():
                return attacking.why_not(engine, self, pending.player, command.attackers)
            case Block():
                return blocking.why_not(engine, self, pending.player, command.blockers)
            case Assign():
                return assignment.why_not(engine, self, pending.player, command.damage)
            case _:
                pass
        chosen = tuple(map(str, command.ids)) if isinstance(command, Choose) else ()
        if len(chosen) != 1 or chosen[0] not in pending.choices:
            message = f"one of {', '.join(pending.choices)} is chosen"
            return Refusal(Code.ILLEGAL_CHOICE, "is_a_choice", pending.rule, message)
        return None

    def answer(self, engine: Engine, pending: Pending, command: Command) -> None:
        """What a creature attacks or blocks completes the effect that waits (508.4, 509.4).

        Any other choice is kept until state-based actions are performed.
        """
        if pending.kind == "choose_discard":
            cards = command.ids if isinstance(command, Choose) else getattr(command, "cards", ())
            effects.choose_discard(self, pending.player, tuple(map(str, cards)))
            return
        assert isinstance(command, Choose)  # nosec B101 # for type checkers
        chosen = str(command.ids[0])
        if pending.kind in ("choose_attacked", "choose_blocked"):
            effects.choose_for_combat(engine, chosen)
            return
        self.journal.set(self, "decided", {**self.decided, pending.subject or chosen: chosen})
        engine.last_check_performed = self.state_based_actions(engine) and engine.pending is None

    def possible_answers(self, engine: Engine, pending: Pending) -> Iterable[Command]:
        """Answers in a stable order, lazily; the default first."""
        match pending.kind:
            case "declare_attackers":
                return attacking.declarations(engine, self, pending.player)
            case "declare_blockers":
                return blocking.declarations(engine, self, pending.player)
            case "assign_combat_damage":
                return assignment.assignments(engine, self, pending.player)
            case _:
                return [Choose(player=pending.player, ids=(name,)) for name in pending.choices]

    # --- effects and the stack ---

    def apply(self, engine: Engine, effect: Effect, context: Context) -> None:
        """Applies an effect that is not the engine's."""
        effects.apply(engine, self, effect, context)

    def left_stack(self, engine: Engine, object_: StackObject, *, to: str) -> None:
        """A card goes to its owner's graveyard or to exile, unless it has become a permanent (608.3).

        A Saga or battle may have waited (704.5s, 704.5v).
        """
        if object_.card is not None and to != "nowhere" and not cards.became_permanent(self, object_.card):
            owner = self.belongings[object_.controller]
            self.set(owner, to, (*getattr(owner, to), object_.card))
        if object_.source is not None:
            self.check_again(object_.source)

    def effect_changed(self, engine: Engine, permanent: str) -> None:
        """A continuous effect on a permanent began or ended: control and state-based actions are looked at again."""
        battlefield.update_control(engine, self, permanent)
        self.check_again(permanent)

    # --- turn-based actions ---

    def phasing(self, engine: Engine, player: str) -> None:
        """502.1."""
        phasing.untap_step(engine, self, player)

    def untap_choice(self, engine: Engine, player: str) -> UntapChoice:
        """502.3: tapped permanents that no effect holds, and the smallest limit that binds the player."""
        held: set[str] = set()
        for entry, rules in engine.statics("dont_untap", (player,)):
            every = rules.dont_untap == "all"
            held |= set(self.battlefield if every else engine.meant(entry, rules.dont_untap or ()))
        tapped = tuple(permanent.id for permanent in self.having("tapped", (player,)) if permanent.id not in held)
        return UntapChoice(tapped, engine.limit("untap_at_most", player))

    def untap(self, engine: Engine, player: str, permanents: Sequence[str]) -> None:
        """502.3: they untap together; what triggers by that waits (502.4)."""
        battlefield.untap(engine, self, permanents, "502.3")

    def draw(self, engine: Engine, player: str) -> None:
        """504.1."""
        self.draw_cards(engine, player, 1, "504.1")

    def draw_cards(self, engine: Engine, player: str, count: int, rule: str | None) -> None:
        """Draws cards one by one; drawing from an empty library is remembered (704.5b)."""
        owner = self.belongings[player]
        for _ in range(count):
            if owner.library:
                card = owner.library[0]
                self.set(owner, "library", owner.library[1:])
            elif owner.unlisted:
                card = f"{player}-card-{owner.made + 1}"
                self.journal.set(owner, "unlisted", owner.unlisted - 1)
                self.journal.set(owner, "made", owner.made + 1)
            else:
                self.set(owner, "drew_from_empty", True)
                continue
            self.journal.set(owner, "hand", (*owner.hand, card))
            engine.emit(CardDrawn(engine.position, rule, player, card, engine.decider(player)))
            engine.occur("draws", player)

    def set_scheme_in_motion(self, engine: Engine, player: str) -> None:
        """505.3, 904.9."""
        schemes.set_in_motion(engine, self, player)

    def controls_sagas(self, engine: Engine, player: str) -> bool:
        """505.4: a Saga with a chapter ability."""
        return bool(self._sagas(player))

    def _sagas(self, player: str) -> list[Permanent]:
        return [saga for saga in self.having("saga", (player,)) if saga.chapters]

    def add_lore_counters(self, engine: Engine, player: str) -> None:
        """505.4, 714.3b: one on each."""
        for saga in self._sagas(player):
            battlefield.add_counters(engine, self, saga, LORE, 1, "714.3b")

    def controls_attraction(self, engine: Engine, player: str) -> bool:
        """505.5."""
        return bool(self.having("attraction", (player,)))

    def visit_attractions(self, engine: Engine, player: str, roll: int) -> None:
        """505.5: the reference game's Attractions have no visit abilities, so a roll has no further result."""

    def possible_attackers(self, engine: Engine, player: str) -> tuple[str, ...]:
        """508.1a."""
        return attacking.possible_attackers(engine, self, player)

    def required_attackers(self, engine: Engine, player: str) -> tuple[str, ...]:
        """506.6."""
        return attacking.required_attackers(engine, self, player)

    def announce_bands(self, engine: Engine, player: str, attackers: Mapping[str, str]) -> None:
        """508.1e: the reference game's creatures have no banding."""

    def tap_attackers(self, engine: Engine, attackers: Mapping[str, str]) -> None:
        """508.1f."""
        attacking.tap_attackers(engine, self, attackers)

    def optional_attack_costs(self, engine: Engine, attackers: Mapping[str, str]) -> dict[str, str]:
        """508.1g."""
        return attacking.optional_attack_costs(self, attackers)

    def attack_cost(self, engine: Engine, attackers: Mapping[str, str]) -> str:
        """508.1h."""
        return attacking.attack_cost(self, attackers)

    def become_attackers(
        self, engine: Engine, player: str, attackers: Mapping[str, str | None]
    ) -> dict[str, str | None]:
        """508.1k."""
        return attacking.become_attackers(engine, self, player, attackers)

    def trigger_attacks(self, engine: Engine, player: str, attackers: Mapping[str, str | None]) -> None:
        """508.1m."""
        engine.occur_together(combat_events.of_attack(engine, self, attackers))

    def possible_blockers(self, engine: Engine, player: str) -> tuple[str, ...] | None:
        """509.1a, 802.4: of several defending players those declare who are attacked."""
        attacked = {engine.head(defender) for defender in combat.defenders(engine, self).values()}
        if attacked.isdisjoint(map(engine.head, engine.defending_players())) or engine.head(player) in attacked:
            return blocking.possible_blockers(engine, self, player)
        return None

    def block_cost(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> str:
        """509.1d."""
        return blocking.block_cost(self, blockers)

    def become_blockers(
        self, engine: Engine, player: str, blockers: Mapping[str, Sequence[str]]
    ) -> dict[str, tuple[str, ...]]:
        """509.1g."""
        return blocking.become_blockers(engine, self, player, blockers)

    def become_blocked(self, engine: Engine, blockers: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """509.1h."""
        return blocking.become_blocked(engine, self, blockers)

    def trigger_blocks(self, engine: Engine, blockers: Mapping[str, Sequence[str]], blocked: Sequence[str]) -> None:
        """509.1i."""
        engine.occur_together(combat_events.of_blocks(self, blockers, blocked))

    def damage_sources(self, engine: Engine, player: str) -> tuple[str, ...]:
        """510.1."""
        return assignment.damage_sources(engine, self, player)

    def assign_damage(self, engine: Engine, player: str, damage: Mapping[str, Mapping[str, int]]) -> None:
        """510.1."""
        assignment.assign_damage(engine, self, player, damage)

    def deal_combat_damage(self, engine: Engine) -> None:
        """510.2: all of it at once; state-based actions look at it afterwards."""
        assigned = self.assigned
        self.set(self, "assigned", ())
        deal(engine, self, (Damage(*part) for part in assigned), combat=True)

    def in_combat_with(self, engine: Engine, *keywords: str) -> frozenset[str]:
        """Attacking and blocking creatures that have one of the keywords now."""
        return frozenset(
            name
            for name in (*self.attackers, *self.blockers)
            if set(keywords) & battlefield.keywords(engine, self.battlefield[name])
        )

    def remove_all_from_combat(self, engine: Engine, rule: str) -> None:
        """511.3, 723.1d, 723.2d."""
        combat.remove(engine, self, combat.everybody(self), rule)

    def excess_cards(self, engine: Engine, player: str) -> tuple[tuple[str, ...], int]:
        """514.1, 402.2: the maximum hand size is the player's own, as effects change it in the order of beginning."""
        owner = self.belongings[player]
        size = owner.max_hand_size
        for _, rules in engine.statics("max_hand_size", (player,)):
            size = None if rules.max_hand_size == "none" else rules.max_hand_size
        return owner.hand, 0 if size is None else max(0, len(owner.hand) - size)

    def discard(self, engine: Engine, player: str, cards: Sequence[str], rule: str | None) -> None:
        """The cards go from the hand to the graveyard."""
        owner = self.belongings[player]
        left = list(owner.hand)
        for card in cards:
            left.remove(card)
        self.set(owner, "hand", tuple(left))
        self.set(owner, "graveyard", (*owner.graveyard, *cards))
        for card in cards:
            engine.emit(CardDiscarded(engine.position, rule, player, card))
        engine.occur_together([Occurrence("discards", player) for _ in cards])

    def remove_damage(self, engine: Engine) -> None:
        """514.2: from all permanents, phased-out ones included."""
        for name in traits.found(self.traits, "damaged", self.belongings):
            self.set(self.battlefield[name], "damage", 0)
            self.set(self.battlefield[name], "deathtouched", False)

    def state_based_actions(self, engine: Engine) -> bool:
        """704.3."""
        return state_based_actions.perform(engine, self)

    def leave(self, engine: Engine, player: str) -> None:
        """800.4a: what the player owns leaves the game."""
        battlefield.remove_all_of(engine, self, player)
        schemes.remove_all_of(engine, self, player)

    def exile_all_of(self, engine: Engine, player: str) -> None:
        """800.4a."""
        battlefield.exile_all_of(engine, self, player)

    def turn_passed_over(self, engine: Engine, player: str) -> None:
        """702.26n, 701.15a: what phased out under the player may come back, and what they goaded is free."""
        phasing.turn_passed_over(self, player)
        attacking.end_goad(self, player)


def _belongings(player: PlayerSpec) -> Belongings:
    hand, made = _cards(player, player.hand, 0)
    graveyard, made = _cards(player, player.graveyard, made)
    listed = player.library if isinstance(player.library, tuple) else ()
    return Belongings(
        player=player.id,
        life=20 if player.life is None else player.life,
        counters={POISON: player.poison} if player.poison else {},
        hand=hand,
        library=listed,
        unlisted=0 if isinstance(player.library, tuple) else player.library,
        graveyard=graveyard,
        exile=(),
        max_hand_size=None if player.max_hand_size == "none" else player.max_hand_size,
        drew_from_empty=False,
        made=made,
    )


def _cards(player: PlayerSpec, cards: int | tuple[str, ...], made: int) -> tuple[tuple[str, ...], int]:
    """Ids of cards that are a list, or of as many unlisted ones as a number says."""
    if isinstance(cards, tuple):
        return cards, made
    return tuple(f"{player.id}-card-{number}" for number in range(made + 1, made + cards + 1)), made + cards


def _adds_mana(ability: Activated) -> bool:
    """Whether it is a mana ability (605.1a)."""
    return any(isinstance(effect, AddMana) for effect in ability.effects)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


IN_COMBAT: Final[dict[str, Callable[[ReferenceGame], Any]]] = {
    "attacking": lambda game: {name: attack.target or "none" for name, attack in game.attackers.items()},
    "blocking": lambda game: {name: list(attackers) for name, attackers in game.blockers.items()},
    "blocked": lambda game: [name for name, attack in game.attackers.items() if attack.blocked],
    "unblocked": lambda game: [name for name, attack in game.attackers.items() if attack.blocked is False],
}
"""Words of `that` about combat."""
OF_PLAYERS: Final[dict[str, Callable[[ReferenceGame, str], Any]]] = {
    "life": lambda game, player: game.life_of(player).life,
    "hand": lambda game, player: len(game.belongings[player].hand),
    "library": lambda game, player: len(game.belongings[player].library) + game.belongings[player].unlisted,
    "graveyard": lambda game, player: len(game.belongings[player].graveyard),
    "poison": lambda game, player: game.poison_of(player),
    "schemes": lambda game, player: [name for name, scheme in game.face_up.items() if scheme.owner == player],
}
"""Words of `that` about players."""
