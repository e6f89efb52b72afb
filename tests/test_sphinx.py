"""The Sphinx extension: pictures, tables and rules in pages, and what a wrong argument is told."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from mtg_fsm import MACHINES
from mtg_fsm.diagrams import RENDERERS, chart, draw
from mtg_fsm.diagrams.themes import THEMES
from mtg_fsm.rules import catalogue
from mtg_fsm.rules.carriers import carriers
from mtg_fsm.rules.catalogue import by_section
from mtg_fsm.rules.entries import entries
from mtg_fsm.rules.sections import SECTIONS
from mtg_fsm.sphinx.diagram import Diagram

pytestmark = pytest.mark.filterwarnings("default")  # what Sphinx and its themes deprecate is no matter of ours

ROOT: Final = Path(__file__).parent.parent
LOST: Final = "scenario: lost\nexpect: {checks: [{at: {turn: 1, step: upkeep}, that: {life: {A: 19}}}]}\n"


class Built(NamedTuple):
    """A project that was built: where, with which warnings, and what Sphinx still knows of it."""

    out: Path
    warnings: str
    app: Sphinx

    def page(self, name: str = "index.html") -> str:
        return (self.out / name).read_text(encoding="utf-8")

    def text(self) -> str:
        """The words of the page, tags left out."""
        return unescape(re.sub(r"<[^>]+>", "", self.page()))

    def pictures(self) -> dict[str, bytes]:
        folder = self.out / "_images"
        return {file.name: file.read_bytes() for file in sorted(folder.iterdir())} if folder.is_dir() else {}


def build(
    folder: Path, page: str, *, builder: str = "html", parallel: int = 1, more: str = "", **confoverrides: Any
) -> Built:
    """Builds a project of one page `index` in reStructuredText, or in Markdown if it begins with `# `."""
    source, out = folder / "source", folder / builder
    source.mkdir(parents=True, exist_ok=True)
    (source / "conf.py").write_text(f"extensions = ['mtg_fsm.sphinx', 'myst_parser']\n{more}", encoding="utf-8")
    (source / f"index.{'md' if page.startswith('# ') else 'rst'}").write_text(page, encoding="utf-8")
    warnings = io.StringIO()
    conf = {"html_theme": "furo", **confoverrides}
    with patch_docutils(source), docutils_namespace():
        app = Sphinx(
            source, source, out, folder / "doctrees", builder, conf, None, warnings, freshenv=True, parallel=parallel
        )
        app.build()
    return Built(out, warnings.getvalue(), app)


def rst(directive: str, argument: str, **options: str) -> str:
    lines = [
        f".. {directive}:: {argument}",
        *(f"   :{name.replace('_', '-')}: {text}" for name, text in options.items()),
    ]
    return "Page\n====\n\n" + "\n".join(lines) + "\n"


def md(directive: str, argument: str, **options: str) -> str:
    lines = [
        f"```{{{directive}}} {argument}",
        *(f":{name.replace('_', '-')}: {text}" for name, text in options.items()),
    ]
    return "# Page\n\n" + "\n".join(lines) + "\n```\n"


# --- diagrams ---


@pytest.mark.parametrize("write", [rst, md])
def test_a_diagram_is_a_figure_that_follows_the_mode(tmp_path: Path, write: Any) -> None:
    """Both markups give a light and a dark picture with the chart's description, and a caption."""
    built = build(tmp_path, write("mtg-diagram", "damage", caption="How *damage* goes", name="here"))
    assert built.warnings == ""
    (figure,) = re.findall(r"<figure.*?</figure>", built.page(), re.DOTALL)
    pictures = re.findall(
        r'<img alt="([^"]*)" class="(only-\w+)" src="_images/(damage-full-[0-9a-f]{16}\.svg)"', figure
    )
    assert [(alt, mode) for alt, mode, _ in pictures] == [
        (chart("damage").description, mode) for mode in ("only-light", "only-dark")
    ]
    assert {name for _, _, name in pictures} == set(built.pictures())
    assert "How <em>damage</em> goes" in figure
    assert 'id="here"' in figure


