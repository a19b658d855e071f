"""Background work of a screen, in the event loop or in a thread, and the user's editor.

Errors are reported by the app.
"""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar, cast

from textual.app import App, SuspendNotSupported
from textual.dom import DOMNode
from textual.worker import get_current_worker

from mqtune.project.boundary import typed_refusal
from mqtune.text.messages import reason_of
from mqtune.text.paths import program_path
from mqtune.tui.collector import in_engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.tui.application import Application


Found = TypeVar("Found")
SMALL = 2000  # findings that are arranged within a key press


def behind(node: DOMNode, work: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
    """Run work in the background; work of the same group that is still running is abandoned."""
    # a callable rather than a coroutine: a coroutine that is never started causes a warning
    # a description, else Textual describes a partial with all that it contains: a whole estate
    node.run_worker(cast("Any", work), group=group, description=group, exclusive=True, exit_on_error=False)


def computed(
    node: DOMNode, work: Callable[[], Found], show: Callable[[Found], None], size: int, group: str
) -> None:
    """Compute something and show it: at once if it is small, else in a thread, so that no key waits."""
    if size <= SMALL:
        node.workers.cancel_group(node, group)
        show(work())
        return

    async def later() -> None:
        result = await in_engine(work)
        if node.is_attached:
            show(result)

    behind(node, later, group)


def stop_if_abandoned() -> None:
    """End the work of the thread that calls it, if its worker was cancelled. Raises CancelledError."""
    if get_current_worker().is_cancelled:
        raise asyncio.CancelledError


async def in_thread(frame: Application, work: Callable[[], Found], group: str) -> Found:
    """Run work in a thread, and return its result."""
    worker = frame.run_worker(
        cast("Any", work), thread=True, group=group, description=group, exit_on_error=False
    )
    return cast("Found", await worker.wait())


# The user's editor, opened at a line.

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
    """Return the command that opens a file at a line; empty if no editor is found.

    The path is absolute: a name that begins with `+` or `-` would be a command or an option of the editor.
    Raises ValueError if the editor that the user has chosen cannot be used.
    """
    words = shlex.split(environment.get("VISUAL") or environment.get("EDITOR") or "")
    words = words or [name for name in USUAL if program_path(name, _folders(environment))][:1]
    if not words:
        return []
    name = os.path.basename(words[0]).removesuffix(".exe")
    if not os.path.dirname(words[0]):
        program = program_path(words[0], _folders(environment))
        if program is None:
            raise ValueError(f"{words[0]} was not found on the PATH")
        words[0] = program
    path = os.path.abspath(path)
    if name in WITH_PLUS:
        return [*words, f"+{line}", path]
    if ":" in os.path.splitdrive(path)[1]:
        return [*words, path]  # an editor may read the text after any colon as the line
    if name in WITH_COLON:
        return [*words, f"{path}:{line}"]
    if name in ("code", "codium", "cursor"):
        return [*words, "--goto", f"{path}:{line}"]
    return [*words, path]


def _folders(environment: Mapping[str, str]) -> str:
    return environment.get("PATH", os.defpath)


def edit(app: App[Any], path: str, line: int) -> tuple[str, str]:
    """Run the editor while the app is suspended; return a message with its severity, "" if all went well.

    A file is not opened through a link that leads out of the project or into the folder of git.
    """
    if refusal := typed_refusal(path):
        return f"{path} is not opened: {refusal}", "warning"
    try:
        command = editor_command(os.environ, path, line)
    except ValueError as error:
        return f"the editor cannot be started: {error}", "error"
    if not command:
        return "no editor found; set EDITOR to your editor", "error"
    try:
        with app.suspend():
            status = subprocess.run(command, check=False).returncode
    except SuspendNotSupported:
        return "this terminal cannot run an editor", "error"
    except OSError as error:
        return f"{command[0]} cannot be started: {reason_of(error)}", "error"
    return (f"{command[0]} ended with status {status}", "warning") if status else ("", "information")
