"""`python tools/typescript.py`: proves the declarations for TypeScript; with `--write` makes them of the JSON Schemas.

They have to be what the schemas give now. The compiler holds them against a client, what they have to refuse, and real
data of all scenarios; then the compiled client shows real games. Declarations with a fault have to be found out. Exit
status: 0; 1 if anything was wrong; 2 if node or its packages are not there.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml
from test_snapshot import started

from mtg_fsm import History, Pass, Table, new_game, seen_by, view
from mtg_fsm.files import write
from mtg_fsm.scenario import Scenario, load, run
from mtg_fsm.scenario.model import with_commands
from mtg_fsm.schema import DECLARATIONS, schema
from mtg_fsm.words.base import as_list, as_mapping

ROOT: Final = Path(__file__).parent.parent
SCRIPTS: Final = ROOT / "tests" / "foreign"
CLIENT: Final = SCRIPTS / "types"
FILE: Final = ROOT / "mtg_fsm" / "schemas" / DECLARATIONS
SCENARIOS: Final = sorted((ROOT / "tests" / "scenarios").rglob("*.yaml"))
EVERY: Final = 20
"""Of so many games the client is shown one, with views and snapshots."""
SHOWN: Final = 20
"""How many lines of the compiler's are printed."""
FAULTS: Final = {
    "another type": ("  card: string;", "  card: number;"),
    "misspelt tag": ('event: "rolled";', 'event: "roled";'),
    "missing member": ("  | ChooseUntap\n", ""),
    "missing key": ("  decided_by: PlayerId;\n", ""),
    "required key": ("  by?: PlayerId", "  by: PlayerId"),
    "open object": ('  action: "pass";\n', '  action: "pass";\n  [k: string]: unknown;\n'),
}
"""What is put in the place of what, wherever it stands in the declarations, for the compiler to find."""
ROOTS: Final = {
    "scenario": "Scenario",
    "command": "Command",
    "decision": "Decision",
    "event": "MtgEvent",
    "view": "View",
    "snapshot": "Snapshot",
}
"""What each schema is called as a type."""
WHOLE: Final = "MtgFsmData"
UNSAID: Final = frozenset({"$schema", "title", "default", "discriminator", "minItems", "maxItems"})
"""What types do not say: titles would become names of types, and lists that are made at run time have any length."""


def document() -> dict[str, Any]:
    """Each model once, by its name. Raises ValueError if two different ones have the same name."""
    definitions: dict[str, Any] = {}
    for name, root in ROOTS.items():
        made = _scenario() if name == "scenario" else schema(name)
        for model, content in {**made.pop("$defs"), root: made}.items():
            typed = _typed(content)
            if definitions.setdefault(model, typed) != typed:
                raise ValueError(f"{name}: another {model} than in the schemas before")
    return {
        "title": WHOLE,
        "description": "Anything that a game and its clients send each other, or that is kept.",
        "oneOf": [{"$ref": f"#/$defs/{root}"} for root in ROOTS.values()],
        "$defs": dict(sorted(definitions.items())),
    }


def _scenario() -> dict[str, Any]:
    """The schema of scenarios in which an action is a command that may be marked, not commands with one more key."""
    made = with_commands()
    marked = {"type": "object", "properties": {"rejected": made["$defs"]["Action"]["properties"]["rejected"]}}
    made["$defs"]["Action"] = {
        "description": made["$defs"]["Action"]["description"],
        "allOf": [{"$ref": "#/$defs/Command"}, marked],
    }
    return made


def _typed(part: Any) -> Any:
    """A schema without what types do not say, in the words of the drafts that the library knows."""
    listed, mapping = as_list(part), as_mapping(part)
    if listed is not None:
        return [_typed(one) for one in listed]
    if mapping is None:
        return part
    said = {key: _said(key, one) for key, one in mapping.items() if key not in UNSAID}
    if not said.keys() - {"description"}:
        said["tsType"] = "unknown"  # else the library makes an object of it
    if "prefixItems" in said:
        places = said.pop("prefixItems")
        said |= {"items": places, "minItems": len(places), "maxItems": len(places)}
    if "$ref" in said and len(said) > 1:
        said["allOf"] = [{"$ref": said.pop("$ref")}]  # so that the name stays beside the description
    return said


def _said(key: str, part: Any) -> Any:
    if key == "properties":
        return {name: _typed(one) for name, one in part.items()}
    if key == "description":
        return re.sub(r"\bNone\b", "null", part)
    return part if key in ("enum", "const") else _typed(part)


# --- real data ---


def games() -> Iterator[tuple[Scenario, Any]]:
    """All scenarios with what their files say of them."""
    for file in SCENARIOS:
        yield from zip(load(file), yaml.safe_load_all(file.read_text(encoding="utf-8")), strict=True)


