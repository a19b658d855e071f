"""The budget of an estate: the utilisation of each contended resource, and which is exhausted first.

Limits along a path are compared, never multiplied: the smallest decides. The resources are those of
`queues.py` and `machine.py`, the recovery log, and the network link.
"""

from __future__ import annotations

from mqtune.analysis.budget.machine import channel_resources, cpu_resources
from mqtune.analysis.budget.queues import (
    lock_resources,
    publisher_resources,
    queue_resources,
    republish_resources,
)
from mqtune.analysis.flow.graph import DELIVERED, PUBLISH, PUT, SUBSCRIPTION
from mqtune.analysis.flow.load import BYTES, PERSISTENT_BYTES, RATE
from mqtune.analysis.flow.log_need import (
    is_transaction_assumed,
    lasting,
    log_rule,
    log_space,
    logged_bytes,
    persistent_per_s,
)
from mqtune.analysis.flow.resource import (
    AT_LEAST,
    AT_MOST,
    KINDS,
    MARKS,
    MORE,
    SOURCE,
    Resource,
    Total,
    chain_of,
    number,
    ungrouped,
)
from mqtune.analysis.flow.traversal import Flow, passages
from mqtune.text.messages import listed
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mqtune.analysis.flow.graph import Node
    from mqtune.analysis.flow.resource import Link
    from mqtune.analysis.flow.traversal import Passages
    from mqtune.estate.model import Estate


# Utilisation of the recovery log and of the network link.

LOGGED = "the log writes about {:,.1f} MB/s (within 15%)"


def log_resources(traffic: Passages) -> Iterator[Resource]:
    """The bytes written to the recovery log, and the log space that they need."""
    total, manager = traffic.put_to_queues, traffic.queue_manager
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


