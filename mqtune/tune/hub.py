"""Suppression of channel messages in the error log of a hub with many channel pairs."""

from __future__ import annotations

from mqtune.capacity.outcome import Outcome
from mqtune.estate.joining.cluster_names import cluster_names
from mqtune.estate.joining.formation import build_clusters
from mqtune.estate.message_suppression import (
    MANY_PAIRS,
    STANZA,
    VARIABLE,
    many_channels,
    many_pairs,
    recommended_settings,
    suppresses,
)
from mqtune.estate.model import Estate, QueueManager
from mqtune.project.settings import ClusterLoad
from mqtune.tune import advice
from mqtune.tune.advice import ALTER, Change, Measure, Setting, Tuning, Why
from mqtune.tune.figures import Figures, basis_of

SUPPRESS = "suppress-messages"
REPORT = "WebSphere MQ for Windows V5.3, performance tuning for large clusters (2003), p. 1, 2 and 5"
WITHOUT_PREFIX = VARIABLE.removeprefix("MQ_")


def tune_suppression(tuning: Tuning, figures: Figures, estate: Estate) -> None:
    """Recommend suppressing the messages of failing channels in the error log."""
    queue_manager = tuning.queue_manager
    if suppresses(queue_manager):
        return
    load, defined = many_pairs(queue_manager), many_channels(queue_manager)
    if load is None and not defined:
        ask_for_pairs(tuning, estate)
        return
    many = f"{load.channel_pairs} channel pairs" if load is not None else f"{len(defined)} message channels"
    values = recommended_settings(queue_manager)
    interval = queue_manager.ini_value(STANZA, "SuppressInterval")
    if interval is not None:
        del values["SuppressInterval"]
    settings = tuple(Setting(key, value, "", "not set") for key, value in values.items())
    reasons = why(queue_manager, figures, many, load)
    causes = tuple(defined[:1])
    tuning.change(Change(SUPPRESS, ALTER, advice.STANZA, STANZA, settings, reasons, causes=causes))


def bounds_of(queue_manager: QueueManager, figures: Figures, load: ClusterLoad) -> Outcome | None:
    """The lower bound of the recovery time, with the retry interval of the cluster-receiver channel."""
    for channel in queue_manager.of_type("CHANNEL", "CLUSRCVR"):
        heartbeat, retry = channel.number("HBINT"), channel.number("SHORTTMR")
        known = channel.statements and heartbeat is not None and retry is not None
        if known and load.cluster in cluster_names(channel, queue_manager):
            return figures.run(
                "hub-recovery",
                channel_pairs=load.channel_pairs,
                heartbeat_interval=heartbeat,
                short_retry=retry,
            )
    return None


def why(queue_manager: QueueManager, figures: Figures, many: str, load: ClusterLoad | None) -> Why:
    """The rationale for the list."""
    bounds = bounds_of(queue_manager, figures, load) if load is not None else None
    misnamed = WITHOUT_PREFIX in queue_manager.environment
    least = ""
    if bounds is not None:
        least = (
            f"; with HBINT({bounds.inputs['heartbeat-interval']}) and "
            f"SHORTTMR({bounds.inputs['short-retry']}) it takes at least "
            f"{bounds.outputs['recovery_at_least_s']:,.0f} s"
        )
    return Why(
        f"{many} may fail together, and each failing channel repeatedly writes to the error log"
        + (f"; variable {WITHOUT_PREFIX} has no effect without the prefix MQ_" if misnamed else ""),
        "makes recovery possible: 1000 pairs never recovered without it and took 141 s with it, 2000 to 3000 "
        f"took 174 to 514 s with further settings, in three single runs of 2003{least}",
        "these messages are written only once per interval, so a single failing channel is less visible; "
        "other channel messages are not affected",
        restart=True,
        measure=Measure(
            "disconnect a test hub from the network, and measure the seconds until all channels run and the "
            "growth of AMQERR01.LOG",
            "hub-recovery",
            "--qmgr BRANCH --set other-end={name}",
        ),
        source=f"{REPORT}; IBM MQ documentation, QMErrorLog stanza",
        basis=basis_of(bounds) if bounds is not None else "published",
    )


def ask_for_pairs(tuning: Tuning, estate: Estate) -> None:
    """Ask for channel pairs on a full repository: only a declaration shows whether it is a hub."""
    queue_manager = tuning.queue_manager
    declared = {load.cluster for load in queue_manager.cluster_loads if load.channel_pairs is not None}
    for cluster in estate.derived(build_clusters).values():
        mine = cluster.membership(queue_manager)
        if mine is not None and mine.repository and not cluster.automatic and cluster.name not in declared:
            tuning.ask(
                f"declare channel-pairs for cluster {cluster.name}",
                f"if {MANY_PAIRS} or more pairs may fail together, their messages should be suppressed in "
                "the error log, and MaxChannels must cover them",
            )
