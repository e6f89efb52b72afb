"""What Sphinx is told as it loads the extension."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from mtg_fsm.sphinx.diagram import Diagram, DiagramDirective, draw_diagrams
from mtg_fsm.sphinx.rules import RuleRole, RulesDirective, resolve_elsewhere
from mtg_fsm.sphinx.table import TableDirective

FOLLOW_THE_MODE: Final = frozenset({"furo", "pydata_sphinx_theme", "sphinx_book_theme"})
"""HTML themes that show `only-light` and `only-dark` elements in the mode of that name only."""


def _themes(config: Config) -> tuple[str, ...]:
    return ("light", "dark") if config.html_theme in FOLLOW_THE_MODE else ("light",)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Adds the directives, the role and these values of `conf.py`.

    `mtg_fsm_themes`: the theme of diagrams, and a second one for the dark mode of HTML pages. `mtg_fsm_rules_url`:
    where rules stand, with `{rule}` for the number, for links in diagrams and for roles if no page has `mtg-rules`.
    `mtg_fsm_rule_tests`: names of the tests that prove a rule, by its number.
    """
    app.add_config_value("mtg_fsm_themes", _themes, "env", types=frozenset({tuple, list}))
    app.add_config_value("mtg_fsm_rules_url", "", "env", types=frozenset({str}))
    app.add_config_value("mtg_fsm_rule_tests", {}, "env", types=frozenset({dict}))
    app.add_directive("mtg-diagram", DiagramDirective)
    app.add_directive("mtg-table", TableDirective)
    app.add_directive("mtg-rules", RulesDirective)
    app.add_role("rule", RuleRole())
    app.add_node(Diagram)
    app.connect("doctree-resolved", draw_diagrams)
    app.connect("missing-reference", resolve_elsewhere)
    return {"version": version("mtg-fsm"), "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
