"""Runs tests against mutants: a pytest plugin that collects once and forks for each mutant.

A fork changes the code of one function and runs the tests that came by the change, until one fails. So nothing is
imported or collected twice, and what is not changed runs at its usual speed.

Code that runs as it is imported has run before the fork. `run_anew` tries such mutants in forks that import everything.
"""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from time import process_time
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

import pytest
from coverage import Coverage
from mutants import Mutant

LEAST_SECONDS: Final = 4
TIMES: Final = 10
"""A test may take so much processor time: the least, and so many times what it took."""
WALL: Final = 300
"""Seconds after which a mutant is killed that waits for something."""
ANEW_SECONDS: Final = 600
"""Of processor time for one mutant, and seconds by the clock, where everything is imported for it."""
MEMORY: Final = 4 << 30
KILLED, SURVIVED, TIMEOUT, UNTESTED, AT_IMPORT = "killed", "survived", "timeout", "untested", "at import"
"""At import: it survived, but the code had run before it was changed, so that says nothing: `run_anew`."""


class Result(NamedTuple):
    """What came of a mutant; `by` is the test that killed it, or ran out of time, `tests` how many were tried."""

    mutant: Mutant
    status: str
    by: str
    tests: int


class Measured(NamedTuple):
    """What each test ran by file and line, and its seconds; `""` are the lines run by import and collection."""

    tests: dict[tuple[str, int], set[str]]
    seconds: dict[str, float]


class _Fork(NamedTuple):
    """A mutant that is tried; `at` is the number of the test that runs."""

    mutant: Mutant
    tests: list[str]
    at_import: bool
    """Whether import or collection came by the change, too."""
    at: mmap.mmap
    folder: str


