"""Depth and file size of queues that are emptied by expiry alone, and the disk space they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from mqtune.capacity.expiry import Expiry, expiry
from mqtune.estate.expiry_need import (
    MEGABYTE,
    MOST_DEPTH,
    Need,
    cap_of,
    expiry_needs,
    has_unknown_cap,
    streamed_to,
)
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.flow.resource import Resource
from mqtune.text.numbers import bytes_text
from mqtune.text.wording import listed
from mqtune.tune.advice import ALTER, Change, Measure, Setting, Tuning, Why
from mqtune.tune.expiry_interval import INTERVAL, disk_of, largest_cap, tune_interval
from mqtune.tune.figures import CALIBRATED, PUBLISHED, Figures, basis_of
from mqtune.tune.outage import outage_changes
from mqtune.tune.queue_disk import disk_short

DEPTH, FILE = "queue-depth", "queue-file-size"
MOST_FILE_MB = 267_386_880
DISK_MARGIN = "23 to 49% above what was measured"
# Streaming queues in IBM MQ 9.2.3, performance report (2021), 7.5.1, p. 21
LATER = "a changed CAPEXPRY applies to messages put afterwards; those on the queue keep their expiry"


def tune_depths(tuning: Tuning, figures: Figures, estate: Estate, rows: Sequence[Resource]) -> None:
    """Recommend MAXDEPTH and MAXFSIZE for the messages that a cap keeps in a queue, and MAXDEPTH for those of
    an outage, as far as the declared disk suffices; `rows` is the budget.
    """
    queue_manager = tuning.queue_manager
    needs, current = expiry_needs(queue_manager)
    before = sum(need.outcome.disk_bytes for need in needs)
    seconds = tune_interval(tuning, needs, current)
    outages = list(outage_changes(tuning, estate))
    changes = [*expiry_changes(tuning, figures, needs, seconds), *(change for change, _ in outages)]
    short = disk_short(tuning, rows, needs, before, sum(margin for _, margin in outages))
    for change in changes:
        if short:
            tuning.hold_back(change, "queue-disk", short)
        else:
            tuning.change(change)
    disk(tuning, needs)
    if outages and disk_of(queue_manager) is None:
        tuning.ask("declare queue-disk", "deeper queues need it, and a full file system stops all of them")
    ask_for_loads(tuning)


def expiry_changes(tuning: Tuning, figures: Figures, needs: Sequence[Need], seconds: int) -> Iterator[Change]:
    """The changes of the queues that are emptied by expiry, with an interval of some seconds."""
    queue_manager = tuning.queue_manager
    for need in needs:
        rate, size = need.load.put_rate_per_s or 0.0, need.load.message_size_bytes
        need.outcome = expiry(rate, need.cap, seconds, size)
        basis = CALIBRATED if calibrate(figures, need, seconds) else PUBLISHED
        if not need.queue.defined:
            tuning.ask(
                f"add the definition of QLOCAL({need.queue.name}) to the files",
                "its MAXDEPTH must cover the messages that arrive until they expire",
            )
            continue
        settings = [*depth_setting(need), *file_setting(need)]
        if settings:
            reasons = why(queue_manager, need, seconds, basis)
            about = DEPTH if settings[0].keyword == "MAXDEPTH" else FILE
            name = need.queue.name
            yield Change(about, ALTER, "QLOCAL", name, tuple(settings), reasons, need.queue)


def calibrate(figures: Figures, need: Need, seconds: int) -> bool:
    """Replace the outcome of a need by one with calibrated constants; false if there are none."""
    size = need.load.message_size_bytes
    inputs: dict[str, object] = {"put_rate": need.load.put_rate_per_s, "cap_expiry": need.cap}
    if size:
        inputs["message_size"] = size
    model = figures.run("expiry", expiry_interval=max(seconds, 1), **inputs)
    if model is None or basis_of(model) != CALIBRATED:
        return False
    depth, margin, disk_bytes = (
        model.outputs[name] for name in ("depth_per_queue", "depth_with_margin_per_queue", "disk_bytes")
    )
    need.outcome = Expiry(depth, int(margin), disk_bytes if size else 0, need.outcome.source)
    return True


def depth_setting(need: Need) -> list[Setting]:
    """A MAXDEPTH that covers the depth plus its margin, if the current value does not."""
    depth = need.queue.number("MAXDEPTH")
    if depth is None or depth >= need.outcome.depth_with_margin or depth >= MOST_DEPTH:
        return []
    wanted = min(need.outcome.depth_with_margin, MOST_DEPTH)
    origin = "its own" if need.queue.is_given("MAXDEPTH") else "the default"
    return [Setting("MAXDEPTH", str(wanted), str(depth), origin)]


def file_setting(need: Need) -> list[Setting]:
    """A MAXFSIZE that covers the file, if an explicitly set one does not."""
    size = need.queue.number("MAXFSIZE")
    wanted = min(ceil(need.outcome.disk_bytes / MEGABYTE), MOST_FILE_MB)
    if size is None or not need.queue.is_given("MAXFSIZE") or size >= wanted:
        return []
    return [Setting("MAXFSIZE", str(wanted), str(size), "its own")]


def why(queue_manager: QueueManager, need: Need, seconds: int, basis: str) -> Why:
    """The rationale for the depth of one queue."""
    rate, outcome = need.load.put_rate_per_s or 0.0, need.outcome
    limit = need.queue.number("MAXDEPTH") or 0
    full = (
        f"; at its current MAXDEPTH it is full after {limit / rate:,.3g} s" if limit < outcome.depth else ""
    )
    sized = outcome.disk_bytes > 0
    takes = (
        f"the queue file may grow to {bytes_text(outcome.disk_bytes)} ({DISK_MARGIN})"
        if sized
        else "the disk space is unknown without message-size"
    )
    source = streamed_to(queue_manager, need.queue)
    must = source is not None and source.value("STRMQOS") == "MUSTDUP"
    failure = "put fails" if source is None else f"put to {source.name} fails" if must else "copy is lost"
    return Why(
        f"without consumers, the messages of {rate:,.0f} puts/s stay for {need.cap / 10:g} s plus up to "
        f"{seconds} s until they are removed: {outcome.depth:,.0f} messages{full}",
        f"no {failure} because of a full queue at the declared rate; the depth was met within -0.1 to +1.0% "
        "in three tests, and 5% are added",
        f"{takes}; a returning consumer finds a very deep queue",
        restart=False,
        measure=Measure(
            f"CURDEPTH of {need.queue.name} after {need.cap / 10 + seconds:,.0f} s at the declared rate, and "
            "the size of its file",
            "expiry",
        ),
        source=str(outcome.source),
        basis=basis,
    )


def disk(tuning: Tuning, needs: list[Need]) -> None:
    """Compare the disk space that all of them need with the declared one."""
    total = sum(need.outcome.disk_bytes for need in needs)
    unsized = [need.queue.name for need in needs if not need.load.message_size_bytes]
    if unsized:
        tuning.ask(
            f"declare message-size for {listed(unsized)}", "it determines the disk space of the queue files"
        )
    there = disk_of(tuning.queue_manager)
    if not total:
        return
    names = listed([need.queue.name for need in needs])
    if there is None:
        tuning.ask("declare queue-disk", f"the files of {names} may need {bytes_text(total)} in total")
    elif total > there:
        one = needs[0]
        cap = (
            f"set CAPEXPRY({largest_cap(one, there)}) on {one.queue.name}"
            if len(needs) == 1
            else "shorten CAPEXPRY"
        )
        held = any(one.change.about == INTERVAL for one in tuning.held_back)
        interval = (
            "or decide on the ExpiryInterval that is held back"
            if held
            else "no ExpiryInterval makes the files small enough"
        )
        tuning.hint(
            f"provide {bytes_text(total)} of disk space for the queue files, or {cap}; {interval}",
            f"the files of {names} may need that much, {DISK_MARGIN}, and queue-disk is {bytes_text(there)}; "
            f"{LATER}",
            str(needs[0].outcome.source),
        )


def ask_for_loads(tuning: Tuning) -> None:
    """Ask for the loads of capped queues and of streaming targets without a declared load."""
    queue_manager = tuning.queue_manager
    loads = {load.queue: load for load in queue_manager.queue_loads}
    unrated, unbounded = [], []
    for queue in queue_manager.of_type("QLOCAL"):
        if not queue.statements or queue.placeholder or queue.name.startswith("SYSTEM."):
            continue
        load = loads.get(queue.name)
        streamed = streamed_to(queue_manager, queue) not in (None, queue)
        if cap_of(queue) is not None:
            if load is None or not load.put_rate_per_s:
                unrated.append(queue.name)
        elif streamed and not is_consumed(queue, load) and not has_unknown_cap(queue):
            unbounded.append(queue.name)
    if unrated:
        tuning.ask(
            f"declare put-rate, message-size and consumers for {listed(unrated)}",
            "they determine MAXDEPTH and disk space of a queue with an expiry cap",
        )
    if unbounded:
        tuning.ask(
            f"set CAPEXPRY on {listed(unbounded)} to the time that copies are to be kept, or declare their "
            "consumers",
            f"copies have unlimited expiry, so no depth is sufficient; {LATER}",
        )


def is_consumed(queue: MqObject, load: object) -> bool:
    """Whether consumers are declared or a trigger starts one."""
    return bool(getattr(load, "consumers", None)) or queue.value("TRIGGER") == "YES"
