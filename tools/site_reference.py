"""A Sphinx extension for this repository's own pages: the help texts of the command line, and the public API."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Annotated, Final, Literal, get_args, get_origin

from docutils import nodes
from pydantic import BaseModel
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from typer.main import get_group
from typer.testing import CliRunner

import mtg_fsm
from mtg_fsm.cli.app import app as command_line
from mtg_fsm.machine import MachineDefinition
from mtg_fsm.words.commands import AnyCommand

PACKAGES: Final = (
    *("mtg_fsm", "mtg_fsm.diagrams", "mtg_fsm.machine", "mtg_fsm.scenario"),
    *("mtg_fsm.telling", "mtg_fsm.testing", "mtg_fsm.explore", "mtg_fsm.cards", "mtg_fsm.simulate", "mtg_fsm.rl"),
    *("mtg_fsm.rules", "mtg_fsm.rules.entries", "mtg_fsm.rules.carriers", "mtg_fsm.rules.editions"),
)
"""Packages whose `__all__` the API reference lists; a name in several belongs to the first."""
PACKAGE: Final = Path(str(mtg_fsm.__file__)).parent
FOREIGN: Final = frozenset(
    {
        *("collections", "concurrent", "enum", "functools", "pathlib", "random", "typing"),
        *("gymnasium", "numpy", "pettingzoo", "pydantic", "transitions"),
    }
)
"""Packages without pages here; without network nothing is known of theirs."""


class CommandLineDirective(SphinxDirective):
    """`.. command-line::`: a section for each command, with its `--help`."""

    def run(self) -> list[nodes.Node]:
        """The sections, that of the whole command first."""
        return [self._section(arguments) for arguments in ([], *([name] for name in get_group(command_line).commands))]

    def _section(self, arguments: list[str]) -> nodes.Node:
        title = " ".join(("mtg-fsm", *arguments))
        shown = CliRunner().invoke(
            command_line, [*arguments, "--help"], prog_name="mtg-fsm", env={"COLUMNS": "88", "TERMINAL_WIDTH": "88"}
        )
        text = "\n".join(line.rstrip() for line in shown.output.strip().splitlines())
        name = title.replace(" ", "-")
        block = nodes.literal_block(text, text, language="text")
        return nodes.section("", nodes.title("", "", nodes.literal("", title)), block, ids=[name], names=[name])


class PublicApiDirective(SphinxDirective):
    """`.. public-api:: mtg_fsm`: every name of the package's `__all__`, or every class of a module, by kind."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """A section for each kind of which there are any."""
        module = import_module(self.arguments[0])
        kinds: dict[str, list[str]] = {}
        for name in listed(module):
            value = getattr(module, name)
            if inspect.isclass(value) and issubclass(value, BaseModel):
                value.model_rebuild()  # what is not built yet has no signature
            kinds.setdefault(_kind(value), []).append(name)
        start = self.parse_text_to_nodes(f".. py:module:: {module.__name__}\n")
        return [*start, *(self._section(kind, module, kinds[kind]) for kind in _KINDS if kind in kinds)]

    def _section(self, kind: str, module: ModuleType, names: Iterable[str]) -> nodes.Node:
        id_ = f"{module.__name__}-{kind}".lower()
        lines = [line for name in names for line in (*_entry(kind, module, name), "")]
        return nodes.section(
            "", nodes.title(kind, kind), *self.parse_text_to_nodes("\n".join(lines)), ids=[id_], names=[id_]
        )


def listed(module: ModuleType) -> list[str]:
    """The names that a page lists: of `__all__`, or of a module's own classes, those that no page before has."""
    pages = takewhile(lambda name: name != module.__name__, PACKAGES)
    before = {name for package in pages for name in _all(package)}
    own = [name for name, value in vars(module).items() if name[0] != "_" and _is_own_class(module, value)]
    names = getattr(module, "__all__", own)
    return [name for name in names if name not in before and not inspect.ismodule(getattr(module, name))]


def _all(package: str) -> list[str]:
    return list(import_module(package).__all__)


def _is_own_class(module: ModuleType, value: object) -> bool:
    return inspect.isclass(value) and value.__module__ == module.__name__


_KINDS: Final = {
    "Functions": "autofunction",
    "Classes": "autoclass",
    "Commands": "autoclass",
    "Errors": "autoexception",
    "Data": "py:data",
}
"""The kinds of public names in the order of a page, and the directive for each."""


def _kind(value: object) -> str:
    if inspect.isfunction(value):
        return "Functions"
    if not inspect.isclass(value):
        return "Data"
    if issubclass(value, Exception):
        return "Errors"
    return "Commands" if issubclass(value, AnyCommand) else "Classes"


