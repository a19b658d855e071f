"""Only these modules open, list or change files, each for a reason: no other way leads out of a project."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "mqtune"

# what a repository names is resolved by `project/boundary.py` before it gets here
PLACES = {
    # the functions that all others use
    "text/paths.py": "the line of `.git` that says where the folder of git is",
    "text/held.py": "folders, and where what is open lies; lists and makes folders",
    "text/source.py": "reads a file as a whole, up to the limit; writes a file completely or not at all",
    "project/boundary.py": "what the user names, without links of the repository",
    # what a repository names: asks the boundary
    "project/discovery.py": "asks the boundary about each link, and about declared paths",
    "project/gate.py": "the gate, which the user names",
    "project/left_out.py": "files below folders that a search has found; no links",
    "project/ignore_files.py": "no links, only beside the files that are searched",
    "project/load.py": "the project file, unless a link leads out of the repository",
    "project/placeholder_values.py": "paths that the session has asked about, and pipes of the shell",
    "session/applied.py": "asks the boundary about each path, and about folders of wildcards",
    "session/loading.py": "files that the discovery or a script has asked about",
    "session/options.py": "the baseline, which the user names",
    "session/revisions.py": "temporary files; files of a revision, in a folder made for them",
    "session/comparison.py": "the folder for a revision",
    "syntax/carriers/recognise.py": "the head of a file that the discovery has asked about",
    "syntax/mqsc/templates.py": "a file that the discovery has found and asked about",
    "session/fixing/fixes.py": "writes files that the session has read",
    "session/fixing/suppress.py": "the project file, which the session has read",
    "lsp/analysis.py": "files that the session has read, and documents that the editor has opened",
    "lsp/features/navigation.py": "the project file, which the session has read",
    "questions/source.py": "the project file, which the session has read",
    # what the user names
    "capacity/run.py": "the calibration, which the user names",
    "cli/fixes.py": "the baseline, which the user names",
    "questions/values.py": "files that the user names",
    "cli/report.py": "the earlier report, which the user names",
    "hosts/collect/folder.py": "the folder of a collection, which the user names; asks the boundary",
    "hosts/inventory.py": "the inventory, which the user names",
    "lab/journal/journal.py": "journals, which the user names, without links",
    "lab/journal/store.py": "the folder of journals",
    "lab/output/parser.py": "output of drivers, which the user names",
    # what belongs to mqtune or to the system
    "assets.py": "data of the package",
    "cli/experiment_run.py": "the null device",
    "cli/main.py": "the null device",
    "hosts/collect/transports.py": "temporary files",
    "hosts/guard.py": "the process table, and temporary files",
    "hosts/machine.py": "the process table",
    "hosts/name_lock.py": "locks in the folder for temporary files",
    "hosts/ssh.py": "the folder of its socket",
    "lab/drivers/processes/surroundings.py": "sizes of the files that a process writes",
    "lab/drivers/real.py": "programs on the path",
    "lab/engine/preflight.py": "the head of a program",
    "present/html/page.py": "data of the package",
    "tui/project.py": "a copy of the example of the package",
    "tui/application.py": "what was typed, in the folder of the user",
    "questions/models.py": "temporary files",
}

NAMES = {"open", "read_file", "read_typed", "read_head", "write_file", "open_regular", "open_unlinked"}
NAMES |= {"open_folder", "list_folder", "make_folders", "remove_file"}
METHODS = {"read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "rglob", "touch", "symlink_to"}
FUNCTIONS = {
    "os": {
        *("open", "scandir", "listdir", "walk", "fwalk", "mkdir", "makedirs", "remove", "unlink", "rmdir"),
        *("rename", "replace", "symlink", "link", "truncate", "mkfifo", "chmod", "chown", "utime"),
    },
    "io": {"open", "open_code", "FileIO"},
    "codecs": {"open"},
    "shutil": {"copy", "copy2", "copyfile", "copytree", "move", "rmtree", "make_archive", "unpack_archive"},
    "tomllib": {"load"},
    "linecache": {"getline", "getlines"},
    "tempfile": {"NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp"},
    "glob": {"glob", "iglob"},
}


def opening(tree: ast.AST) -> bool:
    """Whether a call in a module opens, lists or changes files."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in NAMES:
                return True
            if isinstance(called, ast.Attribute):
                owner = called.value.id if isinstance(called.value, ast.Name) else ""
                if called.attr in FUNCTIONS.get(owner, ()) or called.attr in METHODS:
                    return True
        elif isinstance(node, ast.ImportFrom):
            names = FUNCTIONS.get(node.module or "", set())
            if any(alias.name in names for alias in node.names):
                return True
    return False


def test_only_the_listed_modules_open_files() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "_build" not in path.parts and opening(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found - PLACES.keys() == set(), "reads or writes a file: use the functions of text/ and project/"
    assert PLACES.keys() - found == set(), "opens no file any more: remove the entry"


def test_nothing_outside_of_text_and_project_writes_what_the_user_names() -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "mqtune.text.source"
        and any(alias.name == "write_file" for alias in node.names)
    }
    assert users == {"project/boundary.py", "session/fixing/fixes.py"}
