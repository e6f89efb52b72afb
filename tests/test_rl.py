"""The environments for reinforcement learning: what PettingZoo and Gymnasium demand, and what they say of the game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv
from random_games import SETUP

from mtg_fsm import Engine, Event, GameSpec, PlayerSpec, Seat, SetupError, events
from mtg_fsm.rl import IllegalAction, LearnerEnv, Match, PlayersEnv, Sizes, default_setup, env, first_legal, skirmish

Arguments = dict[str, Any]

PETTINGZOO: Final[Any] = import_module("pettingzoo.test")
PETTINGZOO_STATE: Final[Any] = import_module("pettingzoo.test.state_test")

LAND: Final[Arguments] = {
    "id": "grove",
    "types": ["land"],
    "abilities": [{"effect": "activated", "name": "grow", "effects": [{"effect": "add_mana", "mana": "G"}]}],
}


def board(owner: str, number: int = 2) -> list[Arguments]:
    """Creatures of one player."""
    return [{"id": f"bear-{owner.lower()}{place}", "power": 2, "toughness": 2} for place in range(number)]


def spec(variant: str, *players: str, **keys: Any) -> GameSpec:
    """A set-up whose players have two creatures each, few cards and little life."""
    seats = [{"id": name, "hand": 0, "library": 12, "battlefield": board(name)} for name in players]
    return GameSpec.model_validate({"variant": variant, "players": [{**seat, **keys} for seat in seats]})


SETUPS: Final[dict[str, GameSpec]] = {
    "decks": default_setup(),
    "skirmish": skirmish(),
    "rich": SETUP,
    "free_for_all": spec("free_for_all", "Ann", "Ben", "Cem", life=4),
    "two_headed_giant": spec("two_headed_giant", "Ann", "Ben", "Cem", "Dee"),
    "archenemy": spec("archenemy", "Ann", "Ben", "Cem"),
}


def random_action(environment: PlayersEnv, rng: np.random.Generator) -> int:
    """A legal action of whoever is asked."""
    return int(rng.choice(np.flatnonzero(environment.infos[environment.agent_selection]["action_mask"])))


def play(environment: PlayersEnv, seed: int, look: Callable[[PlayersEnv], None] = lambda _: None) -> dict[str, float]:
    """One game at random to its end; what each agent was rewarded with in all."""
    rng, total = np.random.default_rng(seed), dict.fromkeys(environment.possible_agents, 0.0)
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        look(environment)
        _, reward, terminated, truncated, _ = environment.last(observe=False)
        total[agent] += reward
        environment.step(None if terminated or truncated else random_action(environment, rng))
    return total


# --- PettingZoo ---


@pytest.mark.filterwarnings("ignore:We recommend agents to be named")
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array"
)  # a dict with a mask, as the library documents it
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of agents that are not asked
@pytest.mark.parametrize("wrapped", [env, PlayersEnv])
@pytest.mark.parametrize("name", SETUPS)
def test_the_players_environment_passes_the_tests_of_the_library(name: str, wrapped: type[PlayersEnv]) -> None:
    """`api_test` of each variant, with and without the usual wrappers."""
    PETTINGZOO.api_test(wrapped(spec=SETUPS[name]), num_cycles=60)


@pytest.mark.parametrize("name", SETUPS)
def test_a_seed_repeats_a_game(name: str) -> None:
    """`seed_test`: two environments with one seed give the same agents, observations, masks, rewards and infos."""
    PETTINGZOO.seed_test(partial(env, spec=SETUPS[name]), num_cycles=60)


def test_rendering_passes_the_test_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    """`render_test`: text for `ansi`, and for `human` the same printed."""
    PETTINGZOO.render_test(partial(env, spec=skirmish()))
    assert "turn 1, A: declare attackers" in capsys.readouterr().out


def test_the_state_is_what_all_players_see() -> None:
    """The library's tests of `state`; it joins the observations."""
    PETTINGZOO_STATE.test_state_space(env(spec=skirmish()))
    PETTINGZOO_STATE.test_state(env(spec=skirmish()), 20)
    environment = PlayersEnv(skirmish())
    environment.reset(seed=1)
    seen = [environment.observe(agent)["observation"] for agent in ("A", "B")]
    assert np.array_equal(environment.state(), np.concatenate(seen))


def test_an_agent_is_terminated_as_its_player_loses_while_others_go_on() -> None:
    """In a free-for-all the dead take their step and are gone; who is left last wins."""
    environment, numbers = PlayersEnv(SETUPS["free_for_all"]), list[int]()
    total = play(environment, 3, lambda it: numbers.append(it.num_agents))
    assert sorted(set(numbers)) == [1, 2, 3]
    assert sorted(total.values()) == [-1, -1, 1]
    assert environment.match.engine.outcome is not None
    assert total[environment.match.engine.outcome.winners[0]] == 1