def test_a_picture_links_to_its_own_size(tmp_path: Path) -> None:
    """A page may be too narrow for it."""
    page = build(tmp_path, rst("mtg-diagram", "turn")).page()
    assert re.search(r'<a class="[^"]*image-reference" href="(_images/turn-full-\w+\.svg)"><img [^>]*src="\1"', page)


def test_files_are_named_by_what_is_in_them(tmp_path: Path) -> None:
    """Another build writes the same bytes under the same names; other options give another name."""
    one, two = (build(tmp_path / name, rst("mtg-diagram", "turn", detail="steps")) for name in ("one", "two"))
    assert one.pictures() == two.pictures() != {}
    other = build(tmp_path / "three", rst("mtg-diagram", "turn", detail="steps", highlight="ending.end", title="Z"))
    assert not other.pictures().keys() & one.pictures().keys()


@pytest.mark.parametrize(
    ("page", "conf"),
    [
        (rst("mtg-diagram", "damage"), {"html_theme": "alabaster"}),
        (rst("mtg-diagram", "damage", theme="print"), {}),
        (rst("mtg-diagram", "damage"), {"mtg_fsm_themes": ("light",)}),
    ],
    ids=["a theme of one mode", "one theme asked for", "one theme configured"],
)
def test_there_is_one_picture_where_one_will_do(tmp_path: Path, page: str, conf: dict[str, Any]) -> None:
    """Two would both be shown by a theme that knows no modes."""
    built = build(tmp_path, page, **conf)
    assert (built.warnings, len(re.findall(r"<img ", built.page())), len(built.pictures())) == ("", 1, 1)
    assert "only-" not in re.findall(r"<figure.*?</figure>", built.page(), re.DOTALL)[0]


def test_what_is_drawn_is_the_chart_that_was_asked_for(tmp_path: Path) -> None:
    """Detail, title and mark are those of the options; the looks have the page's themes and links."""
    options = {
        "detail": "guards",
        "title": "Mine",
        "highlight": "combat.end_of_combat",
        "rules_url": "https://x/{rule}",
    }
    built = build(tmp_path, rst("mtg-diagram", "turn", **options))
    (node,) = built.app.env.get_doctree("index").findall(Diagram)
    shown = node["chart"]
    assert (shown.name, shown.detail, shown.title) == ("turn", "guards", "Mine")
    assert shown.parts[0].marks.active == "combat.end_of_combat"
    looks = [(look.theme, look.rules_url) for look in node["looks"]]
    assert looks == [("light", "https://x/{rule}"), ("dark", "https://x/{rule}")]


def test_the_way_of_a_scenario_is_marked(tmp_path: Path) -> None:
    """The counts are those of the run; the page is built anew when the file changes."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "two.yaml").write_text("scenario: two\nuntil: {turn: 2}\n", encoding="utf-8")
    built = build(tmp_path, rst("mtg-diagram", "turn", scenario="two.yaml"))
    assert built.warnings == ""
    (node,) = built.app.env.get_doctree("index").findall(Diagram)
    assert node["chart"].parts[0].marks.states["beginning.untap"] == 2
    assert "two.yaml" in {Path(name).name for name in built.app.env.dependencies["index"]}


def test_paper_gets_a_picture_that_it_can_hold(tmp_path: Path) -> None:
    """LaTeX takes no SVG; it gets one picture, and the page of text gets the words."""
    built = build(tmp_path, rst("mtg-diagram", "damage"), builder="latex")
    assert built.warnings == ""
    (included,) = re.findall(
        r"\\sphinxincludegraphics\[?[^{]*\{\{(damage-full-\w+)\}(\.\w+)\}", built.page("projectnamenotset.tex")
    )
    assert (built.out / "".join(included)).read_bytes().startswith((b"%PDF", b"\x89PNG"))


@pytest.mark.parametrize(
    ("builder", "file"), [("text", "index.txt"), ("man", "python.1"), ("xml", "index.xml"), ("dummy", "")]
)
def test_builders_of_words_get_the_words(tmp_path: Path, builder: str, file: str) -> None:
    """Nothing is drawn for them."""
    page = f"{rst('mtg-diagram', 'damage')}\n.. mtg-table:: arcs\n\n.. mtg-rules:: 514\n"
    built = build(tmp_path, page, builder=builder, master_doc="index")
    assert built.warnings == ""
    if builder in ("text", "xml"):
        assert chart("damage").description in " ".join(built.page(file).split())


def test_an_explicit_format_is_taken_if_the_builder_can(tmp_path: Path) -> None:
    """PNG instead of SVG."""
    pictures = build(tmp_path, rst("mtg-diagram", "damage", format="png")).pictures()
    assert {Path(name).suffix for name in pictures} == {".png"}


def test_a_format_of_text_is_shown_as_text(tmp_path: Path) -> None:
    """In a block of code, highlighted in its language."""
    built = build(tmp_path, rst("mtg-diagram", "damage", format="dot", name="source"))
    (block,) = built.app.env.get_doctree("index").findall(nodes.literal_block)
    assert (built.warnings, block["language"], built.pictures()) == ("", "dot", {})
    assert block.astext().encode() == draw("damage", "dot")


def test_a_directive_that_draws_a_format_is_used(tmp_path: Path) -> None:
    """As sphinxcontrib-mermaid brings one for `mermaid`."""
    more = """
