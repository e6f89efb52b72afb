"""The option `--proofs`, by which a run of the tests gathers what proves and carries each rule."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

import pytest
from gathering import FILE, MARK, Gathering, reported
from watching import Seen, watching

PARTIAL: Final = ("keyword", "markexpr", "deselect", "ignore", "ignore_glob", "lf", "stepwise", "collectonly")
"""Options by which less than all tests are run."""
SEEN: Final = pytest.StashKey[Seen]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--proofs",
        choices=("check", "write"),
        help="gather what proves and carries each rule. check: a run of all tests fails if the file of the package is "
        "out of date; write: run only the tests that prove something, and write it",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}(rule, *numbers): the test proves these obligations of a rule")
    mode = config.getoption("proofs")
    if mode == "write" and not _is_worker(config) and _is_partial(config):
        raise pytest.UsageError("--proofs write needs all tests: leave out what chooses some")
    if mode is not None:
        config.pluginmanager.register(ProofsPlugin(config, write=mode == "write"), "proofs")


def _is_worker(config: pytest.Config) -> bool:
    """Whether this is a process of pytest-xdist that reports to another one."""
    return hasattr(config, "workerinput")


def _is_partial(config: pytest.Config) -> bool:
    chosen = config.args_source is pytest.Config.ArgsSource.ARGS
    return chosen or any(config.getoption(name, default=None) for name in PARTIAL)


class ProofsPlugin:
    """Watches tests as they run, and compares or writes the file at the end."""

    def __init__(self, config: pytest.Config, *, write: bool) -> None:
        self.config = config
        self.write = write
        self.gathering = Gathering()
        self.verdict = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.write:
            items[:] = [item for item in items if item.get_closest_marker(MARK)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if item.get_closest_marker(MARK) is None:
            return (yield)
        with watching() as seen:
            item.stash[SEEN] = seen
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        result = yield
        if SEEN in item.stash:
            item.user_properties.append(reported(item, item.stash[SEEN]))
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.gathering.add(report)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus != pytest.ExitCode.OK or _is_worker(self.config) or _is_partial(self.config):
            return
        content = self.gathering.content()
        is_current = FILE.is_file() and FILE.read_bytes() == content
        if self.write:
            FILE.write_bytes(content)
            self.verdict = f"{FILE.name} is up to date" if is_current else f"wrote {FILE.name}"
        elif not is_current:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            self.verdict = f"{FILE.name}: what the tests prove is no longer what the package says; run: make generate"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.verdict:
            terminalreporter.write_line(self.verdict)
