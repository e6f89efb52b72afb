"""The command `mtg-fsm rules`: what each rule demands, what proves it and what carries it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, Final

import typer
from rich.text import Text

from mtg_fsm.cli.output import print_json, print_table, terminal
from mtg_fsm.cli.tables import ARROW
from mtg_fsm.diagrams.tables import Cell, Rows
from mtg_fsm.errors import RuleError
from mtg_fsm.rules.carriers import Carrier
from mtg_fsm.rules.catalogue import by_section, is_within, nearest, section_of, sort_key
from mtg_fsm.rules.editions import BASE, EDITIONS, check, numbers, rules_numbered
from mtg_fsm.rules.entries import Carried, Entry, entries, entry
from mtg_fsm.rules.sections import SECTIONS

HEAD: Final = ("rule", "here", "topic", "tests", "proved", "carried by")
"""Of the table; `here` is the number used here where the edition has another."""
SHORT: Final = 2
"""Carriers that the table names."""
WIDTH: Final = 76
"""Of the text about a rule where there is no terminal."""
MOST: Final = 100
"""Of the text about a rule at most."""
_RANGE: Final = re.compile(r"(\d{3})-(\d{3})")
_NOT_THERE: Final = "-"
"""In place of the number of a rule that an edition does not have."""


def rules(
    parts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULES",
            help="Sections such as 514, ranges of them such as 500-514, or rules with those below them such as 508.1. "
            "Left out: all.",
            show_default=False,
        ),
    ] = None,
    rule: Annotated[
        str | None,
        typer.Option(metavar="NUMBER", help="Show all about one rule or section.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All that is known, as JSON.")] = False,
    uncovered: Annotated[
        bool, typer.Option("--uncovered", help="Only what no test proves, and why; exit status 1 if there is any.")
    ] = False,
    edition: Annotated[
        str,
        typer.Option(
            metavar=f"[{'|'.join(EDITIONS)}]",
            help="Whose numbers are shown, and meant by RULES and NUMBER. A NUMBER that it does not have may be one of "
            f"{BASE}.",
        ),
    ] = BASE,
) -> None:
    """Show the rules: what each demands, how much of that tests prove, and what of the machines carries it.

    What is proved and carried was gathered by running the tests: parts are `used` where the definition of a machine
    names the rule and tests of it used them, `declared` where they did not, `cited by` what named the rule as they ran.

    Example: mtg-fsm rules --rule 514.3a

    Exit status: 0; with --uncovered 1 if a test is missing; 2 if there is no such rule.
    """
    check(edition)
    if rule is not None and (parts or uncovered):
        raise typer.BadParameter("goes without RULES and --uncovered", param_hint="--rule")
    if rule is not None:
        _show_one([entry(number) for number in _meant(rule, edition)], edition, as_json=as_json)
        return
    chosen = _chosen(parts or (), edition)
    if uncovered:
        chosen = [shown for shown in chosen if shown.unproved]
    if as_json:
        print_json([_data(shown) for shown in chosen], indent=2)
    elif uncovered:
        _print_uncovered(chosen, edition)
    else:
        print_table(_tables(chosen, edition))
    raise typer.Exit(1 if uncovered and chosen else 0)


# --- which rules ---


def _meant(number: str, edition: str) -> Sequence[str]:
    """The rules, by what they are called here, that a number means: in the edition, else in the one used here."""
    sort_key(number)
    found = rules_numbered(number, edition)
    if found or number in entries() or number in SECTIONS:
        return found or (number,)
    known = SECTIONS if number.isdecimal() else entries()
    alike = dict.fromkeys(there for shown in known for there in numbers(shown, edition))
    raise RuleError(f"there is no rule {number} here; near it are {nearest(number, alike)}")


def _chosen(parts: Iterable[str], edition: str) -> list[Entry]:
    """The entries of the rules that are asked for, in order; of all if nothing is."""
    wanted = [_of_range(part, edition) for part in parts]
    return [
        shown
        for number, shown in entries().items()
        if not wanted or any(is_within(number, name) for names in wanted for name in names)
    ]


def _of_range(part: str, edition: str) -> Sequence[str]:
    """What a part of the catalogue is called here; RuleError if it has no rule."""
    found = _RANGE.fullmatch(part)
    if found is None:
        return _meant(part, edition)
    there = {section: numbers(section, edition) for section in SECTIONS}
    names = [section for section, has in there.items() if any(found[1] <= number <= found[2] for number in has)]
    if not names:
        raise RuleError(
            f"there is no section from {found[1]} to {found[2]} here; near are {nearest(found[1], SECTIONS)}"
        )
    return names


def _number(rule: str, edition: str) -> str:
    """The number of a rule in an edition; what is newer than the one used here has its later number there, too."""
    return rule if edition == BASE else ", ".join(numbers(rule, edition)) or _NOT_THERE


# --- the table ---


def _tables(shown: Sequence[Entry], edition: str) -> Sequence[Rows]:
    """The rules, one item a column, then in fewer columns; a section before its rules."""
    with_sections: list[Entry] = []
    for one in shown:
        section = section_of(one.rule.number)
        if not with_sections or section_of(with_sections[-1].rule.number) != section:
            with_sections.append(entry(section))
        with_sections.append(one)
    rows = [_row(one, edition) for one in with_sections]
    narrow = [
        ((*number, *here, *topic), tests, proved, carried) for number, here, topic, tests, proved, carried in rows
    ]
    return Rows(HEAD, rows), Rows(("rule", *HEAD[3:]), narrow)


def _row(one: Entry, edition: str) -> tuple[Cell, Cell, Cell, Cell, Cell, Cell]:
    """The number in the edition, the number here if that is another, and what the table has of it."""
    rule, owed = one.rule, one.obligations
    number = _number(rule.number, edition)
    return (
        (number,),
        () if number == rule.number else (rule.number,),
        (_topic(one),),
        (str(len(one.tests)),) if owed else (),
        (f"{len(owed) - len(one.unproved)}/{len(owed)}",) if owed else (),
        _in_short(one),
    )


def _topic(one: Entry) -> str:
    return one.rule.topic.replace("-", " ")


def _in_short(one: Entry) -> Cell:
    """The first carriers: those used in tests before others, declared before observed ones, arcs last.

    Without any: the guards of refusals, else the rule above.
    """
    if one.refusals and not one.carriers:
        first, *others = _first(one.refusals)
        return (f"refusals by {first}", *others)
    if one.part_of:
        return (f"as a part of {one.part_of}",)
    ordered = sorted(one.carriers, key=lambda part: (not part.used, not part.declared, part.carrier.kind == "arcs"))
    return _first(list(dict.fromkeys(_name(part.carrier) for part in ordered)))


def _first(names: Sequence[str]) -> Cell:
    return (*names[:SHORT], *((f"and {len(names) - SHORT} more",) if len(names) > SHORT else ()))


def _name(carrier: Carrier) -> str:
    return carrier.name.replace("→", ARROW)


# --- one rule ---


def _show_one(shown: Sequence[Entry], edition: str, *, as_json: bool) -> None:
    if as_json:
        print_json([_data(one) for one in shown], indent=2)
        return
    console = terminal()
    width = min(console.width, MOST) if console else WIDTH
    for number, one in enumerate(shown):
        for line, style in (*([("", "")] if number else ()), *_text(one, edition, width)):
            if console:
                console.print(Text(line, style), soft_wrap=True)
            else:
                typer.echo(line)


def _text(one: Entry, edition: str, width: int) -> Iterator[tuple[str, str]]:
    """All about a rule: lines, each with its style."""
    yield f"{_title(one, edition)}: {_topic(one)}", "bold cyan"
    for part in (
        [(line, "") for line in _wrapped(one.rule.summary, width)],
        [*_obligations(one, width)],
        [*_carriers(one)],
        [*_listed("Cited by", _citing(one), width)],
        [*_listed("Rules", _rules_of(one, edition), width)],
        [*_listed("Editions", one.edition_note or "", width)],
    ):
        yield from (*([("", "")] if part else ()), *part)


def _title(one: Entry, edition: str) -> str:
    here, there = one.rule.number, _number(one.rule.number, edition)
    if edition == BASE:
        return here
    return f"{there} in {edition} and here" if there == here else f"{there} in {edition}, {here} here"


def _obligations(one: Entry, width: int) -> Iterator[tuple[str, str]]:
    """What the rule demands, each with the tests that prove it, file by file, or why there is none."""
    if one.obligations:
        yield f"Obligations, {len(one.obligations) - len(one.unproved)} of {len(one.obligations)} proved", "bold"
    for obligation in one.obligations:
        yield from ((line, "") for line in _wrapped(obligation.text, width, f"{obligation.number:3}  ", " " * 5))
        files: dict[str, list[str]] = {}
        for test in obligation.tests:
            file, _, name = test.partition("::")
            files.setdefault(file, []).append(name)
        for file, names in files.items():
            yield f"       {file}", "dim"
            yield from ((f"         {name}", "green") for name in names)
        if obligation.waits is not None:
            yield from ((line, "yellow") for line in _wrapped(obligation.waits, width, "       no test: ", " " * 9))


def _carriers(one: Entry) -> Iterator[tuple[str, str]]:
    """What carries a rule, machine by machine and kind by kind; if nothing does, what carries the one above it."""
    carried = entry(one.part_of).carriers if one.part_of else one.carriers
    if not carried:
        return
    yield (f"Carried as a part of {one.part_of} by" if one.part_of else "Carried by"), "bold"
    column = max(len(_name(part.carrier)) for part in carried)
    before = ("", "")
    for part in carried:
        kind, machine, _ = part.carrier
        if machine != before[0]:
            yield f"  {machine}", ""
        label = kind if (machine, kind) != before else ""
        yield f"    {label:<9}  {_name(part.carrier):<{column}}  {_how(part)}", "" if part.used else "dim"
        before = (machine, kind)


def _how(one: Carried) -> str:
    """How a part is known to carry the rule."""
    declared = "used" if one.used else "declared" if one.declared else ""
    cited = f"cited by {', '.join(one.cited_by)}" if one.cited_by else ""
    return ", ".join(filter(None, (declared, cited)))


def _citing(one: Entry) -> str:
    kinds = (("events", one.events), ("decisions", one.decisions), ("refusals by", one.refusals))
    return "; ".join(f"{kind} {', '.join(names)}" for kind, names in kinds if names)


def _rules_of(one: Entry, edition: str) -> str:
    """The rules of a section."""
    return ", ".join(_number(rule, edition) for rule in by_section().get(one.rule.number, ()))


def _listed(name: str, text: str, width: int) -> Iterator[tuple[str, str]]:
    if text:
        yield name, "bold"
        yield from ((line, "") for line in _wrapped(text, width, "  ", "  "))


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> Sequence[str]:
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


# --- what no test proves ---


def _print_uncovered(shown: Sequence[Entry], edition: str) -> None:
    """Every obligation that no test proves, and why: on a terminal fitted to its width, else a line each."""
    console = terminal()
    for one in shown:
        for obligation in one.unproved:
            first = f"{_number(one.rule.number, edition)} ({obligation.number}): {obligation.text}"
            text = f"{first} No test: {obligation.waits}"
            for line in _wrapped(text, console.width, rest="  ") if console else [text]:
                typer.echo(line)


# --- data ---


def _data(one: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    rule = one.rule
    return {
        "rule": rule.number,
        "numbers": {each: list(numbers(rule.number, each)) for each in EDITIONS},
        "topic": rule.topic,
        "summary": rule.summary,
        "obligations": [
            {
                "number": obligation.number,
                "text": obligation.text,
                "tests": list(obligation.tests),
                "waits": obligation.waits,
            }
            for obligation in one.obligations
        ],
        "carriers": [
            {
                **carried.carrier._asdict(),
                "declared": carried.declared,
                "used": carried.used,
                "cited_by": list(carried.cited_by),
            }
            for carried in one.carriers
        ],
        "events": list(one.events),
        "decisions": list(one.decisions),
        "refusals": list(one.refusals),
        "part_of": one.part_of,
        "edition_note": one.edition_note,
    }