from docutils import nodes
from docutils.parsers.rst import Directive

class Dot(Directive):
    has_content = True
    def run(self):
        return [nodes.paragraph('', 'drawn elsewhere: ' + self.content[0])]

def setup(app):
    app.add_directive('dot', Dot)
"""
    built = build(tmp_path, rst("mtg-diagram", "damage", format="dot"), more=more)
    assert (built.warnings, "drawn elsewhere: digraph" in built.text()) == ("", True)


# --- tables ---


def _cells(page: str) -> list[list[str]]:
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    return [
        [
            " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in rows
    ]


@pytest.mark.parametrize("write", [rst, md])
def test_a_table_has_what_the_definition_has(tmp_path: Path, write: Any) -> None:
    """Every arc in order, in the columns that were asked for, in their order."""
    built = build(tmp_path, write("mtg-table", "arcs", machine="attack", columns="target, source, guards"))
    head, *rows = _cells(built.page())
    assert (built.warnings, head) == ("", ["target", "source", "guards"])
    assert rows == [[arc.target or "(internal)", arc.source, " ".join(arc.guards)] for arc in MACHINES["attack"].arcs]


@pytest.mark.parametrize(
    ("columns", "head"),
    [("state, actions", ["state", "actions"]), ("", ["state", "kind", "rules", "on entry", "description"])],
)
def test_an_empty_column_is_there_only_if_it_is_asked_for(tmp_path: Path, columns: str, head: list[str]) -> None:
    """The states of this machine have no actions."""
    page = build(tmp_path, rst("mtg-table", "states", machine="damage", columns=columns)).page()
    assert _cells(page)[0] == head


@pytest.mark.parametrize(
    ("what", "options", "names"),
    [
        ("states", {}, [state.name for state in MACHINES["turn"].states]),
        ("guards", {"machine": "priority"}, [guard.name for guard in MACHINES["priority"].guards]),
        ("callbacks", {}, [callback.name for callback in MACHINES["turn"].callbacks]),
        ("actions", {}, [action.name for action in MACHINES["turn"].actions]),
        ("machines", {}, list(MACHINES)),
        ("formats", {}, list(RENDERERS)),
        ("themes", {}, list(THEMES)),
        ("rules", {}, [rule for rules in by_section().values() for rule in rules]),
    ],
)
def test_every_table_lists_all_there_is(tmp_path: Path, what: str, options: dict[str, str], names: list[str]) -> None:
    """The first column names it."""
    built = build(tmp_path, rst("mtg-table", what, caption="All", **options))
    assert (built.warnings, [row[0] for row in _cells(built.page())[1:]]) == ("", names)
    assert "<caption>" in built.page()


# --- rules ---


def test_the_rules_page_has_every_rule_and_what_carries_it(tmp_path: Path) -> None:
    """Each has an anchor, its summary, its carriers and the tests that were configured."""
    tests = {"508.8": ["test_508_8_nobody_attacks"]}
    built = build(tmp_path, "Page\n====\n\n.. mtg-rules::\n", mtg_fsm_rule_tests=tests, smartquotes=False)
    text = " ".join(built.text().split())
    assert built.warnings == ""
    assert set(re.findall(r'id="rule-([\w.]+)"', built.page())) == catalogue().keys() | by_section().keys()
    assert all(" ".join(rule.summary.split()) in text for rule in catalogue().values())
    entry = text[text.index("508.8 ") : text.index("509: ")]
    assert "combat.declare_attackers → combat.end_of_combat" in entry
    assert "test_508_8_nobody_attacks" in entry
    assert "cited by events" in entry
    assert all(obligation.text in text for one in entries().values() for obligation in one.obligations)
    assert "No test: needs dungeons." in text


def test_some_sections_can_be_chosen(tmp_path: Path) -> None:
    """By number and by range, in the order of the rules."""
    built = build(tmp_path, "Page\n====\n\n.. mtg-rules:: 512-514 117\n")
    assert re.findall(r"<h2>(\d+)", built.page()) == ["117", "512", "513", "514"]


@pytest.mark.parametrize(
    ("page", "leads_to"),
    [
        ("# Page\n\n{rule}`514.3a` {rule}`514`\n\n```{mtg-rules} 514\n```\n", ["#rule-514.3a", "#rule-514"]),
        ("Page\n====\n\n:rule:`514.3a` :rule:`514`\n\n.. mtg-rules:: 514\n", ["#rule-514.3a", "#rule-514"]),
    ],
    ids=["md", "rst"],
)
def test_the_role_leads_to_the_entry(tmp_path: Path, page: str, leads_to: list[str]) -> None:
    """Of a rule or of a whole section."""
    built = build(tmp_path, page, nitpicky=True)
    assert built.warnings == ""
    assert re.findall(r'href="(#rule-[\w.]+)"><span class="std', built.page())[:2] == leads_to


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://rules.example/{rule}", ['<a class="reference external" href="https://rules.example/514.3a">']),
        ("", []),
    ],
)
def test_without_entries_the_role_leads_elsewhere_or_nowhere(tmp_path: Path, url: str, found: list[str]) -> None:
    """A project need not have a page of rules."""
    built = build(tmp_path, "Page\n====\n\nSee :rule:`514.3a`.\n", nitpicky=True, mtg_fsm_rules_url=url)
    assert built.warnings == ""
    assert re.findall(r'<a class="[^"]*" href="[^"]*">(?=<span class="mtg-rule)', built.page()) == found
    assert "See 514.3a." in built.text()


def test_every_part_that_names_a_rule_carries_it() -> None:
    """Nothing of the definitions is left out, and every section of the catalogue has a name."""
    kinds = Counter(carrier.kind for parts in carriers().values() for carrier in parts)
    for kind in ("states", "guards", "callbacks", "actions"):
        assert kinds[kind] == sum(len(part.rules) for machine in MACHINES.values() for part in getattr(machine, kind))
    assert {rule for machine in MACHINES.values() for arc in machine.arcs for rule in arc.rules} <= carriers().keys()
    assert by_section().keys() == SECTIONS.keys()


# --- wrong arguments ---

WRONG: Final[dict[str, tuple[tuple[str, str], dict[str, str], str]]] = {
    "diagram": (
        ("mtg-diagram", "upkeep"),
        {},
        "diagram: must be one of turn, priority, attack, block, damage, all, not 'upkeep'",
    ),
    "detail": (
        ("mtg-diagram", "turn"),
        {"detail": "much"},
        "detail: must be one of phases, steps, guards, full, not 'much'",
    ),
    "format": (("mtg-diagram", "turn"), {"format": "gif"}, "format: must be one of dot, svg, png"),
    "theme": (("mtg-diagram", "turn"), {"theme": "pink"}, "theme: must be one of light, dark, print, not 'pink'"),
    "highlight": (("mtg-diagram", "damage"), {"highlight": "upkeep"}, "highlight: must be one of closed, next_player"),
    "highlight of all": (
        ("mtg-diagram", "all"),
        {"highlight": "closed"},
        "highlight: needs the diagram of one machine",
    ),
    "no scenario": (("mtg-diagram", "turn"), {"scenario": "none.yaml"}, "none.yaml"),
    "a scenario that fails": (
        ("mtg-diagram", "turn"),
        {"scenario": "lost.yaml"},
        "scenario: lost: at turn 1, upkeep: life.A",
    ),
    "table": (("mtg-table", "turns"), {}, "table: must be one of states, arcs"),
    "machine": (("mtg-table", "arcs"), {"machine": "combat"}, "machine: must be one of turn, priority"),
    "machine of formats": (("mtg-table", "formats"), {"machine": "turn"}, "machine: goes with states, arcs, guards"),
    "an empty table": (("mtg-table", "actions"), {"machine": "damage"}, "table: the machine damage has no actions"),
    "columns": (("mtg-table", "arcs"), {"columns": "source, goal"}, "columns: must be one of trigger, source"),
    "sections": (("mtg-rules", "500 999"), {}, "sections: '999' names none; there are 101, 103"),
}
"""Directive and argument, options, and how the warning goes."""


@pytest.mark.parametrize("write", [rst, md])
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_argument_is_a_warning_with_its_place(tmp_path: Path, wrong: str, write: Any) -> None:
    """With option, file and line; the page is built without it."""
    (directive, argument), options, said = WRONG[wrong]
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "lost.yaml").write_text(LOST, encoding="utf-8")
    built = build(tmp_path, write(directive, argument, **options))
    (line,) = built.warnings.strip().splitlines()
    place, suffix = ("4", "rst") if write is rst else ("3", "md")
    assert re.search(rf"index\.{suffix}:{place}: .*WARNING: .*{directive}: ", line), line
    assert said in line
    assert "Page" in built.text()


def test_an_unknown_rule_is_a_warning_with_its_place(tmp_path: Path) -> None:
    """The number stands there all the same."""
    built = build(tmp_path, "Page\n====\n\nSee :rule:`514.9z`.\n")
    assert re.search(r"index\.rst:4: .*WARNING: .*rule: there is no rule '514.9z'", built.warnings)
    assert "See 514.9z." in built.text()


def test_themes_of_the_configuration_are_checked(tmp_path: Path) -> None:
    """The warning names the value of `conf.py`."""
    page = rst("mtg-diagram", "damage")
    assert "mtg_fsm_themes: must be one of light" in build(tmp_path / "1", page, mtg_fsm_themes=("pink",)).warnings
    themes = ("light", "dark", "print")
    assert "mtg_fsm_themes: one theme or two" in build(tmp_path / "2", page, mtg_fsm_themes=themes).warnings


def test_what_cannot_be_drawn_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Graphviz the warning holds the line that brings it."""
    monkeypatch.setattr("mtg_fsm.diagrams.graphviz.executable.portable_renderer", lambda: None)
    monkeypatch.setenv("PATH", "")
    built = build(tmp_path, rst("mtg-diagram", "damage"))
    assert re.search(r"index\.rst:4: .*WARNING: .*pip install 'mtg-fsm\[diagrams\]'", built.warnings)


