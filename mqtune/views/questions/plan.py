"""What the files change against a revision: objects, attributes, authorities, findings, budget, MQSC."""

from __future__ import annotations

import os
from collections.abc import Iterator

from mqtune.plan.held_back import script_text
from mqtune.plan.model import Change, QueueManagerPlan
from mqtune.present.bodies import Row
from mqtune.present.target import OBJECT, RULE, Target
from mqtune.report.colour import PLAIN
from mqtune.report.plan.text import (
    WRITES,
    access_lines,
    attribute_line,
    cost_lines,
    danger_lines,
    symbol_of,
    total_lines,
)
from mqtune.report.secrets import safe
from mqtune.session.comparison import Comparer, Comparison
from mqtune.session.options import Options
from mqtune.views.card.model import MQSC, Section
from mqtune.views.card.sources import Sources, finding_target
from mqtune.views.questions.model import Question, QuestionField, Values, made

SINCE = "since"
MOST_CHANGES = 500
HARMLESS = "safe"


def fields(sources: Sources) -> tuple[QuestionField, ...]:
    """The revision."""
    return (QuestionField(SINCE, "a branch, tag or commit of git to compare the files with", "HEAD", "HEAD"),)


def answer(sources: Sources, values: Values) -> tuple[Section, ...]:
    """The plan from the revision to the files as they are now. Raises UsageError and ProjectError."""
    since = values.get(SINCE, "").strip() or "HEAD"
    paths = list(sources.paths) or ["."]
    options = sources.workspace.first.options
    wanted = Options(config=options.config, values=options.values, environments=options.environments)
    with Comparer(wanted) as comparer:
        here = [os.path.abspath(path) for path in paths]
        old = comparer.open_revision(since, since, here, is_absolute=True)
        found = comparer.states(old, comparer.open_paths(paths, "the working tree"))
    return tuple(sections_of(found))


def sections_of(found: Comparison) -> Iterator[Section]:
    """The totals, the changes of each queue manager, and what follows from them."""
    plan = found.plan
    totals = (line.replace(WRITES, " below") for line in total_lines(plan, PLAIN))
    yield made("plan", text_rows([*plan.notes, *totals]), "no changes")
    for part in plan.parts:
        yield made(safe(part.label or "queue manager"), part_rows(part))
    yield made("findings", finding_rows(found))
    for title, lines in (
        ("access on existing objects", access_lines(plan)),
        ("budget", cost_lines(found.costs)),
        ("dangers, worst first", danger_lines(plan, PLAIN)),
    ):
        yield made(title, text_rows(list(lines)[2:]))
    parts = [part for part in plan.parts if part.commands]
    yield made(MQSC, (Row("", safe(line)) for part in parts for line in script_text(part).splitlines()))


def text_rows(lines: list[str]) -> Iterator[Row]:
    """Lines of text as rows."""
    return (Row("", safe(line.removeprefix("  "))) for line in lines if line.strip())


def part_rows(part: QueueManagerPlan) -> Iterator[Row]:
    """The changes of one queue manager, each with its attributes."""
    yield from text_rows(part.notes)
    for change in part.changes[:MOST_CHANGES]:
        yield change_row(part, change)
        width = max((len(one.name) for one in change.attributes), default=0)
        for one in change.attributes if change.action in ("alter", "unknown") else ():
            yield Row("", safe("  " + attribute_line(change.type, one, width, PLAIN)))
        yield from text_rows([f"    {note}" for note in change.notes])
    if len(part.changes) > MOST_CHANGES:
        yield Row("", f"{len(part.changes) - MOST_CHANGES} more changes: mqtune plan lists all")


def change_row(part: QueueManagerPlan, change: Change) -> Row:
    """One change: its sign, the object, its classes of risk, and its position."""
    classes = ", ".join(one for one in change.classes if one != HARMLESS)
    place = (change.source.file, change.source.line) if change.source.file else None
    kept = part.new is not None and change.type not in ("CHLAUTH", "AUTHREC", "qm.ini", "environment")
    target = Target(OBJECT, change.name, change.type, part.owner.qualified) if kept else None
    return Row(
        symbol_of(change), safe(change.title), safe(classes), target, "warning" if classes else "", place
    )


def finding_rows(found: Comparison) -> Iterator[Row]:
    """The findings that appear and disappear."""
    for word, findings in (("new", found.findings.new), ("gone", found.findings.gone)):
        for one in findings[:MOST_CHANGES]:
            text = f"{one.code} {one.message}"
            if word == "new":
                place = (one.place.file, one.place.span.line)
                yield Row(word, safe(text), "", finding_target(one), one.severity, place)
            else:
                yield Row(word, safe(text), "", Target(RULE, one.code))


def command(values: Values) -> list[str]:
    """`mqtune plan --since HEAD`."""
    return ["plan", "--since", values.get(SINCE, "").strip() or "HEAD"]


PLAN = Question(
    "plan",
    "Plan",
    "What the files change against a revision of git. It follows every save.",
    fields,
    answer,
    command,
)