def _entry(kind: str, module: ModuleType, name: str) -> Iterator[str]:
    yield f".. {_KINDS[kind]}:: {module.__name__}.{name}"
    if kind == "Functions":
        return
    if kind != "Data":
        yield "   :members:"
        return
    yield ""
    yield from (f"   {line}" for line in _said_of(getattr(module, name), name))


def _said_of(value: object, name: str) -> list[str]:
    """What there is to say about data: the machine's description, the types of a union, or the text below it."""
    if isinstance(value, MachineDefinition):
        return [value.description]
    if get_origin(value) is Annotated:
        return [f"One of {', '.join(f'``{member.__name__}``' for member in get_args(get_args(value)[0]))}."]
    if get_origin(value) is Literal:
        return [f"One of {', '.join(f'``{word}``' for word in get_args(value))}."]
    texts = (_attribute_docs(module).get(name) for module in _modules())
    return next((lines for lines in texts if lines), list[str]())


@cache
def _modules() -> tuple[str, ...]:
    files = sorted(PACKAGE.rglob("*.py"))
    return tuple(
        ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__") for file in files
    )


@cache
def _attribute_docs(module: str) -> dict[str, list[str]]:
    """The texts below the module's data, by name."""
    analyzer = ModuleAnalyzer.for_module(module)
    analyzer.analyze()
    return {name: lines for (scope, name), lines in analyzer.attr_docs.items() if not scope}


def type_aliases() -> dict[str, str]:
    """Unions that signatures name instead of writing them out, and what the reference has them under."""
    return {name: f"mtg_fsm.{name}" for name in mtg_fsm.__all__ if get_origin(getattr(mtg_fsm, name)) is Annotated}


def resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """Leads a bare name in a signature to its entry. What has none but exists, here or elsewhere, leads nowhere."""
    target = str(node.get("reftarget", ""))
    if node.get("refdomain") != "py":
        return None
    for package in PACKAGES:
        if target in _all(package):
            full = f"{package}.{target}"
            return env.domains.python_domain.resolve_xref(env, node["refdoc"], app.builder, "obj", full, node, content)
    return content if _exists(target) else None


def _exists(name: str) -> bool:
    """Whether a module of ours has such a name, or it is one of a package without pages here."""
    module, _, bare = name.rpartition(".")
    places = [place for place in _modules() if module in ("", place)]
    return name.partition(".")[0] in FOREIGN or any(hasattr(import_module(place), bare) for place in places)


def skip(_app: Sphinx, what: str, name: str, value: object, _skip: bool, _options: object) -> bool | None:
    """Leaves out what says nothing: fields of named tuples, which the signature has, and what pydantic adds.

    Of a class it leaves out what it takes from other modules, too: the guards and callbacks of the engine.
    """
    is_field = str(inspect.getdoc(value)).startswith("Alias for field number")
    is_borrowed = what == "class" and inspect.isfunction(value) and value.__qualname__ == name
    return True if is_field or is_borrowed or name == "model_config" else None


def readable(
    _app: Sphinx, _what: str, _name: str, value: object, _options: object, signature: str | None, returns: str | None
) -> tuple[str, str] | None:
    """A pydantic model has no signature; its fields are listed below. In others, what is no Python becomes it."""
    if inspect.isclass(value) and issubclass(value, BaseModel):
        return "", ""
    return None if signature is None else (_as_python(signature), _as_python(returns or ""))


def _as_python(signature: str) -> str:
    return re.sub(r"TypeAliasForwardRef\('([^']+)'\)", r"\1", signature).replace("<factory>", "...")


def add_fields(_app: Sphinx, _what: str, _name: str, value: object, _options: object, lines: list[str]) -> None:
    """Lists the fields of a pydantic model, with their types as the source has them."""
    if inspect.isclass(value) and issubclass(value, BaseModel):
        for name, field in value.model_fields.items():
            lines += [f"* ``{name}: {_type(value, name)}``", f"  {field.description or ''}"]


def _type(model: type[BaseModel], name: str) -> str:
    texts = next(own for cls in model.__mro__ if name in (own := inspect.get_annotations(cls)))
    return ast.unparse(_Plain().visit(ast.parse(str(texts[name]), mode="eval")))


class _Plain(ast.NodeTransformer):
    """Takes from `Annotated` the type alone."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_annotated = isinstance(node.value, ast.Name) and node.value.id == "Annotated"
        return node.slice.elts[0] if is_annotated and isinstance(node.slice, ast.Tuple) else node


def setup(app: Sphinx) -> ExtensionMetadata:
    """Adds the directives, and what autodoc is told about this package."""
    app.add_directive("command-line", CommandLineDirective)
    app.add_directive("public-api", PublicApiDirective)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-skip-member", skip)
    app.connect("autodoc-process-signature", readable)
    app.connect("autodoc-process-docstring", add_fields)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
