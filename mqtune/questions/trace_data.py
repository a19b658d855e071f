"""The ways of messages and clients as data: JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from mqtune.flow.client_connections import Connection
from mqtune.flow.client_routes import ClientEnd, ClientRoute
from mqtune.flow.expectation import Followed
from mqtune.flow.hops import Branch, Hop
from mqtune.flow.trace import Trace
from mqtune.language.reasons import reason_name
from mqtune.text.spans import Place


class MessageData(TypedDict):
    """The message, None for what is not stated."""

    size_bytes: int | None
    persistent: bool | None


class HopData(TypedDict):
    """One object that the message passes, after another one."""

    hop: int
    after: int | None
    queue_manager: str
    object: str
    effect: str
    notes: list[str]
    file: str | None
    line: int | None


class BranchData(TypedDict):
    """How a branch ends after a hop; `again` is the hop from which the way on is the same."""

    after: int | None
    outcome: str | None
    reason_code: int | None
    reason_name: str | None
    reason: str
    assumed: str | None
    queue_manager: str
    queue: str | None
    again: int | None
    file: str | None
    line: int | None


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
    message: MessageData
    hops: list[HopData]
    branches: list[BranchData]
    outcomes: list[str]
    expected: str | None


class TraceData(TypedDict):
    """The JSON of `mqtune trace`, also with --tests."""

    version: int
    traces: list[FollowedData | TestedData]


class AddressData(TypedDict):
    """What is at one address of an entry."""

    address: str
    outcome: str
    reason_code: int | None
    reason: str
    queue_manager: str | None
    notes: list[str]


class EntryData(TypedDict):
    """One entry of a table."""

    channel: str
    queue_manager: str
    weight: str
    affinity: str
    reconnect: str
    sharing_conversations: str
    cipher: str | None
    file: str | None
    line: int | None
    addresses: list[AddressData]


class MissedData(TypedDict):
    """The members of a uniform cluster that are not reached."""

    cluster: str
    missed: list[str]


class ConnectionData(TypedDict):
    """Where the client connects in one environment."""

    environment: str | None
    connect: str
    entries: list[EntryData]
    reached: list[str]
    uniform_clusters: list[MissedData]
    traces: list[FollowedData | TestedData]


class ClientData(TypedDict):
    """The JSON of `mqtune trace --connect`."""

    version: int
    connections: list[ConnectionData]


def trace_data(results: Iterable[Followed]) -> TraceData:
    """All traces."""
    return {"version": 1, "traces": [followed_data(result) for result in results]}


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
        "message": {"size_bytes": trace.message.size, "persistent": trace.message.persistent},
        "hops": [hop_data(hop) for hop in trace.hops],
        "branches": [branch_data(branch) for branch in trace.branches],
        "outcomes": sorted({branch.outcome for branch in trace.ends}),
        "expected": expected.text if expected is not None else None,
        "as_expected": None if expected is None else not result.failing,
        "differences": list(result.failing),
    }


def hop_data(hop: Hop) -> HopData:
    """One hop."""
    file, line = columns_of(hop.place)
    return {
        "hop": hop.number,
        "after": hop.after if hop.after >= 0 else None,
        "queue_manager": hop.queue_manager.label,
        "object": hop.name,
        "effect": hop.effect,
        "notes": list(hop.notes),
        "file": file,
        "line": line,
    }


def branch_data(branch: Branch) -> BranchData:
    """One branch."""
    file, line = columns_of(branch.place)
    return {
        "after": branch.after if branch.after >= 0 else None,
        "outcome": branch.outcome or None,
        "reason_code": branch.code or None,
        "reason_name": reason_name(branch.code) or None,
        "reason": branch.reason,
        "assumed": branch.assumed or None,
        "queue_manager": branch.queue_manager.label,
        "queue": branch.queue or None,
        "again": branch.again if branch.again >= 0 else None,
        "file": file,
        "line": line,
    }


def client_data(connect: str, found: Iterable[tuple[Connection, Sequence[Followed]]]) -> ClientData:
    """The connections of a client, each with the traces from what it reaches."""
    return {
        "version": 1,
        "connections": [
            {
                "environment": connection.estate.environment,
                "connect": connect,
                "entries": [entry_data(route) for route in connection.routes],
                "reached": [manager.label for manager in connection.reached],
                "uniform_clusters": [
                    {"cluster": cluster.name, "missed": list(names)} for cluster, names in connection.missed
                ],
                "traces": [followed_data(result) for result in results],
            }
            for connection, results in found
        ],
    }


def entry_data(route: ClientRoute) -> EntryData:
    """One entry with the ends of its addresses."""
    entry = route.entry
    file, line = columns_of(entry.place)
    return {
        "channel": entry.channel,
        "queue_manager": entry.queue_manager,
        "weight": entry.weight,
        "affinity": entry.affinity,
        "reconnect": entry.reconnect,
        "sharing_conversations": entry.sharing,
        "cipher": entry.cipher or None,
        "file": file,
        "line": line,
        "addresses": [address_data(end) for end in route.ends],
    }


def address_data(end: ClientEnd) -> AddressData:
    """One address."""
    return {
        "address": end.address,
        "outcome": end.outcome,
        "reason_code": end.code or None,
        "reason": end.reason,
        "queue_manager": end.queue_manager.label if end.queue_manager is not None else None,
        "notes": list(end.notes),
    }


def columns_of(place: Place | None) -> tuple[str | None, int | None]:
    """File and line, None without a position."""
    return (None, None) if place is None else (place.file, place.span.line)
