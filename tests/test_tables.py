"""Tables in Markdown and reStructuredText, read back by a parser of each."""

from __future__ import annotations

from typing import Any

import pytest
from charts import HOSTILE, NASTY
from docutils import nodes
from docutils.core import publish_doctree
from markdown_it import MarkdownIt

from mtg_fsm import TURN
from mtg_fsm.diagrams import SUBJECTS, Highlight, Look, chart, draw
from mtg_fsm.diagrams.tables import ARC_HEAD, INTERNAL, STATE_HEAD

Table = list[list[str]]
URL = "https://rules.example/a(b)?rule={rule}|"


def from_markdown(source: bytes) -> tuple[list[Table], list[str]]:
    """The cells of each table as plain text, and the targets of all links."""
    tables: list[Table] = []
    links: list[str] = []
    before = ""
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(source.decode()):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type == "inline" and before in ("th_open", "td_open"):
            children = token.children or []
            assert not {child.type for child in children} - {"text", "code_inline", "link_open", "link_close"}
            links += [str(child.attrs["href"]) for child in children if child.type == "link_open"]
            tables[-1][-1].append("".join(child.content for child in children))
        before = token.type
    return tables, links


def from_rst(source: bytes) -> tuple[list[Table], list[str]]:
    """The cells of each table as plain text, and the targets of all links; any complaint is an error."""
    document = publish_doctree(source.decode(), settings_overrides={"report_level": 1, "halt_level": 1})
    tables = [
        [[entry.astext() for entry in row.findall(nodes.entry)] for row in table.findall(nodes.row)]
        for table in document.findall(nodes.table)
    ]
    return tables, [reference["refuri"] for reference in document.findall(nodes.reference)]


READERS: dict[str, Any] = {"markdown": from_markdown, "rst": from_rst}


@pytest.mark.parametrize("format_", READERS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_state_and_arc_has_its_row(subject: str, format_: str) -> None:
    """Each part has its two tables, with a row for all that the definition says; a column of nothing is left out."""
    shown = chart(subject)
    tables, links = READERS[format_](draw(shown, format_))
    assert links == []
    assert len(tables) == 2 * len(shown.parts)
    for part, (states, arcs) in zip(shown.parts, zip(tables[::2], tables[1::2], strict=True), strict=True):
        cells = [dict(zip(arcs[0], row, strict=True)) for row in arcs[1:]]
        expected = [
            {
                "trigger": arc.trigger,
                "source": arc.source,
                "target": arc.target or INTERNAL,
                "kind": arc.kind,
                "rules": ", ".join(arc.rules),
                "guards": ", ".join(arc.guards),
                "callbacks": ", ".join(arc.before),
                "description": arc.description,
            }
            for arc in part.definition.arcs
        ]
        assert cells == expected
        assert [row[0] for row in states[1:]] == [state.name for state in part.definition.states]
        assert ("actions" in states[0]) == bool(part.definition.actions)


@pytest.mark.parametrize("format_", READERS)
def test_rules_are_links_if_it_is_said_where_they_stand(format_: str) -> None:
    """Each number of a rule links to its own page; letters that would end the link are escaped."""
    tables, links = READERS[format_](draw("turn", format_, look=Look(rules_url=URL)))
    numbers = [
        *(rule for state in TURN.states for rule in state.rules),
        *(rule for arc in TURN.arcs for rule in arc.rules),
    ]
    escaped = "https://rules.example/a%28b%29?rule={rule}%7C"
    assert links == [escaped.replace("{rule}", number) for number in numbers]
    assert tables[0][2][2] == "501.1"


@pytest.mark.parametrize("format_", READERS)
def test_markup_in_names_and_texts_is_escaped(format_: str) -> None:
    """What is read back is what the definition says, but for line breaks."""
    tables, links = READERS[format_](draw(HOSTILE, format_, title=NASTY))
    assert links == []
    assert [row[0] for row in tables[0][1:]] == ["a b", "a_b", "|<b>;:`"]
    assert {row[-1] for table in tables for row in table[1:]} == {" ".join(NASTY.split())}


def test_marks_have_a_column_of_their_own() -> None:
    """It is there only if something is marked."""
    taken = {"turn": {"arc.beginning.untap.proceed.beginning.upkeep": 2}}
    highlight = Highlight(active={"turn": "beginning.upkeep"}, taken=taken, upcoming=("beginning.draw",))
    (states, arcs), _ = from_markdown(draw("turn", "markdown", highlight=highlight))
    assert {row[0]: row[-1] for row in states if row[-1]} == {
        "state": "marked",
        "beginning.upkeep": "active, x2",
        "beginning.draw": "next 1",
    }
    assert [row[:3] for row in arcs if row[-1] == "x2"] == [["proceed", "beginning.untap", "beginning.upkeep"]]
    (states, arcs), _ = from_markdown(draw("turn", "markdown"))
    assert (states[0], arcs[0]) == ([*STATE_HEAD], [*ARC_HEAD])
