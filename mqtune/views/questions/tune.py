"""Tune: what to change for the declared load, each change with its reason, as MQSC and lines of qm.ini."""

from __future__ import annotations

import os
from collections.abc import Iterator

from mqtune.present.bodies import Row
from mqtune.present.target import FILE, Target
from mqtune.report.secrets import safe
from mqtune.tune.advice import Change, Tuning
from mqtune.tune.snippet import ini_snippet, mqsc_snippet, reasons
from mqtune.views.card.model import INI, MQSC, Section
from mqtune.views.card.sources import Sources, manager_target, object_target
from mqtune.views.models import calibration_of
from mqtune.views.questions.model import (
    Question,
    QuestionField,
    Values,
    made,
    manager_field,
    manager_of,
    option,
    owner,
)

CALIBRATION = "calibration"
NOTHING = "nothing to change for the declared load"
UNSETTLED = "no change is recommended, but not everything is settled: see below"


def fields(sources: Sources) -> tuple[QuestionField, ...]:
    """The queue manager, and measured constants."""
    says = "a file with constants that were measured on your machine, from `K` in the Lab"
    return (*manager_field(sources), QuestionField(CALIBRATION, says, "published constants"))


def answer(sources: Sources, values: Values) -> tuple[Section, ...]:
    """The changes of one queue manager, what is missing for more, and hints. Raises UsageError."""
    _, manager = manager_of(sources, values)
    file = file_of(values)
    tuned = sources.workspace.tune(calibration_of(file or None))
    tuning = next((one for one in tuned.tunings if one.queue_manager is manager), Tuning(manager))
    return (
        made("changes", change_rows(tuning), NOTHING if tuning.is_settled else UNSETTLED),
        made("held back", (Row("", safe(one.text), safe(one.reason)) for one in tuning.held_back)),
        made("open", (Row(one.kind, safe(one.text), safe(one.reason)) for one in tuning.open)),
        made("questions", (Row("?", safe(one.declare), safe(one.follows)) for one in tuning.questions)),
        made("hints", (Row("", safe(one.text), safe(f"{one.reason}; {one.source}")) for one in tuning.hints)),
        made(MQSC, text_rows(mqsc_snippet(tuning))),
        made(INI, text_rows(ini_snippet(tuning))),
        made("queue manager", iter((Row("", safe(manager.qualified), "", manager_target(manager)),))),
    )


def change_rows(tuning: Tuning) -> Iterator[Row]:
    """Each setting with its value of today, and the reason of the change."""
    for change in tuning.changes:
        yield Row(
            "", safe(str(change)), "restart needed" if change.why.restart else "", target(tuning, change)
        )
        for one in change.settings:
            if one.changes:
                now = f"{one.now} -> " if one.now else ""
                yield Row(safe(one.keyword), safe(f"{now}{one.value}"), safe(one.origin))
        for title, text in reasons(change.why, tuning.queue_manager.name or ""):
            if title != "restart":
                yield Row(title, safe(text))


def target(tuning: Tuning, change: Change) -> Target | None:
    """The card of what is changed: an object, or the qm.ini."""
    if change.object is not None:
        return object_target(tuning.queue_manager, change.object)
    inis = tuning.queue_manager.inis
    return Target(FILE, inis[0].document.source.shown) if change.in_ini and inis else None


def text_rows(text: str) -> Iterator[Row]:
    """The lines of a snippet."""
    return (Row("", safe(line)) for line in text.splitlines())


def file_of(values: Values) -> str:
    """The file with constants, "" if none is named. A shell does not expand `~` in quotation marks."""
    return os.path.expanduser(values.get(CALIBRATION, "").strip())


def command(values: Values) -> list[str]:
    """`mqtune tune --calibration FILE --qmgr QM`."""
    return ["tune", *option({CALIBRATION: file_of(values)}, CALIBRATION, "--calibration"), *owner(values)]


TUNE = Question(
    "tune",
    "Tune",
    "What to change for the declared load, with reason, effect and risk.",
    fields,
    answer,
    command,
)
