"""Settings of a hub with many channel pairs: suppression of channel messages, receivers, idle channels."""

from __future__ import annotations

from math import ceil

from mqtune.analysis.topology.channels import (
    ADOPTION,
    FAST_RETRY_S,
    GOOD_DISCINT_S,
    MANY_PAIRS,
    RECOMMENDED,
    REPORTED,
    STANZA,
    VARIABLE,
    adopts,
    hub_receivers,
    keeps_idle_channels,
    many_channels,
    many_pairs,
    notices_late,
    numbers,
    recommended_settings,
    suppresses,
)
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.analysis.tune import advice
from mqtune.analysis.tune.advice import ALTER, Change, Figures, Measure, Setting, Tuning, Why, basis_of
from mqtune.capacity.inputs import Outcome
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.rewriting import qm_ini
from mqtune.estate.workload import cluster_names
from mqtune.project.settings import ClusterLoad
from mqtune.syntax.document import has_placeholder

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


# Adoption of receivers, idle channels, retries, the environment.

ADOPT, IDLE = "adopt-receivers", "disconnect-idle"
CHANNELS = "Channels"
CLUSTER_REPORT = "WebSphere MQ for Windows V5.3, performance tuning for large clusters (2003)"
REPOSITORY_PAGES = 16_384  # 64 MB, the largest file of 2003
CHECKPOINT_S = 180


def tune_hub_channels(tuning: Tuning) -> None:
    """Recommend what the report set on a hub with many channel pairs."""
    queue_manager = tuning.queue_manager
    receivers = list(
        {channel.name: (pairs, channel) for _, pairs, channel in hub_receivers(queue_manager)}.values()
    )
    adopt(tuning, receivers)
    for pairs, channel in receivers:
        if keeps_idle_channels(channel) and not channel.placeholder:
            tuning.change(shorter_idle_time(channel, pairs))
        retries(tuning, channel)
    environment(tuning)


def adopt(tuning: Tuning, receivers: list[tuple[int, MqObject]]) -> None:
    """Recommend AdoptNewMCA if a returning sender would be refused."""
    queue_manager = tuning.queue_manager
    late = next((receiver for receiver in receivers if notices_late(receiver[1])), None)
    if late is None or adopts(queue_manager) or qm_ini(queue_manager) is None:
        return
    pairs, channel = late
    settings = tuple(
        Setting(key, value, queue_manager.ini_value(CHANNELS, key) or "NO", "qm.ini or the default")
        for key, value in ADOPTION.items()
    )
    why = Why(
        f"CHANNEL({channel.name}) detects a lost partner after HBINT({channel.text('HBINT')}), but the "
        "senders of "
        f"{pairs:,} pairs retry after SHORTTMR({channel.text('SHORTTMR')}); until then they are refused",
        "a returning sender ends the old receiver and is accepted at once; no figure was published",
        "a second sender with the same channel name, queue manager and address would end the first: "
        "AdoptNewMCACheck=ALL compares all of these",
        restart=True,
        measure=Measure(
            "the seconds from the restored network until all channels run, and AMQ9514 in AMQERR01.LOG",
            "hub-recovery",
            "--qmgr BRANCH --set other-end={name}",
        ),
        source=f"{CLUSTER_REPORT}, p. 9; IBM MQ documentation, Channels stanza of the qm.ini file",
    )
    tuning.change(Change(ADOPT, ALTER, advice.STANZA, CHANNELS, settings, why, causes=(channel,)))


def shorter_idle_time(channel: MqObject, pairs: int) -> Change:
    """DISCINT(600) for a cluster-receiver channel."""
    origin = "its own" if channel.is_given("DISCINT") else "the default"
    now = channel.text("DISCINT")
    stay = "never end" if now == "0" else f"stay active for {now} s"
    why = Why(
        f"idle channels to {channel.name} {stay}, and {pairs:,} lead to this queue manager",
        "fewer channels are active at once, which is the main constraint of a hub; no figure was published",
        "the first message after a pause waits for the channel to start; every member adopts the value, "
        "because "
        "cluster-sender channels follow this definition. Use less if branches send in bursts",
        restart=False,
        measure=Measure("the number of running channels in DISPLAY CHSTATUS(*) over a working day"),
        source=f"{CLUSTER_REPORT}, p. 7 and 9",
    )
    setting = Setting("DISCINT", str(GOOD_DISCINT_S), now, origin)
    return Change(IDLE, ALTER, "CHANNEL", channel.name, (setting,), why, channel, subtype="CLUSRCVR")


