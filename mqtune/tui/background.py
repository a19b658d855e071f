"""What runs behind a screen: work in the event loop or in a thread, without the garbage collector while it
uses the engine; and the user's editor.

Errors of the work are reported by the app.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shlex
import subprocess
import threading
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar, cast

from textual.app import App, SuspendNotSupported
from textual.dom import DOMNode
from textual.worker import get_current_worker

from mqtune.project.boundary import typed_refusal
from mqtune.text.messages import reason_of
from mqtune.text.paths import program_path

Found = TypeVar("Found")

# The garbage collector is kept from traversing the engine's objects while the user types: one traversal of
# the thousands of objects of a large estate takes longer than a key press may wait.

ENOUGH = 3  # collections of young objects after which there is enough for a full one
NEVER = 1_000_000
LITTLE, MUCH = 100_000, 1_000_000  # objects that work has left, up to 20 MB and 200 MB of garbage
_lock = threading.Lock()
_at_work: list[object] = []  # the threads that are using the engine
_garbage = [0]  # the objects that work has left since the last full collection
_in_use = [0]  # those that were in use then


class CollectorPaused:
    """A context for work of the engine in a thread: the objects it makes are frozen afterwards.

    Frozen objects are not traversed again until `collect_garbage`, which runs while the app is idle.
    """

    __slots__ = ()

    def __enter__(self) -> None:
        with _lock:
            _at_work.append(self)
            gc.disable()

    def __exit__(self, *_: object) -> None:
        with _lock:
            _at_work.remove(self)
            _garbage[0] += gc.get_count()[0]  # the objects that were made and not freed
            gc.freeze()
            if not _at_work:
                gc.enable()


async def in_engine(work: Callable[..., Found], *given: Any) -> Found:
    """Run work of the engine in a thread, without the garbage collector."""

    def paused() -> Found:
        with CollectorPaused():
            return work(*given)

    return await asyncio.to_thread(paused)


def collect_when_idle_only() -> None:
    """Leave full collections, each as long as a key may wait, to `collect_young` and `collect_garbage`."""
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


def collect_young() -> None:
    """Collect what was made since the last full collection, unless it is little or the engine is in use."""
    with _lock:
        if not _at_work and gc.get_count()[2] >= ENOUGH:
            gc.collect()
            gc.freeze()


def freeze_young() -> None:
    """Keep the screens that were just made from being traversed, unless the engine is in use."""
    with _lock:
        if not _at_work:
            gc.freeze()


def collect_garbage() -> bool:
    """Collect the garbage of earlier work, which blocks the process. False if the engine is in use."""
    with _lock:
        if _at_work:
            return False
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        note_all_in_use()
        return True


def note_all_in_use() -> None:
    """Note that all frozen objects are in use."""
    _garbage[0] = 0
    _in_use[0] = gc.get_freeze_count()


def is_full() -> bool:
    """Whether work has left enough since the last full collection for another: as much as is in use, or much.

    The time of a collection is that of traversing what is in use.
    """
    return _garbage[0] > min(MUCH, max(LITTLE, _in_use[0]))


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


async def in_thread(frame: App[Any], work: Callable[[], Found], group: str) -> Found:
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
