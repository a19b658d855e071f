"""The trace against a naive one, which follows a message by recursion, over small random estates."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.analysis.flow.load import Message
from mqtune.analysis.trace.trace import Trace
from tests.analysis.flow.conftest import estate_with

MANAGERS = ("QA", "QB")
NAMES = tuple(f"N{number}" for number in range(6))
TOPICS = ("t", "t/a", "u")
SIZE = 5000
SMALL, EXACT, LARGE = 4999, 5100, 100_000  # of MAXMSGL; EXACT is too small for the header of an XMITQ


class ReturnsError(Exception):
    """A message that comes back to where it was."""


class FailsError(Exception):
    """A put that fails, with its reason code."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


@st.composite
def objects(draw):
    """What a name is: its kind, target, whether puts are disabled, and for a local queue its limit and the
    quality of its copies.
    """
    kinds = ("local", "local", "local", "alias", "remote", "topic", "none")
    kind = draw(st.sampled_from(kinds))
    target = draw(st.sampled_from(TOPICS if kind == "topic" else (*NAMES, "") if kind == "local" else NAMES))
    return {
        "kind": kind,
        "target": target,
        "disabled": draw(st.integers(0, 5)) == 0,
        "limit": draw(st.sampled_from((LARGE, LARGE, LARGE, EXACT, SMALL))),
        "quality": draw(st.sampled_from(("BESTEF", "MUSTDUP"))),
    }


@st.composite
def managers(draw):
    pattern = st.sampled_from((*TOPICS, "t/#", "#", "+/a"))
    return {
        "names": {name: draw(objects()) for name in NAMES},
        "subs": draw(st.lists(st.tuples(pattern, st.sampled_from(NAMES)), max_size=3)),
        "dead": draw(st.booleans()),
        "usedlq": draw(st.booleans()),
        "fast": draw(st.booleans()),
        "closed": draw(st.sampled_from((*TOPICS, "", "", ""))),
        "xmitq": draw(st.sampled_from((LARGE, LARGE, EXACT, SMALL))),
    }


ESTATES = st.fixed_dictionaries({name: managers() for name in MANAGERS})


def other_of(manager):
    return MANAGERS[1 - MANAGERS.index(manager)]


def script_of(manager, estate):
    here, other = estate[manager], other_of(manager)
    speed = "FAST" if here["fast"] else "NORMAL"
    dlq = "YES" if here["usedlq"] else "NO"
    lines = [
        f"DEFINE QLOCAL({other}) USAGE(XMITQ) MAXMSGL({here['xmitq']})",
        f"DEFINE CHANNEL({manager}.{other}) CHLTYPE(SDR) CONNAME('x(1)') XMITQ({other})",
        f"DEFINE CHANNEL({other}.{manager}) CHLTYPE(RCVR) NPMSPEED({speed}) USEDLQ({dlq})",
    ]
    if here["dead"]:
        lines.append("ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)")
    for number, topic in enumerate(TOPICS):
        closed = " PUB(DISABLED)" if topic == here["closed"] else " PUB(ENABLED)"
        lines.append(f"DEFINE TOPIC(T{number}) TOPICSTR('{topic}'){closed}")
    for name, one in here["names"].items():
        put = " PUT(DISABLED)" if one["disabled"] else ""
        target = one["target"]
        if one["kind"] == "local":
            more = f"STREAMQ('{target}') STRMQOS({one['quality']}) MAXMSGL({one['limit']})"
            lines.append(f"DEFINE QLOCAL({name}) {more}{put}")
        elif one["kind"] == "alias":
            lines.append(f"DEFINE QALIAS({name}) TARGET({target}){put}")
        elif one["kind"] == "topic":
            lines.append(f"DEFINE QALIAS({name}) TARGTYPE(TOPIC) TARGET(T{TOPICS.index(target)}){put}")
        elif one["kind"] == "remote":
            lines.append(f"DEFINE QREMOTE({name}) RNAME({target}) RQMNAME({other}){put}")
    for number, (pattern, name) in enumerate(here["subs"]):
        lines.append(f"DEFINE SUB(S{number}) TOPICSTR('{pattern}') DEST({name})")
    return "\n".join(lines) + "\n"


def matches(pattern, topic):
    if pattern == "t/#":
        return topic in ("t", "t/a")
    return pattern == "#" or pattern == topic or (pattern == "+/a" and topic == "t/a")


