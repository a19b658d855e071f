"""The ways of copying messages that the experiment streaming compares: their objects and consumers.

Every putter has a queue of its own; the objects of a way of copying have a family name after the prefix, so
that all ways can be defined at the same time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mqtune.lab.core.experiment import Target
from mqtune.lab.experiments import mqsc_scripts as mqsc
from mqtune.lab.experiments.expiry import cap_words

GETTERS_A_QUEUE = 2  # so that one always waits: streaming report, 5, p. 13
SIX, SEVEN = 6, 7
BATCH = ("-cc", "10")
EXPIRES_SECONDS = 5  # the report has 600 s and longer runs; within a run as many have to end as begin

Family = Callable[[Target, str, int, int], list[mqsc.SetupObject]]


@dataclass(frozen=True, slots=True)
class Drain:
    """Queues that are drained: the part of their names after the family, and additional options of cph."""

    part: str
    id: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of copying: the family of its objects, the objects of one putter, and what is drained."""

    name: str
    family: str
    copies: int
    make: Family
    drains: tuple[Drain, ...]
    streams: bool = False  # needs streaming queues, available from 9.2.3


def _plain(target: Target, family: str, number: int, depth: int) -> list[mqsc.SetupObject]:
    return [mqsc.queue(target.name(family, "Q", number), depth)]


def _streaming(quality: str, expires: bool = False) -> Family:
    def make(target: Target, family: str, number: int, depth: int) -> list[mqsc.SetupObject]:
        copy = target.name(family, "S", number)
        words = (("STREAMQ", copy), ("STRMQOS", quality))
        cap = cap_words(EXPIRES_SECONDS, target) if expires else ()
        return [
            mqsc.queue(copy, depth, *cap),
            mqsc.queue(target.name(family, "Q", number), depth, *words),
        ]

    return make


def _subscribed(
    target: Target, family: str, number: int, depth: int, count: int
) -> Iterator[mqsc.SetupObject]:
    """A topic, and subscriptions that each deliver to their own queue."""
    of = target.name(family, "T", number)
    yield mqsc.topic(of)
    for copy in range(1, count + 1):
        into = target.name(family, f"C{copy}", number)
        yield mqsc.queue(into, depth)
        yield mqsc.subscription(into, of, into)


def _published(count: int) -> Family:
    def make(target: Target, family: str, number: int, depth: int) -> list[mqsc.SetupObject]:
        made = list(_subscribed(target, family, number, depth, count))
        name = target.name(family, "Q", number)
        return [*made, mqsc.alias_of_topic(name, target.name(family, "T", number))]

    return make


def _streaming_to_a_topic(target: Target, family: str, number: int, depth: int) -> list[mqsc.SetupObject]:
    made = list(_subscribed(target, family, number, depth, SIX))
    alias = target.name(family, "X", number)
    words = (("STREAMQ", alias), ("STRMQOS", "BESTEF"))
    last = mqsc.queue(target.name(family, "Q", number), depth, *words)
    return [*made, mqsc.alias_of_topic(alias, target.name(family, "T", number)), last]


ORIGINAL = Drain("Q", "G")
COPY = Drain("S", "D")


def _copies(count: int) -> tuple[Drain, ...]:
    return tuple(Drain(f"C{copy}", f"D{copy}") for copy in range(1, count + 1))


MODES = {
    one.name: one
    for one in (
        Mode("baseline", "BASE", 0, _plain, (ORIGINAL,)),
        Mode("besteffort", "BEST", 1, _streaming("BESTEF"), (ORIGINAL, COPY), True),
        Mode(
            "besteffort-batch10",
            "BEST",
            1,
            _streaming("BESTEF"),
            (ORIGINAL, Drain(COPY.part, COPY.id, BATCH)),
            True,
        ),
        Mode("mustdup", "MUST", 1, _streaming("MUSTDUP"), (ORIGINAL, COPY), True),
        # the copies are not read: the queue manager deletes them
        Mode("expiring", "EXPR", 1, _streaming("BESTEF", expires=True), (ORIGINAL,), True),
        Mode("pubsub", "PUBS", 1, _published(2), _copies(2)),
        Mode("six-copies", "SIXS", SIX, _streaming_to_a_topic, (ORIGINAL, *_copies(SIX)), True),
        Mode("six-pubsub", "SIXP", SIX, _published(SEVEN), _copies(SEVEN)),
    )
}


def families(modes: Sequence[Mode]) -> dict[str, list[Mode]]:
    """The modes by the family of objects that they need."""
    found: dict[str, list[Mode]] = {}
    for mode in modes:
        found.setdefault(mode.family, []).append(mode)
    return found


def queues(target: Target, mode: Mode, part: str) -> str:
    """The beginning of the names of a mode's numbered queues."""
    return target.stem(mode.family, part)