class Runner:
    """The plugin: call `run`."""

    def __init__(self, mutants: Sequence[Mutant], files: dict[str, Path], *, limit: float, jobs: int) -> None:
        """A mutant gets tests for `limit` seconds at most; first those that killed others of its function."""
        self.mutants = mutants
        self.files = files
        self.limit = limit
        self.jobs = jobs
        self.killers: dict[str, Counter[str]] = defaultdict(Counter)
        self.tell: Callable[[Result], None] = lambda result: None

    def run(self, tests: Sequence[str], tell: Callable[[Result], None]) -> int:
        """Tells of each mutant as it is done; gives back the exit status of pytest."""
        self.tell = tell
        self.coverage = self._coverage()
        self.coverage.start()
        options = ["--capture=sys", "-p", "no:cacheprovider", "--hypothesis-seed=0", *tests]
        return int(pytest.main(options, plugins=[self]))

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Takes the place of running the tests once."""
        if session.testsfailed:
            raise session.Interrupted("not all tests could be collected")
        self.coverage.stop()
        # A fork would be let go of its shared memory by the collector's marks.
        gc.collect()
        gc.freeze()
        items = {item.nodeid: item for item in session.items}
        measured = self._measured(items)
        functions = _functions({str(file) for file in self.files.values()})
        self._all(items, measured, functions)
        return True

    def _coverage(self) -> Coverage:
        coverage = Coverage(data_file=None, config_file=False, include=[str(file) for file in self.files.values()])
        coverage.set_option("run:disable_warnings", ["no-data-collected"])  # some tests run nothing of these files
        return coverage

    def _measured(self, items: dict[str, pytest.Item]) -> Measured:
        """Runs all tests once, in forks, so that no cache is filled in this process."""
        measured = Measured({}, {})
        with tempfile.TemporaryDirectory() as folder:
            forks: dict[int, Path] = {}
            for job in range(self.jobs):
                place = Path(folder) / str(job)
                place.mkdir()
                share = list(items.values())[job * len(items) // self.jobs : (job + 1) * len(items) // self.jobs]
                pid = os.fork()
                if pid == 0:
                    _leave(self._measure, share, place)
                forks[pid] = place
            for _ in range(self.jobs):
                pid, status = os.wait()
                if status:
                    raise pytest.UsageError("the tests do not pass as they are")
                tests, seconds = pickle.loads((forks[pid] / "found").read_bytes())  # nosec B301 # this program's own
                measured.seconds.update(seconds)
                for line, names in tests.items():
                    measured.tests.setdefault(line, set()).update(names)
        at_import = self.coverage.get_data()
        for file in at_import.measured_files():
            for number in at_import.lines(file) or ():
                measured.tests.setdefault((file, number), set()).add("")
        return measured

    def _measure(self, items: Sequence[pytest.Item], folder: Path) -> None:
        """Leaves in the folder which tests run which line, and the seconds of each."""
        _quiet(folder)
        coverage = self._coverage()
        seconds: dict[str, float] = {}
        coverage.start()
        for item, following in _pairs(items):
            coverage.switch_context(item.nodeid)
            start = process_time()
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            seconds[item.nodeid] = process_time() - start
            if item.session.testsfailed:
                os._exit(1)
        coverage.stop()
        data = coverage.get_data()
        tests = {
            (file, line): set(contexts)
            for file in data.measured_files()
            for line, contexts in data.contexts_by_lineno(file).items()
        }
        (folder / "found").write_bytes(pickle.dumps((tests, seconds)))

    def _all(
        self, items: dict[str, pytest.Item], measured: Measured, functions: dict[tuple[str, int], list[FunctionType]]
    ) -> None:
        running: dict[int, _Fork] = {}
        waiting = iter(self.mutants)
        while True:
            while len(running) < self.jobs and (mutant := next(waiting, None)) is not None:
                file = str(self.files[mutant.module])
                found = set[str]().union(*(measured.tests.get((file, line), ()) for line in mutant.lines))
                if not found:
                    self.tell(Result(mutant, UNTESTED, "", 0))
                elif found == {""} or not functions.get((file, mutant.at)):
                    self.tell(Result(mutant, AT_IMPORT, "", 0))
                else:
                    tests = self._order(mutant, found - {""}, measured)
                    fork = _Fork(mutant, tests, "" in found, mmap.mmap(-1, 8), tempfile.mkdtemp())
                    pid = os.fork()
                    if pid == 0:
                        _leave(_try, fork, functions[file, mutant.at], items, measured.seconds)
                    running[pid] = fork
            if not running:
                return
            pid, status = os.wait()
            self._done(running.pop(pid), os.waitstatus_to_exitcode(status))

    def _order(self, mutant: Mutant, found: Iterable[str], measured: Measured) -> list[str]:
        killers, of_module = self.killers[mutant.module + mutant.function], self.killers[mutant.module]
        seconds = measured.seconds
        order = sorted(found, key=lambda test: (-killers[test], -of_module[test], seconds[test], test))
        chosen, total = list[str](), 0.0
        for test in order:
            total += seconds[test]
            if total > self.limit and chosen:
                break
            chosen.append(test)
        return chosen

    def _done(self, fork: _Fork, code: int) -> None:
        shutil.rmtree(fork.folder, ignore_errors=True)
        mutant, tests = fork.mutant, fork.tests
        if code == 0:
            self.tell(Result(mutant, AT_IMPORT if fork.at_import else SURVIVED, "", len(tests)))
            return
        last = int.from_bytes(fork.at[:8], "big")
        for name in (mutant.module, mutant.module + mutant.function):
            self.killers[name][tests[last]] += 1
        self.tell(Result(mutant, _status(code), tests[last], last + 1))


def _leave(work: Callable[..., None], *arguments: Any) -> None:
    """Does the work of a fork, which must not go on in the program that it came from."""
    try:
        work(*arguments)
    except BaseException:
        os._exit(1)
    os._exit(0)


def _quiet(folder: Path) -> None:
    """What tests print is lost, and their files are made in the folder."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(folder)


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _try(
    fork: _Fork, functions: Sequence[FunctionType], items: dict[str, pytest.Item], seconds: dict[str, float]
) -> None:
    """Changes the function and runs the tests; leaves with 1 at the first that fails."""
    _quiet(Path(fork.folder))
    _bounded()
    signal.alarm(WALL)
    code = fork.mutant.code()
    for function in functions:
        function.__code__ = code.replace(co_filename=function.__code__.co_filename)
    for number, (item, following) in enumerate(_pairs([items[test] for test in fork.tests])):
        fork.at[:8] = number.to_bytes(8, "big")
        end = process_time() + max(LEAST_SECONDS, TIMES * seconds[item.nodeid])
        resource.setrlimit(resource.RLIMIT_CPU, (int(end) + 1, resource.RLIM_INFINITY))
        item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            os._exit(1)


