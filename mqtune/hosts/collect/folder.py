"""The folder of a collection: its files, `collected.json`, and a project file that declares it.

`collected.json` is written before the first command and after each part, so that a collection that is
killed leaves a folder that states what is missing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from mqtune import __version__
from mqtune.language.masking import find_secrets, masked
from mqtune.project.boundary import INSIDE, Boundary, make_folder, write_output
from mqtune.project.tables import toml_string
from mqtune.syntax.carriers.names import COLLECTED
from mqtune.text.held import list_folder
from mqtune.text.messages import CorrectableError, reason_of
from mqtune.text.paths import FileNames, as_same_file
from mqtune.text.source import read_file, remove_file

NAME = COLLECTED
PROJECT = "mqtune.toml"
KEPT, MISSING, ABSENT = "collected", "missing", "absent"
NOT_YET = "the collection did not get this far"
HOST, MANAGERS = "host", "queue-managers"
CONFIGURATION = (".mqsc", ".ini")  # the files that define a queue manager; the others are its state


class FolderError(CorrectableError):
    """The folder cannot be used; `help` states what to do."""


@dataclass(slots=True)
class Part:
    """One part of a collection, with the command that reads it and what became of it.

    `essential` parts are the configuration of the queue manager: without one of them it is incomplete.
    `absent` means that the host has no such file, which is not an error.
    """

    what: str
    queue_manager: str | None
    file: str
    command: str
    essential: bool = False
    state: str = MISSING
    why: str | None = NOT_YET
    replaced_secrets: int = 0

    def row(self) -> dict[str, object]:
        """The part as an entry of collected.json."""
        row: dict[str, object] = {"part": self.what, "queue_manager": self.queue_manager, "state": self.state}
        row |= {"essential": self.essential, "file": self.file if self.state == KEPT else None}
        row |= {"command": self.command or None}
        return row | {"why": self.why, "replaced_secrets": self.replaced_secrets}


@dataclass(slots=True)
class Collected:
    """A queue manager of the collection, and what its project table declares."""

    name: str
    status: str = ""
    declared: dict[str, object] = field(default_factory=dict)


class Folder:
    """Writes a collection."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.parts: list[Part] = []
        self.managers: dict[str, Collected] = {}
        self.platform: str | None = None
        self._written: dict[str, Part] = {}  # by their paths
        self._folders: dict[str, str] = {}  # of queue managers, by their names
        self._names = FileNames()
        self._head = {"from": source, "started": now(), "ended": None}

    def create(self, replace: bool) -> None:
        """Make the folder, or clear one of an earlier collection. Raises FolderError."""
        try:
            make_folder(self.path)
            entries = list_folder(self.path)
            if entries and not replace:
                raise FolderError(
                    f"{self.path} is not empty",
                    "name a new folder, or replace an earlier collection with --replace",
                )
            if entries:
                self._clear()
            self.save()
        except OSError as error:
            reason = reason_of(error)
            raise FolderError(
                f"cannot write {self.path}: {reason}", "name a folder that you can write"
            ) from None

    def plan(self, what: str, manager: str | None, file: str, command: str, essential: bool = False) -> Part:
        """Record a part that is to be collected."""
        home = f"{MANAGERS}/{self._folder_of(manager)}" if manager else HOST
        part = Part(what, manager, f"{home}/{file}", command, essential)
        self.parts.append(part)
        return part

    def _folder_of(self, manager: str) -> str:
        """The folder of a queue manager, in which `/` becomes `&` as in those of MQ."""
        if manager not in self._folders:
            self._folders[manager] = self._names.of(manager.replace("/", "&"), "queue-manager")
        return self._folders[manager]

    def put(self, part: Part, text: str) -> None:
        """Write the text of a part, without secrets."""
        target = self._target(part.file)
        if target is None:
            self.fail(part, f"the host gives a name that leads out of the folder: {part.file}")
            return
        if self._written.setdefault(as_same_file(part.file), part) is not part:
            self.fail(part, f"another part is the same file for some file system: {part.file}")
            return
        part.replaced_secrets = len(find_secrets(text))
        make_folder(os.path.dirname(target))
        _write(target, masked(text) if part.replaced_secrets else text)
        part.state, part.why = KEPT, None
        self.save()

    def fail(self, part: Part, why: str) -> None:
        """Record that a part could not be collected."""
        part.state, part.why = MISSING, masked(why, prose=True)
        self.save()

    def skip(self, part: Part, why: str) -> None:
        """Record that the host has no such part."""
        part.state, part.why = ABSENT, masked(why, prose=True)
        self.save()

    def is_complete(self, manager: str) -> bool:
        """Whether every essential part of a queue manager was collected."""
        mine = [part for part in self.parts if part.queue_manager == manager and part.essential]
        return bool(mine) and all(part.state != MISSING for part in mine)

    def finish(self) -> None:
        """Record the end, and declare what is complete."""
        self._head["ended"] = now()
        self.save()

    def save(self) -> None:
        """Write collected.json and the project file."""
        head = {"version": 1, "tool": {"name": "mqtune", "version": __version__}, **self._head}
        managers = [
            {"name": manager.name, "status": manager.status, "complete": self.is_complete(manager.name)}
            for manager in self.managers.values()
        ]
        rows = [part.row() for part in self.parts]
        text = json.dumps({**head, "queue_managers": managers, "parts": rows}, indent=1, ensure_ascii=False)
        _write(os.path.join(self.path, NAME), text + "\n")
        _write(os.path.join(self.path, PROJECT), self._project())

    def _target(self, name: str) -> str | None:
        """The path of a file of the folder; None for a name that leads out of it, as a host may give."""
        target = os.path.join(self.path, *name.split("/"))
        is_plain = {"", os.curdir, os.pardir}.isdisjoint(name.split("/"))
        return target if is_plain and Boundary([self.path]).refusal(target) == INSIDE else None

    def _project(self) -> str:
        """The text of mqtune.toml. A dump counts as complete without `complete`."""
        lines = [f"# Written by `mqtune collect`; {NAME} states when, how, and what is missing."]
        if self.platform:
            lines.append(f"platform = {toml(self.platform)}")
        for manager in self.managers.values():
            files = [
                part.file
                for part in self.parts
                if part.queue_manager == manager.name
                and part.state == KEPT
                and part.file.endswith(CONFIGURATION)
            ]
            if files:
                lines += ["", "[[queue-manager]]", f"name = {toml(manager.name)}", f"files = {toml(files)}"]
                lines += ["complete = true"] if self.is_complete(manager.name) else []
                lines += [f"{key} = {toml(value)}" for key, value in manager.declared.items()]
        return "\n".join(lines) + "\n"

    def _clear(self) -> None:
        """Remove the files of an earlier collection, and no others."""
        try:
            parts = json.loads(read_file(os.path.join(self.path, NAME)))["parts"]
            files = [str(part["file"]) for part in parts if part["file"]]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise FolderError(f"{self.path} is not an earlier collection", "name a new folder") from None
        for target in map(self._target, files):
            if target is not None and os.path.isfile(target):
                remove_file(target)


def _write(path: str, text: str) -> None:
    """Write a text; half of a surrogate pair, as JSON may contain, becomes an escape."""
    write_output(path, text.encode("utf-8", "backslashreplace"))


def now() -> str:
    """The time in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def toml(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml(entry)}" for key, entry in value.items()) + " }"
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, Iterable):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value)
