"""EXP001, EXP003 to EXP005, EXP007, EXP008: expiry caps, and the depth and disk space that they require.

The formulae are those of the streaming queues report, 7.5.2 and 7.5.3; they apply to queues without
consumers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.analysis.topology.loads import MEGABYTE, MOST_DEPTH, Need, expiry_needs, streamed_to
from mqtune.engine.rule import Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import CAP, custom_cap
from mqtune.rules.common import declaration_place, give, load_place, qm_inis
from mqtune.text.finding import UNSAFE, Fix, Impact, ObjectName, Related
from mqtune.text.messages import listed
from mqtune.text.patterns import bytes_text, whole_number

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
    from mqtune.estate.rewriting import set_attributes  # only for findings

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
    from mqtune.capacity.machine import expiry

    wanted = max(1, shortest.cap // 100)
    rate = shortest.load.put_rate_per_s or 0.0
    after = expiry(rate, shortest.cap, wanted, shortest.load.message_size_bytes)
    from mqtune.estate.rewriting import set_ini

    setting = queue_manager.ini_entry("TuningParameters", "ExpiryInterval")
    edits = set_ini(queue_manager, "TuningParameters", {"ExpiryInterval": str(wanted)})
    name = shortest.queue.name
    share = seconds / (seconds + shortest.cap / 10)
    yield Hit(
        setting[0].document.place(setting[1].span) if setting is not None else load_place(shortest.load),
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


# EXP003, EXP004, EXP005: expiry caps that have a different effect than intended.

# tenths of a second in a minute: copies are rarely meant to expire earlier
MINUTE = 600
# messages of the queue manager itself (IBM MQ documentation, Limiting message expiry, names the first two)
INTERNAL = ("SYSTEM.CLUSTER.", "SYSTEM.PROTECTION.POLICY.QUEUE")
DOCUMENTATION = "IBM MQ documentation, CAPEXPRY: Limit message expiry time"


def cap_and_keyword(queue: MqObject) -> tuple[str, str]:
    """The cap as text and the attribute that contains it; CUSTOM takes precedence."""
    inside = custom_cap(queue.text("CUSTOM"))
    if inside is not None:
        return inside, "CUSTOM"
    return queue.text(CAP), CAP


@rule("EXP003")
def expiry_cap_in_wrong_unit(queue_manager: QueueManager) -> Iterator[Hit]:
    """The expiry cap of a queue that receives copies is below 600, which is one minute."""
    sources = queue_manager.filled("QLOCAL").perhaps(("STREAMQ",))
    for name in dict.fromkeys(source.text("STREAMQ") for source in sources):
        queue = queue_manager.queue(name)
        if queue is not None and queue.type == "QLOCAL":
            yield from short_cap(queue, queue_manager.with_value("QLOCAL", "STREAMQ", name))


def short_cap(object: MqObject, sources: Sequence[MqObject]) -> Iterator[Hit]:
    """The finding for a queue that receives the copies of some queues."""
    text, keyword = cap_and_keyword(object)
    tenths = whole_number(text)
    if tenths is None or not 0 < tenths < MINUTE:
        return
    place = object.place(keyword)
    if place is None or not object.is_given(keyword):
        return
    seconds = f"{tenths / 10:g} s"
    yield Hit(
        place,
        f"{CAP}({text}) on QLOCAL({object.name}), which receives the copies of {sources[0].name}, is only "
        f"{seconds}",
        note=f"the unit is tenths of a second, so 600 is one minute ({DOCUMENTATION}); copies meant to be "
        f"kept for {text} s or {text} minutes expire after {seconds}",
        help=f"set {tenths * 10} for {text} s, {tenths * 600} for {text} minutes; messages already on "
        "the queue keep the expiry they were put with",
        object=ObjectName("QLOCAL", object.name),
        attribute=keyword,
        related=tuple(
            Related(source_place, f"the copies come from QLOCAL({source.name})")
            for source in sources[:8]
            if (source_place := source.place("STREAMQ")) is not None
        ),
    )


@rule("EXP004")
def expryint_on_multiplatforms(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script sets EXPRYINT, which only z/OS has, for a queue manager with a qm.ini, which z/OS does not
    have.
    """
    master = queue_manager.qmgr
    if queue_manager.platform is not None or not master.is_given("EXPRYINT"):
        return  # with a platform CAT011 covers it
    place = master.place("EXPRYINT")
    ini = next(qm_inis(queue_manager), None)
    if place is None or ini is None:
        return
    yield Hit(
        place,
        f"EXPRYINT({master.text('EXPRYINT')}) is for z/OS, but this queue manager has a qm.ini",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="EXPRYINT",
    )


@rule("EXP005", skip=Skip(given=("CAPEXPRY", "CUSTOM"), reads=("CAPEXPRY", "CUSTOM")))
def expiry_cap_on_internal_queue(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """A SYSTEM.CLUSTER queue or SYSTEM.PROTECTION.POLICY.QUEUE has an expiry cap."""
    if not object.name.startswith(INTERNAL):
        return
    text, keyword = cap_and_keyword(object)
    place = object.place(keyword)
    if not (text.isascii() and text.isdigit()) or not object.is_given(keyword) or place is None:
        return
    yield Hit(
        place,
        f"{object.type}({object.name}) has {CAP}({text}), so the queue manager's own messages expire",
        help=f"ALTER {object.type}({object.name}) "
        + ("CUSTOM(' ')" if keyword == "CUSTOM" else f"{CAP}(NOLIMIT)")
        + ", and cap the application queues instead",
        attribute=keyword,
        fixes=give(object, CAP, "NOLIMIT") if keyword == CAP else (),
    )