def retries(tuning: Tuning, channel: MqObject) -> None:
    """Hints on the retries of all members: how long they are frequent, compared with a declared outage."""
    retry, count, long = (channel.number(word) for word in ("SHORTTMR", "SHORTRTY", "LONGTMR"))
    if retry is None or count is None or long is None:
        return
    if retry < FAST_RETRY_S:
        tuning.hint(
            f"leave SHORTTMR of {channel.name} at 60 s, unless you have measured the recovery with {retry} s",
            "all members take the interval from this definition, and a short one may overload the hub",
            f"{CLUSTER_REPORT}, p. 2 and 7",
        )
    declaration = tuning.queue_manager.declaration
    outage = declaration.outage_s if declaration is not None else None
    lasts = retry * count
    if outage is not None and lasts < outage and retry > 0:
        within = declaration.back_within_s if declaration is not None else None
        late = within is None or long > within
        if late:
            tuning.hint(
                f"set SHORTRTY({ceil(outage / retry)}) on {channel.name}, so that short retries last for the "
                "declared "
                f"outage of {outage:,.0f} s",
                f"after {lasts:,} s (SHORTRTY({count}) times SHORTTMR({retry})) channels retry only every "
                f"LONGTMR({long}) seconds; frequent retries for longer also mean more load on the hub",
                f"{CLUSTER_REPORT}, p. 2",
            )


def environment(tuning: Tuning) -> None:
    """A hint at the variable that suppresses the messages which SuppressMessage does not accept."""
    queue_manager = tuning.queue_manager
    if many_pairs(queue_manager) is None and not many_channels(queue_manager):
        return
    suppressed = numbers(queue_manager.environment.get(VARIABLE, ""))
    missing = [number for number in REPORTED if number not in suppressed]
    only = [number for number in missing if number not in RECOMMENDED]
    if not only or has_placeholder(queue_manager.environment.get(VARIABLE, "")):
        return
    value = ",".join([*suppressed, *missing])
    tuning.hint(
        f"start the queue manager with {VARIABLE}={value} in its environment",
        f"SuppressMessage does not accept {', '.join(only)}, which failing channels also write; the variable "
        "accepts every channel message, 20 at most, and writes each five times in 60 s by default. Declare "
        "it as "
        "`environment` in mqtune.toml, or export it in the script that runs strmqm",
        f"{CLUSTER_REPORT}, p. 2 and 5; IBM MQ documentation, "
        "suppressing channel error messages from error logs",
    )


def large_log(tuning: Tuning) -> None:
    """A hint at the log files of a full repository for many channels, whose size is fixed; none if the
    declared load needs larger ones.
    """
    queue_manager = tuning.queue_manager
    if any("crtmqm -lf" in hint["text"] for hint in tuning.hints):
        return
    pages = queue_manager.ini_number("Log", "LogFilePages")
    if many_pairs(queue_manager) is None or not is_repository(queue_manager) or pages is None:
        return
    if pages < REPOSITORY_PAGES:
        tuning.hint(
            f"create the next queue manager with crtmqm -lf {REPOSITORY_PAGES} or more",
            f"a full repository of many channels needs large log files (LogFilePages={pages} here): what "
            "happens "
            f"during a checkpoint has to fit into the log, and with 3000 branches one took {CHECKPOINT_S} s "
            "on the "
            "disks of 2003",
            f"{CLUSTER_REPORT}, p. 8 and 9",
        )


def is_repository(queue_manager: QueueManager) -> bool:
    """Whether a queue manager is a full repository of any cluster."""
    master = queue_manager.qmgr
    return bool(master.text("REPOS") or master.text("REPOSNL"))
