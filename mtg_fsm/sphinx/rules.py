"""The directive `mtg-rules`, which lists rules with all that carries them, and the role `rule`, which leads there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxRole

from mtg_fsm.rules import catalogue
from mtg_fsm.rules.carriers import carriers
from mtg_fsm.rules.catalogue import by_section
from mtg_fsm.rules.entries import Obligation, entries, entry
from mtg_fsm.rules.sections import SECTIONS
from mtg_fsm.sphinx.directive import BadArgument, MtgDirective, logger

_NUMBER: Final = re.compile(r"(?<![\w.-])(\d{3}\.\d+[a-z]?)(?![\w])")
_RANGE: Final = re.compile(r"(\d{3})(?:-(\d{3}))?")


def anchor(rule: str) -> str:
    """The id of a rule or section in the page, and the name by which `ref` knows it."""
    return f"rule-{rule}"


def rule_reference(rule: str, docname: str) -> nodes.Node:
    """The number of a rule, as a link to its entry."""
    return addnodes.pending_xref(
        "",
        nodes.inline("", rule, classes=["mtg-rule"]),
        refdomain="std",
        reftype="ref",
        reftarget=anchor(rule),
        refexplicit=True,
        refdoc=docname,
        mtg_rule=rule,
    )


def resolve_elsewhere(
    app: Sphinx, _env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """Where a rule leads to if no page of the project lists it: to `mtg_fsm_rules_url`, else nowhere."""
    if "mtg_rule" not in node:
        return None
    url = app.config.mtg_fsm_rules_url
    if not url:
        return content
    return nodes.reference("", "", content, refuri=url.replace("{rule}", node["mtg_rule"]), internal=False)


class RuleRole(SphinxRole):
    """`` :rule:`514.3a` ``: the number of a rule or of a section, as a link to its entry."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link; the bare text, after a warning, if there is no such rule."""
        if self.text not in catalogue() and self.text not in by_section():
            logger.warning("rule: there is no rule %r", self.text, location=self.get_location(), type="mtg_fsm")
            return [nodes.Text(self.text)], []
        return [rule_reference(self.text, self.env.docname)], []


class RulesDirective(MtgDirective):
    """`.. mtg-rules:: 117 500-514`: the rules of these sections, or of all, each with what carries and proves it."""

    optional_arguments = 1
    final_argument_whitespace = True

    def made(self) -> list[nodes.Node]:
        """A section of the page for each section of the rules."""
        return [self._section(section, rules) for section, rules in self._chosen().items()]

    def _chosen(self) -> Mapping[str, Sequence[str]]:
        sections = by_section()
        if not self.arguments:
            return sections
        wanted: set[str] = set()
        for word in self.arguments[0].replace(",", " ").split():
            found = _RANGE.fullmatch(word)
            numbers = [name for name in sections if found and found[1] <= name <= (found[2] or found[1])]
            if not numbers:
                raise BadArgument(f"sections: {word!r} names none; there are {', '.join(sections)}")
            wanted.update(numbers)
        return {section: rules for section, rules in sections.items() if section in wanted}

    def _section(self, section: str, rules: Sequence[str]) -> nodes.Node:
        title = f"{section}: {SECTIONS[section]}"
        entry = nodes.section("", nodes.title(title, title), ids=[anchor(section)], names=[anchor(section)])
        self._note(section)
        if carried := self._fields(section):
            entry += carried
        entry += nodes.definition_list("", *map(self._item, rules), classes=["mtg-rules"])
        return entry

    def _item(self, rule: str) -> nodes.Node:
        known, id_ = catalogue()[rule], anchor(rule)
        self._note(rule)
        number = nodes.reference("", rule, refid=id_, classes=["mtg-rule"])
        term = nodes.term("", "", number, nodes.Text(f" {known.topic.replace('-', ' ')}"), ids=[id_])
        definition = nodes.definition("", nodes.paragraph("", "", *self._linked(known.summary)))
        if owed := entries()[rule].obligations:
            definition += nodes.enumerated_list("", *map(self._obligation, owed), classes=["mtg-obligations"])
        if carried := self._fields(rule):
            definition += carried
        return nodes.definition_list_item("", term, definition)

    def _obligation(self, obligation: Obligation) -> nodes.list_item:
        """What a rule demands, and why no test proves it where none does."""
        text = nodes.paragraph("", "", *self._linked(obligation.text))
        if obligation.waits is not None:
            text += [nodes.Text(" "), nodes.emphasis("", f"No test: {obligation.waits}.")]
        return nodes.list_item("", text)

    def _linked(self, text: str) -> list[nodes.Node]:
        """A text with links where it names other rules."""
        known, docname = catalogue(), self.env.docname
        parts = [part for part in _NUMBER.split(text) if part]
        return [rule_reference(part, docname) if part in known else nodes.Text(part) for part in parts]

    def _note(self, rule: str) -> None:
        domain = self.env.domains.standard_domain
        domain.note_hyperlink_target(anchor(rule), self.env.docname, anchor(rule), f"Rule {rule}")

    def _fields(self, rule: str) -> nodes.field_list | None:
        """What carries a rule, kind by kind and machine by machine, and what proves it; None if there is nothing."""
        found: dict[str, dict[str, list[str]]] = {}
        for kind, machine, name in carriers().get(rule, ()):
            found.setdefault(kind, {}).setdefault(machine, []).append(name)
        fields = [
            _field(f"{kind} of {machine}", names) for kind, parts in found.items() for machine, names in parts.items()
        ]
        one = entry(rule)
        for kind, names in (("events", one.events), ("decisions", one.decisions), ("refusals", one.refusals)):
            if names:
                fields.append(_field(f"cited by {kind}", names))
        if tests := self.config.mtg_fsm_rule_tests.get(rule):
            fields.append(_field("tests", tests))
        return nodes.field_list("", *fields, classes=["mtg-carriers"]) if fields else None


def _field(name: str, codes: Iterable[str]) -> nodes.field:
    lines = [nodes.line("", "", nodes.literal("", code)) for code in codes]
    return nodes.field("", nodes.field_name("", name), nodes.field_body("", nodes.line_block("", *lines)))
