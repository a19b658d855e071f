"""The layers of docs/architecture.md hold: imports point down and form no cycle, only front ends print."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mqtune"

# a package may import from packages of lower layers (docs/architecture.md)
LAYERS = {
    "text": 1,
    "language": 2,
    "capacity": 2,
    "syntax": 3,
    "project": 4,
    "hosts": 5,
    "estate": 5,
    "analysis": 6,
    "engine": 7,
    "lab": 7,
    "rules": 8,
    "present": 8,
    "session": 9,
    "questions": 10,
    "api": 11,
    "cli": 11,
    "lsp": 11,
    "tui": 11,
}
ANYWHERE = {"assets", ""}  # data files, and the version
# imports between packages of one layer, each with its reason
SAME_LAYER = {
    ("cli", "lsp"),  # the command that starts the server
    ("cli", "tui"),  # the command that opens the terminal UI
}
MOST_PACKAGES, MOST_ARROWS, MOST_MODULES = 18, 100, 590  # an arrow: a package imports another
MOST_LINES = 450
MOST_FILES = 45
GENERATED = "Made from"


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if "_build" not in path.parts)


def package_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py").replace("__init__", "").replace("__main__", "cli")


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Every node of a module's tree, the module first."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path, with_types: bool = False) -> list[tuple[int, str]]:
    """Line and full name of each import, those inside functions included, those for types if wanted."""
    typing_only = (
        set()
        if with_types
        else {
            id(inner)
            for node in nodes(path)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
    )
    found = []
    for node in nodes(path):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mqtune":
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [
                (node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "mqtune"
            ]
    return found


def imported_packages(path: Path) -> list[tuple[int, str]]:
    """Line and package of each import of the program."""
    tops = {entry.stem for entry in PACKAGE.iterdir()}
    found = []
    for line, name in imports(path):
        second = name.split(".")[1] if "." in name else ""
        found.append((line, second if second in tops else ""))
    return found


def test_imports_point_to_lower_layers() -> None:
    wrong = []
    for path in modules():
        package = package_of(path)
        if package in ANYWHERE:
            continue
        assert package in LAYERS, f"{package} is in no layer: see docs/architecture.md"
        for line, other in imported_packages(path):
            if other in ANYWHERE or other == package or other.startswith("__"):
                continue
            assert other in LAYERS, f"{path}:{line} imports {other}, which is in no layer"
            if LAYERS[other] >= LAYERS[package] and (package, other) not in SAME_LAYER:
                wrong.append(f"{path.relative_to(PACKAGE)}:{line}: {package} must not import {other}")
    assert wrong == []


def test_packages_avoid_what_they_must_not_depend_on() -> None:
    """Some packages are kept from others of lower layers."""
    forbidden = {
        "capacity": {"language"},
        "rules": {"present"},
        "present": {"syntax", "estate"},
        "tui": {"syntax", "language"},  # it renders what the session provides
    }
    packages = {package_of(path) for path in modules()}
    assert {*forbidden, *(name for names in forbidden.values() for name in names)} <= packages
    broken = [
        f"{path.relative_to(PACKAGE)}:{line} imports {other}"
        for path in modules()
        for line, other in imported_packages(path)
        if other in forbidden.get(package_of(path), ())
    ]
    assert broken == []


def import_graph() -> dict[str, set[str]]:
    """The modules that each module imports, inside functions and for annotations too."""
    names = {module_name(path) for path in modules()}
    graph: dict[str, set[str]] = {}
    for path in modules():
        targets = {
            name if name in names else name.rpartition(".")[0] for _, name in imports(path, with_types=True)
        }
        graph[module_name(path)] = (targets & names) - {module_name(path)}
    return graph


def cycles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules that import each other, directly or through others."""
    reach: dict[str, set[str]] = {}
    for start, first in graph.items():
        seen: set[str] = set()
        waiting = list(first)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += graph[name]
        reach[start] = seen
    groups = {
        frozenset(other for other in reach[name] if name in reach[other])
        for name in graph
        if name in reach[name]
    }
    return sorted((set(group) for group in groups), key=sorted)


def test_a_cycle_is_detected() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}) == [{"a", "b", "c"}]


def test_no_modules_import_each_other() -> None:
    assert cycles(import_graph()) == []


def test_the_structure_does_not_grow() -> None:
    arrows = {
        (package_of(path), name.split(".")[1])
        for path in modules()
        for _, name in imports(path, with_types=True)
        if name.count(".") and (PACKAGE / name.split(".")[1]).is_dir()
    }
    between = {
        (package, other) for package, other in arrows if package != other and package in {*LAYERS} - {"api"}
    }
    assert len({*LAYERS} - {"api"}) <= MOST_PACKAGES
    assert 50 < len(between) <= MOST_ARROWS
    assert 400 < len(modules()) <= MOST_MODULES


def test_no_folder_is_too_full() -> None:
    folders = {path.parent for path in modules()}
    full = {
        folder.relative_to(ROOT).as_posix(): count
        for folder in folders
        if (count := len(list(folder.glob("*.py")))) > MOST_FILES
    }
    assert full == {}


