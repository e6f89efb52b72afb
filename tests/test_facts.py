"""What is remembered of a turn and of its combat phases."""

from __future__ import annotations

from mtg_fsm.engine.facts import Facts, Passed


def test_what_a_player_declares_in_one_combat_adds_up() -> None:
    """For each player alone."""
    facts = Facts().declaring("A", 2).declaring("B", 4).declaring("A", 1)
    assert facts.declared == {"A": 3, "B": 4}


def test_what_ends_and_is_skipped_counts_for_the_turn_and_for_its_combat() -> None:
    """The next combat phase starts from nothing, and the first one is remembered as it was."""
    first = Facts(spells={"A": 1}, lands={"A": 1}).beginning_combat()
    assert first.combat == Passed()
    first = first.beginning("beginning_of_combat").ending("beginning_of_combat").skipping("declare_blockers")
    first = first.beginning("end_of_combat").ending("end_of_combat").skipping("combat_damage")
    passed = Passed(
        frozenset({"beginning_of_combat", "end_of_combat"}),
        frozenset({"beginning_of_combat", "end_of_combat"}),
        frozenset({"declare_blockers", "combat_damage"}),
    )
    assert first == Facts({"A": 1}, {"A": 1}, passed.ended, passed.skipped, passed)
    second = first._replace(attacked=True).declaring("A", 1).beginning_combat()
    assert second == Facts({"A": 1}, {"A": 1}, passed.ended, passed.skipped, Passed(), passed)
    assert second.ending("end_of_combat").beginning_combat().first_combat == passed


def test_outside_of_combat_there_is_only_the_turn() -> None:
    """Steps before the first combat phase are none of a combat phase."""
    facts = Facts().ending("upkeep").skipping("draw").ending("precombat_main").skipping("end")
    assert facts == Facts(ended=frozenset({"upkeep", "precombat_main"}), skipped=frozenset({"draw", "end"}))
