"""The option `--proofs`, by which a run of the tests gathers what proves and carries each rule."""

from __future__ import annotations

import pytest
from gathering import MARK
from proofs import FILE, ProofsPlugin, is_partial, is_worker


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option."""
    parser.addoption(
        "--proofs",
        choices=("check", "write"),
        help="gather what proves and carries each rule. check: a run of all tests fails if the file of the package is "
        "out of date; write: run only the tests that prove something, and write it",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Switches the plugin on where it is asked for."""
    config.addinivalue_line("markers", f"{MARK}(rule, *numbers): the test proves these obligations of a rule")
    mode = config.getoption("proofs")
    if mode == "write" and not is_worker(config) and is_partial(config):
        raise pytest.UsageError("--proofs write needs all tests: leave out what chooses some")
    if mode is not None:
        config.pluginmanager.register(ProofsPlugin(config, FILE, write=mode == "write"), "proofs")
