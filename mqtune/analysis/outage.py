"""The timeline of each channel pair in an outage, and the queues that fill meanwhile.

A timeline says what detects the loss, retries and is refused when. The loss is at 0 s. An event has the
earliest and the latest time at which it can happen; the latest is None if it has no bound. How long a failing
connection attempt itself takes is not included.
"""

from __future__ import annotations

from mqtune.analysis.flow.load import BYTES, RATE
from mqtune.analysis.flow.resource import chain_of, number
from mqtune.analysis.flow.traversal import Flow, passages
from mqtune.analysis.topology.channels import channel_pairs, suppresses, wait_of
from mqtune.estate.topic_strings import capped
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.flow.resource import Link
    from mqtune.analysis.topology.channels import ChannelPair, Setting
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject


LOST, NOTICED, RECEIVER, REFUSED = "lost", "sender-notices", "receiver-notices", "refused"
SHORT, LONG, STOPS, IDLE = "short-retries", "long-retries", "stops", "idle-end"
BACK, RUNS, FULL, LOGGED = "network-back", "runs", "queue-full", "error-log"
MANY = 999_999_999


@record
class Event:
    """One event of a timeline; `from_s` and `to_s` bound its time."""

    DATA = "event from_s to_s text file line"

    event: str
    from_s: float
    to_s: float | None
    text: str
    file: str | None = None
    line: int | None = None


@record
class Timeline:
    """The events of one channel pair, in order.

    `outage_s` is None if no outage is declared. `recovery_s` is the longest time from the end of the outage
    until a retry succeeds, if the sender noticed the loss before: None if it is unknown or if the channel
    does not start again by itself. `unnoticed_s` is the same if it notices later. `retry_s` is the interval
    between retries at the end of an outage that was noticed at once.
    """

    DATA = (
        "environment=pair.owner.environment_name queue_manager=pair.owner.label channel=pair.channel.name "
        "type=pair.channel.subtype partner=pair.partner_label transmission_queue=pair.transmission_queue? "
        "outage_s back_within_s recovery_s recovery_unnoticed_s=unnoticed_s stops events"
    )

    pair: ChannelPair
    outage_s: float | None
    back_within_s: float | None
    events: list[Event]
    recovery_s: float | None
    unnoticed_s: float | None
    retry_s: float | None
    stops: bool


class Schedule:
    """The retries of a channel after it noticed the loss, in seconds; None if a setting is unknown."""

    def __init__(self, pair: ChannelPair) -> None:
        keys = ("SHORTRTY", "SHORTTMR", "LONGRTY", "LONGTMR")
        self.short_count, self.short, self.long_count, self.long = map(pair.setting, keys)

    @property
    def known(self) -> bool:
        """Whether all four settings are known."""
        return None not in (
            setting.value for setting in (self.short_count, self.short, self.long_count, self.long)
        )

    @property
    def short_end(self) -> float:
        """The end of the short retries, after the loss was noticed."""
        return (self.short_count.value or 0.0) * (self.short.value or 0.0)

    @property
    def end(self) -> float:
        """The last retry, after the loss was noticed."""
        return self.short_end + (self.long_count.value or 0.0) * (self.long.value or 0.0)

    def wait_at(self, elapsed: float) -> float | None:
        """The interval between retries at a time after the loss was noticed; None after the last retry."""
        if elapsed < self.short_end:
            return self.short.value
        return self.long.value if elapsed < self.end else None

    def longest_wait(self, least: float, most: float) -> float | None:
        """The longest interval at any time between two; None if retries can have ended."""
        waits = [self.wait_at(most)]
        if least < self.short_end:
            waits.append(self.short.value)
        return None if waits[0] is None else max(wait for wait in waits if wait is not None)


def timeline(pair: ChannelPair, filling: Filling | None = None, outage_s: float | None = None) -> Timeline:
    """The timeline of a pair in the declared outage of either end, or in one of a given length."""
    declared = [declaration.outage_s for declaration in pair.declarations if declaration.outage_s]
    within = [declaration.back_within_s for declaration in pair.declarations if declaration.back_within_s]
    outage = outage_s if outage_s is not None else max(declared, default=None)
    schedule, heartbeat = Schedule(pair), pair.heartbeat
    events = [Event(LOST, 0.0, 0.0, "the connection is lost")]
    events += detection(pair, heartbeat)
    events += retries(schedule, latest_notice(heartbeat))
    recovery, unnoticed, retry, stops = None, None, None, False
    if outage is not None:
        if schedule.known:
            recovery, stops = recovery_of(pair, schedule, heartbeat, outage)
            unnoticed = unnoticed_of(schedule, heartbeat, outage)
            retry = schedule.wait_at(outage)
        events.append(Event(BACK, outage, outage, "the network is back"))
        events += running(schedule, outage, recovery, unnoticed, stops)
    if filling is not None:
        events += full(filling, outage)
    events += logged(pair)
    events.sort(key=lambda event: (event.from_s, event.event != LOST))
    return Timeline(pair, outage, min(within, default=None), events, recovery, unnoticed, retry, stops)


