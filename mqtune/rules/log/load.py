"""LOG009, LOG011: the recovery log compared with the declared persistent load.

The log needs more bytes than the messages have: a finding is certain, because the messages alone are enough
for it. The figures of LOG009 are the estimate that tuning gives, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.busy_load import lasting, log_rule, log_space, mean_message, persistent_loads
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import Impact, Related
from mqtune.project.settings import QueueLoad
from mqtune.rules.common.ini_places import entry_place, stanza_name
from mqtune.rules.common.load_places import load_place
from mqtune.syntax.ini.tree import Entry, IniFile

STANZA = "Log"
LARGEST_PAGES = 65_535


@rule("LOG009")
def log_file_too_short(queue_manager: QueueManager) -> Iterator[Hit]:
    """The declared persistent messages fill one log file in less than ten seconds."""
    loads = persistent_loads(queue_manager)
    pages = queue_manager.ini_number(STANZA, "LogFilePages") if loads else None
    found = queue_manager.ini_entry(STANZA, "LogFilePages")
    if not pages or found is None:
        return
    # imported here: the figures are needed only if a persistent load is declared
    from mqtune.capacity.run import run

    rate = sum(bytes_per_s for _, bytes_per_s in loads)
    certain = run("log", log_rate=rate, log_file_pages=pages).outputs
    if certain["extent_bytes"] < certain["extent_at_least_bytes"]:
        messages, size = mean_message(loads)
        written = run("log", message_rate=messages, message_size=size, log_file_pages=pages).outputs
        yield short_hit(*found, loads, rate, written)


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
    loads = persistent_loads(queue_manager)
    found = queue_manager.ini_entry(STANZA, "LogPrimaryFiles") if loads else None
    rate = sum(bytes_per_s for _, bytes_per_s in loads)
    outputs = log_space(queue_manager, rate) if found is not None else None
    if found is None or outputs is None:
        return
    space, needed = outputs["log_bytes"], outputs["needed_bytes"]
    if space >= needed:
        return
    yield Hit(
        entry_place(*found),
        f"the log has {space / 1e6:,.0f} MB, but {rate / 1e6:,.1f} MB/s of persistent messages need at least "
        f"{needed / 1e6:,.0f} MB",
        note="the documentation requires 2 * (N + 1) * B bytes, with N the duration of the longest "
        "transaction in seconds and B the bytes logged per second, and the log keeps what is written during "
        f"a checkpoint. Here it is {log_rule(queue_manager)}, and B includes only the messages. If the log "
        "is full, the oldest transaction is backed out (AMQ7469)",
        help="raise LogPrimaryFiles and restart; the size of the files is fixed at creation",
        object=stanza_name(STANZA),
        attribute="LogPrimaryFiles",
        impact=Impact("log space", "bytes", space, round(needed), f"model log: {log_rule(queue_manager)}"),
        related=declared(loads),
    )
