"""Depth and file size of queues that are emptied by expiry alone, or that fill in an outage, and their disk.

If the disk does not suffice, the largest ExpiryInterval with which the queues fit is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

from mqtune.analysis.flow.resource import Resource
from mqtune.analysis.outage import Filling, full_in_outage
from mqtune.analysis.topology.loads import (
    MEGABYTE,
    MOST_DEPTH,
    Need,
    cap_of,
    expiry_needs,
    has_unknown_cap,
    streamed_to,
)
from mqtune.analysis.tune.advice import (
    ALTER,
    CALIBRATED,
    PUBLISHED,
    STANZA,
    Change,
    Figures,
    Measure,
    Setting,
    Tuning,
    Why,
    basis_of,
)
from mqtune.capacity.machine import Expiry, expiry
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.text.messages import listed
from mqtune.text.patterns import bytes_text

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
    space = disk_of(tuning.queue_manager)
    if not total:
        return
    names = listed([need.queue.name for need in needs])
    if space is None:
        tuning.ask("declare queue-disk", f"the files of {names} may need {bytes_text(total)} in total")
    elif total > space:
        need = needs[0]
        cap = (
            f"set CAPEXPRY({largest_cap(need, space)}) on {need.queue.name}"
            if len(needs) == 1
            else "shorten CAPEXPRY"
        )
        held = any(withheld.change.about == INTERVAL for withheld in tuning.held_back)
        interval = (
            "or decide on the ExpiryInterval that is held back"
            if held
            else "no ExpiryInterval makes the files small enough"
        )
        tuning.hint(
            f"provide {bytes_text(total)} of disk space for the queue files, or {cap}; {interval}",
            f"the files of {names} may need that much, {DISK_MARGIN}, and queue-disk is {bytes_text(space)}; "
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


# The largest ExpiryInterval with which queues that are emptied by expiry fit the declared disk.

INTERVAL = "expiry-interval"
PARAMETERS, KEY = "TuningParameters", "ExpiryInterval"
MARGIN = 1.05  # of MAXDEPTH
SOURCE = "Streaming queues in IBM MQ 9.2.3, performance report (2021), 7.5.3 and Table 2, p. 22, 24"


def tune_interval(tuning: Tuning, needs: list[Need], seconds: int) -> int:
    """Recommend a shorter interval if the files do not fit the disk; returns the one to use."""
    queue_manager = tuning.queue_manager
    disk = disk_of(queue_manager)
    written = queue_manager.ini_value(PARAMETERS, KEY)
    if written is not None and queue_manager.ini_number(PARAMETERS, KEY) is None:
        return seconds
    wanted = largest(needs, seconds, disk)
    if wanted is None or wanted >= seconds:
        return seconds
    setting = Setting(KEY, str(wanted), str(seconds), "qm.ini" if written else "the default")
    change = Change(
        INTERVAL, ALTER, STANZA, PARAMETERS, (setting,), why_interval(needs, seconds, wanted, disk)
    )
    return wanted if tuning.change(change) else seconds


def disk_of(queue_manager: QueueManager) -> int | None:
    """The declared size of the file system for queues, in bytes."""
    return queue_manager.declaration.queue_disk_bytes if queue_manager.declaration is not None else None


def fits(needs: list[Need], seconds: int, interval: int, disk: int | None) -> bool:
    """Whether disk and depths suffice with another interval than the one the needs were computed with."""
    if disk is not None and disk_bytes(needs, seconds, interval) > disk:
        return False
    return all(
        (need.load.put_rate_per_s or 0) * (need.cap / 10 + interval) * MARGIN <= MOST_DEPTH for need in needs
    )


def disk_bytes(needs: list[Need], seconds: int, interval: float) -> float:
    """The disk space of all queues with another interval: it is proportional to the depth."""
    return sum(
        need.outcome.disk_bytes * (need.cap / 10 + interval) / (need.cap / 10 + seconds)
        for need in needs
        if need.cap / 10 + seconds
    )


def largest(needs: list[Need], seconds: int, disk: int | None) -> int | None:
    """The largest interval that fits, in seconds; None if not even one second does."""
    if not fits(needs, seconds, 1, disk):
        return None
    low, high = 1, max(seconds, 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(needs, seconds, middle, disk) else (low, middle - 1)
    return low


def largest_cap(need: Need, disk: int) -> int:
    """The largest cap of a single queue that fits the disk with an interval of one second."""
    depth = need.outcome.depth * disk / need.outcome.disk_bytes
    return max(0, floor((depth / (need.load.put_rate_per_s or 1) - 1) * 10))


def why_interval(needs: list[Need], seconds: int, wanted: int, disk: int | None) -> Why:
    """The rationale for the interval."""
    names = listed([need.queue.name for need in needs])
    before, after = (disk_bytes(needs, seconds, interval) for interval in (seconds, wanted))
    room = f"queue-disk is {bytes_text(disk)}" if disk is not None else f"MAXDEPTH is {MOST_DEPTH:,} at most"
    return Why(
        f"expired messages of {names} are removed every {seconds} s only: their files may need "
        f"{bytes_text(before)}, and {room}; {wanted} s is the largest interval that fits",
        f"the files may need {bytes_text(after)} (23 to 49% above what was measured); between 300 s and 1 s "
        "the CPU differed by no more than its noise, 65 to 67%",
        "the interval applies to all queues of the queue manager; the key appears in performance reports "
        "only, so "
        "check that the error log does not report it",
        restart=True,
        measure=Measure("CURDEPTH of the queues and the size of their files with both values", "expiry"),
        source=SOURCE,
        basis="published",
    )


# Depth of the queues that fill while their consumers and channels are unavailable, as QUE027 reports.

OUTAGE_DEPTH = "outage-depth"


def outage_changes(tuning: Tuning, estate: Estate) -> Iterator[tuple[Change, float]]:
    """The changes of MAXDEPTH that accept the messages of the declared outage, each with the bytes that its
    margin may need on disk.
    """
    for filling, outage in full_in_outage(estate):
        if filling.queue_manager is tuning.queue_manager and not filling.queue.placeholder:
            change = deeper(filling, outage)
            if change is not None:
                yield change, (filling.bytes_per_s or 0.0) * outage * (MARGIN - 1)


def deeper(filling: Filling, outage_s: float) -> Change | None:
    """The change for one queue; None if its MAXDEPTH is the largest possible."""
    queue, needed = filling.queue, round(filling.rate_per_s * outage_s)
    wanted = min(needed * 21 // 20, MOST_DEPTH)
    if wanted <= filling.depth:
        return None
    takes = (
        f"the queue file needs {bytes_text(filling.bytes_per_s * outage_s)} or more"
        if filling.bytes_per_s
        else "the disk space is unknown without message-size"
    )
    why = Why(
        f"{filling.rate_per_s:,.6g} messages/s arrive, and outage is {outage_s:,.0f} s: {needed:,} messages; "
        f"MAXDEPTH({filling.depth}) is reached after {filling.full_after_s:,.0f} s",
        "puts do not fail with reason 2053 (MQRC_Q_FULL) during the outage; 5% are added",
        f"{takes}; compare with the file system, mqtune budget shows the sum",
        restart=False,
        measure=Measure(f"CURDEPTH of {queue.name} at the end of an outage"),
        source="IBM MQ documentation, MAXDEPTH (DEFINE queues)",
    )
    origin = "its own" if queue.is_given("MAXDEPTH") else "the default"
    setting = Setting("MAXDEPTH", str(wanted), str(filling.depth), origin)
    return Change(OUTAGE_DEPTH, ALTER, "QLOCAL", queue.name, (setting,), why, queue)


# Whether the declared disk suffices for what deeper queues may contain, together with all other queues.

KIND = "queue-disk"


def disk_short(
    tuning: Tuning, rows: Sequence[Resource], needs: Sequence[Need], before: float, outage_bytes: float
) -> str:
    """Why deeper queues do not fit the declared disk for queues; empty if they do, or if none is declared.

    `rows` is the budget, which counts every queue on the disk, and `before` what the `needs` are in it:
    another expiry interval makes them smaller. `outage_bytes` is the margin of queues that fill in an outage.
    """
    declared = disk_of(tuning.queue_manager)
    row = next((row for row in rows if row.kind == KIND), None)
    if declared is None or row is None:
        return ""
    after = sum(need.outcome.disk_bytes for need in needs)
    total = max(after, (row.used or 0.0) - before + after) + outage_bytes
    if total > declared:
        return (
            f"the queue files may need {bytes_text(total)} in total, and queue-disk is {bytes_text(declared)}"
        )
    if row.missing:
        return f"{row.missing[0]}, so the files may not fit queue-disk, which is {bytes_text(declared)}"
    return ""