def link_resources(traffic: Passages, nodes: list[Node]) -> Iterator[Resource]:
    """The declared network link, in the direction that carries more."""
    declaration = traffic.queue_manager.declaration
    if declaration is None or declaration.link_bits_per_s is None:
        return
    incoming, outgoing = traffic.received.copy(), traffic.sent.copy()
    for node in nodes:
        if node.declared is None or node.declared.binding != "client":
            continue
        if node.kind in (PUT, PUBLISH) and node.source is not None:
            incoming.add(node, node.source)
        if node.kind == PUT and node.declared.consumers != 0:
            read = traffic.queues.get(f"QLOCAL({node.name})")  # copies and publications included
            if read is not None and read.load is not None:
                outgoing.join(read)
            elif node.load is not None:
                outgoing.add(node, node.load)
    from mqtune.capacity.run import run

    model = run("network", link_gbit=1)  # for its constants, whatever link is declared
    constants = {constant.name: constant for constant in model.constants}
    usable, added = constants["usable_share"], constants["added_bytes"].value
    busier = max((incoming, outgoing), key=lambda total: on_wire(total, added) or 0.0)
    word = "received" if busier is incoming else "sent"
    missing = busier.missing(BYTES, "size or rate")
    if any(has_subscribers(node) for node in nodes):
        missing += ("subscribers that are clients are not included",)
    yield Resource(
        traffic.queue_manager,
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


# The budget of all resources.

HANDLES = "handles"
MOST_NAMED = 5
LEAST_GROWTH, GREATEST_GROWTH = 1e-6, 1e6  # of a factor or a share; it has to be below the greatest
GROWTHS = f"specify a number above 0, from {LEAST_GROWTH:g} to {GREATEST_GROWTH:,.0f}"
NOTHING = "no load is declared; [[queue-manager.topic]] and [[queue-manager.queue]] in mqtune.toml declare it"


def budget(estate: Estate, growth: float = 1.0, without: Sequence[str] = ()) -> list[Resource]:
    """The resources of each queue manager that the declared loads reach, by kind; `growth` multiplies the
    rate of every source, and the queue managers in `without` are not available.
    """
    absent = frozenset(id(manager) for manager in estate.queue_managers if manager.label in without)
    flow = Flow(estate, growth, absent)
    nodes: dict[int, list[Node]] = {}
    for node in flow.nodes:
        nodes.setdefault(id(node.queue_manager), []).append(node)
    resources: list[Resource] = []
    for traffic in flow.derived(passages):
        if id(traffic.queue_manager) in absent:
            continue
        unsorted = list(resources_of(traffic, nodes.get(id(traffic.queue_manager), [])))
        resources += sorted(
            unsorted,
            key=lambda resource: (KINDS.index(resource.kind), -(resource.share or 0.0), resource.resource),
        )
    return resources


def resources_of(traffic: Passages, nodes: list[Node]) -> Iterator[Resource]:
    """The resources of one queue manager."""
    yield from lock_resources(traffic)
    yield from publisher_resources(nodes)
    yield from republish_resources(traffic)
    yield from queue_resources(traffic)
    yield from log_resources(traffic)
    yield from channel_resources(traffic)
    yield from cpu_resources(traffic, nodes)
    yield from link_resources(traffic, nodes)


@record
class PathLimit:
    """What growth exhausts first on the path of one source: the smallest limit. It is `open` if of some
    resource on the path only a lower bound is known.
    """

    source: Link
    resource: Resource
    open: bool = False

    @property
    def growth(self) -> float:
        """The multiple of the load in the budget with which it is exhausted, or the largest if it is open."""
        return 1 / (self.resource.share or 1.0)

    @property
    def name(self) -> str:
        """The resource and its queue manager, or that a lower bound leaves open which it is."""
        if is_certain(self.resource):
            return limit_name(self.resource)
        return f"cannot tell: {bound_name(self.resource)}"

    def reached(self, growth: float) -> str:
        """The multiple of the declared load, for a text."""
        return f"{'no more than ' * self.open}{number(growth * self.growth)} times"


def path_limits(resources: Iterable[Resource]) -> list[PathLimit]:
    """The smallest limit on the path of each declared source, the tightest first.

    Empty if a provenance is cut, because a limit might then be missing.
    """
    limits: dict[tuple[str, str | None, int | None], PathLimit] = {}
    for resource in resources:
        if any(link.text == MORE for link in resource.chain):
            return []
        for link in resource.chain if resource.grows and resource.share else ():
            if SOURCE not in link.text:
                continue
            limit = limits.setdefault((link.text, link.file, link.line), PathLimit(link, resource))
            limit.open = limit.open or resource.bound == AT_LEAST
            limit.resource = max(limit.resource, resource, key=by_share)
    return sorted(limits.values(), key=lambda limit: limit.growth)


def by_share(resource: Resource) -> tuple[float, bool]:
    """The order in which resources are exhausted by growth; of equal ones a lower bound is earlier."""
    return resource.share or 0.0, resource.bound == AT_LEAST


def is_certain(resource: Resource) -> bool:
    """Whether a resource can be called the first: not if only a lower bound below the limit is known."""
    return resource.bound != AT_LEAST or (resource.share or 0.0) >= 1


def limit_name(resource: Resource) -> str:
    """A resource and its queue manager."""
    return f"{resource.resource} of {resource.queue_manager.label}"


def bound_name(resource: Resource) -> str:
    """A resource with the share that is certainly used, if any is known."""
    if resource.share is None:
        return f"{limit_name(resource)} (unknown)"
    if resource.bound == AT_MOST and resource.limit:
        return f"{limit_name(resource)} ({MARKS[AT_LEAST]}{(resource.least or 0.0) / resource.limit:,.0%})"
    return f"{limit_name(resource)} ({resource.percent})"


def first_exhausted(resources: Iterable[Resource]) -> Resource | None:
    """What is exhausted first: a resource above a limit that does not depend on rates, such as MaxChannels,
    else the one that growth of all sources exhausts first; None if that is not known.
    """
    every = list(resources)
    return next(iter(exhausted_at_any_rate(every)), None) or first_by_growth(every)


def first_by_growth(resources: Iterable[Resource]) -> Resource | None:
    """The resource that growth of all sources exhausts first; None if no limit is known, or if a lower bound
    leaves it open.
    """
    growing = [resource for resource in resources if resource.grows and resource.share]
    first = max(growing, key=by_share, default=None)
    return first if first is not None and is_certain(first) else None


def lower_bounds(resources: Iterable[Resource]) -> list[Resource]:
    """What growth may exhaust earlier than is known, the largest lower bound first."""
    bounds = [
        resource for resource in resources if resource.grows and resource.share and resource.bound == AT_LEAST
    ]
    return sorted(bounds, key=lambda resource: -(resource.share or 0.0))


def exhausted_at_any_rate(resources: Iterable[Resource]) -> list[Resource]:
    """What exceeds a limit that does not depend on rates, the largest share first; handles beyond the cache
    only slow down.
    """
    over = [
        resource
        for resource in resources
        if not resource.grows and resource.is_exceeded and resource.kind != HANDLES
    ]
    return sorted(over, key=lambda resource: -(resource.share or 0.0))


def breaks_at_growth(first: Resource, growth: float) -> float:
    """The multiple of the declared load at which a resource is exhausted, if `growth` times that load is in
    the budget; 0 if it is exhausted at any rate.
    """
    return growth / first.share if first.grows and first.share else 0.0


def verdicts(resources: Iterable[Resource], growth: float) -> list[str]:
    """What is exhausted first, if that does not depend on rates, what growth exhausts first, and what is left
    open: sentences without a full stop.
    """
    every = list(resources)
    over, growing = exhausted_at_any_rate(every), first_by_growth(every)
    open = [resource for resource in lower_bounds(every) if resource is not growing]
    texts, head = [], "by growth" if over else "first"
    if over:
        verb = "is" if len(over) == 1 else "are"
        names = listed([bound_name(resource) for resource in over], MOST_NAMED)
        texts.append(f"first: {names} {verb} above the limit at any rate")
    names = listed([bound_name(resource) for resource in open], MOST_NAMED)
    if growing is not None and growing.share:
        state = "is exhausted" if growing.share >= 1 else "is exhausted first"
        texts.append(f"{head}: {limit_name(growing)} {state}, at {times(growing, growth)} the declared load")
        if open:
            texts.append(f"left open: {names} may be exhausted earlier, as only a lower bound is known")
    elif open:
        latest = f"{limit_name(open[0])} is exhausted at {times(open[0], growth)} the declared load"
        texts.append(f"{head}: cannot tell, as only a lower bound is known of {names}; {latest}")
    return texts


def times(resource: Resource, growth: float) -> str:
    """When growth exhausts a resource: `1.67 times`, or at the latest."""
    latest = "no more than " * (resource.bound == AT_LEAST)
    return f"{latest}{number(breaks_at_growth(resource, growth))} times"
