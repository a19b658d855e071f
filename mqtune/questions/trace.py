"""`mqtune trace`: a message followed hop by hop from its put or publication."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple, TypedDict

from mqtune.analysis.flow.client_routes import ClientRoute, Connection
from mqtune.analysis.flow.graph import DELIVERED, DISCARDED, LEAVES, UNKNOWN
from mqtune.analysis.flow.load import Message
from mqtune.analysis.trace.hops import Branch, Hop
from mqtune.analysis.trace.trace import TOPIC_PREFIX, Trace
from mqtune.analysis.trace.trace_lines import (
    Expectation,
    ExpectationError,
    Followed,
    Line,
    branch_text,
    followed,
    lines_of,
)
from mqtune.estate.model import Estate, QueueManager
from mqtune.present.answer import (
    BAD,
    BRIEF,
    DOUBT,
    GOOD,
    NORMAL,
    Answer,
    Row,
    Rows,
    Section,
    Step,
    Steps,
    link,
)
from mqtune.questions.card_routes import hop_target
from mqtune.questions.card_sources import place_of, place_text
from mqtune.questions.fields import Parameter, named
from mqtune.questions.values import Count, Size
from mqtune.session.access import put_authority
from mqtune.session.opened import Project
from mqtune.text.messages import UsageError

# The answers as data.


class TestedData(TypedDict):
    """The test of a connection alone."""

    title: str | None
    as_expected: bool | None
    differences: list[str]


class FollowedData(TestedData):
    """One trace."""

    environment: str | None
    queue_manager: str
    name: str
    message: Message
    hops: list[Hop]
    branches: list[Branch]
    outcomes: list[str]
    expected: str | None


class TraceData(TypedDict):
    """The JSON of `mqtune trace`, also with --tests."""

    traces: list[FollowedData | TestedData]


class MissedData(TypedDict):
    """The members of a uniform cluster that are not reached."""

    cluster: str
    missed: list[str]


class ConnectionData(TypedDict):
    """Where the client connects in one environment."""

    environment: str | None
    connect: str
    entries: list[ClientRoute]
    reached: list[str]
    uniform_clusters: list[MissedData]
    traces: list[FollowedData | TestedData]


class ClientData(TypedDict):
    """The JSON of `mqtune trace --connect`."""

    connections: list[ConnectionData]


def trace_data(results: Iterable[Followed]) -> TraceData:
    """All traces."""
    return {"traces": [followed_data(result) for result in results]}


def followed_data(result: Followed) -> FollowedData | TestedData:
    """One trace with its hops and branches, or the test of a connection."""
    expected = result.expectation
    if result.trace is None:
        return {
            "title": result.title,
            "as_expected": not result.failing,
            "differences": list(result.failing),
        }
    trace: Trace = result.trace
    return {
        "title": result.title or None,
        "environment": trace.queue_manager.environment_name,
        "queue_manager": trace.queue_manager.label,
        "name": trace.name,
        "message": trace.message,
        "hops": trace.hops,
        "branches": trace.branches,
        "outcomes": sorted({branch.outcome for branch in trace.ends}),
        "expected": expected.text if expected is not None else None,
        "as_expected": None if expected is None else not result.failing,
        "differences": list(result.failing),
    }


def client_data(connect: str, connections: Iterable[tuple[Connection, Sequence[Followed]]]) -> ClientData:
    """The connections of a client, each with the traces from what it reaches."""
    return {
        "connections": [
            {
                "environment": connection.estate.environment,
                "connect": connect,
                "entries": connection.routes,
                "reached": [manager.label for manager in connection.reached],
                "uniform_clusters": [
                    {"cluster": cluster.name, "missed": list(names)} for cluster, names in connection.missed
                ],
                "traces": [followed_data(result) for result in results],
            }
            for connection, results in connections
        ],
    }


# The question.

EXAMPLES = (
    "mqtune trace --qmgr BR01.QM ORDERS estate/",
    "mqtune trace topic:prices/ibm --persistent",
    "mqtune trace --qmgr BR01.QM ORDERS --size '5 MB' --expect 'not refused'",
)
NOT_AS_EXPECTED = 1
DIFFERENT = "different ends"
TONES = {DELIVERED: GOOD, DISCARDED: "", LEAVES: "", UNKNOWN: DOUBT}  # others are failures
INCOMPLETE = "if the files are the complete queue managers: --complete, or `complete = true` in mqtune.toml"
PLACEHOLDERS = "the files define names that are placeholders: --values supplies them"


class Destination(str):
    """What a message is put to or published on."""

    __slots__ = ()

    @classmethod
    def read(cls, text: str) -> Destination:
        """Check. Raises ValueError."""
        queue, at, manager = text.partition("@")
        is_topic = text.startswith(TOPIC_PREFIX)
        if text == TOPIC_PREFIX or not (is_topic or (queue and not (at and not manager))):
            raise ValueError("write QUEUE, QUEUE@QMGR or topic:STRING")
        return cls(text)


NAME = Parameter(
    "a queue, QUEUE@QMGR for a put that names a queue manager too, or topic:STRING for a publication",
    metavar="NAME",
    example="ORDERS or topic:prices/uk",
)
User = Annotated[str | None, Parameter("user of the application, whose authority counts", metavar="USER")]
Groups = Annotated[tuple[str, ...], Parameter("a group of the user", name="group", metavar="GROUP")]
Branches = Annotated[Count, Parameter("most branches to show", metavar="N")]
MOST_BRANCHES = Count(200)


class Put(NamedTuple):
    """The message, who puts it, what is expected of its branches, and how many are shown."""

    size: Annotated[Size | None, Parameter("length of the message: 5000, '2 MiB'", metavar="SIZE")] = None
    persistent: Annotated[
        bool | None, Parameter("whether the message is persistent", also=("non-persistent",))
    ] = None
    user: User = None
    groups: Groups = ()
    expect: Annotated[
        tuple[str, ...],
        Parameter(
            "exit with 1 unless every branch ends with one of these, repeatable: delivered, discarded, "
            "refused, 'dead letter', stays, loop, 'leaves these files'; or with none of them: 'not loop'",
            metavar="OUTCOME",
        ),
    ] = ()
    max_branches: Branches = MOST_BRANCHES

    @property
    def message(self) -> Message:
        """The message."""
        return Message(self.size, self.persistent)


USUAL = Put()


def trace(
    project: Project,
    name: Annotated[Destination, NAME],
    *,
    put: Put = USUAL,
) -> Answer[TraceData]:
    """Follow a message hop by hop: where a put or publication ends, and why.

    NAME is a queue, QUEUE@QMGR for a put that names a queue manager too, or topic:STRING for a publication.
    Each branch ends with one of the outcomes that --expect lists.
    Exit status: 0 traced, and as expected; 1 not as expected; 2 invalid use.
    """
    expectation = expectation_of(put.expect)
    results = [
        followed(traced(estate, manager, name, put.message, put.user, put.groups), expectation)
        for estate, manager in project.secured.shown
    ]
    failing = any(result.failing for result in results)
    outcomes = {end.outcome for result in results if result.trace is not None for end in result.trace.ends}
    return Answer(
        outcomes.pop() if len(outcomes) == 1 else DIFFERENT,
        "; ".join(headline_of(result.trace) for result in results if result.trace is not None),
        lambda layout: (part for result in results for part in sections(result, put.max_branches)),
        lambda: trace_data(results),
        met=not failing if expectation is not None else None,
        status=NOT_AS_EXPECTED if failing else 0,
        notes=Rows([Row("", note) for note in project.workspace.notes]),
    )


def expectation_of(words: Sequence[str]) -> Expectation | None:
    """What is expected of every branch. Raises UsageError."""
    try:
        return Expectation.of(words) if words else None
    except ExpectationError as error:
        raise UsageError(f"{named('expect')}: {error.message}", error.help) from error


def traced(
    estate: Estate,
    manager: QueueManager,
    name: str,
    message: Message,
    user: str | None = None,
    groups: tuple[str, ...] = (),
) -> Trace:
    """The trace of a message, with the authority of a user if one is named."""
    if user is None:
        return Trace(estate, manager, name, message)
    authority = put_authority(estate, manager, name, user, groups)
    return Trace(estate, manager, name, message, authority.failure, authority.doubt, authority.note)


def headline_of(trace: Trace, left_out: int = 0) -> str:
    """`ORDERS of QM1: 2 branches: 1 delivered, 1 discarded`."""
    environment = trace.queue_manager.environment_name
    where = f", environment {environment}" if environment else ""
    counts = Counter(end.outcome for end in trace.ends)
    listed = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    if len(trace.ends) == 1:
        listed = trace.ends[0].outcome
    more = f"; {left_out} not shown (max-branches)" if left_out else ""
    ends = "1 branch" if len(trace.ends) == 1 else f"{len(trace.ends)} branches"
    return f"{trace.name} of {trace.queue_manager.label}{where}: {ends}: {listed}{more}"


def sections(result: Followed, most: int, before: str = "") -> Iterator[Section]:
    """The hops and branches, and whether they end as expected."""
    trace = result.trace
    if trace is not None:
        lines, left_out = lines_of(trace, most)
        steps = Steps([step for line in lines for step in steps_of(line)])
        yield Section(before + headline_of(trace, left_out), steps, BRIEF)
        unsure = [end for end in trace.ends if depends_on_completeness(end)]
        if unsure:
            stated = all(end.queue_manager.stated_complete for end in unsure)
            hint = Row("", PLACEHOLDERS if stated else INCOMPLETE)
            yield Section("what would decide it", Rows([hint]))
    if result.expectation is not None or result.failing:
        expected = f": {result.expectation.text}" if result.expectation is not None else ""
        title = f"{'not ' if result.failing else ''}as expected{expected}"
        rows = [Row("", text, tone=BAD) for text in result.failing]
        yield Section(
            title if trace is not None else before + title, Rows(rows), BRIEF, "every branch ends so"
        )


def steps_of(line: Line) -> Iterator[Step]:
    """The step of a line: a hop, or how a branch ends."""
    if line.hop is not None:
        yield hop_step(line, line.hop)
    elif line.branch is not None:
        yield branch_step(line, line.branch)


def hop_step(line: Line, hop: Hop) -> Step:
    """One object that the message passes."""
    place = place_of(hop.place)
    notes = [Row("", note, level=NORMAL) for note in hop.notes]
    cells = (line.manager, line.name, line.effect)
    return Step(line.head, cells, "", place_text(place), notes, hop_target(hop) or link(place), place)


def branch_step(line: Line, branch: Branch) -> Step:
    """How a branch ends."""
    if branch.again >= 0:
        return Step(line.head, (f"as above, from {line.effect}",))
    place = place_of(branch.place)
    where = place_text(place) if branch.outcome != DELIVERED else ""
    text = "  ".join(filter(None, (branch_text(branch, line.limit), where)))
    tone = TONES.get(branch.outcome, BAD)
    return Step(line.head, (branch.outcome,), "", text, (), link(place), place, tone)


def depends_on_completeness(branch: Branch) -> bool:
    """Whether the outcome would be known if the files were the complete queue managers."""
    if branch.outcome != UNKNOWN or not branch.assumed or branch.conditional:
        return False
    return not branch.queue_manager.complete
