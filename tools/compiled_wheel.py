"""Builds the hot modules with mypyc into the wheel, if the environment variable `MTG_FSM_COMPILE` is set to 1.

The sources stay what they are and go into the wheel, too; Python takes what is compiled before them. What mypyc needs
and pure Python does not is added to a copy of them: constructors of events, which pure Python makes as it imports
them, classes that may have subclasses which are not compiled, and annotations as the texts that they are.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE: Final = "mtg_fsm"
HOT: Final = ("engine", "game", "machine/dispatch.py")
"""What is compiled: folders with all their modules, and single ones."""
NOT_COMPILED: Final = (
    *("__init__.py", "decisions.py", "protocol.py", "snapshot.py", "objects.py", "saved.py", "start.py", "view.py"),
    *("blank.py", "copying.py"),
)
"""Modules of pydantic models, which look at their own annotations, and what games of one's own are made of."""
EVENTS: Final = "engine/events.py"
NEEDED: Final = ("mypy[mypyc]==2.4.*",)
SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(name={name!r}, packages=[], ext_modules=mypycify({modules!r}, opt_level={level!r}, group_name={name!r}))
"""


class CompiledWheel(BuildHookInterface[Any]):
    """The build hook of hatchling."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What has to be installed to build."""
        project = tomllib.loads((Path(self.root) / "pyproject.toml").read_text())["project"]
        return [*NEEDED, *project["dependencies"]] if self._compiles else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the compiled modules, and says that the wheel is for this Python and machine only."""
        if not self._compiles or version == "editable":
            return
        self._folder = Path(tempfile.mkdtemp())
        build_data["pure_python"], build_data["infer_tag"] = False, True
        for library in compiled(Path(self.root), self._folder):
            build_data["force_include"][str(library)] = str(library.relative_to(self._folder))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clears away what was built on the way."""
        if self._compiles and version != "editable":
            shutil.rmtree(self._folder)

    @property
    def _compiles(self) -> bool:
        return os.environ.get("MTG_FSM_COMPILE") == "1"


def compiled(root: Path, folder: Path, level: str = "2") -> Iterator[Path]:
    """Compiles the hot modules of a tree in a folder and gives the libraries that are to be imported from there."""
    shutil.copytree(root / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    modules = sorted(_hot(folder / PACKAGE))
    for module in modules:
        module.write_text(prepared(module.read_text(), events=module.match(EVENTS)))
    names = [str(module.relative_to(folder)) for module in modules]
    (folder / "setup.py").write_text(SETUP.format(name=PACKAGE, modules=names, level=level))
    subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", f"--parallel={os.cpu_count() or 1}"],
        cwd=folder,
        check=True,
    )
    yield from (path for pattern in ("*.so", "*.pyd") for path in folder.rglob(pattern) if "build" not in path.parts)


def _hot(package: Path) -> Iterator[Path]:
    for name in HOT:
        found = package / name
        if found.is_dir():
            yield from (module for module in found.glob("*.py") if module.name not in NOT_COMPILED)
        else:
            yield found


def prepared(source: str, *, events: bool) -> str:
    """A module as mypyc is given it."""
    lines = source.replace(", slots=True)", ")").splitlines()
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    for node in reversed(classes):
        added = _constructor(node) if events and "Event" in (node.name, *map(ast.unparse, node.bases)) else []
        if node.decorator_list:
            added += _REDUCE
        lines[node.end_lineno : node.end_lineno] = added
        if "NamedTuple" not in map(ast.unparse, node.bases):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            lines.insert(first - 1, "@mypyc_attr(allow_interpreted_subclasses=True)")
    named = [line for node in classes for line in _named(node)]
    text = "\n".join([*lines, *named, ""])
    return re.sub(r"(?m)^from __future__ .*$", rf"\g<0>\n{_IMPORT}", text, count=1)


_IMPORT: Final = "import dataclasses\nimport typing\nif typing.TYPE_CHECKING: from mypy_extensions import mypyc_attr"


_REDUCE: Final = [
    "    def __reduce__(self) -> typing.Any:",
    "        return type(self), tuple([getattr(self, field.name) for field in dataclasses.fields(self)])",
]
"""How a dataclass whose attributes cannot be set is pickled and copied."""


def _named(node: ast.ClassDef) -> Iterator[str]:
    """Sets what mypyc leaves out of a class or changes: its text, its annotations, as texts, and its slots."""
    annotations = {
        part.target.id: ast.unparse(part.annotation)
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }
    yield f"setattr({node.name}, '__annotations__', {annotations!r})"
    yield f"setattr({node.name}, '__doc__', {ast.get_docstring(node, clean=False)!r})"
    for part in node.body:
        if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "__slots__":
            yield f"setattr({node.name}, '__slots__', {ast.unparse(part.value)})"


def _constructor(node: ast.ClassDef) -> list[str]:
    """Sets the fields of an event, the two of every event first."""
    own = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    common = [] if node.name == "Event" else ["at: Position", "rule: str | None"]
    parameters = ["self", *common, *map(ast.unparse, own)]
    names = [parameter.partition(":")[0] for parameter in parameters[1:]]
    return [
        f"    def __init__({', '.join(parameters)}) -> None:",
        *(f"        self.{name} = {name}  # type: ignore[misc]" for name in names),
    ]
