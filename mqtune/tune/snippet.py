"""Writes changes as MQSC and as lines for qm.ini, each behind comments that say what stands behind it.

Both can be run or merged twice: the second time changes nothing. Does not decide anything.
"""

from __future__ import annotations

from mqtune.estate.rewriting import mqsc_value
from mqtune.report.wrap import wrapped
from mqtune.text.printable import printable
from mqtune.tune.advice import DEFINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.tune.advice import Change, Setting, Tuning, Why

WIDTH = 100
CONTINUATION = " +\n      "


def command(change: Change) -> str:
    """The command of a change."""
    words = [f"{change.verb} {change.type}({mqsc_value(change.name)})"]
    if change.subtype:
        words[0] += f" CHLTYPE({change.subtype})"
    words += [word(setting) for setting in change.settings]
    if change.verb == DEFINE:
        words.append("REPLACE")
    return CONTINUATION.join(words)


def word(setting: Setting) -> str:
    """One attribute as MQSC writes it."""
    return f"{setting.keyword}({mqsc_value(setting.value)})"


def measure_text(why: Why, queue_manager: str, experiments: bool) -> str:
    """How to confirm it: the experiment where the program has experiments, else words."""
    if experiments and why.measure.experiment:
        name = queue_manager or "QM"
        return f"mqtune experiment run {why.measure.experiment} --qmgr {name}; {why.measure.words}"
    return why.measure.words


def reasons(why: Why, queue_manager: str, experiments: bool) -> list[tuple[str, str]]:
    """What stands behind a change, by title."""
    return [
        ("why", why.reason),
        ("effect", why.effect),
        ("risk", why.risk),
        ("restart", "yes, qm.ini is read when the queue manager starts" if why.restart else "no"),
        ("measure", measure_text(why, queue_manager, experiments)),
        ("source", f"{why.source}; figures: {why.basis}" if why.basis != "none" else why.source),
    ]


def comments(sign: str, why: Why, queue_manager: str, experiments: bool) -> Iterator[str]:
    """The reasons as comment lines."""
    for title, text in reasons(why, queue_manager, experiments):
        lead = f"{title}:".ljust(9)
        for line in wrapped(printable(text), WIDTH - len(sign) - len(lead) - 1):
            yield f"{sign} {lead}{line}".rstrip()
            lead = " " * len(lead)


def mqsc_snippet(tuning: Tuning, experiments: bool = False) -> str:
    """The MQSC part; empty where there is none."""
    blocks = []
    for change in tuning.changes:
        if not change.in_ini:
            lines = [
                *comments("*", change.why, tuning.queue_manager.name or "", experiments),
                command(change),
            ]
            blocks.append("\n".join(lines) + "\n")
    return head("*", tuning) + "\n".join(blocks) if blocks else ""


def ini_snippet(tuning: Tuning, experiments: bool = False) -> str:
    """The part for qm.ini, one stanza after the other; empty where there is none."""
    stanzas: dict[str, list[str]] = {}
    for change in tuning.changes:
        if change.in_ini:
            lines = stanzas.setdefault(change.name, [])
            said = comments("#", change.why, tuning.queue_manager.name or "", experiments)
            lines += [f"   {line}" for line in said]
            lines += [f"   {setting.keyword}={setting.value}" for setting in change.settings]
    body = "".join(f"{name}:\n" + "\n".join(lines) + "\n" for name, lines in stanzas.items())
    return head("#", tuning) + body if body else ""


def head(sign: str, tuning: Tuning) -> str:
    """For which queue manager and level a snippet is."""
    queue_manager = tuning.queue_manager
    level = ".".join(map(str, queue_manager.level)) if queue_manager.level else "of a level nobody declared"
    return f"{sign} {printable(tuning.name)}, IBM MQ {level}: what the declared load calls for\n\n"