# --- the extension ---


def test_reading_in_parallel_gives_the_same_pages(tmp_path: Path) -> None:
    """Many pages, of which several draw the same picture and one has the rules."""
    found: list[tuple[dict[str, bytes], list[str]]] = []
    for parallel in (1, 2):
        folder = tmp_path / str(parallel)
        (folder / "source").mkdir(parents=True)
        for number in range(8):
            page = f":orphan:\n\nSee :rule:`514.3a`.\n\n{rst('mtg-diagram', 'damage')}"
            (folder / "source" / f"page{number}.rst").write_text(page, encoding="utf-8")
        built = build(folder, "Page\n====\n\n.. mtg-rules:: 514\n", parallel=parallel, nitpicky=True)
        assert built.warnings == ""
        pages = [
            re.findall(r"<article.*</article>", built.page(f"page{number}.html"), re.DOTALL)[0] for number in range(8)
        ]
        found.append((built.pictures(), pages))
    assert found[0] == found[1]
    assert all('href="index.html#rule-514.3a"' in page for page in found[0][1])


def test_without_sphinx_the_extension_says_what_brings_it() -> None:
    """Importing it is one clear error."""
    code = "import sys; sys.modules['sphinx'] = None\nimport mtg_fsm.sphinx"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith(
        "MissingExtra: Sphinx is not installed; run: pip install 'mtg-fsm[sphinx]'"
    )
