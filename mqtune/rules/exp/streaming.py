"""EXP002, EXP006: targets of streaming queues whose copies never expire or are not accepted."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.topology.loads import cap_of, has_unknown_cap
from mqtune.engine.rule import Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.project.settings import QueueLoad
from mqtune.rules.common import defined_here, give, load_place
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, Impact, ObjectName, Related

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


def consequence(sources: list[MqObject]) -> str:
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
        note=f"{UNLIMITED}; {consequence(sources)} ({REPORT}, 7.5, p. 21)",
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
        note=f"{UNLIMITED}; unread copies fill the queue, and {consequence(sources)} ({REPORT}, 7.5, p. 21)",
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
