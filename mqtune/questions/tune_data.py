"""The recommended changes for the declared load as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from mqtune import __version__
from mqtune.masking.secrets import Covered, masked
from mqtune.tune.advice import Change, HeldBack, Hint, Open, Question, Tuned, Tuning
from mqtune.tune.edits import LeftOut
from mqtune.tune.snippet import command, ini_snippet, measure_text, mqsc_snippet


class Difference(NamedTuple):
    """The changes as lines of a diff, safe to show, and those that no file receives."""

    lines: list[str]
    left_out: list[LeftOut]


class Tool(TypedDict):
    """The program that gave an answer."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Advised:
    """A change that is recommended for a queue manager: one command, or some keys of a stanza."""

    DATA = (
        "about=change.about file=change.file object=change.type,name command settings=change.settings "
        "reason=change.why.reason effect=change.why.effect risk=change.why.risk restart=change.why.restart "
        "measure experiment=change.why.measure.experiment? source=change.why.source figures=change.why.basis"
    )

    tuning: Tuning
    change: Change

    @property
    def command(self) -> str | None:
        """The command, None for lines of qm.ini."""
        return None if self.change.in_ini else covered(command(self.change))

    @property
    def measure(self) -> str:
        """How to confirm the change by measurement."""
        return measure_text(self.change.why, self.tuning.queue_manager.name or "")


class TuningData(TypedDict):
    """What is recommended for one queue manager."""

    environment: str | None
    queue_manager: str
    mqsc: str
    ini: str
    changes: list[Advised]
    held_back: list[HeldBack]
    open: list[Open]
    nothing_to_change: bool
    questions: list[Question]
    hints: list[Hint]


class TuneData(TypedDict):
    """The JSON of `mqtune tune`. `diff` and `left_out` are None unless a diff is wanted; `assumed` is what
    the changes need and the files do not decide.
    """

    diff: str | None
    tool: Tool
    queue_managers: list[TuningData]
    client_tables: list[Hint]
    left_out: list[LeftOut] | None
    assumed: list[str]


def tune_data(tuned: Tuned, difference: Difference | None) -> TuneData:
    """Everything that is recommended."""
    return {
        "diff": Covered("".join(f"{line}\n" for line in difference.lines)) if difference else None,
        "tool": {"name": "mqtune", "version": __version__},
        "queue_managers": list(map(tuning_data, tuned.tunings)),
        "client_tables": tuned.client_tables,
        "left_out": difference.left_out if difference else None,
        "assumed": [text for tuning in tuned.tunings for text in tuning.assumed],
    }


def tuning_data(tuning: Tuning) -> TuningData:
    """What is recommended for one queue manager."""
    return {
        "environment": tuning.queue_manager.environment_name,
        "queue_manager": tuning.queue_manager.label,
        "mqsc": covered(mqsc_snippet(tuning)),
        "ini": covered(ini_snippet(tuning)),
        "changes": [Advised(tuning, change) for change in tuning.changes],
        "held_back": tuning.held_back,
        "open": tuning.open,
        "nothing_to_change": tuning.is_settled,
        "questions": tuning.questions,
        "hints": tuning.hints,
    }


def covered(code: str) -> str:
    """Commands or lines of qm.ini with their secrets masked."""
    return Covered(masked(code))
