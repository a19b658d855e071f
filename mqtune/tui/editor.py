"""Opens the user's editor at a line."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

from textual.app import App, SuspendNotSupported

# editors that accept `+LINE` before the file
WITH_PLUS = (
    "vi",
    "vim",
    "nvim",
    "view",
    "nano",
    "emacs",
    "emacsclient",
    "micro",
    "kak",
    "joe",
    "mg",
    "ne",
    "jed",
)
WITH_COLON = ("hx", "helix", "subl", "zed")
USUAL = ("vi", "nano", "notepad")


def editor_command(environment: Mapping[str, str], path: str, line: int) -> list[str]:
    """Return the command that opens a file at a line; empty if no editor is found."""
    words = shlex.split(environment.get("VISUAL") or environment.get("EDITOR") or "")
    if not words:
        words = [name for name in USUAL if shutil.which(name)][:1]
    if not words:
        return []
    name = os.path.basename(words[0]).removesuffix(".exe")
    if name in WITH_PLUS:
        return [*words, f"+{line}", path]
    if name in WITH_COLON:
        return [*words, f"{path}:{line}"]
    if name in ("code", "codium", "cursor"):
        return [*words, "--goto", f"{path}:{line}"]
    return [*words, path]


def edit(app: App[Any], path: str, line: int) -> tuple[str, str]:
    """Run the editor while the app is suspended; return a message with its severity, "" if all went well."""
    command = editor_command(os.environ, path, line)
    if not command:
        return "no editor found; set EDITOR to your editor", "error"
    try:
        with app.suspend():
            status = subprocess.run(command, check=False).returncode
    except SuspendNotSupported:
        return "this terminal cannot run an editor", "error"
    except OSError as error:
        return f"{command[0]} cannot be started: {(error.strerror or str(error)).lower()}", "error"
    return (f"{command[0]} ended with status {status}", "warning") if status else ("", "information")
