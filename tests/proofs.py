"""A pytest plugin: watches the tests that prove obligations, and compares or writes what they prove at the end."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from gathering import MARK, Gathering, reported
from watching import Seen, watching

FILE: Final = Path(__file__).parent.parent / "mtg_fsm" / "rules" / "proofs.json"
PARTIAL: Final = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")
"""Options by which less than all tests are run."""
SEEN: Final = pytest.StashKey[Seen]()


def is_worker(config: pytest.Config) -> bool:
    """Whether this is a process of pytest-xdist that reports to another one."""
    return hasattr(config, "workerinput")


def is_partial(config: pytest.Config) -> bool:
    """Whether only some tests are run."""
    chosen = config.args_source is pytest.Config.ArgsSource.ARGS
    return chosen or any(config.getoption(name, default=None) for name in PARTIAL)


class ProofsPlugin:
    """Gathers what tests prove.

    Unless something failed or only some tests were run, it writes the file at the end, or fails if that is out of date.
    """

    def __init__(self, config: pytest.Config, file: Path, *, write: bool) -> None:
        """With `write` only the tests that prove something are run."""
        self.config = config
        self.file = file
        self.write = write
        self.gathering = Gathering()
        self.verdict = ""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leaves out what proves nothing, to write."""
        if self.write:
            config.hook.pytest_deselected(items=[item for item in items if not item.get_closest_marker(MARK)])
            items[:] = [item for item in items if item.get_closest_marker(MARK)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Watches what a test that proves something sets up and does."""
        if item.get_closest_marker(MARK) is None:
            return (yield)
        with watching() as seen:
            item.stash[SEEN] = seen
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Reports what was seen."""
        result = yield
        if SEEN in item.stash:
            item.user_properties.append(reported(item, item.stash[SEEN]))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes in a report, whichever process ran the test."""
        self.gathering.add(report)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Compares or writes."""
        if exitstatus != pytest.ExitCode.OK or is_worker(self.config) or is_partial(self.config):
            return
        content = self.gathering.content()
        is_current = self.file.is_file() and self.file.read_bytes() == content
        if self.write:
            self.file.write_bytes(content)
            self.verdict = f"{self.file.name} is up to date" if is_current else f"wrote {self.file.name}"
        elif not is_current:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self.verdict = f"{self.file.name} is not what the tests prove now; run: make generate"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Says what came of it."""
        if self.verdict:
            terminalreporter.write_line(self.verdict)