def test_a_teammate_who_has_lost_shares_the_result_of_the_team() -> None:
    """In Archenemy a player leaves while the team plays on, is asked no more, and wins or loses with it."""
    left = 0
    setup = SETUPS["archenemy"].model_dump(exclude_unset=True)
    setup["players"] = [{**seat, "library": 2 if seat["id"] == "Ben" else 12} for seat in setup["players"]]
    for seed in range(8):
        environment = PlayersEnv(GameSpec.model_validate(setup))
        alive = list[tuple[tuple[str, ...], tuple[str, ...]]]()
        total = play(environment, seed, lambda it: alive.append((it.match.engine.in_game, tuple(it.agents))))  # noqa: B023
        assert total["Ben"] == total["Cem"]
        assert total["Ann"] == -total["Ben"]
        left += any(in_game == ("Ann", "Cem") and len(agents) == 3 for in_game, agents in alive)
    assert left > 4


def test_all_are_truncated_after_the_turns_or_steps_allowed() -> None:
    """Nobody is rewarded, and the info says why."""
    for limits, why in (({"max_turns": 2}, "max_turns"), ({"max_steps": 5}, "max_steps")):
        environment = PlayersEnv(skirmish(), **limits)  # type: ignore[arg-type]
        cut = set[tuple[str, bool]]()
        total = play(environment, 1, lambda it: cut.update((it.infos[a]["cut"], it.truncations[a]) for a in it.agents))  # noqa: B023
        assert cut == {("", False), (why, True)}
        assert set(total.values()) == {0}


def test_an_illegal_action_names_the_legal_ones_and_changes_nothing() -> None:
    """The mask forbids it, the error says which are not forbidden."""
    environment = PlayersEnv(skirmish())
    environment.reset(seed=0)
    before = environment.match.engine.snapshot()
    with pytest.raises(IllegalAction, match=r"action: 0 is not legal; legal are 2 \(no\), 5 \(player 1\)"):
        environment.step(0)
    assert environment.match.engine.snapshot() == before
    environment.step(2)


# --- Gymnasium ---


def test_the_learner_environment_passes_the_checker_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    """`check_env`, made by its registered id, with all render modes."""
    check_env(gymnasium.make("mtg_fsm/Game-v0", spec=skirmish()).unwrapped)
    assert "A chooses for bear-1:" in capsys.readouterr().out


def test_learner_environments_are_vectorised() -> None:
    """Three in step, each with a mask of its own."""
    vector = SyncVectorEnv([partial(gymnasium.make, "mtg_fsm/Game-v0", spec=skirmish())] * 3)
    observations, infos = vector.reset(seed=4)
    rng, finished = np.random.default_rng(4), 0
    for _ in range(300):
        actions = [int(rng.choice(np.flatnonzero(mask))) for mask in infos["action_mask"]]
        observations, _, terminated, _, infos = vector.step(np.array(actions))
        finished += int(terminated.sum())
        if terminated.any():
            observations, infos = vector.reset()
    assert observations.shape == (3, len(LearnerEnv(skirmish()).names))
    assert finished > 0


def test_the_module_registers_its_id() -> None:
    """`module:id` imports it, so that nothing has to be imported before."""
    script = "import gymnasium; print(gymnasium.make('mtg_fsm.rl:mtg_fsm/Game-v0').unwrapped.learner)"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown == "A\n"


@pytest.mark.parametrize("learner", ["A", "B"])
def test_a_learner_is_asked_and_nobody_else(learner: str) -> None:
    """Between its steps the other acts; masks are never empty before the end, and the result is the last reward."""
    environment, rng = LearnerEnv(skirmish(), learner=learner, others=first_legal), np.random.default_rng(2)
    results = set[float]()
    for seed in range(6):
        _, info = environment.reset(seed=seed)
        done, reward = False, 0.0
        while not done:
            assert environment.match.actor == learner
            assert np.array_equal(environment.action_masks(), info["action_mask"].astype(bool))
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, terminated, truncated, info = environment.step(action)
            done = terminated or truncated
            assert done or reward == 0
        outcome = environment.match.engine.outcome
        assert outcome is not None
        assert reward == (1 if learner in outcome.winners else -1)
        results.add(reward)
    assert 1 in results


