"""The ways of copying messages that the experiment streaming compares: their objects and what is drained.

Every putter has a queue of its own; the objects of a way of copying have a family name after the prefix, so
that all ways can be defined at the same time. The ways are `[ways]` of `definitions/streaming.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mqtune.lab.core.encoding import decode
from mqtune.lab.core.experiment import Target
from mqtune.lab.definitions import read_data
from mqtune.lab.experiments import mqsc_scripts as mqsc
from mqtune.lab.experiments.expiry import cap_words

QUEUE, COPY, TOPIC = "Q", "S", "T"  # parts of names: what is put to, its streamed copy, what is subscribed
EXPIRES_SECONDS = 5  # the report has 600 s and longer runs; within a run as many have to end as begin


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of copying, with the family of its objects.

    A topic has `subscriptions` that each deliver to a queue, and an `alias`, which may be the queue that is
    put to. That queue `streams` to a queue or an alias with a `quality`, from 9.2.3. Copies that expire are
    not read. `batch` has further options of cph for those that drain the copies.
    """

    name: str
    family: str
    subscriptions: int = 0
    alias: str = ""
    streams: str = ""
    quality: str = ""
    expires: bool = False
    batch: tuple[str, ...] = ()

    def make(self, target: Target, number: int, depth: int) -> Iterator[mqsc.SetupObject]:
        """The objects of one putter."""

        def name(part: str) -> str:
            return target.name(self.family, part, number)

        if self.subscriptions:
            yield mqsc.topic(name(TOPIC))
        for copy in range(1, self.subscriptions + 1):
            into = name(f"C{copy}")
            yield mqsc.queue(into, depth)
            yield mqsc.SetupObject("SUB", into, (("TOPICOBJ", name(TOPIC)), ("DEST", into)))
        if self.alias:
            words = (mqsc.MADE_BY, ("TARGET", name(TOPIC)), ("TARGTYPE", "TOPIC"))
            yield mqsc.SetupObject("QALIAS", name(self.alias), words)
        if self.streams == COPY:
            cap = cap_words(EXPIRES_SECONDS, target) if self.expires else ()
            yield mqsc.queue(name(COPY), depth, *cap)
        if self.alias != QUEUE:
            stream = (("STREAMQ", name(self.streams)), ("STRMQOS", self.quality)) if self.streams else ()
            yield mqsc.queue(name(QUEUE), depth, *stream)

    @property
    def drained(self) -> dict[str, str]:
        """The parts of names of the queues that are drained, and the name of the process that drains each."""
        found = {} if self.alias == QUEUE else {QUEUE: "G"}
        if self.streams == COPY and not self.expires:
            found[COPY] = "D"
        return found | {f"C{copy}": f"D{copy}" for copy in range(1, self.subscriptions + 1)}


# the file is part of the program: read once, never changed
@cache
def modes() -> dict[str, Mode]:
    """The ways of copying by name, the baseline first."""
    ways = read_data("streaming.toml")["ways"]
    return {name: decode(Mode, {"name": name, **way}) for name, way in ways.items()}
