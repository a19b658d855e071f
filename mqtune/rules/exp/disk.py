"""EXP001, EXP007, EXP008: the depth and disk space that an expiry cap requires, and their causes.

The formulae are those of the streaming queues report, 7.5.2 and 7.5.3; they apply to queues without
consumers.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.expiry_need import MEGABYTE, MOST_DEPTH, Need, expiry_needs, streamed_to
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import set_attributes, set_ini
from mqtune.estate.topic_properties import CAP
from mqtune.findings.finding import UNSAFE, Fix, Impact, ObjectName, Related
from mqtune.rules.common.load_places import declaration_place, load_place
from mqtune.text.numbers import bytes_text
from mqtune.text.wording import listed

DEEP = 500_000  # messages of each queue in the restart report, p. 11


@rule("EXP001")
def expiry_disk_need(queue_manager: QueueManager) -> Iterator[Hit]:
    """The depth or disk space required by an expiry cap, `ExpiryInterval` and the put rate exceeds MAXDEPTH,
    MAXFSIZE or the declared disk.
    """
    needs, seconds = expiry_needs(queue_manager)
    for need in needs:
        depth = need.queue.number("MAXDEPTH")
        if depth is not None and depth < need.outcome.depth:
            yield depth_hit(queue_manager, need, depth, seconds)
        size = need.queue.number("MAXFSIZE")
        if size is not None and need.queue.is_given("MAXFSIZE") and size * MEGABYTE < need.outcome.disk_bytes:
            yield file_hit(need, size, seconds)
    yield from disk_hit(queue_manager, needs, seconds)


def formula(need: Need, seconds: int) -> str:
    """The formula with this queue's numbers."""
    return f"{need.load.put_rate_per_s:,.0f} puts/s * ({need.cap}/10 s + {seconds} s)"


def depth_hit(queue_manager: QueueManager, need: Need, depth: int, seconds: int) -> Hit:
    """MAXDEPTH is below the depth that the cap allows the queue to reach."""
    name = need.queue.name
    wanted = min(need.outcome.depth_with_margin, MOST_DEPTH)
    edits = set_attributes(need.queue, {"MAXDEPTH": str(wanted)}) if need.queue.defined else ()
    full_after = depth / (need.load.put_rate_per_s or 1)
    place = need.queue.place("MAXDEPTH")
    return Hit(
        place or load_place(need.load),
        f"QLOCAL({name}) will contain {need.outcome.depth:,.0f} messages before they expire, but "
        f"MAXDEPTH is {depth:,}",
        note=f"{formula(need, seconds)} without consumers; the queue is full after {full_after:,.0f} s, "
        f"{consequence(queue_manager, need.queue)} ({need.outcome.source})",
        help=f"set MAXDEPTH({wanted}), the predicted depth plus 5%, or a shorter cap or ExpiryInterval",
        object=ObjectName("QLOCAL", name),
        attribute="MAXDEPTH",
        impact=Impact("depth", "messages", float(depth), round(need.outcome.depth), str(need.outcome.source)),
        related=(Related(load_place(need.load), "the put rate is declared here"),),
        fixes=(Fix(UNSAFE, f"set MAXDEPTH({wanted})", edits),) if edits else (),
    )


def consequence(queue_manager: QueueManager, queue: MqObject) -> str:
    """The consequence of a full queue."""
    source = streamed_to(queue_manager, queue)
    if source is None:
        return "then puts fail with reason 2053"
    if source.value("STRMQOS") == "MUSTDUP":
        return f"then puts to {source.name} fail, because STRMQOS(MUSTDUP) requires the copy"
    return f"then copies of {source.name} are omitted without an error, because of STRMQOS(BESTEF)"


def file_hit(need: Need, size: int, seconds: int) -> Hit:
    """MAXFSIZE is below the size that the queue file may reach."""
    name = need.queue.name
    place = need.queue.place("MAXFSIZE")
    return Hit(
        place or load_place(need.load),
        f"the queue file of QLOCAL({name}) may need {bytes_text(need.outcome.disk_bytes)}, but "
        f"MAXFSIZE is {size} MB",
        note=f"1.5 * message size * {formula(need, seconds)}: a safe upper estimate ({need.outcome.source})",
        help="raise MAXFSIZE, or set a shorter cap or ExpiryInterval",
        object=ObjectName("QLOCAL", name),
        attribute="MAXFSIZE",
    )