def test_an_illegal_action_ends_the_episode_or_raises() -> None:
    """As `illegal_reward` says."""
    environment = LearnerEnv(skirmish(), illegal_reward=-5)
    environment.reset(seed=0)
    assert environment.step(0)[1:4] == (-5, True, False)
    strict = LearnerEnv(skirmish(), illegal_reward=None)
    strict.reset(seed=0)
    with pytest.raises(IllegalAction, match="legal are 2"):
        strict.step(0)


# --- what is asked ---


def test_only_decisions_with_several_possible_commands_are_asked() -> None:
    """At no mask is there one action only; what was answered by itself is counted in the info."""
    environment, answered = PlayersEnv(skirmish()), list[int]()

    def look(it: PlayersEnv) -> None:
        if it.infos[it.agent_selection]["cut"] == "" and not it.match.over:
            assert it.infos[it.agent_selection]["action_mask"].sum() > 1
            answered.append(it.infos[it.agent_selection]["answered"])

    play(environment, 5, look)
    assert max(answered) > 5


def test_seats_pass_priority_where_they_have_no_stop() -> None:
    """With a land to tap one is asked at every priority; with seats at one's stops only."""
    players = [{"id": name, "hand": 0, "battlefield": [{**LAND, "id": f"{name}-grove"}]} for name in ("A", "B")]
    setup = GameSpec.model_validate({"players": players})
    steps = list[list[str]]()
    for seats in (None, {"A": Seat(), "B": Seat()}):
        environment, places = PlayersEnv(setup, seats=seats, max_turns=3), list[str]()
        environment.reset(seed=0)
        while environment.agents and not environment.match.cut:
            places.append(f"{environment.agent_selection} {environment.match.engine.position.unit}")
            environment.step(0)
        steps.append(places)
    assert len(steps[0]) > 2 * len(steps[1])
    stops = ("precombat_main", "postcombat_main", "declare_attackers", "end")
    assert set(steps[1]) <= {f"{name} {place}" for name in "AB" for place in stops}


def test_what_has_no_row_is_an_option_and_what_is_too_much_is_on_a_later_page() -> None:
    """With room for one land and two options the first land has a row, two more an option each, and `more` the rest."""
    made = [{"effect": "create", "permanent": {**LAND, "id": f"grove{number}"}} for number in range(4)]
    dawn = {"effect": "trigger", "name": "dawn", "when": {"beginning_of": "upkeep"}, "whose": "you", "effects": made}
    players = [{"id": "A", "hand": 0, "battlefield": [LAND], "effects": [dawn]}, {"id": "B", "hand": 0}]
    match = Match(GameSpec.model_validate({"players": players}), sizes=Sizes(permanents=1, options=2))
    match.begin(np.random.default_rng(0))
    while len(match.engine.game.permanents()) < 5:
        match.act(match.numbering.names.index("pass"))
    shown = list[dict[str, str]]()
    for _ in range(3):
        shown.append({match.numbering.names[number]: token.name for number, token in match.legal.items()})
        match.act(match.numbering.names.index("more"))
    always = {"pass": "pass", "permanent 0.0": "grove", "more": "more"}
    assert shown[0] == shown[2] == {**always, "option 0": "grove0", "option 1": "grove1"}
    assert shown[1] == {**always, "option 0": "grove2", "option 1": "grove3"}
    match.act(match.numbering.names.index("option 1"))
    assert match.engine.observe("mana", ("A",)) == {"A": "G"}


def test_conceding_is_an_action_if_wanted() -> None:
    """It ends the game for who concedes."""
    environment = PlayersEnv(skirmish(), concede=True)
    environment.reset(seed=0)
    environment.step(environment.action_names.index("concede"))
    assert environment.terminations == {"A": True, "B": True}
    assert environment.rewards == {"A": -1, "B": 1}


def test_members_of_a_team_are_asked_one_after_another() -> None:
    """Each may tap their own lands with priority; the last one's pass is the team's."""
    names = ("Ann", "Ben", "Cem", "Dee")
    players = [{"id": name, "hand": 0, "battlefield": [{**LAND, "id": f"{name}-grove"}]} for name in names]
    match = Match(GameSpec.model_validate({"variant": "two_headed_giant", "players": players}))
    match.begin(np.random.default_rng(0))
    asked = list[str]()
    for _ in range(4):
        asked.append(match.actor)
        match.act(0)
    assert asked == list(names)
    assert match.engine.position.phase == "precombat_main"