def _status(code: int) -> str:
    """What came of a mutant whose process left with this exit code, or signal below 0, that is not 0."""
    return TIMEOUT if -code in (signal.SIGXCPU, signal.SIGALRM) else KILLED


def run_anew(
    mutants: Iterable[Mutant], files: dict[str, Path], tests: Sequence[str], tell: Callable[[Result], None]
) -> int:
    """Tries mutants one by one, each in a fork that imports the changed module, and collects and runs the tests."""
    if any(name.partition(".")[0] == "mtg_fsm" for name in sys.modules):
        raise RuntimeError("what is changed has been imported already")
    for mutant in mutants:
        with tempfile.TemporaryDirectory() as folder:
            pid = os.fork()
            if pid == 0:
                _leave(_import_and_try, mutant, files[mutant.module], tests, Path(folder))
            _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        tell(Result(mutant, _status(code) if code else SURVIVED, "", 0))
    return 0


def _import_and_try(mutant: Mutant, file: Path, tests: Sequence[str], folder: Path) -> None:
    _quiet(folder)
    _bounded()
    resource.setrlimit(resource.RLIMIT_CPU, (ANEW_SECONDS, resource.RLIM_INFINITY))
    signal.alarm(ANEW_SECONDS)
    sys.meta_path.insert(0, _Finder(mutant, file))
    import_module(mutant.module)
    options = ["--exitfirst", "-p", "no:cacheprovider", "--numprocesses=0", "--hypothesis-seed=0"]
    if pytest.main([*options, *tests]):
        os._exit(1)


class _Finder:
    """Finds the changed module."""

    def __init__(self, mutant: Mutant, file: Path) -> None:
        self.mutant = mutant
        self.loader = _Loader(mutant, file)

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The module with its loader; None for all others."""
        return spec_from_file_location(name, loader=self.loader) if name == self.mutant.module else None


class _Loader(SourceFileLoader):
    """Loads a module with one function changed."""

    def __init__(self, mutant: Mutant, file: Path) -> None:
        super().__init__(mutant.module, str(file))
        self.mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module."""
        code = self.source_to_code(self.get_data(self.path), self.path)
        return _with(code, self.mutant, self.mutant.code().replace(co_filename=self.path))


def _with(code: CodeType, mutant: Mutant, changed: CodeType) -> CodeType:
    """Code in which the function that starts where the mutant's does is the changed one."""

    def inner(part: object) -> object:
        if not isinstance(part, CodeType):
            return part
        named = mutant.function.rpartition(".")[2]
        return changed if (part.co_name, part.co_firstlineno) == (named, mutant.at) else _with(part, mutant, changed)

    return code.replace(co_consts=tuple(map(inner, code.co_consts)))


def _pairs(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _functions(files: set[str]) -> dict[tuple[str, int], list[FunctionType]]:
    """The functions that there are, by file and first line."""
    found: dict[tuple[str, int], list[FunctionType]] = {}
    gc.unfreeze()
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename in files:
            found.setdefault((function.__code__.co_filename, function.__code__.co_firstlineno), []).append(function)
    gc.freeze()
    return found
