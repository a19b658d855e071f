"""REF034: channels that connect to a host of another environment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.addresses import CONNECTING, build_hosts, declared_hosts, hosts_in
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.project.environments import USUAL
from mqtune.rules.common.object_names import object_name
from mqtune.text.patterns import lazy_pattern

RECEIVING = {"SDR": ("RCVR", "RQSTR"), "SVR": ("RCVR", "RQSTR"), "CLUSSDR": ("CLUSRCVR",)}
WORD = lazy_pattern(r"[a-z]+", re.IGNORECASE)


@rule("REF034")
def connection_to_another_environment(estate: Estate) -> Iterator[Hit]:
    """CONNAME of a channel names a host that belongs to another environment."""
    if not estate.environment or len(estate.of_run) < 2:
        return
    owners = estate.of_run[0].derived(owners_of_hosts)
    for manager in estate.queue_managers:
        for subtype in CONNECTING:
            for channel in manager.of_type("CHANNEL", subtype):
                if channel.statements and channel.is_given("CONNAME"):
                    yield from foreign_hosts(channel, manager, estate, owners)


def owners_of_hosts(first: Estate) -> dict[str, list[Estate]]:
    """The environments of a run that have a host: three of them if there are more."""
    owners: dict[str, list[Estate]] = {}
    for estate in first.of_run:
        hosts = estate.derived(build_hosts) if estate.environment else None
        for host in {*hosts.declared, *hosts.used} if hosts is not None else ():
            known = owners.setdefault(host, [])
            if len(known) < 3:
                known.append(estate)
    return owners


def foreign_hosts(
    channel: MqObject, manager: QueueManager, estate: Estate, by_host: dict[str, list[Estate]]
) -> Iterator[Hit]:
    """Report the first host of a channel that clearly belongs to exactly one other environment."""
    place = channel.place("CONNAME")
    for host in hosts_in(channel.text("CONNAME")):
        owners = [owner for owner in by_host.get(host, ()) if owner is not estate]
        if len(owners) != 1 or is_own(host, channel, manager, estate) or place is None:
            continue
        why = evidence(host, channel, manager, estate, owners[0])
        if why:
            yield Hit(
                place,
                f"CHANNEL({channel.name}) of environment {estate.environment} connects to {host}, a host of "
                f"environment {owners[0].environment}",
                note=f"{why}; messages would leave their environment",
                help=f"name the host of environment {estate.environment} in CONNAME",
                object=object_name(channel, manager),
                attribute="CONNAME",
            )
            return


def is_own(host: str, channel: MqObject, manager: QueueManager, estate: Estate) -> bool:
    """Whether anything in the environment but the channel itself shows that the host belongs to it."""
    hosts = estate.derived(build_hosts)
    users = hosts.used.get(host, set())
    return host in hosts.declared or len(users) > ((manager.label, channel.name) in users)


def evidence(host: str, channel: MqObject, manager: QueueManager, estate: Estate, owner: Estate) -> str:
    """What shows that a host that the owner's files name belongs to it, in words; "" if nothing does."""
    if host in owner.derived(build_hosts).declared:
        return f"a queue manager of {owner.environment} has this address in its own files"
    named = bears(host, owner.environment or "")
    if named and not bears(host, estate.environment or ""):
        return f"the files of {owner.environment} use the host, whose name says so"
    elsewhere = hosts_of_partner(channel, manager, estate)
    if host not in elsewhere.by_channel or elsewhere.by_channel[host] == {id(channel)}:
        others = islice((one for one in elsewhere.sorted if elsewhere.by_channel[one] != {id(channel)}), 3)
        if known := ", ".join(others):
            return (
                f"only the files of {owner.environment} use the host otherwise, and the partner is at "
                f"{known} for other channels of {estate.environment}"
            )
    return ""


def bears(host: str, environment: str) -> bool:
    """Whether a part of a host name is the name of an environment: `prod` also matches `production`."""
    words, wanted = set(WORD.findall(host.lower())), set(WORD.findall(environment.lower()))
    if words & wanted:
        return True
    usual = [(one, other) for one in words & USUAL for other in wanted & USUAL]
    return any(one.startswith(other) or other.startswith(one) for one, other in usual)


class PartnerHosts:
    """The hosts of a queue manager, as far as its files and the channels that lead to it show them, each with
    the channels that name it; None is its own files.
    """

    __slots__ = ("by_channel", "sorted")

    def __init__(self, by_channel: dict[str, set[int | None]]) -> None:
        self.by_channel = by_channel
        self.sorted = sorted(by_channel)


NO_HOSTS = PartnerHosts({})


def hosts_of_partner(channel: MqObject, manager: QueueManager, estate: Estate) -> PartnerHosts:
    """The hosts of the queue manager that a channel leads to; none if it may be one of several."""
    partners = receiving(channel, manager, estate)
    return estate.derived(build_partners).get(partners[0], NO_HOSTS) if len(partners) == 1 else NO_HOSTS


def build_partners(estate: Estate) -> dict[QueueManager, PartnerHosts]:
    """The hosts of the queue managers to which channels lead."""
    found: dict[QueueManager, dict[str, set[int | None]]] = {}
    for manager in estate.queue_managers:
        for channel in chain(*(manager.of_type("CHANNEL", subtype) for subtype in RECEIVING)):
            partners = receiving(channel, manager, estate)
            if len(partners) == 1:
                hosts = found.setdefault(partners[0], {})
                for host in hosts_in(channel.text("CONNAME")):
                    hosts.setdefault(host, set()).add(id(channel))
    for partner, hosts in found.items():
        for host in declared_hosts(partner):
            hosts.setdefault(host, set()).add(None)
    return {partner: PartnerHosts(hosts) for partner, hosts in found.items()}


def receiving(channel: MqObject, manager: QueueManager, estate: Estate) -> list[QueueManager]:
    """The queue managers of the environment with the receiving end of a channel, some of many."""
    ends = estate.derived(build_ends)
    kinds = RECEIVING.get(channel.subtype, ())
    return [other for kind in kinds for other in ends.get((channel.name, kind), ()) if other is not manager]


def build_ends(estate: Estate) -> dict[tuple[str, str], list[QueueManager]]:
    """The queue managers with a receiving channel by its name and kind: three of them if there are more."""
    ends: dict[tuple[str, str], list[QueueManager]] = {}
    for manager in estate.queue_managers:
        for kind in {kind for kinds in RECEIVING.values() for kind in kinds}:
            for channel in manager.of_type("CHANNEL", kind):
                known = ends.setdefault((channel.name, kind), [])
                if len(known) < 3:
                    known.append(manager)
    return ends