def test_who_decides_for_another_player_acts_with_that_hand() -> None:
    """722: the agent asked is who decides, and sees the cards of whom it is about."""
    control = {"effect": "trigger", "name": "grip", "when": {"beginning_of": "upkeep"}, "whose": "you"}
    players = [
        {
            "id": "A",
            "hand": ["a1"],
            "effects": [{**control, "effects": [{"effect": "control_player", "player": "B", "by": "A"}]}],
        },
        {"id": "B", "hand": ["b1", "b2"], "library": ["b3"]},
    ]
    environment = PlayersEnv(GameSpec.model_validate({"players": players}), shuffle=False)
    environment.reset(seed=0)
    while environment.match.player != "B" or environment.match.engine.position.turn < 2:
        environment.step(0)
    assert environment.agent_selection == "A"
    seen = dict(zip(environment.names, environment.observe("A")["observation"], strict=True))
    assert (seen["hand of player 0"], seen["hand of player 1"]) == (0, 1)
    assert [seen[f"card {number} there"] for number in range(4)] == [1, 1, 0, 0]


def test_an_endless_loop_truncates_the_game() -> None:
    """Two abilities that trigger each other without end, by which no state comes again (104.4b would be a draw)."""
    tap, untap = ({"effect": effect, "permanents": ["top"]} for effect in ("tap", "untap"))
    gain = {"effect": "gain_life", "count": 1}
    abilities = [
        {"effect": "activated", "name": "spin", "effects": [tap]},
        {"effect": "trigger", "name": "up", "when": {"event": "tapped"}, "effects": [untap]},
        {"effect": "trigger", "name": "down", "when": {"event": "untapped"}, "effects": [tap, gain]},
    ]
    top = {"id": "top", "types": ["artifact"], "abilities": abilities}
    players = [{"id": "A", "hand": 0, "battlefield": [top]}, {"id": "B", "hand": 0}]
    environment = PlayersEnv(GameSpec.model_validate({"players": players}))
    environment.reset(seed=0)
    environment.step(environment.action_names.index("permanent 0.0"))
    while not environment.match.cut:
        environment.step(0)
    assert environment.match.cut == "endless_loop"
    assert environment.truncations == {"A": True, "B": True}


# --- what is seen ---


def test_a_hidden_card_of_the_opponent_changes_no_number() -> None:
    """Cards of B's hand and library are exchanged, and drawn by B: what A sees is the same at each step."""

    def setup(hand: list[str], library: list[str]) -> GameSpec:
        cards: list[Arguments] = [
            {"id": "A", "hand": ["x1"], "library": ["x2", "x3", "x4"], "battlefield": board("A")},
            {"id": "B", "hand": hand, "library": library, "battlefield": board("B")},
        ]
        return GameSpec.model_validate({"players": cards})

    one = PlayersEnv(setup(["elf", "orc"], ["imp", "cat", "dog"]), shuffle=False)
    other = PlayersEnv(setup(["dog", "cat"], ["orc", "imp", "elf"]), shuffle=False)
    one.reset()
    other.reset()
    assert one.match.observer.vocabulary == other.match.observer.vocabulary
    compared = differing = 0
    while one.match.engine.position.turn < 5 and one.agents and not any(one.terminations.values()):
        assert np.array_equal(one.observe("A")["observation"], other.observe("A")["observation"])
        differing += not np.array_equal(one.observe("B")["observation"], other.observe("B")["observation"])
        compared += 1
        action = int(one.infos[one.agent_selection]["action_mask"].argmax())
        one.step(action)
        other.step(action)
    assert compared > 20
    assert differing == compared


@pytest.mark.parametrize("name", SETUPS)
def test_observations_stay_within_their_bounds_and_names_are_unique(name: str) -> None:
    """Of every agent at every step of two random games."""
    environment = PlayersEnv(SETUPS[name], max_turns=20)
    assert len(set(environment.names)) == len(environment.names)

    def look(it: PlayersEnv) -> None:
        for agent in it.agents:
            assert it.observation_space(agent).contains(it.observe(agent))

    for seed in range(2):
        play(environment, seed, look)


def test_the_numbers_say_what_is_on_the_board() -> None:
    """By their names: where the turn is, life, creatures, what is asked and what was said of it."""
    environment = PlayersEnv(skirmish())
    environment.reset(seed=0)
    environment.step(environment.action_names.index("player 1"))
    seen = dict(zip(environment.names, environment.observe("A")["observation"].tolist(), strict=True))
    assert seen["turn_state combat.declare_attackers"] == seen["attack_state choose_attackers"] == 1
    assert seen["turn_state combat.combat_damage"] == 0
    assert seen["decision declare_attackers"] == seen["active player 0"] == seen["choice is mine"] == 1
    assert (seen["player 0 life"], seen["player 1 library"], seen["player 1 permanents"]) == (10, 20, 6)
    hound = {name.partition("permanent 0.1 ")[2]: number for name, number in seen.items() if number}
    assert {name: number for name, number in hound.items() if name} == {
        "there": 1,
        "kind": 1 + environment.match.observer.vocabulary.index("hound"),
        "creature": 1,
        "power": 3,
        "toughness": 1,
        "first_strike": 1,
        "asked": 1,
    }
    assert seen["permanent 0.0 said"] == 1
    assert (
        dict(zip(environment.names, environment.observe("B")["observation"].tolist(), strict=True))[
            "permanent 1.0 said"
        ]
        == 0
    )