def test_the_terminal_ui_calculates_nothing() -> None:
    """No statistics, no parsing: neither the library's, nor those of the engine."""
    foreign = {"statistics", "random", "re", "tomllib", "yaml", "lark", "json", "csv", "ast"}
    parts = ("core.statistics", "methods", "output", "simulation", "experiments", "drivers")
    engines = tuple(
        f"mqtune.{name}" for name in ("cli", "syntax", "language", "estate.", "rules", "analysis")
    )
    engines += tuple(f"mqtune.lab.{name}" for name in parts)
    found = [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in modules()
        if package_of(path) == "tui"
        for node in nodes(path)
        for name in imported_names(node)
        if name.split(".")[0] in foreign or name.startswith(engines)
    ]
    assert found == []


def imported_names(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    return [f"{node.module or ''}.{alias.name}" for alias in node.names]


def test_every_module_says_what_it_is_for() -> None:
    """A module opens with a docstring."""
    silent = []
    for path in modules():
        module = nodes(path)[0]
        assert isinstance(module, ast.Module)
        if not ast.get_docstring(module):
            silent.append(str(path.relative_to(PACKAGE)))
    assert silent == []


def test_no_file_is_too_long() -> None:
    long = []
    for path in modules():
        text = path.read_text(encoding="utf-8")
        generated = GENERATED in text[:500] or path.name.startswith("_")
        if text.count("\n") > MOST_LINES and not generated:
            long.append(f"{path.relative_to(PACKAGE)}: {text.count(chr(10))}")
    assert long == []


def test_only_front_ends_and_reports_print() -> None:
    calls = {"print", "sys.exit", "exit", "os._exit"}
    printing = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in modules()
        if package_of(path) not in {"cli", "present", "tui"}
        and path.name != "guard.py"  # a program of its own, whose child exits if it cannot become the driver
        for node in nodes(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in calls
    ]
    assert printing == []


def test_no_name_is_vague() -> None:
    """Names are the field's words."""
    vague = ("manager", "helper", "helpers", "utils", "util", "misc")
    found = [
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        if any(word in path.stem.split("_") for word in vague)
    ]
    for path in modules():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                name = node.name.lower()
                queue_manager = "queuemanager" in name
                if name.endswith(("helper", "utils")) or (name.endswith("manager") and not queue_manager):
                    found.append(f"{path.relative_to(PACKAGE)}: {node.name}")
    assert found == []


PRONOUNS = {"one", "found", "other", "there", "here", "each", "whole", "own", "taken", "made", "past"}


def bound_name(node: ast.AST) -> str:
    """The name that a node gives to a variable, parameter, function, field or attribute; "" if none."""
    match node:
        case (
            ast.Name(id=name, ctx=ast.Store())
            | ast.Attribute(attr=name, ctx=ast.Store())
            | ast.arg(arg=name)
            | ast.FunctionDef(name=name)
            | ast.AsyncFunctionDef(name=name)
            | ast.ClassDef(name=name)
            | ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
            | ast.alias(asname=str(name))
        ):
            return name
    return ""


def pronouns(tree: Iterable[ast.AST]) -> list[tuple[int, str]]:
    """Line and name of each pronoun that is used as a name, also with underscores around it."""
    return [
        (getattr(node, "lineno", 0), name)
        for node in tree
        if (name := bound_name(node)).strip("_") in PRONOUNS
    ]


def test_a_pronoun_is_detected() -> None:
    text = """
    def f(other, *, one=1, **own):
        found: int = 1
        self.made, there[0] = [each for each in other], 2
        with a as here, b as past: ...
        try: import x as _taken
        except E as whole: ...
        match a:
            case [*_one]: ...
            case {"a": found}: ...
        return found.other, f(one=there)
    class own:
        here: str
        async def _whole(self): ...
    """
    lines = pronouns(ast.walk(ast.parse(dedent(text))))
    assert sorted(lines) == [
        (2, "one"),
        (2, "other"),
        (2, "own"),
        (3, "found"),
        (4, "each"),
        (4, "made"),
        (5, "here"),
        (5, "past"),
        (6, "_taken"),
        (7, "whole"),
        (9, "_one"),
        (10, "found"),
        (12, "own"),
        (13, "here"),
        (14, "_whole"),
    ]


def test_no_name_is_a_pronoun() -> None:
    """A name is the noun of what it is: a reader of `queue` need not look up what `one` is."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name} is a pronoun: name what it is (docs/developing/words.md)"
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, name in pronouns(nodes(path))
    ]
    assert wrong == []


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


def test_only_the_console_writes_to_the_terminal() -> None:
    """Everything that a command prints is escaped in one place (cli/console.py)."""
    harmless = {"isatty", "flush", "fileno", "encoding"}  # nothing is written by these
    streams = ("sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__")
    found = []
    for path in modules():
        # the language server and the terminal UI give their streams to a library
        if path.name == "console.py" or package_of(path) in {"lsp", "tui"}:
            continue
        kept = {
            id(node.value)
            for node in nodes(path)
            if isinstance(node, ast.Attribute) and node.attr in harmless
        }
        for node in nodes(path):
            calls = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            stream = isinstance(node, ast.Attribute) and id(node) not in kept and ast.unparse(node) in streams
            if stream or calls in ("print", "typer.echo", "typer.secho", "click.echo", "os.write"):
                found.append(f"{path.relative_to(PACKAGE)}:{node.lineno}")
    found = [one for one in found if not one.startswith(("hosts/", "lab/"))]  # pipes of other processes
    assert found == []
