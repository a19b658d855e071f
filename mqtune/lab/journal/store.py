"""The store of journals: its folder, ids, finding a journal by its id, and the job in a journal."""

from __future__ import annotations

import os
import re
import secrets
import sys
from dataclasses import replace
from datetime import UTC, datetime

from mqtune import __version__
from mqtune.hosts.machine import machine_text
from mqtune.lab.core.definition import LabError
from mqtune.lab.core.encoding import UnreadableError, gathered
from mqtune.lab.core.job import Job
from mqtune.lab.core.run import INVALID, UNDECIDED
from mqtune.lab.experiments import find
from mqtune.lab.journal.compare import NOT_KNOWN
from mqtune.lab.journal.events import JournalEntry, Opened, from_json
from mqtune.lab.journal.journal import Recording, read_journal
from mqtune.lab.journal.result import Result

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
        ids = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
        return sorted(ids, key=_moment)

    def find(self, wanted: str) -> str:
        """The path of a journal: by its path, its id, or the beginning of its id. Raises LabError.

        A path has a folder or ends with SUFFIX: a file of the working folder cannot take the place of an id.
        """
        if (os.path.dirname(wanted) or wanted.endswith(SUFFIX)) and os.path.isfile(wanted):
            return wanted
        ids = self.ids()
        if wanted in ids:
            return self.path_of(wanted)
        matching = [id for id in ids if wanted and id.startswith(wanted)]
        if len(matching) == 1:
            return self.path_of(matching[0])
        if matching:
            listed = ", ".join(matching[-8:])
            raise LabError(
                f"the ids of {len(matching)} experiments begin with {wanted}", f"choose from {listed}"
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
    entries = []
    for number, line in enumerate(recording.lines, 1):
        if brief and str(line.get("event")) in _LIVE:
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
            entries.append(entry)
    return entries


# A job as the first event of its journal, the job of a journal, and whether it continues.

# rules of release 0.1.0, which made a verdict of an outage, a full disk or a failing driver
GIVEN_UP = ("stop conditions", "a run that fails 3 times")


def opening(job: Job, id: str, driver_version: str) -> Opened:
    """The first event of an experiment's journal."""
    definition = job.experiment.definition
    return gathered(
        Opened,
        job,
        job.target,
        id=id,
        mqtune=__version__,
        experiment=definition.name,
        driver_version=driver_version,
        unit=definition.unit,
        production=tuple(sorted(job.production)),
        machine=machine_text(),
    )


def job_of(result: Result, max_minutes: float | None) -> Job:
    """The job of a journal: the recorded one, even if the project file has changed since.

    `max_minutes` gives it another budget. Raises LabError for an unknown experiment.
    """
    head, experiment = result.head, find(result.head.experiment)
    return gathered(
        Job,
        head,
        experiment=experiment,
        # an earlier release had fewer of them
        settings={**experiment.definition.defaults, **head.settings},
        target=result.target,
        max_minutes=max_minutes or result.max_minutes,
        production=frozenset(head.production),
    )


def continues(result: Result, job: Job) -> bool:
    """Whether measuring continues; if not, the session of the verdict was killed before its end.

    Raises LabError if there is nothing left to do.
    """
    verdict = result.verdict
    if verdict is None or (verdict.word == INVALID and verdict.rule.startswith(GIVEN_UP)):
        return True
    unknown = result.confirmed is not None and result.confirmed.word == NOT_KNOWN
    open = verdict.word == UNDECIDED or unknown
    if open and job.max_minutes > result.max_minutes:
        return True
    if result.cut_short:
        return False
    if not open:
        raise LabError(
            f"{result.id} is finished: {verdict.word}", f"`{result.head.command_line}` measures again"
        )
    enough = result.max_minutes + (verdict.minutes_needed or result.max_minutes)
    raise LabError(
        f"{result.id} is {NOT_KNOWN if unknown else UNDECIDED} after its {result.max_minutes:g} minutes",
        f"raise the budget: `mqtune experiment resume {result.id} --max-minutes {enough:.0f}`",
    )


def with_whole_advice(result: Result) -> Result:
    """The result of a simulation with what a measured one would recommend, to be shown as a preview.

    The journal of a simulation has only sentences: nothing in it can be applied. Other results are unchanged.
    """
    verdict = result.verdict
    if not result.simulated or result.advice is None or verdict is None:
        return result
    job = job_of(result, None)
    advice = job.case.advise(verdict, result.history)
    return replace(result, advice=replace(advice, sentences=result.advice.sentences))