class Naive:
    """Follows one message by recursion."""

    def __init__(self, estate, persistent):
        self.estate = estate
        self.persistent = persistent

    def put(self, manager, name, path, copy=False):
        """The ends of a put as (outcome, code). Raises FailsError and ReturnsError."""
        if (manager, name, copy) in path:
            raise ReturnsError
        path = (*path, (manager, name, copy))
        one = self.estate[manager]["names"].get(name)
        if one is None or one["kind"] == "none":
            raise FailsError(2085)
        if one["disabled"]:
            raise FailsError(2051)
        if one["kind"] == "local":
            return self.local(manager, name, path, copy)
        if one["kind"] == "alias":
            kind = self.estate[manager]["names"][one["target"]]["kind"]
            if kind in ("alias", "topic"):
                raise FailsError(2001)
            if kind == "none":
                raise FailsError(2082)
            return self.put(manager, one["target"], path, copy)
        if one["kind"] == "topic":
            return self.publish(manager, one["target"], path)
        return self.send(manager, one["target"], path)

    def local(self, manager, name, path, copy):
        one = self.estate[manager]["names"][name]
        if one["limit"] < SIZE:
            raise FailsError(2030)
        found = [("delivered", 0)]
        if one["target"] and not copy:
            try:
                copies = self.put(manager, one["target"], path, copy=True)
                supported = one["target"] != name and not self.streams(manager, one["target"])
                found += copies if supported else [("cannot tell", code) for _, code in copies]
            except FailsError as error:
                if one["quality"] == "MUSTDUP":
                    raise
                found.append(("discarded", error.code))
        return found

    def streams(self, manager, name):
        """Whether a queue, or that of an alias, streams further."""
        one = self.estate[manager]["names"][name]
        if one["kind"] == "alias":
            one = self.estate[manager]["names"][one["target"]]
        return one["kind"] == "local" and bool(one["target"])

    def send(self, manager, name, path):
        if self.estate[manager]["xmitq"] < SIZE + 428:
            raise FailsError(2030)
        other = other_of(manager)
        there = self.estate[other]
        try:
            return self.put(other, name, path)
        except FailsError as error:
            if there["dead"] and there["usedlq"]:
                return [("dead letter", error.code)]
            lost = there["fast"] and not self.persistent
            return [("discarded" if lost else "stays", error.code)]

    def publish(self, manager, topic, path):
        here = self.estate[manager]
        if (manager, f"topic {topic}", False) in path:
            raise ReturnsError
        path = (*path, (manager, f"topic {topic}", False))
        if here["closed"] == topic:
            raise FailsError(2051)
        found = []
        for pattern, name in here["subs"]:
            if not matches(pattern, topic):
                continue
            try:
                found += self.put(manager, name, path)
            except FailsError as error:
                if here["dead"]:
                    found.append(("dead letter", error.code))
                elif self.persistent:
                    raise FailsError(2502) from error
                else:
                    found.append(("discarded", error.code))
        return found or [("discarded", 0)]


def check(estate, persistent, names):
    scripts = {manager: script_of(manager, estate) for manager in MANAGERS}
    built = estate_with(scripts, complete=True)
    first = next(one for one in built.queue_managers if one.name == "QA")
    for name in names:
        found = Trace(built, first, name, Message(SIZE, persistent)).ends
        ends = Counter((one.outcome, one.code) for one in found)
        naive = Naive(estate, persistent)
        try:
            if name.startswith("topic:"):
                expected = naive.publish("QA", name.removeprefix("topic:"), ())
            else:
                expected = naive.put("QA", name, ())
        except FailsError as error:
            expected = [("refused", error.code)]
        except ReturnsError:
            assert found
            continue
        assert ends == Counter(expected), name


@given(ESTATES, st.booleans(), st.sampled_from(NAMES))
def test_a_trace_ends_as_each_single_step_does(estate, persistent, name):
    check(estate, persistent, [name, "topic:t/a"])


@pytest.mark.slow
@given(ESTATES, st.booleans())
@settings(max_examples=500)
def test_many_traces_end_as_each_single_step_does(estate, persistent):
    check(estate, persistent, [*NAMES, *(f"topic:{topic}" for topic in TOPICS)])


@given(ESTATES, st.booleans())
def test_the_order_of_definitions_and_files_does_not_matter(estate, persistent):
    scripts = {manager: script_of(manager, estate) for manager in MANAGERS}
    turned = {
        manager: "\n".join(reversed(scripts[manager].splitlines())) + "\n" for manager in reversed(MANAGERS)
    }
    found = []
    for one in (scripts, turned):
        built = estate_with(one, complete=True)
        first = next(manager for manager in built.queue_managers if manager.name == "QA")
        ends = [end for name in NAMES for end in Trace(built, first, name, Message(SIZE, persistent)).ends]
        found.append(Counter((end.outcome, end.code, end.queue_manager.label, end.queue) for end in ends))
    assert found[0] == found[1]
