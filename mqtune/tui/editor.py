"""The command that opens the user's editor at a line."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping

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