def test_listed_cards_are_dealt_anew_by_the_seed() -> None:
    """Hands keep their size, cards stay with their owners, and another seed deals others."""
    cards = [f"card{number}" for number in range(20)]
    players = [PlayerSpec(id=name, hand=tuple(cards[:7]), library=tuple(cards[7:])) for name in ("A", "B")]
    match, hands = Match(GameSpec(players=tuple(players))), list[tuple[str, ...]]()
    for seed in (1, 1, 2):
        match.begin(np.random.default_rng(seed))
        game: Any = match.engine.game
        belongings = game.belongings["A"]
        assert sorted((*belongings.hand, *belongings.library)) == sorted(cards)
        hands.append(belongings.hand)
    assert hands[0] == hands[1] != hands[2]
    assert {len(hand) for hand in hands} == {7}


# --- rewards ---


def test_shaping_is_added_for_what_has_happened() -> None:
    """A reward for each point of life that a player loses, summed over a game, for both environments."""

    def lost(_engine: Engine, happened: tuple[Event, ...], player: str) -> float:
        changes = [it.amount for it in happened if isinstance(it, events.LifeChanged) and it.player == player]
        return 0.125 * sum(changes)

    environment = PlayersEnv(skirmish(), shaping=lost)
    total = play(environment, 4)
    for player in ("A", "B"):
        life = environment.match.engine.observe("life", (player,))[player]
        assert total[player] == environment.match.result(player) + 0.125 * (life - 10)
    learner, rng, sum_ = LearnerEnv(skirmish(), shaping=lost), np.random.default_rng(4), 0.0
    _, info = learner.reset(seed=4)
    done = False
    while not done:
        _, reward, terminated, truncated, info = learner.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        sum_, done = sum_ + reward, terminated or truncated
    life = learner.match.engine.observe("life", ("A",))["A"]
    assert sum_ == learner.match.result("A") + 0.125 * (life - 10)


def test_a_draw_rewards_nobody() -> None:
    """Both lose at once: 0 for both."""
    doom = {"effect": "trigger", "name": "doom", "when": {"beginning_of": "upkeep"}, "whose": "you"}
    effects = [{**doom, "effects": [{"effect": "lose_life", "count": 30, "player": "each"}]}]
    players = [{"id": "A", "hand": 0, "battlefield": [LAND], "effects": effects}, {"id": "B", "hand": 0}]
    environment = PlayersEnv(GameSpec.model_validate({"players": players}))
    assert play(environment, 0) == {"A": 0, "B": 0}
    assert environment.match.engine.outcome is not None
    assert environment.match.engine.outcome.draw


# --- what is refused ---


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (partial(PlayersEnv, skirmish(), sizes=Sizes(permanents=5)), "sizes.permanents: A begins with 6, and 5 fit"),
        (partial(PlayersEnv, sizes=Sizes(options=0)), "sizes.options: has to be at least 1, not 0"),
        (partial(PlayersEnv, GameSpec(), sizes=Sizes(hand=6)), "sizes.hand: A begins with 7 cards, and 6 fit"),
        (partial(PlayersEnv, max_turns=0), "max_turns: has to be at least 1, not 0"),
        (partial(PlayersEnv, max_steps=0), "max_steps: has to be at least 1, not 0"),
        (partial(LearnerEnv, learner="C"), "learner: has to be one of A, B, not 'C'"),
        (partial(LearnerEnv, others={"A": first_legal}), "others: has to have B, not A"),
    ],
)
def test_what_cannot_be_is_refused_by_name(make: Callable[[], object], field: str) -> None:
    """When the environment is made, with what would be right."""
    with pytest.raises(SetupError, match=field):
        make()


@pytest.mark.parametrize("package", ["gymnasium", "pettingzoo"])
def test_without_the_extra_the_line_to_install_it_is_named(package: str) -> None:
    """As for the other extras; the core does not import it."""
    script = f"import sys; sys.modules[{package!r}] = None; import mtg_fsm; import mtg_fsm.rl"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert f"MissingExtra: {package} is not installed; run: pip install 'mtg-fsm[rl]'" in done.stderr
