"""LOG009, LOG011: the recovery log compared with the declared persistent load.

The bytes that the log writes are those that tuning and budget count, too (`flow/log_need.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import Impact, Related
from mqtune.flow.log_need import (
    lasting,
    log_outputs,
    log_rule,
    log_space,
    logged_bytes,
    persistent_loads,
    remedy,
)
from mqtune.project.settings import QueueLoad
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.rules.common.load_places import load_place
from mqtune.syntax.ini.tree import Entry, IniFile

STANZA = "Log"
LARGEST_PAGES = 65_535


@rule("LOG009")
def log_file_too_short(queue_manager: QueueManager) -> Iterator[Hit]:
    """The declared persistent messages fill one log file in less than ten seconds."""
    messages, rate = queue_manager.persistent_per_s
    pages = queue_manager.ini_number(STANZA, "LogFilePages") if rate else None
    found = queue_manager.ini_entry(STANZA, "LogFilePages")
    if not pages or found is None:
        return
    written = log_outputs(log_rate=logged_bytes(messages, rate), log_file_pages=pages)
    if written is not None and written["extent_bytes"] < written["extent_at_least_bytes"]:
        yield short_hit(*found, persistent_loads(queue_manager), rate, written)


def short_hit(
    ini: IniFile, entry: Entry, loads: list[tuple[QueueLoad, float]], rate: float, outputs: dict[str, float]
) -> Hit:
    """One log file lasts less than ten seconds; `rate` is that of the messages alone, in bytes/s."""
    wanted = round(outputs["log_file_pages_at_least"])
    advice = f"-lf {wanted}" if wanted < LARGEST_PAGES else f"-lf {LARGEST_PAGES}, the maximum"
    logged = outputs["log_rate_bytes_per_s"]
    seconds = outputs["extent_bytes"] / logged
    return Hit(
        entry_place(ini, entry),
        f"a log file of {entry.value} pages lasts about {lasting(seconds)}: {rate / 1e6:,.1f} MB/s of "
        f"persistent messages make the log write about {logged / 1e6:,.1f} MB/s",
        note="ten seconds of logging or more in each file are recommended (IBM MQ Performance: Best "
        "Practises and tuning, 2020, p. 28); what the log writes is estimated within 15%",
        help=f"the size is fixed at creation: create the next queue manager with crtmqm {advice}",
        object=stanza_name(STANZA),
        attribute="LogFilePages",
        impact=Impact(
            "time in one log file",
            "s",
            float(f"{seconds:.2g}"),
            float(f"{seconds * wanted / int(entry.value):.2g}"),
            "model log: size of a file compared with what the declared persistent messages make it write",
        ),
        related=declared(loads),
    )


def declared(loads: list[tuple[QueueLoad, float]]) -> tuple[Related, ...]:
    """The places of the largest loads."""
    largest = sorted(loads, key=lambda one: -one[1])[:8]
    return tuple(
        Related(load_place(load), f"{bytes_per_s / 1e6:,.1f} MB/s to {load.queue}")
        for load, bytes_per_s in largest
    )


@rule("LOG011")
def log_space_below_load(queue_manager: QueueManager) -> Iterator[Hit]:
    """The log is too small for the declared persistent messages during the longest transaction, of one
    second if none is declared, or during a declared checkpoint.
    """
    messages, rate = queue_manager.persistent_per_s
    found = queue_manager.ini_entry(STANZA, "LogPrimaryFiles") if rate else None
    outputs = log_space(queue_manager, messages, rate) if found is not None else None
    if found is None or outputs is None:
        return
    space, needed, logged = (outputs[key] for key in ("log_bytes", "needed_bytes", "log_rate_bytes_per_s"))
    if space >= needed:
        return
    how = remedy(queue_manager, outputs)
    yield Hit(
        entry_place(*found),
        f"the log has {space / 1e6:,.0f} MB, but {rate / 1e6:,.1f} MB/s of persistent messages make it write "
        f"about {logged / 1e6:,.1f} MB/s, which needs {needed / 1e6:,.0f} MB",
        note="the documentation requires 2 * (N + 1) * B bytes, with N the duration of the longest "
        "transaction in seconds and B the bytes logged per second, and the log keeps what is written during "
        f"a checkpoint. Here it is {log_rule(queue_manager)}; B is estimated within 15%. If the log is full, "
        "the oldest transaction is backed out (AMQ7469)",
        help=f"{how.text}: {how.reason}" if how.reason else how.text,
        object=stanza_name(STANZA),
        attribute="LogPrimaryFiles",
        impact=Impact("log space", "bytes", space, round(needed), f"model log: {log_rule(queue_manager)}"),
        related=declared(persistent_loads(queue_manager)),
    )
