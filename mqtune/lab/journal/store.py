"""The store of journals: its folder, ids, and finding a journal by the beginning of its id."""

from __future__ import annotations

import os
import re
import secrets
import sys
from datetime import UTC, datetime

from mqtune.lab.core.encoding import UnreadableError
from mqtune.lab.core.errors import LabError
from mqtune.lab.journal.events import JournalEntry, Opened, from_json
from mqtune.lab.journal.journal import Recording, read_journal

SUFFIX = ".jsonl"
FOLDERS = ("mqtune", "experiments")
# an id is part of file names and of commands to copy, and the id in a journal is that of its author
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
# lines that are not needed to know how an experiment ended
_LIVE = frozenset(("sample", "watched", "said", "estimates"))


def state_folder(environment: dict[str, str] | None = None, platform: str = sys.platform) -> str:
    """The user's folder for journals: below XDG_STATE_HOME if it is set, else the platform's default."""
    known = dict(os.environ) if environment is None else environment
    home = known.get("HOME") or known.get("USERPROFILE") or os.path.expanduser("~")
    if state := known.get("XDG_STATE_HOME"):
        base = state
    elif platform == "win32":
        base = known.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.path.join(home, ".local", "state")
    return os.path.join(base, *FOLDERS)


def new_id(experiment: str, now: datetime | None = None, tail: str | None = None) -> str:
    """A new id: the experiment, the time in UTC, and four hexadecimal digits."""
    moment = now or datetime.now(UTC)
    return f"{experiment}-{moment:%Y%m%d-%H%M%S}-{tail or secrets.token_hex(2)}"


class JournalStore:
    """A folder of journals."""

    def __init__(self, folder: str | None = None) -> None:
        self.folder = folder or state_folder()

    def path_of(self, id: str) -> str:
        """The path of the journal of an id."""
        return os.path.join(self.folder, f"{id}{SUFFIX}")

    def ids(self) -> list[str]:
        """All ids, the oldest first."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return []
        found = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
        return sorted(found, key=_moment)

    def find(self, wanted: str) -> str:
        """The path of a journal: by its path, its id, or the beginning of its id. Raises LabError.

        A path has a folder or ends with SUFFIX: a file of the working folder cannot take the place of an id.
        """
        if (os.path.dirname(wanted) or wanted.endswith(SUFFIX)) and os.path.isfile(wanted):
            return wanted
        ids = self.ids()
        if wanted in ids:
            return self.path_of(wanted)
        found = [one for one in ids if wanted and one.startswith(wanted)]
        if len(found) == 1:
            return self.path_of(found[0])
        if found:
            listed = ", ".join(found[-8:])
            raise LabError(
                f"the ids of {len(found)} experiments begin with {wanted}", f"choose from {listed}"
            )
        raise LabError(
            f"no experiment {wanted!r} in {self.folder}",
            f"write {os.path.join(os.curdir, wanted)} for the file of this name"
            if os.path.isfile(wanted)
            else "`mqtune experiment runs` lists them; --store DIR names another folder",
        )


def now_text() -> str:
    """The current time in the form of journals: UTC, with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _moment(id: str) -> tuple[str, str]:
    """The sort key of ids: their time, whatever the experiment."""
    parts = id.rsplit("-", 3)
    return ("-".join(parts[1:3]), id) if len(parts) == 4 else ("", id)


def entries_of(path: str) -> list[JournalEntry]:
    """The entries of a journal, also of one that is being written. Raises LabError."""
    return entries_in(path, read_journal(path))


def entries_in(path: str, recording: Recording, brief: bool = False) -> list[JournalEntry]:
    """The entries of a recording; `brief` omits what was recorded during the runs. Raises LabError."""
    found = []
    for number, line in enumerate(recording.lines, 1):
        if brief and line.get("event") in _LIVE:
            continue
        try:
            entry = from_json(line)
        except UnreadableError as error:
            raise LabError(
                f"{path}: line {number} is not valid: {error}",
                "the journal was changed, or another program wrote it; restore it from a backup",
            ) from None
        if number == 1 and not (
            entry is not None and isinstance(entry.event, Opened) and _ID.fullmatch(entry.event.id)
        ):
            raise LabError(
                f"{path} is not a journal of an experiment",
                "choose a file listed by `mqtune experiment runs`",
            )
        if entry is not None:
            found.append(entry)
    return found
