"""UNI004, UNI005, UNI006: the channels of the members of a uniform cluster."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.dump_header import dump_header
from mqtune.estate.joining.cluster_names import cluster_names
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.near import near_name
from mqtune.estate.objects import MqObject
from mqtune.estate.uniform_clusters import STANZA, uniform_clusters, uniform_name
from mqtune.findings.finding import ObjectName, Related
from mqtune.rules.common.ini_places import qm_inis
from mqtune.syntax.placeholders import has_placeholder

INSERT = re.compile(r"\+(\w+)\+")
BUILT_IN = frozenset(("AUTOCL", "QMNAME"))
CREATING = "IBM MQ documentation, Creating a new uniform cluster"


def own_receivers(queue_manager: QueueManager, cluster: str) -> list[MqObject]:
    """The CLUSRCVR channels that scripts define for a cluster."""
    return [
        channel
        for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR")
        if channel.statements and cluster in cluster_names(channel, queue_manager)
    ]


@rule("UNI004")
def fixed_channel_in_shared_script(estate: Estate) -> Iterator[Hit]:
    """A script shared by several members of a uniform cluster defines the CLUSRCVR with a name or an address
    that is the same for all.
    """
    for cluster in uniform_clusters(estate):
        managers: dict[int, list[QueueManager]] = {}
        for member in cluster.members:
            for script in member.queue_manager.scripts:
                managers.setdefault(id(script), []).append(member.queue_manager)
        reported: set[int] = set()
        for member in cluster.members:
            for channel in own_receivers(member.queue_manager, cluster.name):
                statement = channel.statements[0]
                sharing = managers.get(id(statement.command.script), [])
                if len(sharing) > 1 and id(statement) not in reported:
                    reported.add(id(statement))
                    yield from fixed_hit(cluster.name, channel, sharing)


def fixed_hit(cluster: str, channel: MqObject, sharing: list[QueueManager]) -> Iterator[Hit]:
    """A script that several members run gives them the same channel name or the same address."""
    keyword = "" if not INSERT.search(channel.name) and not has_placeholder(channel.name) else "CONNAME"
    if keyword and (not channel.text("CONNAME") or has_placeholder(channel.text("CONNAME"))):
        return
    place = channel.place(keyword)
    if place is None:
        return
    what = "the same name" if not keyword else f"the same address, {channel.text('CONNAME')},"
    yield Hit(
        place,
        f"CHANNEL({channel.name}) has {what} for {len(sharing)} members of uniform cluster {cluster} that "
        "share the script",
        note="each member needs its own cluster-receiver channel: with one for all of them the cluster sees "
        f"a single queue manager, and traffic goes to the member that joined last ({CREATING})",
        help="DEFINE CHANNEL('+AUTOCL+_+QMNAME+') CHLTYPE(CLUSRCVR) CONNAME(+CONNAME+) "
        "CLUSTER('+AUTOCL+'), and set the address of each member with crtmqm -iv CONNAME=",
        object=ObjectName("CHANNEL", channel.name),
        attribute=keyword or "CHANNEL",
    )


@rule("UNI005")
def insert_without_variable(queue_manager: QueueManager) -> Iterator[Hit]:
    """The name or the CONNAME of a CLUSRCVR contains an insert that the Variables stanza of the ini files
    does not define.
    """
    variables = [stanza for ini in qm_inis(queue_manager) for stanza in ini.named("Variables")]
    if not variables:
        return  # they may be passed to crtmqm, or set by an operator
    known = {entry.key for stanza in variables for entry in stanza.entries}
    for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
        if not channel.statements:
            continue
        for keyword, text in (("", channel.name), ("CONNAME", channel.text("CONNAME"))):
            for name in INSERT.findall(text):
                place = channel.place(keyword)
                if name in known or name in BUILT_IN or place is None:
                    continue
                near = near_name(name, known)
                yield Hit(
                    place,
                    f"CHANNEL({channel.name}) uses +{name}+, but stanza Variables "
                    + (f"defines only {', '.join(sorted(known)[:8])}" if known else "is empty"),
                    note="an undefined insert makes the start-up configuration fail (IBM MQ documentation, "
                    "Using automatic cluster configuration)",
                    help=f"use +{near}+" if near else f"pass the variable to crtmqm, -iv {name}=value",
                    object=ObjectName("CHANNEL", channel.name),
                    attribute=keyword or "CHANNEL",
                )


@rule("UNI006")
def manual_sender_in_uniform_cluster(queue_manager: QueueManager) -> Iterator[Hit]:
    """A script defines a CLUSSDR in a uniform cluster whose AutoCluster stanza names the repositories."""
    cluster = uniform_name(queue_manager)
    found = queue_manager.ini_entry(STANZA, "Repository1Name") if cluster else None
    if found is None:
        return
    ini, entry = found
    for channel in queue_manager.of_type("CHANNEL", "CLUSSDR"):
        place = channel.place() if channel.statements and channel.defined else None
        if place is None or cluster not in cluster_names(channel, queue_manager):
            continue
        if dump_header(channel.statements[0].command.script) is not None:
            continue  # a dump includes the channels that the queue manager created itself
        yield Hit(
            place,
            f"CHANNEL({channel.name}) is a manual CLUSSDR in cluster {cluster}, but stanza {STANZA} names "
            "the repositories",
            note="the queue manager creates the channels to the repositories itself; a manually defined one "
            "duplicates them, and becomes outdated when a repository moves",
            help="remove the channel definition",
            object=ObjectName("CHANNEL", channel.name),
            attribute="CLUSTER",
            related=(Related(ini.document.place(entry.span), "the first repository"),),
        )
