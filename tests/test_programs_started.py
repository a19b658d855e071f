"""Only these modules start or look for programs: none is taken from the working folder."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "mqtune"

PLACES = {
    "hosts/command.py": "commands with a limit: their programs are looked up by text/paths.py",
    "hosts/guard.py": "the command that it is given by its path; on another host the one found there",
    "hosts/guarded.py": "Python itself, by its absolute path",
    "hosts/ssh.py": "ssh, looked up by text/paths.py",
    "project/git.py": "git, looked up by text/paths.py outside of the repositories of the run",
    "tui/background.py": "the editor of the user, looked up by text/paths.py",
}
STARTS = {"Popen", "run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"}
OF_SYSTEM = ("exec", "spawn", "posix_spawn", "system", "popen", "startfile")


def starts(tree: ast.AST) -> bool:
    """Whether a module starts a program, or looks for one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("subprocess", "pty", "webbrowser"):
            return True
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            continue
        module, name = node.value.id, node.attr
        if module == "subprocess" and name in STARTS and isinstance(node.ctx, ast.Load):
            return True
        if (module == "os" and name.startswith(OF_SYSTEM)) or (module, name) == ("shutil", "which"):
            return True
        if module in ("pty", "webbrowser") or name in ("create_subprocess_exec", "create_subprocess_shell"):
            return True
    return False


def test_only_the_listed_modules_start_programs() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "_build" not in path.parts and starts(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == PLACES.keys(), "starts a program: look it up with text/paths.py, and state it here"