def latest_notice(heartbeat: Setting) -> float | None:
    """When the sender notices at the latest: a heartbeat after an idle interval, and no answer to it."""
    return None if not heartbeat.value else heartbeat.value + wait_of(heartbeat.value)


def detection(pair: ChannelPair, heartbeat: Setting) -> Iterator[Event]:
    """When both ends notice the loss, and what the receiver does with a new connection until then."""
    place = (heartbeat.file, heartbeat.line)
    if heartbeat.value is None:
        yield Event(NOTICED, 0.0, None, f"the sender notices: {heartbeat.text}", *place)
        return
    if heartbeat.value == 0:
        text = f"{heartbeat.text}: no heartbeats, so both ends notice the loss only when TCP does"
        yield Event(NOTICED, 0.0, None, text, *place)
    else:
        wait = wait_of(heartbeat.value)
        text = (
            f"the sender notices: at the latest when a heartbeat after {number(heartbeat.value)} s without "
        )
        text += f"messages has no answer for {number(wait)} s; {heartbeat.text}"
        yield Event(NOTICED, 0.0, latest_notice(heartbeat), text, *place)
        text = f"the receiver notices: it waits {number(wait)} s for data; {heartbeat.text}"
        yield Event(RECEIVER, heartbeat.value, wait, text, *place)
        yield refusal(pair, wait)
    idle = pair.setting("DISCINT")
    if idle.value and idle.value < (latest_notice(heartbeat) or MANY):
        text = f"without messages the channel has ended normally; the next message must start it; {idle.text}"
        yield Event(IDLE, 0.0, idle.value, text, idle.file, idle.line)


def refusal(pair: ChannelPair, wait: float) -> Event:
    """What happens if the sender reconnects before the receiver notices."""
    adopts = pair.adopts
    if adopts:
        text = "a new connection ends the old receiver, which AdoptNewMCA allows (within 120 s by default)"
        return Event(REFUSED, 0.0, 0.0, text)
    reason = "AdoptNewMCA of the receiving queue manager is unknown" if adopts is None else "no AdoptNewMCA"
    text = f"until the receiver notices, it refuses a new connection as already running: {reason}"
    return Event(REFUSED, 0.0, wait, text)


def retries(schedule: Schedule, latest: float | None) -> Iterator[Event]:
    """The retries after the sender noticed the loss at once, or as late as possible."""
    if not schedule.known:
        unknown = next(setting for setting in vars(schedule).values() if setting.value is None)
        yield Event(SHORT, 0.0, None, f"the retries are unknown: {unknown.text}", unknown.file, unknown.line)
        return
    late = latest or 0.0
    short, count = schedule.short, schedule.short_count
    if count.value and short.value is not None:
        text = f"the sender retries every {number(short.value)} s, {times(count.value)}, until "
        text += f"{number(schedule.short_end)} s after it noticed; {count.text} {short.text}"
        yield Event(SHORT, short.value, late + schedule.short_end, text, short.file, short.line)
    long, count = schedule.long, schedule.long_count
    if count.value and long.value is not None:
        text = f"then every {number(long.value)} s, {times(count.value)}; {count.text} {long.text}"
        last = None if count.value >= MANY else late + schedule.end
        yield Event(LONG, schedule.short_end + long.value, last, text, long.file, long.line)
    if (count.value or 0) < MANY:
        text = "after the last retry the channel stops, and START CHANNEL is needed"
        yield Event(STOPS, schedule.end, late + schedule.end, text)


def times(count: float) -> str:
    """A number of retries."""
    return "without end" if count >= MANY else "once" if count == 1 else f"{number(count)} times"


def recovery_of(
    pair: ChannelPair, schedule: Schedule, heartbeat: Setting, outage: float
) -> tuple[float | None, bool]:
    """The longest time until a retry succeeds after an outage, and whether the channel can have stopped."""
    latest = latest_notice(heartbeat)
    least = 0.0 if latest is None else max(0.0, outage - latest)
    wait = schedule.longest_wait(least, outage)
    if wait is None:
        return None, True
    refused = 0.0
    if not pair.adopts and heartbeat.value:
        refused = max(0.0, wait_of(heartbeat.value) - outage)
        later = schedule.longest_wait(least, outage + refused)
        if later is None:
            return None, True
        wait = max(wait, later)
    return refused + wait, False


