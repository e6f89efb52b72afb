"""Scenario files: loading, running and checking them."""

from mtg_fsm.scenario.loader import load, loads
from mtg_fsm.scenario.model import Scenario, scenario_schema
from mtg_fsm.scenario.runner import Run, run

__all__ = ["Run", "Scenario", "load", "loads", "run", "scenario_schema"]