def messages(scenario: Scenario, *, shown: bool) -> Iterator[tuple[str, Any]]:
    """Commands, events and decisions of a game, in order; if it is `shown` with a view and a snapshot at each."""
    engine = started(scenario)
    for command in run(scenario).commands[:-1]:
        yield "command", command.brief()
        yield from (("event", event.as_dict()) for event in engine.submit(command))
        if engine.decision is not None:
            yield "decision", engine.decision.model_dump(mode="json")
        if shown:
            yield "view", view(engine, engine.players[0]).as_dict()
            yield "snapshot", engine.snapshot()


def of_seats() -> Iterator[tuple[str, Any]]:
    """What no scenario has: automatic passes and answers."""
    table = Table(History(new_game()))
    for event in (*table.begin(), *table.submit(Pass())):
        yield "event", seen_by(table.engine, "A", event).as_dict()


def shape(kind: str, data: Any) -> tuple[Any, ...]:
    """Of data of one shape the compiler gets one."""
    match kind:
        case "event":
            return (data["event"], *(name for name, value in data.items() if value is None))
        case "command":
            return (data["action"], *sorted(data), *sorted({effect["effect"] for effect in data.get("effects", ())}))
        case "decision":
            return (data["kind"], data["optional"])
        case "view":
            return (data["states"]["turn"], data["draw"], bool(data["winners"]))
        case _:
            return (data["engine"]["turn_state"], data["engine"]["priority_state"])


def write_data(folder: Path) -> int:
    """Writes some games for the client, and for the compiler literals of each shape in all games; how many."""
    literals: dict[tuple[Any, ...], str] = {}

    def note(kind: str, data: Any) -> None:
        literals.setdefault((kind, *shape(kind, data)), f"const _: {ROOTS[kind]} = {json.dumps(data)};")

    for kind, data in of_seats():
        note(kind, data)
    with (folder / "games.jsonl").open("w", encoding="utf-8") as lines:
        for number, (scenario, written) in enumerate(games()):
            literals["scenario", scenario.id] = f"const _: Scenario = {json.dumps(written)};"
            shown = number % EVERY == 0
            for kind, data in messages(scenario, shown=shown):
                note(kind, data)
                if shown:
                    lines.write(json.dumps({"kind": kind, "data": data}) + "\n")
    numbered = (literal.replace("_", f"_{number}", 1) for number, literal in enumerate(literals.values()))
    imports = f'import type {{ {", ".join(ROOTS.values())} }} from "./mtg_fsm.js";'
    (folder / "literals.ts").write_text("\n".join((imports, *(f"export {one}" for one in numbered), "")))
    return len(literals)


# --- node ---


def made() -> str:
    """The declarations that the schemas give now."""
    command = ["node", "typescript.mjs"]
    done = subprocess.run(
        command, cwd=SCRIPTS, input=json.dumps(document()), stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def is_current() -> bool:
    """Whether the file is what the schemas give; says so if not."""
    if FILE.read_text(encoding="utf-8") == made():
        return True
    print(f"{FILE.relative_to(ROOT)} is out of date; run: make typescript")
    return False


def fits(folder: Path, *, quiet: bool = False) -> bool:
    """Whether the compiler takes client and literals, and refuses what has to be refused."""
    command = [str(SCRIPTS / "node_modules" / ".bin" / "tsc"), "--project", str(folder)]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if not quiet:
        print("".join(done.stdout.splitlines(keepends=True)[:SHOWN]), end="")
    return done.returncode == 0


def faults_are_found(folder: Path) -> bool:
    """Whether the compiler finds each fault in the declarations."""
    whole = FILE.read_text(encoding="utf-8")
    missed: list[str] = []
    for fault, (old, new) in FAULTS.items():
        assert old in whole
        (folder / DECLARATIONS).write_text(whole.replace(old, new), encoding="utf-8")
        if fits(folder, quiet=True):
            missed.append(fault)
    print(f"typescript: {len(FAULTS)} faults, {len(missed)} missed {missed or ''}".rstrip(), flush=True)
    return not missed


def hold(folder: Path) -> bool:
    """Whether the declarations are those of real data, as the compiler sees it and as the compiled client shows it."""
    shutil.copytree(CLIENT, folder, dirs_exist_ok=True)
    shutil.copy(FILE, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    number = write_data(folder)
    good = fits(folder)
    print(f"typescript: {number} literals of real data, {'all fit' if good else 'refused'}", flush=True)
    show = [folder / "show.mjs", folder / "client.js", folder / "games.jsonl"]
    return good and subprocess.run(["node", *map(str, show)], check=False).returncode == 0 and faults_are_found(folder)


def main() -> int:
    """Proves the declarations, or writes them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the declarations and prove nothing")
    arguments = parser.parse_args()
    if shutil.which("node") is None or not (SCRIPTS / "node_modules").is_dir():
        print("node and its packages are needed: install nodejs and npm, then run: make foreign", file=sys.stderr)
        return 2
    if arguments.write:
        write(FILE, made().encode())
        return 0
    current = is_current()
    with tempfile.TemporaryDirectory() as name:
        return 0 if hold(Path(name)) and current else 1


if __name__ == "__main__":
    sys.exit(main())
