"""The directive `mtg-table`: what the definitions and registries say, as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from docutils import nodes
from docutils.parsers.rst import directives

from mtg_fsm.diagrams import RENDERERS
from mtg_fsm.diagrams.tables import ARC_HEAD, STATE_HEAD, Rows, arc_row, state_row
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.machine import MACHINES, MachineDefinition, Named
from mtg_fsm.rules import catalogue
from mtg_fsm.rules.catalogue import sort_key
from mtg_fsm.sphinx.directive import BadArgument, MtgDirective, one_of
from mtg_fsm.sphinx.rules import rule_reference


def _named(kind: str, parts: Sequence[Named]) -> Rows:
    return Rows((kind, "rules", "description"), [((part.name,), part.rules, (part.description,)) for part in parts])


OF_A_MACHINE: Final[dict[str, Callable[[MachineDefinition], Rows]]] = {
    "states": lambda machine: Rows(STATE_HEAD, list(map(state_row, machine.states))),
    "arcs": lambda machine: Rows(ARC_HEAD, list(map(arc_row, machine.arcs))),
    "guards": lambda machine: _named("guard", machine.guards),
    "callbacks": lambda machine: _named("callback", machine.callbacks),
    "actions": lambda machine: _named("action", machine.actions),
}
"""Tables of one machine, by name."""
OF_ALL: Final[dict[str, Callable[[], Rows]]] = {
    "machines": lambda: Rows(
        ("machine", "states", "arcs", "description"),
        [
            ((name,), (str(len(machine.states)),), (str(len(machine.arcs)),), (machine.description,))
            for name, machine in MACHINES.items()
        ],
    ),
    "rules": lambda: Rows(
        ("rules", "topic", "summary"),
        [
            ((number,), (catalogue()[number].topic.replace("-", " "),), (catalogue()[number].summary,))
            for number in sorted(catalogue(), key=sort_key)
        ],
    ),
    "formats": lambda: Rows(
        ("format", "files", "description"),
        [((format_.name,), (f"*{format_.ending}",), (format_.description,)) for format_ in RENDERERS.values()],
    ),
    "themes": lambda: Rows(
        ("theme", "description"), [((name,), (theme.description,)) for name, theme in THEMES.items()]
    ),
}
"""Tables that are not of one machine, by name."""
WIDEST: Final = 40
"""Letters of a column of sentences in plain text; names are shorter."""
PLAIN: Final = frozenset({"kind", "topic", "summary", "description"})
"""Columns of words; all others but `rules` hold names, which are set as code."""


class TableDirective(MtgDirective):
    """`.. mtg-table:: arcs`: of a machine its states, arcs, guards, callbacks or actions; or a table of `OF_ALL`."""

    required_arguments = 1
    option_spec = dict.fromkeys(("machine", "columns", "caption", "name"), directives.unchanged)

    def made(self) -> list[nodes.Node]:
        """The table."""
        rows = self._rows(self.arguments[0])
        asked = [column.strip() for column in self.option("columns").split(",") if column.strip()]
        wanted = asked or list(rows.filled().head)
        places = {column: place for place, column in enumerate(rows.head)}
        chosen = [one_of("columns", column, places) for column in wanted]
        group = nodes.tgroup("", cols=len(chosen))
        group += [nodes.colspec(colwidth=_width(rows, place)) for place in chosen]
        group += nodes.thead("", _row([nodes.paragraph("", column) for column in wanted]))
        body = nodes.tbody()
        for cells in rows.rows:
            body += _row([self._cell(column, cells[place]) for column, place in zip(wanted, chosen, strict=True)])
        group += body
        table = nodes.table("", group, classes=["mtg-table", "colwidths-auto"])
        if caption := self.option("caption"):
            inline, _ = self.parse_inline(caption)
            table.insert(0, nodes.title(caption, "", *inline))
        self.set_source_info(table)
        self.add_name(table)
        return [table]

    def _rows(self, what: str) -> Rows:
        one_of("table", what, {**OF_A_MACHINE, **OF_ALL})
        if what in OF_A_MACHINE:
            machine = one_of("machine", self.option("machine", "turn"), MACHINES)
            rows = OF_A_MACHINE[what](machine)
            if not rows.rows:
                raise BadArgument(f"table: the machine {machine.name} has no {what}")
            return rows
        if self.option("machine"):
            raise BadArgument(f"machine: goes with {', '.join(OF_A_MACHINE)}, not with {what}")
        return OF_ALL[what]()

    def _cell(self, column: str, items: Sequence[str]) -> nodes.Node:
        if column in PLAIN:
            return nodes.paragraph("", ", ".join(items))
        if column == "rules":
            return separated([rule_reference(item, self.env.docname) for item in items])
        if len(items) == 1:
            return nodes.paragraph("", "", nodes.literal("", items[0]))
        lines = [nodes.line("", "", nodes.literal("", item)) for item in items]
        return nodes.line_block("", *lines)


def _width(rows: Rows, place: int) -> int:
    """Letters of a column where pages are plain text: as many as its longest item has, within `WIDEST`."""
    items = (item for row in rows.rows for item in row[place])
    return min(WIDEST, max(map(len, (rows.head[place], *items))))


def separated(parts: Sequence[nodes.Node]) -> nodes.paragraph:
    """A paragraph of parts with commas between them."""
    paragraph = nodes.paragraph()
    for index, part in enumerate(parts):
        paragraph += [nodes.Text(", "), part] if index else [part]
    return paragraph


def _row(cells: Sequence[nodes.Node]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", cell) for cell in cells))
