"""What `mqtune show` lists, as data: the rows of the estate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, cast

from mqtune.estate.describe import Row
from mqtune.present.bodies import value


class OwnerRow(TypedDict):
    """What belongs to a queue manager."""

    environment: str | None
    queue_manager: str | None


class PlacedRow(OwnerRow):
    """What is at a position."""

    file: str | None
    line: int | None


# a class cannot have a field `from`
PropertyValue = TypedDict("PropertyValue", {"value": str | None, "from": str})
AttributeFrom = TypedDict("AttributeFrom", {"from": str | None})
PathFrom = TypedDict("PathFrom", {"from": str})


class TopicRow(PlacedRow):
    """One topic string, with what it inherits."""

    topic: str
    object: str | None
    isolated: bool
    locks: list[str]
    inherits: list[str]
    cluster: str | None
    cluster_from: str | None
    subscriptions: list[str]
    properties: dict[str, PropertyValue]


class ObjectRow(PlacedRow):
    """One object."""

    type: str
    subtype: str | None
    name: str | None
    description: str | None
    given: int
    like: str | None
    defined: bool


class Step(TypedDict):
    """One step of a path; `defined` is None for what is on another queue manager."""

    what: str
    name: str
    defined: bool | None


class PathRow(PlacedRow, PathFrom):
    """One route of messages."""

    kind: str
    steps: list[Step]
    end: str
    reason: str | None


class Member(TypedDict):
    """One queue manager of a cluster."""

    queue_manager: str
    full_repository: str | None
    receivers: list[str]
    senders: list[str]
    transmission_queues: str
    objects: list[str]


class ClusterRow(TypedDict):
    """One cluster."""

    environment: str | None
    cluster: str
    automatic: str | bool | None
    full_repositories: list[str]
    members: list[Member]


class AttributeRow(PlacedRow, AttributeFrom):
    """One attribute of an object."""

    object: str
    attribute: str
    value: str | None
    origin: str


class TopicsData(TypedDict):
    """The JSON of `mqtune show topics`."""

    version: int
    topics: list[TopicRow]


class ObjectsData(TypedDict):
    """The JSON of `mqtune show objects`."""

    version: int
    objects: list[ObjectRow]


class PathsData(TypedDict):
    """The JSON of `mqtune show paths`."""

    version: int
    paths: list[PathRow]


class ClustersData(TypedDict):
    """The JSON of `mqtune show clusters`."""

    version: int
    clusters: list[ClusterRow]


class AttributesData(TypedDict):
    """The JSON of `mqtune show object`."""

    version: int
    attributes: list[AttributeRow]


# the rows have these keys already; tests validate them


def topics_data(rows: Sequence[Row]) -> TopicsData:
    """The topic strings."""
    return {"version": 1, "topics": cast(list[TopicRow], rows)}


def objects_data(rows: Sequence[Row]) -> ObjectsData:
    """The objects."""
    return {"version": 1, "objects": cast(list[ObjectRow], rows)}


def paths_data(rows: Sequence[Row]) -> PathsData:
    """The routes."""
    return {"version": 1, "paths": cast(list[PathRow], rows)}


def clusters_data(rows: Sequence[Row]) -> ClustersData:
    """The clusters."""
    return {"version": 1, "clusters": cast(list[ClusterRow], rows)}


def attributes_data(rows: Sequence[Row]) -> AttributesData:
    """The attributes."""
    return {"version": 1, "attributes": cast(list[AttributeRow], rows)}


def covered_attribute(row: Row) -> Row:
    """An attribute with its value covered if it is secret."""
    text = row["value"]
    return {**row, "value": value(str(row["attribute"]), text)} if isinstance(text, str) else row
