"""What `mqtune show` lists, as data: the rows of the estate."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict, cast

from mqtune.analysis.topology.describe import Row
from mqtune.present.answer import DETAIL, Section, value
from mqtune.present.answer import Row as Shown
from mqtune.present.layout import items_of
from mqtune.present.shown import shown


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


class CardRow(TypedDict):
    """One row of a card; `severity` is that of a finding."""

    label: str
    text: str
    note: str
    severity: str | None
    file: str | None
    line: int | None


class CardSection(TypedDict):
    """What is known about an object in one respect, such as the findings on it."""

    title: str
    rows: list[CardRow]


class CardData(OwnerRow):
    """The card of an object as the terminal UI shows it, without the attributes."""

    object: str
    sections: list[CardSection]


class TopicsData(TypedDict):
    """The JSON of `mqtune show topics`."""

    topics: list[TopicRow]


class ObjectsData(TypedDict):
    """The JSON of `mqtune show objects`."""

    objects: list[ObjectRow]


class PathsData(TypedDict):
    """The JSON of `mqtune show paths`."""

    paths: list[PathRow]


class ClustersData(TypedDict):
    """The JSON of `mqtune show clusters`."""

    clusters: list[ClusterRow]


class AttributesData(TypedDict):
    """The JSON of `mqtune show object`."""

    attributes: list[AttributeRow]
    cards: list[CardData]


def card_data(attribute: Row, sections: Iterable[Section]) -> CardData:
    """The sections with content of the card of an object, one of whose attributes is given."""
    owner = cast(AttributeRow, attribute)
    return {
        "environment": owner["environment"],
        "queue_manager": owner["queue_manager"],
        "object": owner["object"],
        "sections": [
            {"title": section.title, "rows": rows} for section in sections if (rows := card_rows(section))
        ],
    }


def card_rows(section: Section) -> list[CardRow]:
    """The rows, or the lines of code, of a section."""
    items = items_of(shown(section.body, DETAIL))
    return [card_row(item) for item in items if isinstance(item, Shown)]


def card_row(row: Shown) -> CardRow:
    """One row."""
    file, line = row.place or (None, None)
    return {
        "label": row.label,
        "text": row.text,
        "note": row.note,
        "severity": row.severity or None,
        "file": file,
        "line": line,
    }


def covered_attribute(row: Row) -> Row:
    """An attribute with its value covered if it is secret."""
    text = row["value"]
    return {**row, "value": value(str(row["attribute"]), text)} if isinstance(text, str) else row
