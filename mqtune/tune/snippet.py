"""Renders changes as MQSC and as lines for qm.ini, each preceded by its rationale as comments.

Both are idempotent: running or merging them a second time changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from mqtune.estate.rewriting import mqsc_value
from mqtune.report.wrap import wrapped
from mqtune.text.printable import printable
from mqtune.tune.advice import DEFINE, Change, Setting, Tuning, Why

WIDTH = 100
CONTINUATION = " +\n      "


def command(change: Change) -> str:
    """The MQSC command of a change."""
    words = [f"{change.verb} {change.type}({mqsc_value(change.name)})"]
    if change.subtype:
        words[0] += f" CHLTYPE({change.subtype})"
    words += [word(setting) for setting in change.settings]
    if change.verb == DEFINE:
        words.append("REPLACE")
    return CONTINUATION.join(words)


def word(setting: Setting) -> str:
    """One attribute in MQSC."""
    return f"{setting.keyword}({mqsc_value(setting.value)})"


def measure_text(why: Why, queue_manager: str) -> str:
    """How to confirm a change: preceded by its experiment, if there is one."""
    if why.measure.experiment:
        where = why.measure.where.format(name=quote(queue_manager or "QM"))
        return f"mqtune experiment run {why.measure.experiment} {where}; {why.measure.words}"
    return why.measure.words


def reasons(why: Why, queue_manager: str) -> list[tuple[str, str]]:
    """The rationale of a change, by title."""
    return [
        ("why", why.reason),
        ("effect", why.effect),
        ("risk", why.risk),
        ("restart", "yes, qm.ini is read when the queue manager starts" if why.restart else "no"),
        ("measure", measure_text(why, queue_manager)),
        ("source", f"{why.source}; figures: {why.basis}" if why.basis != "none" else why.source),
    ]


def comments(sign: str, why: Why, queue_manager: str) -> Iterator[str]:
    """The rationale as comment lines."""
    for title, text in reasons(why, queue_manager):
        lead = f"{title}:".ljust(9)
        for line in wrapped(printable(text), WIDTH - len(sign) - len(lead) - 1):
            yield f"{sign} {lead}{line}".rstrip()
            lead = " " * len(lead)


def mqsc_snippet(tuning: Tuning) -> str:
    """The changes in MQSC; empty if there are none."""
    blocks = []
    for change in tuning.changes:
        if not change.in_ini:
            lines = [
                *comments("*", change.why, tuning.queue_manager.name or ""),
                command(change),
            ]
            blocks.append("\n".join(lines) + "\n")
    return head("*", tuning) + "\n".join(blocks) if blocks else ""


def ini_snippet(tuning: Tuning) -> str:
    """The changes in qm.ini, stanza by stanza; empty if there are none."""
    stanzas: dict[str, list[str]] = {}
    for change in tuning.changes:
        if change.in_ini:
            lines = stanzas.setdefault(change.name, [])
            reason = comments("#", change.why, tuning.queue_manager.name or "")
            lines += [f"   {line}" for line in reason]
            lines += [f"   {setting.keyword}={setting.value}" for setting in change.settings]
    body = "".join(f"{name}:\n" + "\n".join(lines) + "\n" for name, lines in stanzas.items())
    return head("#", tuning) + body if body else ""


def notes(sign: str, tuning: Tuning) -> str:
    """What no snippet carries out, as comments: what is held back, what stays open, questions and hints."""
    blocks = [("held back", held.text, held.reason) for held in tuning.held_back]
    blocks += [("open", item["text"], item["reason"]) for item in tuning.open]
    blocks += [("question", question["declare"], question["follows"]) for question in tuning.questions]
    blocks += [("hint", hint["text"], f"{hint['reason']}; {hint['source']}") for hint in tuning.hints]
    lines = [
        f"{sign} {line}".rstrip()
        for title, text, reason in blocks
        for paragraph, indent in ((f"{title}: {printable(text)}", ""), (printable(reason), "  "))
        for line in (f"{indent}{part}" for part in wrapped(paragraph, WIDTH - len(sign) - 3))
    ]
    return "\n".join(lines) + "\n" if lines else ""


def head(sign: str, tuning: Tuning) -> str:
    """The comment that names the queue manager and level of a snippet."""
    queue_manager = tuning.queue_manager
    level = ".".join(map(str, queue_manager.level)) if queue_manager.level else "(level not declared)"
    return f"{sign} {printable(tuning.name)}, IBM MQ {level}: changes for the declared load\n\n"