def unnoticed_of(schedule: Schedule, heartbeat: Setting, outage: float) -> float | None:
    """The longest time until a retry after an outage that the sender notices only when it is over; None if
    there is none, or no bound.
    """
    latest = latest_notice(heartbeat)
    if latest is None or latest <= outage:
        return None
    first = schedule.wait_at(0.0)
    return None if first is None else latest - outage + first


def running(
    schedule: Schedule, outage: float, recovery: float | None, unnoticed: float | None, stops: bool
) -> Iterator[Event]:
    """When the channel runs again."""
    if stops:
        text = f"the retries can have ended after {number(schedule.end)} s: the channel stays stopped"
        yield Event(RUNS, outage, None, text)
    elif recovery is None:
        yield Event(RUNS, outage, None, "when the channel runs again is unknown")
    else:
        text = f"the channel runs again: {number(recovery)} s after the network at the latest"
        if unnoticed is not None and unnoticed > recovery:
            text += f"; {number(unnoticed)} s if the sender notices the loss only then"
        yield Event(RUNS, outage, outage + max(recovery, unnoticed or 0.0), text)


def logged(pair: ChannelPair) -> Iterator[Event]:
    """What the error log of the retrying end receives, if its queue manager is in the files."""
    if pair.sender is None or not pair.sender.inis:
        return
    if suppresses(pair.sender):
        text = "messages of failing retries are suppressed in the error log"
    else:
        text = "each failing retry writes messages to the error log, AMQ9202 and AMQ9999 among them: none is "
        text += "suppressed"
    yield Event(LOGGED, 0.0, None, text)


def full(filling: Filling, outage_s: float | None) -> Iterator[Event]:
    """When a queue is full, if the outage lasts long enough or is not declared."""
    if outage_s is not None and filling.full_after_s >= outage_s:
        return
    queue = filling.queue
    place = queue.place("MAXDEPTH") or queue.place()
    text = f"{queue.type}({queue.name}) is full: {number(filling.rate_per_s)} puts/s, MAXDEPTH("
    text += f"{filling.depth}); then puts fail with reason 2053 (MQRC_Q_FULL)"
    file, line = (place.file, place.span.line) if place is not None else (None, None)
    yield Event(FULL, filling.full_after_s, filling.full_after_s, text, file, line)


# Queues that fill, from the loads that reach them.


@record
class Filling:
    """A local queue with a known load: messages per second, and how many it accepts."""

    queue_manager: QueueManager
    queue: MqObject
    rate_per_s: float
    depth: int
    chain: tuple[Link, ...]
    bytes_per_s: float | None = None

    @property
    def full_after_s(self) -> float:
        """The time until the queue is full if nothing is got from it."""
        return self.depth / self.rate_per_s


def fillings(estate: Estate) -> dict[tuple[int, str], Filling]:
    """The local queues that declared loads reach, by the identity of their queue manager and their name."""
    if not any(manager.topic_loads or manager.queue_loads for manager in estate.queue_managers):
        return {}
    filled: dict[tuple[int, str], Filling] = {}
    for traffic in estate.derived(Flow).derived(passages):
        for title, total in traffic.queues.items():
            queue, rate = traffic.objects.get(title), total.value(RATE)
            depth = queue.number("MAXDEPTH") if queue is not None and queue.type == "QLOCAL" else None
            if queue is None or not rate or not depth:
                continue
            key = (id(traffic.queue_manager), queue.name)
            filled[key] = Filling(
                traffic.queue_manager, queue, rate, depth, tuple(chain_of(total.ways)), total.value(BYTES)
            )
    return filled


def full_in_outage(estate: Estate) -> Iterator[tuple[Filling, float]]:
    """The queues that are full before the declared outage of their consumers and channels ends, each with the
    seconds of the outage. Queues with an expiry cap or without consumers are left out.
    """
    if not any(manager.declaration and manager.declaration.outage_s for manager in estate.queue_managers):
        return
    for filling in fillings(estate).values():
        manager = filling.queue_manager
        outage = manager.declaration.outage_s if manager.declaration is not None else None
        unread = any(load.queue == filling.queue.name and load.consumers == 0 for load in manager.queue_loads)
        if outage and filling.full_after_s < outage and not capped(filling.queue) and not unread:
            yield filling, outage


# The timelines of all channel pairs.


def timelines(estate: Estate, outage_s: float | None = None) -> list[Timeline]:
    """The timeline of each channel pair, in the order of queue managers and definitions."""
    filling = fillings(estate)
    return [
        timeline(pair, filling.get((id(pair.sender), pair.channel.text("XMITQ"))), outage_s)
        for pair in channel_pairs(estate)
    ]
