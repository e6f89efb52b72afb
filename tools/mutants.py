"""The mutants of a module: each is one function with one change that an operator of mutmut makes.

Only the bodies of functions and methods are changed. What is evaluated at import is not: tables, class bodies,
decorators, the defaults of parameters.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType
from typing import Final, NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("engine", "machine")
AS_THEY_ARE: Final = frozenset({"cast", "isinstance", "len"})
"""Calls that are not changed: a type checker sees it, or every test does."""


class Mutant(NamedTuple):
    """One change of one function."""

    module: str
    function: str
    """With its class: `Engine.submit`."""
    number: int
    """From 1, among equal changes of one function."""
    was: str
    """The changed lines as they are, and as the mutant has them."""
    change: str
    at: int
    """The line on which the function starts, its first decorator included."""
    lines: tuple[int, ...]
    """Of the statement up to the change: a test that runs none of them cannot see it."""
    source: str
    """The changed function, without its decorators."""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What names it, as long as its function stays as it is."""
        return f"{self.module}.{self.function}", self.was, self.change, self.number

    def code(self) -> CodeType:
        """The changed function, compiled as a method, so that `super()` and `__class__` work."""
        name = self.function.rpartition(".")[2]
        # What is never run gives the function the same free variable as before.
        tail = "    if False:\n        __class__\n" if "super()" in self.source else ""
        body = textwrap.indent(f"{self.source.rstrip()}\n{tail}", "    ")
        text = f"from __future__ import annotations\nclass {self.within}:\n{body}"
        code = compile(text, f"<mutant of {self.module}>", "exec", dont_inherit=True)
        for inner in (self.within, name):
            (code,) = (part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == inner)
        return code

    @property
    def within(self) -> str:
        """The class that it stands in, or a name that stands for none."""
        return self.function.split(".")[-2] if "." in self.function else "Nothing"


def files(parts: Sequence[str] = ()) -> dict[str, Path]:
    """The modules to change by name; only those of the parts (`engine`, `engine.stack`) where some are given."""
    found = sorted(file for package in PACKAGES for file in (ROOT / "mtg_fsm" / package).glob("*.py"))
    named = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in found if file.stem != "__init__"}
    wanted = [f"mtg_fsm.{part}" for part in parts]
    return {
        module: file
        for module, file in named.items()
        if not wanted or any(module == part or module.startswith(f"{part}.") for part in wanted)
    }


def mutants(module: str, file: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    wrapper = MetadataWrapper(cst.parse_module(file.read_text(encoding="utf-8")))
    visitor = _Visitor(module)
    wrapper.visit(visitor)
    return visitor.found


class _Visitor(cst.CSTVisitor):
    """Walks through a module; a function in a function belongs to the outer one."""

    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, module: str) -> None:
        super().__init__()
        self.module = module
        self.classes: list[str] = []
        self.function: cst.FunctionDef | None = None
        self.text = ""
        self.found: list[Mutant] = []
        self.times: Counter[tuple[str, str, str]] = Counter()

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.ClassDef) and self.function is None:
            self.classes.append(node.name.value)
        elif isinstance(node, cst.FunctionDef) and self.function is None:
            self.function, self.text = node, _text(node)
            node.body.visit(self)
            self.function = None
            return False
        elif isinstance(node, cst.Annotation) or _stays(node):
            return False
        elif self.function is not None:
            for changed in _changes(node):
                self._add(node, changed)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.ClassDef) and self.function is None:
            self.classes.pop()

    def _add(self, node: cst.CSTNode, changed: cst.CSTNode) -> None:
        function = self.function
        assert function is not None
        after = _text(cst.ensure_type(function.deep_replace(node, changed), cst.FunctionDef))
        was, change = _difference(self.text, after)
        name = ".".join((*self.classes, function.name.value))
        self.times[name, was, change] += 1
        number = self.times[name, was, change]
        start = function.decorators[0] if function.decorators else function
        at = self._range(start).start.line
        self.found.append(Mutant(self.module, name, number, was, change, at, self._lines(node), after))

    def _lines(self, node: cst.CSTNode) -> tuple[int, ...]:
        statement = node
        while not isinstance(statement, cst.BaseStatement):
            parent = self.get_metadata(ParentNodeProvider, statement)
            assert isinstance(parent, cst.CSTNode)
            statement = parent
        return tuple(range(self._range(statement).start.line, self._range(node).end.line + 1))

    def _range(self, node: cst.CSTNode) -> CodeRange:
        found = self.get_metadata(PositionProvider, node)
        assert isinstance(found, CodeRange)
        return found


def _changes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            changed = list(operator(node))
            # Upper and lower case say no more than another text.
            yield from changed[:1] if isinstance(node, cst.SimpleString) else changed


def _stays(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in AS_THEY_ARE


def _text(function: cst.FunctionDef) -> str:
    return cst.Module([function.with_changes(decorators=[], leading_lines=[])]).code


def _difference(before: str, after: str) -> tuple[str, str]:
    """The lines between the first and the last that differ, before and after, each in one line."""
    old, new = before.splitlines(), after.splitlines()
    first = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
    old, new = old[first:], new[first:]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    gone, come = (" ".join(line.strip() for line in lines) for lines in (old, new))
    return gone, come
