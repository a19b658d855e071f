"""QUE009, QUE010, QUE014, QUE018, QUE019: queues compared with their declared load."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import QueueManager
from mqtune.estate.objects import MqObject
from mqtune.estate.topic_properties import capped
from mqtune.findings.finding import Impact, ObjectName, Related
from mqtune.project.settings import QueueLoad
from mqtune.rules.common.attribute_fixes import give
from mqtune.rules.common.load_places import load_place
from mqtune.text.spans import Place

# from this many program starts per second, starting the programs is most of the work
MANY_STARTS_PER_S = 10


def loaded_queues(queue_manager: QueueManager) -> Iterator[tuple[QueueLoad, MqObject]]:
    """The local queues with a declared load."""
    for load in queue_manager.queue_loads:
        queue = queue_manager.queue(load.queue)
        if queue is not None and queue.type == "QLOCAL" and queue.defined:
            yield load, queue


def at(queue: MqObject, keyword: str, load: QueueLoad) -> Place:
    """The place of the attribute or of the queue's definition, otherwise that of the declared load."""
    return queue.place(keyword) or load_place(load)


def declared(load: QueueLoad) -> tuple[Related, ...]:
    """The declaration of the load, as a related place."""
    return (Related(load_place(load), "the load is declared here"),)


def name_of(queue: MqObject) -> ObjectName:
    """The queue as the object of a finding."""
    return ObjectName(queue.type, queue.name)


@rule("QUE009")
def trigger_on_every_message(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue with TRIGTYPE(EVERY) has a declared put rate of ten messages a second or more."""
    for load, queue in loaded_queues(queue_manager):
        rate = load.put_rate_per_s or 0
        if rate < MANY_STARTS_PER_S or queue.value("TRIGGER") != "YES" or queue.value("TRIGTYPE") != "EVERY":
            continue
        yield Hit(
            at(queue, "TRIGTYPE", load),
            f"QLOCAL({queue.name}) has TRIGTYPE(EVERY) and {rate:,.0f} puts/s, each of which produces a "
            "trigger message",
            note="the trigger monitor starts a program for every trigger message, which costs far more than "
            "getting the message",
            help="set TRIGTYPE(FIRST) and have the program read until no message arrives within its wait "
            "interval, or keep consumers waiting",
            object=name_of(queue),
            attribute="TRIGTYPE",
            impact=Impact("programs started", "1/s", float(rate), None, "declared put rate"),
            related=declared(load),
        )


@rule("QUE010")
def exclusive_queue_with_several_consumers(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue for which several consumers are declared can be opened for input by only one of them."""
    for load, queue in loaded_queues(queue_manager):
        if not load.consumers or load.consumers < 2:
            continue
        if queue.value("SHARE") == "NO":
            keyword, words = "SHARE", "NOSHARE"
        elif queue.value("DEFSOPT") == "EXCL":
            keyword, words = "DEFSOPT", "DEFSOPT(EXCL)"
        else:
            continue
        yield Hit(
            at(queue, keyword, load),
            f"QLOCAL({queue.name}) has {words}, but {load.consumers} consumers are declared",
            note="the second consumer that opens the queue receives reason 2042 (MQRC_OBJECT_IN_USE)"
            + ("" if keyword == "SHARE" else ", unless it requests shared input itself"),
            help="set SHARE and DEFSOPT(SHARED), or declare a single consumer",
            object=name_of(queue),
            attribute=keyword,
            related=declared(load),
            fixes=give(queue, "DEFSOPT", "SHARED") if keyword == "DEFSOPT" else (),
        )


@rule("QUE014")
def read_ahead_for_persistent_messages(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue has DEFREADA(YES), and its messages are declared persistent."""
    for load, queue in loaded_queues(queue_manager):
        if not load.persistent or queue.value("DEFREADA") != "YES":
            continue
        yield Hit(
            at(queue, "DEFREADA", load),
            f"QLOCAL({queue.name}) has DEFREADA(YES), but its messages are declared persistent",
            note="read ahead is for non-persistent messages that a client gets outside syncpoint: persistent "
            "messages are not read ahead, and any other message that was read ahead is lost with its client "
            "(WebSphere MQ for JMS V7, 2009, p. 38)",
            help="set DEFREADA(NO), or declare the messages non-persistent",
            object=name_of(queue),
            attribute="DEFREADA",
            related=declared(load),
        )


@rule("QUE018")
def npmclass_high_for_persistent_messages(queue_manager: QueueManager) -> Iterator[Hit]:
    """The messages of a queue are declared persistent, but the queue has NPMCLASS(HIGH) and DEFPSIST(NO)."""
    for load, queue in loaded_queues(queue_manager):
        if not load.persistent or queue.value("NPMCLASS") != "HIGH" or queue.value("DEFPSIST") != "NO":
            continue
        yield Hit(
            at(queue, "NPMCLASS", load),
            f"QLOCAL({queue.name}) has NPMCLASS(HIGH) and DEFPSIST(NO), but its messages are declared "
            "persistent",
            note="NPMCLASS(HIGH) does not make messages persistent: it tries to keep non-persistent messages "
            "across a controlled restart, and they are lost in a failure",
            help="set DEFPSIST(YES) if applications use the default persistence of the queue",
            object=name_of(queue),
            attribute="DEFPSIST",
            related=declared(load),
        )


@rule("QUE019")
def queue_without_consumers(queue_manager: QueueManager) -> Iterator[Hit]:
    """A queue has a declared put rate, no consumers, and no expiry for its messages."""
    for load, queue in loaded_queues(queue_manager):
        depth = queue.number("MAXDEPTH")
        if load.consumers != 0 or not load.put_rate_per_s or not depth:
            continue
        if capped(queue) or queue_manager.with_value("QLOCAL", "STREAMQ", queue.name):
            continue  # EXP001 and EXP002 cover these
        seconds = depth / load.put_rate_per_s
        yield Hit(
            at(queue, "MAXDEPTH", load),
            f"QLOCAL({queue.name}) is full after {seconds:,.0f} s: {load.put_rate_per_s:,.0f} puts/s, "
            "no consumers, no expiry cap",
            note=f"it accepts MAXDEPTH({depth}) messages; then puts fail with reason 2053 (MQRC_Q_FULL)",
            help="declare the existing consumers, or cap the expiry of the messages with CAPEXPRY",
            object=name_of(queue),
            attribute="MAXDEPTH",
            impact=Impact(
                "time until the queue is full", "s", round(seconds, 1), None, "MAXDEPTH / put rate"
            ),
            related=declared(load),
        )
