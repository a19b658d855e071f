"""REF026 to REF028: names that lead to another queue manager: RNAME, RQMNAME, TRIGDATA."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.keywords import QUEUE
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.near import near_name
from mqtune.estate.objects import MqObject
from mqtune.estate.routes import SENDERS, partners_of, senders_of, transmission_of
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.mistakes import may_have
from mqtune.rules.common.object_names import defined_here, object_name
from mqtune.syntax.placeholders import has_placeholder

CHANNELS = (*SENDERS, "RQSTR", "CLUSSDR")


def remote_definitions(estate: Estate) -> Iterator[tuple[MqObject, QueueManager]]:
    """The remote queue definitions of scripts that name a queue and a queue manager, without placeholders.

    None if there is one queue manager only, which has no partner in the files.
    """
    for manager in estate.queue_managers if len(estate.queue_managers) > 1 else ():
        for remote in manager.of_type("QREMOTE"):
            names = remote.name + remote.text("RNAME") + remote.text("RQMNAME") + remote.text("XMITQ")
            if remote.statements and remote.defined and not has_placeholder(names):
                yield remote, manager


def is_clustered_member(manager: QueueManager) -> bool:
    """Whether a queue manager has cluster channels, so that a name may be resolved in a cluster."""
    kinds = ("CLUSRCVR", "CLUSSDR")
    return any(one.statements for kind in kinds for one in manager.of_type("CHANNEL", kind))


@rule("REF026")
def remote_queue_not_on_partner(estate: Estate) -> Iterator[Outcome]:
    """RNAME of a remote queue definition is not a queue of the queue manager that RQMNAME names."""
    for remote, manager in remote_definitions(estate):
        name = remote.text("RNAME")
        partner = estate.named(remote.text("RQMNAME"))
        place = remote.place("RNAME")
        if (
            not name
            or partner is None
            or partner is manager
            or place is None
            or partner.queue(name) is not None
        ):
            continue
        if is_clustered_member(partner) or name.startswith("SYSTEM."):
            continue
        if not partner.complete:
            yield incomplete(partner)
            continue
        near = partner.near(QUEUE, name)
        yield Hit(
            place,
            f"QREMOTE({remote.name}) has RNAME({name}), which {partner.label} does not define"
            + (f"; it has {near}" if near else ""),
            note=f"the message is put on the dead-letter queue of {partner.label} with reason 2085 "
            "(MQRC_UNKNOWN_OBJECT_NAME)",
            help=f"set RNAME({near})" if near else f"define {name} on {partner.label}, or correct RNAME",
            object=object_name(remote, manager),
            attribute="RNAME",
            related=defined_here(partner.queue(near)) if near else (),
        )


@rule("REF027")
def remote_queue_manager_not_partner(estate: Estate) -> Iterator[Outcome]:
    """RQMNAME of a remote queue definition is not the queue manager that its transmission queue leads to."""
    for remote, manager in remote_definitions(estate):
        wanted = remote.text("RQMNAME")
        place = remote.place("RQMNAME")
        xmitq = transmission_of(remote, manager).name
        partner = reached_by(xmitq, manager, estate)
        if not wanted or place is None or partner is None or wanted == partner.name:
            continue
        if is_clustered_member(partner) or forwards(partner, wanted):
            continue
        if not partner.complete:
            yield incomplete(partner)
            continue
        yield Hit(
            place,
            f"QREMOTE({remote.name}) has RQMNAME({wanted}), but its transmission queue {xmitq} leads to "
            f"{partner.label}",
            note=f"{partner.label} has neither a queue manager alias nor a transmission queue for {wanted}, "
            "and puts the message on its dead-letter queue with reason 2087 (MQRC_UNKNOWN_REMOTE_Q_MGR)",
            help=f"set RQMNAME({partner.label}), or name the transmission queue for {wanted}",
            object=object_name(remote, manager),
            attribute="RQMNAME",
        )


def reached_by(xmitq: str, manager: QueueManager, estate: Estate) -> QueueManager | None:
    """The only queue manager at the other end of the channels that serve a transmission queue."""
    partners = set()
    for channel in senders_of(xmitq, manager) if xmitq else ():
        found = [other for other, _ in partners_of(channel, manager, estate) if other.name]
        if len(found) != 1:
            return None
        partners.add(found[0])
    return partners.pop() if len(partners) == 1 else None


def forwards(partner: QueueManager, wanted: str) -> bool:
    """Whether a queue manager has an alias, a transmission queue or a default one for another name."""
    return partner.queue(wanted) is not None or bool(partner.qmgr.text("DEFXMITQ"))


@rule("REF028")
def trigger_data_without_channel(estate: Estate) -> Iterator[Outcome]:
    """TRIGDATA of a triggered transmission queue names a channel that is not defined."""
    for manager in estate.queue_managers:
        for queue in manager.with_filled("QLOCAL", ("TRIGDATA",)):
            if queue.value("USAGE") == "XMITQ" and queue.is_given("TRIGDATA"):
                yield from missing_channel(queue, manager)


def missing_channel(queue: MqObject, manager: QueueManager) -> Iterator[Outcome]:
    """Report the channel that TRIGDATA names if it is missing for certain, or looks like a misspelling."""
    words = queue.text("TRIGDATA").split()
    name = words[0] if words else ""
    place = queue.place("TRIGDATA")
    if not name or has_placeholder(name) or place is None or manager.channel(name) is not None:
        return
    if queue.value("TRIGGER") != "YES" or queue.text("PROCESS") or may_have(queue, "PROCESS"):
        return
    senders = [one.name for kind in CHANNELS for one in manager.of_type("CHANNEL", kind) if one.statements]
    near = near_name(name, senders)
    if near is None and not manager.complete:
        yield incomplete(manager)
        return
    yield Hit(
        place,
        f"QLOCAL({queue.name}) has TRIGDATA({name}), but there is no channel of that name"
        + (f"; CHANNEL({near}) is defined" if near else ""),
        note="the channel initiator cannot start it, so messages stay on the transmission queue (Triggering "
        "channels, q015730_)",
        help=f"set TRIGDATA({near})" if near else f"define CHANNEL({name}), or correct TRIGDATA",
        object=object_name(queue, manager),
        attribute="TRIGDATA",
        related=defined_here(manager.channel(near)) if near else (),
    )
