"""CHL015 to CHL018, CHL021, CHL029: channels of a hub.

A hub is a queue manager with a declared number of channel pairs. The figures are from the large clusters
report (2003).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from mqtune.analysis.topology.channels import (
    ADOPTION,
    FAST_RETRY_S,
    GOOD_DISCINT_S,
    adopts,
    hub_receivers,
    is_dedicated_repository,
    keeps_idle_channels,
    notices_late,
    pairs_of,
)
from mqtune.analysis.topology.topics import build_topics
from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini, set_attributes, set_ini
from mqtune.estate.topic_strings import branch_root
from mqtune.estate.workload import cluster_names
from mqtune.project.settings import ClusterLoad, TopicLoad
from mqtune.rules.common import declaration_place, entry_place, load_place
from mqtune.text.finding import INFO, UNSAFE, Fix, Impact, ObjectName, Related

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.outage import Schedule, Timeline
    from mqtune.estate.model import Estate


STANZA = "Channels"
DEFAULT_MAX_CHANNELS = 100  # on Multiplatforms; the appliance has no such limit


def declared(load: ClusterLoad, pairs: int) -> tuple[Related, ...]:
    """The line on which the pairs are declared."""
    return (Related(load_place(load), f"{pairs} channel pairs in {load.cluster}"),)


@rule("CHL015")
def declared_channels_above_channel_limit(queue_manager: QueueManager) -> Iterator[Hit]:
    """More channel pairs are declared (`channel-pairs` of `[[queue-manager.cluster]]`) than MaxChannels or
    MaxActiveChannels of qm.ini allows channels.
    """
    loads = list(pairs_of(queue_manager))
    if not loads or qm_ini(queue_manager) is None:
        return
    largest = max(loads, key=lambda load: load[1])
    for key in ("MaxChannels", "MaxActiveChannels"):
        setting = queue_manager.ini_entry(STANZA, key)
        limit = queue_manager.ini_number(STANZA, key)
        if setting is None and key == "MaxChannels" and queue_manager.platform != "appliance":
            limit = DEFAULT_MAX_CHANNELS
        if limit is None or largest[1] <= limit:
            continue
        if key == "MaxActiveChannels" and is_dedicated_repository(queue_manager):
            continue
        wanted = channels_for(largest[1])
        values = {key: str(wanted)}
        most = queue_manager.ini_number(STANZA, "MaxChannels") or DEFAULT_MAX_CHANNELS
        if key == "MaxActiveChannels" and most < wanted:
            values["MaxChannels"] = str(wanted)  # more active channels than channels would be a new error
        edits = set_ini(queue_manager, STANZA, values)
        yield Hit(
            load_place(largest[0]) if setting is None else entry_place(*setting),
            f"{largest[1]} channel pairs are declared for {largest[0].cluster}, but "
            + (f"{key} is {setting[1].value}" if setting else f"{key} is not set and defaults to {limit}"),
            note=f"{key} counts each channel that is running or retrying: a pair has one in each direction, "
            "and clients count too; channels above the limit are refused with AMQ9513 (large clusters "
            "report, p. 9; Channels stanza, q018980_)",
            help=f"set {key}={wanted} in stanza {STANZA} of qm.ini and restart: two channels for each pair, "
            "plus 50% for overlap",
            object=ObjectName("STANZA", STANZA),
            attribute=key,
            related=() if setting is None else declared(*largest),
            fixes=(Fix(UNSAFE, f"allow {wanted} channels", edits, restart=True),) if edits else (),
        )


def channels_for(pairs: int) -> int:
    """MaxChannels for channel pairs, according to the model hub-recovery."""
    # imported here: the figures are needed only if pairs are declared
    from mqtune.analysis.budget.machine import CHANNELS_OF_A_PAIR, overlap

    return ceil(pairs * CHANNELS_OF_A_PAIR * overlap())


@rule("CHL016")
def fast_retry_on_hub(queue_manager: QueueManager) -> Iterator[Hit]:
    """The CLUSRCVR of a hub with 500 declared channel pairs or more has SHORTTMR below 10."""
    for load, pairs, channel in hub_receivers(queue_manager):
        interval, place = channel.number("SHORTTMR"), channel.place("SHORTTMR")
        if interval is None or interval >= FAST_RETRY_S or place is None:
            continue
        yield Hit(
            place,
            f"CHANNEL({channel.name}) has SHORTTMR({interval}), and {pairs} channels reconnect to this queue "
            "manager together",
            object=ObjectName("CHANNEL", channel.name),
            attribute="SHORTTMR",
            related=declared(load, pairs),
        )


@rule("CHL017")
def idle_channels_kept_on_hub(queue_manager: QueueManager) -> Iterator[Hit]:
    """The CLUSRCVR of a hub with 500 declared channel pairs or more has DISCINT(0), which never ends an idle
    channel, or at least the default of 6000 s.
    """
    for load, pairs, channel in hub_receivers(queue_manager):
        interval, place = channel.number("DISCINT"), channel.place("DISCINT")
        if not keeps_idle_channels(channel) or place is None:
            continue
        edits = set_attributes(channel, {"DISCINT": str(GOOD_DISCINT_S)})
        yield Hit(
            place,
            f"CHANNEL({channel.name}) has DISCINT({interval}): "
            + ("idle channels never end" if interval == 0 else f"idle channels stay active for {interval} s")
            + f", and {pairs} lead to this queue manager",
            help=f"set DISCINT({GOOD_DISCINT_S}), or less if branches send in bursts",
            object=ObjectName("CHANNEL", channel.name),
            attribute="DISCINT",
            related=declared(load, pairs),
            fixes=(Fix(UNSAFE, f"end channels idle for {GOOD_DISCINT_S} s", edits),) if edits else (),
        )


@rule("CHL018")
def receivers_not_adopted_on_hub(queue_manager: QueueManager) -> Iterator[Hit]:
    """A hub with 500 declared channel pairs or more has a CLUSRCVR with HBINT above SHORTTMR, and AdoptNewMCA
    in its qm.ini is not set or set to NO, which is the same.
    """
    if adopts(queue_manager) or qm_ini(queue_manager) is None:
        return
    for load, pairs, channel in hub_receivers(queue_manager):
        heartbeat, retry = channel.number("HBINT"), channel.number("SHORTTMR")
        setting, place = queue_manager.ini_entry(STANZA, "AdoptNewMCA"), channel.place("HBINT")
        if not notices_late(channel) or place is None:
            continue
        edits = set_ini(queue_manager, STANZA, ADOPTION)
        yield Hit(
            place,
            f"CHANNEL({channel.name}) detects a lost partner after HBINT({heartbeat}), but senders retry "
            f"after SHORTTMR({retry}), and AdoptNewMCA is {'NO' if setting else 'not set'}",
            object=ObjectName("STANZA", STANZA),
            attribute="AdoptNewMCA",
            related=declared(load, pairs),
            fixes=(Fix(UNSAFE, "adopt new receivers", edits, restart=True),) if edits else (),
        )
        return  # one stanza for all channels


@rule("CHL021")
def fast_messages_on_ordered_cluster(queue_manager: QueueManager) -> Iterator[Hit]:
    """The messages of a cluster are declared ordered (`ordered = true` of `[[queue-manager.cluster]]`, or of
    a topic that it carries), and its CLUSRCVR has NPMSPEED(FAST), the default.
    """
    needed = ordered_clusters(queue_manager)
    for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR") if needed else ():
        known = channel.statements and channel.defined and channel.value("NPMSPEED") == "FAST"
        place = channel.place("NPMSPEED") if known else None
        clusters = cluster_names(channel, queue_manager)
        load = next((load for name, load in needed.items() if name in clusters), None)
        if place is None or load is None:
            continue
        what = (
            f"publications on '{load.topic}'"
            if isinstance(load, TopicLoad)
            else f"messages of {load.cluster}"
        )
        yield Hit(
            place,
            f"CHANNEL({channel.name}) has NPMSPEED(FAST), but {what} are declared ordered",
            object=ObjectName("CHANNEL", channel.name),
            attribute="NPMSPEED",
            severity=INFO,
            related=(Related(load_place(load), "declared ordered here"),),
        )


def ordered_clusters(queue_manager: QueueManager) -> dict[str, ClusterLoad | TopicLoad]:
    """The clusters whose messages are declared ordered, each with the declaration; topics only if their
    publications can have both kinds of persistence.
    """
    clusters: dict[str, ClusterLoad | TopicLoad] = {
        load.cluster: load for load in queue_manager.cluster_loads if load.ordered
    }
    for topic in queue_manager.topic_loads:
        if topic.ordered and topic.persistent not in (True, False):
            name, _ = queue_manager.derived(build_topics).cluster(branch_root(topic.topic))
            clusters.setdefault(name, topic)
    clusters.pop("", None)
    return clusters


# CHL029: channels whose retries do not bring them back in the declared time after an outage.


@rule("CHL029")
def retries_miss_back_within(estate: Estate) -> Iterator[Hit]:
    """After the declared outage, the next retry of a channel can come later than the declared back-within, or
    not at all.
    """
    declarations = [
        manager.declaration for manager in estate.queue_managers if manager.declaration is not None
    ]
    if not any(declaration.back_within_s for declaration in declarations) or not any(
        declaration.outage_s for declaration in declarations
    ):
        return
    from mqtune.analysis.outage import Schedule, timelines  # imported here: few projects declare an outage

    for timeline in timelines(estate):
        schedule = Schedule(timeline.pair)
        if timeline.outage_s is None or timeline.back_within_s is None or not schedule.known:
            continue
        if timeline.retry_s is None or timeline.retry_s > timeline.back_within_s:
            yield late_hit(timeline, schedule)


def late_hit(timeline: Timeline, schedule: Schedule) -> Hit:
    """The finding for one channel."""
    outage, within = timeline.outage_s or 0.0, timeline.back_within_s or 0.0
    channel = timeline.pair.channel
    never = timeline.retry_s is None
    keyword = "LONGRTY" if never else "LONGTMR" if outage >= schedule.short_end else "SHORTTMR"
    place = channel.place(keyword) or channel.place() or declaration_place(timeline.pair.owner)
    retries = f"{schedule.short_count.text} {schedule.short.text}"
    after = (
        f"its last retry is {schedule.end:,.0f} s after the loss; then it stops, and START CHANNEL is needed"
        if never
        else f"the next retry can be {timeline.retry_s:,.0f} s after the end"
    )
    short = schedule.short.value or 60
    count = int(-(-outage // short)) + 1 if short <= within else None
    return Hit(
        place,
        f"CHANNEL({channel.name}) is not certain to run {within:,.0f} s after an outage of {outage:,.0f} s: "
        f"{after}",
        note=f"short retries end {schedule.short_end:,.0f} s after the loss, {retries}; then "
        f"{schedule.long_count.text} {schedule.long.text} apply",
        help=f"set SHORTRTY({count}) or more, so that short retries outlast the outage"
        if count is not None
        else f"set SHORTTMR or LONGTMR to {within:,.0f} s or less",
        object=ObjectName("CHANNEL", channel.name),
        attribute=keyword,
        impact=Impact("next retry after the outage", "s", timeline.retry_s, within, "retry attributes"),
    )
