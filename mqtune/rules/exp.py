"""EXP001 to EXP008: expiry caps, the depth and disk space that they require, and targets of streaming queues.

The formulae are those of the streaming queues report, 7.5.2 and 7.5.3; they apply to queues without
consumers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.analysis.topology.loads import (
    MEGABYTE,
    MOST_DEPTH,
    Need,
    cap_of,
    expiry_needs,
    has_unknown_cap,
    streamed_to,
)
from mqtune.engine.rule import Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_strings import CAP, custom_cap
from mqtune.project.settings import QueueLoad
from mqtune.rules.common import declaration_place, defined_here, give, load_place, qm_inis
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, UNSAFE, Fix, Impact, ObjectName, Related
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


# EXP002, EXP006: targets of streaming queues whose copies never expire or are not accepted.

UNLIMITED = "a copy has unlimited expiry regardless of the original, unless the target queue caps it"
REPORT = "IBM MQ Streaming Queues Performance Report (2021)"


def target_of(source: MqObject, queue_manager: QueueManager) -> MqObject | None:
    """The local queue that receives the copies of a queue, if the files define it."""
    name = source.text("STREAMQ")
    target = queue_manager.queue(name) if name and not has_placeholder(name) else None
    if target is None or target.type != "QLOCAL" or not target.defined or not target.statements:
        return None
    return target if target is not source else None


@rule("EXP002")
def unbounded_streaming_target(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue that receives the copies of a streaming queue has no expiry cap, and nothing shows that the
    copies are read.
    """
    targets: dict[str, tuple[MqObject, list[MqObject]]] = {}
    for source in queue_manager.with_filled("QLOCAL", ("STREAMQ",)):
        target = target_of(source, queue_manager)
        if target is not None:
            targets.setdefault(target.name, (target, []))[1].append(source)
    if not targets:
        return
    loads = {load.queue: load for load in queue_manager.queue_loads}
    for target, sources in targets.values():
        load = loads.get(target.name)
        emptied = target.value("TRIGGER") == "YES" or (load is not None and load.consumers)
        if emptied or cap_of(target) is not None or has_unknown_cap(target):
            continue
        rate = copies_per_s(load, sources, loads)
        if load is not None and load.consumers == 0:
            yield full_hit(target, sources, load, rate)
        else:
            yield open_hit(target, sources, rate)


def copies_per_s(load: QueueLoad | None, sources: list[MqObject], loads: dict[str, QueueLoad]) -> float:
    """The declared rate of copies, of the target or the sum of its sources; 0 if unknown."""
    if load is not None and load.put_rate_per_s:
        return load.put_rate_per_s
    rates = [loads[source.name].put_rate_per_s for source in sources if source.name in loads]
    known = [rate for rate in rates if rate]
    return sum(known) if len(known) == len(sources) else 0.0


def after_full(sources: list[MqObject]) -> str:
    """The consequence of a full target for the originals."""
    must = [source.name for source in sources if source.value("STRMQOS") == "MUSTDUP"]
    if must:
        return f"when the queue is full, puts to {must[0]} fail, because STRMQOS(MUSTDUP) requires the copy"
    return (
        f"when the queue is full, copies of {sources[0].name} are omitted without an error, STRMQOS(BESTEF)"
    )


def came_from(sources: list[MqObject]) -> tuple[Related, ...]:
    """The places of the queues whose copies it receives."""
    return tuple(
        Related(place, f"copies of QLOCAL({source.name})")
        for source in sources[:8]
        if (place := source.place("STREAMQ")) is not None
    )


def full_hit(target: MqObject, sources: list[MqObject], load: QueueLoad, rate: float) -> Hit:
    """The copies are declared as not consumed."""
    depth = target.number("MAXDEPTH") or 0
    full = f", reached after {depth / rate:,.0f} s" if rate and depth else ""
    place = target.place("MAXDEPTH") or load_place(load)
    return Hit(
        place,
        f"QLOCAL({target.name}) receives copies, but has no consumers and no expiry cap; its MAXDEPTH is "
        f"{depth:,}{full}",
        note=f"{UNLIMITED}; {after_full(sources)} ({REPORT}, 7.5, p. 21)",
        help="set CAPEXPRY (tenths of a second; in CUSTOM before 9.3.1) and MAXDEPTH for "
        "put rate * (CAPEXPRY/10 + ExpiryInterval), or have the copies consumed; copies already on "
        "the queue keep their unlimited expiry",
        object=ObjectName("QLOCAL", target.name),
        attribute="CAPEXPRY",
        impact=Impact(
            "time until the queue is full", "s", round(depth / rate, 1), None, "MAXDEPTH / declared put rate"
        )
        if rate and depth
        else None,
        related=(*came_from(sources), Related(load_place(load), "consumers = 0 is declared here")),
    )


def open_hit(target: MqObject, sources: list[MqObject], rate: float) -> Hit:
    """Nothing in the files shows that the copies are read or expire."""
    depth = target.number("MAXDEPTH") or 0
    full = f"; unread, it is full after {depth / rate:,.0f} s" if rate and depth else ""
    also = "" if rate else f"; put-rate of queue {sources[0].name} gives the load of the copies"
    place = target.place()
    assert place is not None  # only queues with statements are targets
    return Hit(
        place,
        f"QLOCAL({target.name}) receives copies of {sources[0].name} and has no expiry cap{full}",
        note=f"{UNLIMITED}; unread copies fill the queue, and {after_full(sources)} ({REPORT}, 7.5, p. 21)",
        help="set CAPEXPRY (tenths of a second), or declare the consumers of "
        f"{target.name} in mqtune.toml{also}",
        object=ObjectName("QLOCAL", target.name),
        attribute="CAPEXPRY",
        severity=INFO,
        related=came_from(sources),
    )


@rule("EXP006", skip=Skip(given=("STREAMQ",)))
def streaming_target_rejecting_copies(object: MqObject, queue_manager: QueueManager) -> Iterator[Hit]:
    """The target of a streaming queue does not accept what the original accepts."""
    place = object.place("STREAMQ") if object.is_given("STREAMQ") else None
    target = target_of(object, queue_manager) if place is not None else None
    if place is None or target is None:
        return
    mine, its = object.number("MAXMSGL"), target.number("MAXMSGL")
    if target.value("PUT") == "DISABLED":
        why, keyword = "PUT(DISABLED)", "PUT"
    elif mine is not None and its is not None and its < mine:
        why, keyword = f"MAXMSGL({its}), below the {mine} of the original", "MAXMSGL"
    else:
        return
    which = "every put" if keyword == "PUT" else "a put of a longer message"
    must = object.value("STRMQOS") == "MUSTDUP"
    outcome = (
        f"{which} to {object.name} fails, because STRMQOS(MUSTDUP) requires the copy"
        if must
        else "it is omitted without an error, STRMQOS(BESTEF)"
    )
    yield Hit(
        place,
        f"{object.type}({object.name}) streams to {target.name}, which has {why}",
        note=f"if the copy cannot be put, {outcome}",
        help=f"set the same limits on {target.name} as on {object.name}",
        attribute="STREAMQ",
        related=defined_here(target, keyword),
        fixes=give(target, keyword, str(mine)) if keyword == "MAXMSGL" else give(target, keyword, "ENABLED"),
    )
