"""The ways of messages and clients as data: JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from mqtune.flow.client_connections import Connection
from mqtune.flow.client_routes import ClientRoute
from mqtune.flow.expectation import Followed
from mqtune.flow.hops import Branch, Hop
from mqtune.flow.message import Message
from mqtune.flow.trace import Trace


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


def client_data(connect: str, found: Iterable[tuple[Connection, Sequence[Followed]]]) -> ClientData:
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
            for connection, results in found
        ],
    }
