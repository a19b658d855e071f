"""Routes, loads, and what `show` has of some estates and of changed ones, as recorded in answers.txt.

`$ estate` is an estate, `$ partial-estate` one that may lack files, and `$ estate QM: old -> new` the same
with a part of one script replaced: of these the lines that are new are recorded. An old part that is empty
stands for the end of the script; `&&` joins several changes. `ini Channels: MaxChannels=9` is a line of
qm.ini, `declare cores=8` has fields of the table of the queue manager, `load LOC put_rate_per_s=5` a load.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from mqtune.analysis.budget.budget import budget
from mqtune.analysis.flow.load import Message
from mqtune.analysis.outage import timelines
from mqtune.analysis.topology.describe import Listing, Row, cluster_rows, object_rows, path_rows, topic_rows
from mqtune.analysis.trace.trace import Trace
from mqtune.analysis.trace.trace_lines import branch_text, lines_of
from mqtune.estate.model import Estate
from mqtune.project.settings import QueueLoad, TopicLoad
from tests.analysis.flow.conftest import estate_with
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("answers.txt")
EMPTY = (None, [], {}, True)
UNSHOWN = ("properties", "inherits", "file", "line", "environment")
BASE = "TOPIC(SYSTEM.BASE.TOPIC)"
SIZES = (
    (2000, True),
    (None, None),
    (70_000, False),
)  # of messages; of all but the first only the ends are shown
JOIN = "DEFINE CHANNEL(C.{0}) CHLTYPE(CLUSRCVR) CONNAME('{0}(1414)') CLUSTER(C)\n"
TO = "DEFINE CHANNEL(C.{0}) CHLTYPE(CLUSSDR) CONNAME('{0}(1414)') CLUSTER(C)\n"
DEAD = "ALTER QMGR DEADQ(DLQ)\nDEFINE QLOCAL(DLQ)\n"
LINE = {
    "QA": DEAD
    + "DEFINE QREMOTE(OUT) RNAME(IN) RQMNAME(QB) XMITQ(QB)\nDEFINE QLOCAL(QB) USAGE(XMITQ) MAXMSGL(100000)\n"
    "DEFINE CHANNEL(QA.QB) CHLTYPE(SDR) CONNAME('b(1414)') XMITQ(QB) MAXMSGL(50000)\n"
    "DEFINE QALIAS(AL) TARGET(OUT)\nDEFINE QLOCAL(LOC) MAXMSGL(2000) STREAMQ(CP) STRMQOS(MUSTDUP)\n"
    "DEFINE QLOCAL(CP)\nDEFINE QREMOTE(VIA) RNAME(' ') RQMNAME(QC) XMITQ(QB)\n"
    "DEFINE QREMOTE(FAR) RNAME(END) RQMNAME(VIA)\n"
    "DEFINE QALIAS(PUB) TARGTYPE(TOPIC) TARGET(T)\nDEFINE TOPIC(T) TOPICSTR('t')\n"
    "DEFINE SUB(S1) TOPICSTR('t') DEST(LOC)\nDEFINE SUB(S2) TOPICSTR('t/#') DEST(OUT)\n",
    "QB": DEAD + "DEFINE CHANNEL(QA.QB) CHLTYPE(RCVR)\nDEFINE QALIAS(IN) TARGET(REAL)\nDEFINE QLOCAL(REAL)\n"
    "DEFINE QLOCAL(QC) USAGE(XMITQ)\nDEFINE CHANNEL(QB.QC) CHLTYPE(SDR) CONNAME('c(1414)') XMITQ(QC)\n",
    "QC": "DEFINE CHANNEL(QB.QC) CHLTYPE(RCVR)\nDEFINE QLOCAL(END) MAXDEPTH(100)\n",
}
CLUSTER = {
    "QA": "ALTER QMGR REPOS(C)\n"
    + JOIN.format("QA")
    + TO.format("QB")
    + "DEFINE QLOCAL(CQ) CLUSTER(C) DEFBIND(NOTFIXED)\n"
    "DEFINE TOPIC(D) TOPICSTR('d') CLUSTER(C)\nDEFINE QREMOTE(AL) RNAME(' ') RQMNAME(QB) CLUSTER(C)\n",
    "QB": "ALTER QMGR REPOS(C)\n"
    + JOIN.format("QB")
    + TO.format("QA")
    + "DEFINE QLOCAL(CQ) CLUSTER(C) CLWLPRTY(2)\n"
    "DEFINE QLOCAL(IN)\nDEFINE SUB(SB) TOPICSTR('d/#') DEST(IN)\n"
    "DEFINE TOPIC(H) TOPICSTR('h') CLUSTER(C) CLROUTE(TOPICHOST)\n",
    "QC": JOIN.format("QC")
    + TO.format("QA")
    + "DEFINE QALIAS(CA) TARGET(CQ) CLUSTER(C)\nDEFINE QLOCAL(OWN)\n"
    "DEFINE SUB(SC) TOPICSTR('h/x') DEST(OWN)\nDEFINE TOPIC(UNDER) TOPICSTR('d/e') PUB(DISABLED)\n",
    "QD": JOIN.format("QD") + TO.format("QA") + "DEFINE QALIAS(LOCAL) TARGET(CQ)\n",
}
TREE = {
    "ROOT": "DEFINE QLOCAL(MID) USAGE(XMITQ)\nDEFINE CHANNEL(ROOT.MID) CHLTYPE(SDR) CONNAME('m') XMITQ(MID)\n"
    "DEFINE CHANNEL(MID.ROOT) CHLTYPE(RCVR)\nDEFINE QLOCAL(IN)\nDEFINE SUB(SR) TOPICSTR('news/+') DEST(IN)\n",
    "MID": "ALTER QMGR PARENT(ROOT)\nDEFINE QLOCAL(ROOT) USAGE(XMITQ)\nDEFINE QLOCAL(LEAF) USAGE(XMITQ)\n"
    "DEFINE CHANNEL(MID.ROOT) CHLTYPE(SDR) CONNAME('r') XMITQ(ROOT)\nDEFINE CHANNEL(ROOT.MID) CHLTYPE(RCVR)\n"
    "DEFINE CHANNEL(MID.LEAF) CHLTYPE(SDR) CONNAME('l') XMITQ(LEAF)\nDEFINE CHANNEL(LEAF.MID) CHLTYPE(RCVR)\n"
    "DEFINE TOPIC(NEWS) TOPICSTR('news') PUBSCOPE(ALL)\n",
    "LEAF": "ALTER QMGR PARENT(MID)\nDEFINE QLOCAL(MID) USAGE(XMITQ)\n"
    "DEFINE CHANNEL(LEAF.MID) CHLTYPE(SDR) CONNAME('m') XMITQ(MID)\nDEFINE CHANNEL(MID.LEAF) CHLTYPE(RCVR)\n"
    "DEFINE QLOCAL(IN)\nDEFINE SUB(SL) TOPICSTR('news/x') DEST(IN) SUBSCOPE(ALL)\n",
}
ESTATES = {"line": LINE, "cluster": CLUSTER, "tree": TREE}
STARTS = {
    "line": (
        "QA OUT",
        "QA AL",
        "QA LOC",
        "QA FAR",
        "QA PUB",
        "QA IN@QB",
        "QA NONE",
        "QA topic:t",
        "QA topic:t/x",
        "QB QC",
    ),
    "cluster": (
        "QA CQ",
        "QD CQ",
        "QD LOCAL",
        "QC CA",
        "QD CA",
        "QD X@AL",
        "QD topic:d",
        "QC topic:h/x",
        "QA topic:d/e/f",
    ),
    "tree": ("ROOT topic:news/x", "MID topic:news/x", "LEAF topic:news/y", "LEAF topic:other"),
}
LOADS = {
    "line": ([("QA", TopicLoad("t/#", 100, 2, subscribers=3, message_size_bytes=3000, persistent=True))],
             [("QA", QueueLoad("AL", 50, message_size_bytes=60000, persistent=True)),
              ("QA", QueueLoad("LOC", 10))]),
    "cluster": ([("QD", TopicLoad("d/#", 1000, 1, message_size_bytes=500)), ("QC", TopicLoad("h/#", 10, 1))],
                [("QD", QueueLoad("CQ", 100, message_size_bytes=2048, persistent=False))]),
    "tree": ([("ROOT", TopicLoad("news/x", 40, 1, message_size_bytes=100, persistent=0.5))], []),
}  # fmt: skip


def row_text(row: Row) -> str:
    values = {key: value for key, value in row.items() if key not in UNSHOWN and value not in EMPTY}
    return " ".join(f"{key}={value}" for key, value in values.items())


def property_lines(row: Row) -> Iterator[str]:
    """The properties of a topic string that do not come from the root."""
    assert isinstance(row["properties"], dict)
    for keyword, found in row["properties"].items():
        assert isinstance(found, dict)
        if found["from"] != BASE:
            yield f"{row['queue_manager']} {row['topic']} {keyword} {found['value']} from {found['from']}"


def trace_text(estate: Estate, start: str) -> Iterator[str]:
    """The hops and ends for the first message, and the ends of the others that are not the same."""
    label, _, name = start.partition(" ")
    manager = next(one for one in estate.queue_managers if one.label == label)
    seen = set()
    for size, persistent in SIZES:
        trace = Trace(estate, manager, name, Message(size, persistent))
        lines, left_out = lines_of(trace, 6)
        for line in lines:
            if line.hop is not None and size == SIZES[0][0]:
                notes = "; ".join(line.hop.notes)
                yield f"{start}{line.head} {line.manager} {line.name}: {line.effect} {notes}"
            elif line.branch is not None:
                one = line.branch
                end = "again" if one.again >= 0 else f"{one.outcome} {branch_text(one, line.limit)}"
                text = f"{start}{line.head} {end} {line.effect} {'conditional' * one.conditional}"
                if text not in seen:
                    yield f"{text} for {size} bytes"
                seen.add(text)
        if left_out:
            yield f"{start} and {left_out} more"


def budget_lines(estate: Estate) -> Iterator[str]:
    for one in budget(estate):
        figures = [
            "-" if value is None else f"{value:.5g}" for value in (one.used, one.limit, one.rate_per_s)
        ]
        chain = "".join(f" <- {link.text}" for link in one.chain[:2])
        shown = " ".join((one.queue_manager.label, one.kind, f"{one.resource}:", one.bound, *figures))
        yield f"{shown}; {'; '.join(one.notes)}{chain}"


def outage_lines(estate: Estate) -> Iterator[str]:
    """The timelines of an outage of a quarter of an hour."""
    for timeline in timelines(estate, 900.0):
        channel = f"{timeline.pair.owner.label} {timeline.pair.channel.name} to {timeline.pair.partner}"
        ends = (timeline.recovery_s, timeline.unnoticed_s, timeline.retry_s)
        yield f"outage of {channel}: {ends}{' stops' * timeline.stops}"
        for event in timeline.events:
            yield f"outage of {channel} {event.event}: {event.from_s:g} to {event.to_s} {event.text}"


def declared_in(text: str) -> dict[str, object]:
    """The fields of a line `declare` or `load`."""
    return {key: literal_eval(value) for key, value in (word.split("=") for word in text.split())}


def answer_lines(name: str, scripts: dict[str, str], complete: bool) -> list[str]:
    topics, queues = LOADS[name]
    declarations: dict[str, dict[str, object]] = {}
    texts = {}
    for label, text in scripts.items():
        lines = text.splitlines(keepends=True)
        texts[label] = "".join(line for line in lines if not line.startswith(("declare ", "load ")))
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "declare":
                declarations.setdefault(label, {}).update(declared_in(rest))
            elif word == "load":
                queue, _, fields = rest.partition(" ")
                queues = [*queues, (label, QueueLoad(queue, **declared_in(fields)))]  # type: ignore[arg-type]
    estate = estate_with(texts, topics, queues, complete, declarations)
    lines = [
        f"{manager.label} replay {event.kind} {event.statement.lines[0].text.strip()}"
        for manager in estate.queue_managers
        for event in manager.events
    ]
    for rows in (object_rows(estate), topic_rows(estate, Listing()), cluster_rows(estate), path_rows(estate)):
        for row in rows:
            lines.append(row_text(row))
            lines += property_lines(row) if "properties" in row else ()
    for start in STARTS[name]:
        lines += trace_text(estate, start)
    return [*lines, *budget_lines(estate), *outage_lines(estate)]


def difference(before: list[str], after: list[str]) -> str:
    gone = sum(line not in after for line in before)
    return "\n".join([f"{gone} lines are gone", *(line for line in after if line not in before)])


@cache
def base(name: str, complete: bool) -> list[str]:
    return answer_lines(name, ESTATES[name], complete)


@cases(ANSWERS)
def test_the_answer_is_the_recorded_one(case: str) -> None:
    name, _, change = case.partition(" ")
    complete, name = not name.startswith("partial-"), name.removeprefix("partial-")
    if not change and complete:
        check(ANSWERS, case, "\n".join(base(name, True)))
        return
    if not change:
        check(ANSWERS, case, difference(base(name, True), base(name, False)))
        return
    scripts = dict(ESTATES[name])
    for part in change.split(" && "):
        label, _, words = part.partition(": ")
        old, _, new = words.partition("->")
        old, new = old.strip(), new.strip()
        assert old in scripts[label]
        added = scripts[label] + new.replace("; ", "\n") + "\n"
        scripts[label] = scripts[label].replace(old, new, 1) if old else added
    lines = answer_lines(name, scripts, complete)
    check(ANSWERS, case, difference(base(name, complete), lines))
