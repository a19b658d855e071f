"""The house holds: no arrow runs up, modules say what they are for, nobody prints but the faces."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mqtune"

# a module may import from its own floor's room and from lower floors
FLOORS = {
    "text": 1,
    "language": 1,
    "capacity": 1,
    "findings": 2,
    "syntax": 2,
    "project": 2,
    "report": 3,
    "estate": 3,
    "checks": 4,
    "tune": 4,
    "session": 5,
    "projects": 5,
    "intake": 5,
    "options": 5,
    "outcome": 5,
    "processes": 5,
    "repair": 5,
    "modelling": 5,
    "experimenting": 5,
    "mending": 5,
    "isolating": 5,
    "topology": 5,
    "silencing": 5,
    "highlighting": 5,
    "source_view": 5,
    "lab": 5,
    "lsp": 6,
    "cli": 6,
    "tui": 6,
}
EVERYBODY = {"assets", ""}  # data files, and the version
# neighbours on one floor that may know each other, each with its reason
NEIGHBOURS = {
    ("project", "syntax"),  # discovery knows files by the names the carriers know
    ("session", "intake"),
    ("session", "options"),
    ("session", "outcome"),
    ("session", "processes"),
    ("session", "repair"),
    ("projects", "session"),  # several sessions as one
    ("projects", "options"),
    ("projects", "outcome"),
    ("projects", "repair"),
    ("repair", "session"),  # a repair looks at the changed texts through a session; types only
    ("repair", "outcome"),
    ("mending", "projects"),  # a finding belongs to one of several projects
    ("mending", "repair"),
    ("mending", "session"),
    ("isolating", "mending"),  # what it gives is a change
    ("isolating", "projects"),  # a queue manager belongs to one of several projects
    ("isolating", "session"),
    ("silencing", "mending"),  # what it gives is a change
    ("silencing", "session"),
    ("source_view", "highlighting"),
    ("modelling", "options"),  # the error that a face shows
    ("experimenting", "options"),
    ("experimenting", "lab"),  # the door to the lab
    ("lab", "session"),  # an experiment plans against the estate
    ("cli", "tui"),  # commands of the command line that open the other faces
    ("cli", "lsp"),
}
# rooms on floor 5 and below that a face may still use by themselves are all lower floors
MOST_LINES = 400
GENERATED = "Made from"


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_build" not in path.parts)


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py").replace("__init__", "").replace("__main__", "cli")


def imported(path: Path) -> list[tuple[int, str]]:
    """Line and room of each import of the package, those for types only left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mqtune":
            parts = (node.module or "").split(".")
            rooms = [parts[1]] if len(parts) > 1 else [alias.name for alias in node.names]
            found += [(node.lineno, room) for room in rooms]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.split(".")[0] == "mqtune"]
            found += [(node.lineno, name.split(".")[1] if "." in name else "") for name in names]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_import_runs_up_the_house(path: Path) -> None:
    room = room_of(path)
    if room in EVERYBODY:
        return
    assert room in FLOORS, f"{room} stands on no floor: see docs of the architecture"
    for line, other in imported(path):
        if other in EVERYBODY or other == room or other.startswith("__"):
            continue
        assert other in FLOORS, f"{path.name}:{line} imports {other}, which stands on no floor"
        down = FLOORS[other] < FLOORS[room]
        assert down or (room, other) in NEIGHBOURS, f"{path.name}:{line}: {room} must not know {other}"


def test_the_rooms_know_only_what_they_may() -> None:
    """Some rooms are kept from others that stand below them."""
    forbidden = {
        "capacity": {"syntax", "estate", "project", "language"},
        "estate": {"findings"},
        "report": {"checks", "syntax", "estate", "project"},
        "findings": {"syntax", "project", "language"},
        "syntax": {"findings", "project", "capacity"},
        "project": {"findings", "estate", "capacity"},
        "tune": {"checks"},
        "tui": {"syntax"},  # it renders what the engine says
    }
    broken = [
        f"{path.relative_to(PACKAGE)}:{line} knows {other}"
        for path in modules()
        for line, other in imported(path)
        if other in forbidden.get(room_of(path), ())
    ]
    assert broken == []


def test_the_terminal_ui_calculates_nothing() -> None:
    """No statistics, no parsing: neither the library's, nor those of the engine."""
    foreign = {"statistics", "random", "re", "tomllib", "yaml", "lark", "json", "csv"}
    found = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in modules()
        if room_of(path) == "tui"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in imported_names(node)
        if name.split(".")[0] in foreign or name.startswith(("mqtune.lab.statistics", "mqtune.cli"))
    ]
    assert found == []


def imported_names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module or ""] if isinstance(node, ast.ImportFrom) else []


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), "a module opens with a docstring"


def test_no_file_is_longer_than_a_reader_bears() -> None:
    long = []
    for path in modules():
        text = path.read_text(encoding="utf-8")
        generated = GENERATED in text[:500] or path.name.startswith("_")
        if text.count("\n") > MOST_LINES and not generated:
            long.append(f"{path.relative_to(PACKAGE)}: {text.count(chr(10))}")
    assert long == []


def test_only_faces_and_reports_print() -> None:
    calls = {"print", "sys.exit", "exit", "os._exit"}
    printing = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        if room_of(path) not in {"cli", "report", "tui"}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in calls
    ]
    assert printing == []


def test_nobody_is_called_a_helper() -> None:
    """Names are the field's words."""
    vague = ("manager", "helper", "helpers", "utils", "util", "misc")
    found = [
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        if any(word in path.stem.split("_") for word in vague)
    ]
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                name = node.name.lower()
                queue_manager = "queuemanager" in name
                if name.endswith(("helper", "utils")) or (name.endswith("manager") and not queue_manager):
                    found.append(f"{path.relative_to(PACKAGE)}: {node.name}")
    assert found == []


def test_no_module_names_a_machine_or_asks_a_question() -> None:
    """The repository speaks of the project alone, and a message states."""
    words = ("/work/", "/home/", "did you mean", "please")
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in [*modules(), *ROOT.glob("rules/**/*.md"), *ROOT.glob("docs/**/*.md")]
        for word in words
        if word in path.read_text(encoding="utf-8").lower() and path.name not in {"rules.md", "page_head.py"}
    ]
    assert found == []
