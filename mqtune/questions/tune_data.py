"""The recommended changes for the declared load as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from mqtune import __version__
from mqtune.masking.secrets import Covered, masked
from mqtune.questions.query_data import ObjectName
from mqtune.tune.advice import Change, HeldBack, Hint, Open, Question, Setting, Tuned, Tuning
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


class ChangeData(TypedDict):
    """One command, or some keys of a stanza, with reason, effect and risk."""

    about: str
    file: str
    object: ObjectName
    command: str | None
    settings: Sequence[Setting]
    reason: str
    effect: str
    risk: str
    restart: bool
    measure: str
    experiment: str | None
    source: str
    figures: str


class TuningData(TypedDict):
    """What is recommended for one queue manager."""

    environment: str | None
    queue_manager: str
    mqsc: str
    ini: str
    changes: list[ChangeData]
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
        "changes": [change_data(tuning, change) for change in tuning.changes],
        "held_back": tuning.held_back,
        "open": tuning.open,
        "nothing_to_change": tuning.is_settled,
        "questions": tuning.questions,
        "hints": tuning.hints,
    }


def covered(code: str) -> str:
    """Commands or lines of qm.ini with their secrets masked."""
    return Covered(masked(code))


def change_data(tuning: Tuning, change: Change) -> ChangeData:
    """One change."""
    why = change.why
    return {
        "about": change.about,
        "file": change.file,
        "object": {"type": change.type, "name": change.name},
        "command": None if change.in_ini else covered(command(change)),
        "settings": change.settings,
        "reason": why.reason,
        "effect": why.effect,
        "risk": why.risk,
        "restart": why.restart,
        "measure": measure_text(why, tuning.queue_manager.name or ""),
        "experiment": why.measure.experiment or None,
        "source": why.source,
        "figures": why.basis,
    }
