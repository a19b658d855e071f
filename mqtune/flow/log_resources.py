"""Utilisation of the recovery log and of the network link."""

from __future__ import annotations

from mqtune.flow.graph import DELIVERED, PUBLISH, PUT, SUBSCRIPTION
from mqtune.flow.load import BYTES, PERSISTENT_BYTES, RATE
from mqtune.flow.log_need import (
    is_transaction_assumed,
    lasting,
    log_rule,
    log_space,
    logged_bytes,
    persistent_per_s,
)
from mqtune.flow.provenance import chain_of, ungrouped
from mqtune.flow.resource import Resource, Total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.flow.graph import Node
    from mqtune.flow.passages import Passages

LOGGED = "the log writes about {:,.1f} MB/s (within 15%)"


def log_resources(here: Passages) -> Iterator[Resource]:
    """The bytes written to the recovery log, and the log space that they need."""
    total, manager = here.put_to_queues, here.queue_manager
    if total.load is None:
        return
    rate = total.value(PERSISTENT_BYTES)
    if rate == 0.0 and next(ungrouped(total.ways, may_persist), None) is None:
        return
    chain = tuple(chain_of(ungrouped(total.ways, persists)) or chain_of(ungrouped(total.ways, may_persist)))
    what = "persistence, rate or size"
    unknown, missing = total.warnings(PERSISTENT_BYTES, what), total.missing(PERSISTENT_BYTES, what)
    messages, _ = persistent_per_s(total.load)
    logged = logged_bytes(messages, rate) if rate else None
    written = Resource(
        manager,
        "recovery log",
        "log-bytes",
        "bytes/s",
        None,
        rate,
        None,
        None,
        (*unknown, "message bytes only" + (f": {LOGGED.format(logged / 1e6)}" if logged else "")),
        chain,
        missing=missing,
    )
    outputs = log_space(manager, messages, rate) if rate is not None else None
    if outputs is None:
        yield written
        return
    if logged and outputs["extent_bytes"] < outputs["extent_at_least_bytes"]:
        lasts = lasting(outputs["extent_bytes"] / logged)
        written.warnings += (f"one log file lasts about {lasts}; ten seconds or more are recommended",)
    yield written
    if is_transaction_assumed(manager):
        missing += ("transactions may take longer",)
    yield Resource(
        manager,
        "recovery log",
        "log-space",
        "bytes",
        None,
        outputs["needed_bytes"],
        outputs["log_bytes"],
        f"model log: {log_rule(manager)}",
        (*((LOGGED.format(logged / 1e6),) if logged else ()), *unknown),
        chain,
        missing=missing,
    )


def persists(node: Node) -> bool:
    """Whether persistent messages pass a node."""
    return node.load is not None and bool(node.load.persistent_bytes)


def may_persist(node: Node) -> bool:
    """Whether persistent messages pass a node, or that is unknown."""
    return node.load is None or node.load.persistent_bytes != 0.0


def link_resources(here: Passages, nodes: list[Node]) -> Iterator[Resource]:
    """The declared network link, in the direction that carries more."""
    declaration = here.queue_manager.declaration
    if declaration is None or declaration.link_bits_per_s is None:
        return
    incoming, outgoing = here.received.copy(), here.sent.copy()
    for node in nodes:
        if node.declared is None or node.declared.binding != "client":
            continue
        if node.kind in (PUT, PUBLISH) and node.source is not None:
            incoming.add(node, node.source)
        if node.kind == PUT and node.declared.consumers != 0:
            read = here.queues.get(f"QLOCAL({node.name})")  # copies and publications included
            if read is not None and read.load is not None:
                outgoing.join(read)
            elif node.load is not None:
                outgoing.add(node, node.load)
    from mqtune.capacity.run import run

    model = run("network", link_gbit=1)  # for its constants, whatever link is declared
    constants = {one.name: one for one in model.constants}
    usable, added = constants["usable_share"], constants["added_bytes"].value
    busier = max((incoming, outgoing), key=lambda total: on_wire(total, added) or 0.0)
    word = "received" if busier is incoming else "sent"
    missing = busier.missing(BYTES, "size or rate")
    if any(has_subscribers(node) for node in nodes):
        missing += ("subscribers that are clients are not included",)
    yield Resource(
        here.queue_manager,
        f"link, {word}",
        "link",
        "bytes/s",
        busier.value(RATE),
        on_wire(busier, added),
        usable.value * declaration.link_bits_per_s / 8,
        f"model network: {usable.value:.0%} of the link, {added:g} bytes added to a message; {usable.source}",
        (
            "channels and declared clients only",
            *busier.warnings(BYTES, "size or rate"),
        ),
        tuple(chain_of(busier.ways)),
        missing=missing,
    )


def has_subscribers(node: Node) -> bool:
    """Whether a publication is delivered on its queue manager, where clients may read it."""
    local = (edge.way == SUBSCRIPTION or edge.end == DELIVERED for edge in node.edges)
    return node.kind != PUT and any(local)


def on_wire(total: Total, added: float) -> float | None:
    """Bytes per second on the link; None if the size or the rate is unknown."""
    rate, size = total.value(RATE), total.value(BYTES)
    return None if rate is None or size is None else size + rate * added
