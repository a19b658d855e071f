"""Fastpath channels, which all reports but one used: MQIBindType, unless exits forbid it."""

from __future__ import annotations

from mqtune.estate.busy_load import BUSY_CLIENT_PER_S, busiest_client
from mqtune.estate.hub.exits import channel_exits
from mqtune.estate.message_suppression import many_channels, many_pairs
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini
from mqtune.tune.advice import ALTER, STANZA, Change, Measure, Setting, Tuning, Why

BINDING = "fastpath-channels"
CHANNELS, KEY = "Channels", "MQIBindType"
SOURCE = (
    "performance tuning for large clusters (2003), p. 2 and 8; JMS V7 performance report (2009), chapter 3, "
    "p. 13; "
    "IBM MQ V8.0 publish/subscribe performance report (2015), A.3, p. 46; IBM MQ performance: best "
    "practises, and "
    "tuning (2020), 7.1.2, p. 29"
)


def tune_binding(tuning: Tuning) -> None:
    """Recommend MQIBindType=FASTPATH if channels carry a declared load and no exit runs in them."""
    queue_manager = tuning.queue_manager
    busy = work_of_channels(queue_manager)
    written = queue_manager.ini_value(CHANNELS, KEY)
    found = qm_ini(queue_manager)
    if not busy or written is not None or found is None:
        return  # a value that is set is a decision
    exits = next((words for words, _, _ in channel_exits(queue_manager, found)), "")
    if exits:
        tuning.hint(
            f"leave {KEY} at STANDARD: {exits}",
            "an exit in a fastpath channel runs inside the queue manager's own memory, and one that "
            "overwrites "
            "memory or ends the process can end the queue manager",
            SOURCE,
        )
        return
    why = Why(
        f"{busy}, and each channel program passes every message to an agent in another process",
        "less CPU and memory for each channel: with 2000 channel pairs 37% of the processors instead of 52% "
        "(one "
        "run each, 2003), and about 80 KB less for each channel (V8.0)",
        "a channel program then works inside the queue manager's own memory: an exit, or a channel program "
        "that is "
        "killed (kill -9), can damage the queue manager or end it. Do not set it with exits, and stop "
        "channels with "
        "STOP CHANNEL only",
        restart=True,
        measure=Measure(
            "CPU of the machine and messages/s at the same load, with both values; channels that were "
            "running keep "
            "the old one"
        ),
        source=SOURCE,
        basis="published",
    )
    tuning.change(
        Change(BINDING, ALTER, STANZA, CHANNELS, (Setting(KEY, "FASTPATH", "STANDARD", "the default"),), why)
    )


def work_of_channels(queue_manager: QueueManager) -> str:
    """What the channels have to carry, in words; empty if it is not declared, or little."""
    pairs = many_pairs(queue_manager)
    if pairs is not None:
        return f"{pairs.channel_pairs:,} channel pairs are declared"
    if many := many_channels(queue_manager):
        return f"{len(many):,} message channels are defined"
    busiest = busiest_client(queue_manager)
    return str(busiest) if busiest is not None and busiest.each_per_s >= BUSY_CLIENT_PER_S else ""