def disk_hit(queue_manager: QueueManager, needs: list[Need], seconds: int) -> Iterator[Hit]:
    """All capped queues together need more than the declared disk."""
    declaration = queue_manager.declaration
    disk = declaration.queue_disk_bytes if declaration is not None else None
    total = sum(need.outcome.disk_bytes for need in needs)
    if disk is None or total <= disk:
        return
    largest = max(needs, key=lambda need: need.outcome.disk_bytes)
    names = listed([need.queue.name for need in needs])
    yield Hit(
        declaration_place(queue_manager),
        f"the queue files of {names} may need {bytes_text(total)} before messages expire, but "
        f"queue-disk is {bytes_text(disk)}",
        note=f"for each queue 1.5 * message size (2 KiB at least) * put rate * (cap + {seconds} s): a safe "
        f"upper estimate, 23 to 49% above what was measured ({largest.outcome.source})",
        help="provide more disk space for the queue files, or set a shorter cap or ExpiryInterval; "
        f"the largest queue is {largest.queue.name} with {bytes_text(largest.outcome.disk_bytes)}",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="queue-disk",
        impact=Impact("disk", "bytes", float(disk), round(total), str(largest.outcome.source)),
        related=tuple(
            Related(place, f"{bytes_text(need.outcome.disk_bytes)}")
            for need in needs[:8]
            if (place := need.queue.place(CAP) or need.queue.place()) is not None
        ),
    )


@rule("EXP007")
def deep_queue_delaying_restart(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue with an expiry cap will contain 500,000 messages or more under its declared load."""
    needs, seconds = expiry_needs(queue_manager)
    for need in needs:
        most = need.queue.number("MAXDEPTH")
        depth = min(need.outcome.depth, most) if most is not None else need.outcome.depth
        if depth < DEEP:
            continue
        yield Hit(
            need.queue.place(CAP) or need.queue.place("CUSTOM") or load_place(need.load),
            f"QLOCAL({need.queue.name}) will contain {depth:,.0f} messages, which a restart may have to load",
            note=f"{formula(need, seconds)}; ten queues of 500,000 messages with open transactions took 33 s "
            "to load on V9.1 and 10 s on V9.1.1 from a SAN, up to 156 s and 59 s from a slow NFS (Queue "
            "Manager Restart Times, 2019, p. 11)",
            help="shorten the cap or ExpiryInterval if the queue manager must be available again quickly",
            object=ObjectName("QLOCAL", need.queue.name),
            attribute=CAP,
            related=(Related(load_place(need.load), "the put rate is declared here"),),
        )


@rule("EXP008")
def expiry_interval_longer_than_cap(queue_manager: QueueManager) -> Iterator[Hit]:
    """Expired messages are removed at intervals longer than their lifetime, so most messages in a capped
    queue are waiting to be removed.
    """
    needs, seconds = expiry_needs(queue_manager)
    shortest = max(needs, key=lambda need: need.load.put_rate_per_s or 0.0, default=None)
    if shortest is None or seconds <= shortest.cap / 10:
        return
    # imported here: the figures are needed only if a load is declared
    from mqtune.capacity.expiry import expiry

    wanted = max(1, shortest.cap // 100)
    rate = shortest.load.put_rate_per_s or 0.0
    after = expiry(rate, shortest.cap, wanted, shortest.load.message_size_bytes)
    found = queue_manager.ini_entry("TuningParameters", "ExpiryInterval")
    edits = set_ini(queue_manager, "TuningParameters", {"ExpiryInterval": str(wanted)})
    name = shortest.queue.name
    share = seconds / (seconds + shortest.cap / 10)
    yield Hit(
        found[0].document.place(found[1].span) if found is not None else load_place(shortest.load),
        f"ExpiryInterval is {seconds} s, but the messages of QLOCAL({name}) expire after "
        f"{shortest.cap / 10:g} s: {share:.0%} of its {shortest.outcome.depth:,.0f} messages wait to be "
        "removed",
        note="an interval of 1 s instead of 300 s made no measurable difference in CPU "
        f"({shortest.outcome.source})",
        help=f"set ExpiryInterval={wanted} in stanza TuningParameters of qm.ini and restart: the depth is "
        f"then {after.depth:,.0f}; the key appears in performance reports only",
        object=ObjectName("STANZA", "TuningParameters"),
        attribute="ExpiryInterval",
        impact=Impact(
            "depth",
            "messages",
            round(shortest.outcome.depth),
            round(after.depth),
            f"model expiry, {shortest.outcome.source}",
        ),
        related=(Related(load_place(shortest.load), "the put rate is declared here"),),
        fixes=(Fix(UNSAFE, f"set ExpiryInterval={wanted}", edits, restart=True),) if edits else (),
    )
