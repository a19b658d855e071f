"""`mqtune show`: the objects, topics, paths and clusters of the estate, one object, and outages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple, TypedDict, cast

from mqtune.analysis.flow.resource import number
from mqtune.analysis.outage import Event, Timeline, timelines
from mqtune.analysis.topology import describe
from mqtune.analysis.topology.describe import Row, Value, path_rows
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.objects import MqObject
from mqtune.present.answer import (
    BRIEF,
    CLUSTER,
    DETAIL,
    MANAGER,
    OBJECT,
    TOPIC,
    Answer,
    Cell,
    Column,
    Line,
    Place,
    Rows,
    Section,
    Table,
    Target,
    link,
)
from mqtune.present.answer import Row as Remark
from mqtune.questions.card_sources import DEFAULTS, DEFINITION, Sources
from mqtune.questions.cards import card_of_object
from mqtune.questions.fields import Parameter
from mqtune.questions.show_data import (
    AttributeRow,
    AttributesData,
    ClustersData,
    ObjectsData,
    PathsData,
    TopicsData,
    card_data,
    covered_attribute,
)
from mqtune.questions.values import Duration
from mqtune.session.access import parse_spec
from mqtune.session.opened import Project
from mqtune.text.messages import UsageError, plural

EXAMPLES = (
    "mqtune show topics hub/ --format json",
    "mqtune show objects hub/ --format json",
    "mqtune show paths hub/ --format json",
    "mqtune show clusters hub/ --format json",
    "mqtune show object 'QLOCAL(ORDERS)' hub/",
    "mqtune show outage hub/",
    'mqtune show outage --outage "15 min" --format json',
)
OWNER = ("environment", "queue_manager")
# the columns of each table, as keys of the rows
TOPICS = (*OWNER, "topic", "object", "isolated", "inherits", "cluster", "subscriptions", "place")
OBJECTS = (*OWNER, "type", "subtype", "name", "given", "like", "place", "description")
PATHS = (*OWNER, "kind", "from", "steps", "end", "reason", "place")
CLUSTERS = ("environment", "cluster", "full_repositories", "members")
ATTRIBUTES = ("attribute", "value", "origin", "from", "place")
MAIN = ("topic", "type", "name", "from", "cluster", "attribute", "value")  # kept on a narrow screen
LEAST = ("given", "like", "reason", "description")  # left out first
MOST_NAMED = 8


def show_topics(project: Project) -> Answer[TopicsData]:
    """Show the topic trees: locks, inherited properties, subscriptions."""
    listing = describe.Listing()
    rows = [row for estate in project.estates for row in describe.topic_rows(estate, listing)]
    limit = (
        f"{listing.left_out:,} names of subscriptions are left out: of a topic tree, "
        f"{describe.MOST_LISTED:,} are listed; `mqtune trace topic:STRING` shows all of one topic string"
    )
    return listed(project, rows, "topic", TOPICS, (limit,) if listing.left_out else ())


def show_objects(project: Project) -> Answer[ObjectsData]:
    """Show every object that the files define or change."""
    rows = [row for estate in project.estates for row in describe.object_rows(estate)]
    return listed(project, rows, "object", OBJECTS)


def show_paths(project: Project) -> Answer[PathsData]:
    """Show the routes of messages: aliases, remote queues, channels, clients."""
    rows = [row for estate in project.estates for row in path_rows(estate)]
    return listed(project, rows, "path", PATHS)


def show_clusters(project: Project) -> Answer[ClustersData]:
    """Show every cluster with its members."""
    rows = [row for estate in project.estates for row in describe.cluster_rows(estate)]
    return listed(project, rows, "cluster", CLUSTERS)


def show_object(
    project: Project,
    object_: Annotated[
        str,
        Parameter("the object: QLOCAL(ORDERS), QMGR", metavar="'TYPE(NAME)'", example="QLOCAL(ORDERS)"),
    ],
) -> Answer[AttributesData]:
    """Show one object: each attribute with its effective value and its origin.

    Below the attributes are what the cards of the terminal UI show: the commands that define the object,
    findings on it, routes of messages, what names it, load, who may use it, and its MQSC.
    """
    objects, sources = objects_named(project, object_), Sources(project)
    rows = [row for item in objects for row in item.rows]
    headline = plural(len(rows), "attribute")
    return Answer(
        "found",
        headline,
        lambda _: object_sections(sources, objects),
        lambda: {
            "attributes": cast("list[AttributeRow]", rows),
            "cards": [card_data(item.rows[0], card_sections(sources, *item[:3])) for item in objects],
        },
        notes=notes(project, headline),
    )


# lists


def listed(
    project: Project,
    rows: list[Row],
    noun: str,
    columns: Sequence[str],
    limits: tuple[str, ...] = (),
) -> Answer[Any]:
    """The answer with a table of some rows, which are the data. `limits` state what is left out of them."""
    headline = plural(len(rows), noun)
    return Answer(
        "found" if rows else "nothing found",
        headline,
        lambda _: [Section("", table(rows, columns, partial(target_of, owners(project))), BRIEF)],
        lambda: {f"{noun}s": rows},
        notes=notes(project, *limits, headline),
    )


def notes(project: Project, *texts: str) -> Rows:
    """What was left out or not understood, and how much there is."""
    return Rows([Remark("", text) for text in (*project.workspace.notes, *texts)])


def table(rows: Sequence[Row], columns: Sequence[str], target: Callable[[Row], Target | None]) -> Table:
    """Rows as a table, without columns that are empty in all of them."""
    lines = [[cell(row, name) for name in columns] for row in rows]
    used = [at for at in range(len(columns)) if any(cells[at] != "" for cells in lines)]
    titles = [columns[at] for at in used]
    return Table(
        [column(name, name == titles[-1]) for name in titles],
        [
            Line([cells[at] for at in used], target(row), place_of(row))
            for row, cells in zip(rows, lines, strict=True)
        ],
    )


def column(name: str, wraps: bool) -> Column:
    """The column of a key."""
    priority = 0 if name in MAIN else 2 if name in LEAST else 1
    return Column(name.replace("_", " ").upper(), priority, wraps=wraps)


def cell(row: Row, name: str) -> Cell:
    """A cell of a table."""
    if name == "place":
        place = place_of(row)
        return Place(*place) if place is not None else ""
    if name == "steps":
        return steps_text(row["steps"])
    if name == "members":
        return members_text(row["members"])
    return text_of(row.get(name))


def text_of(value: Value) -> str:
    """A value in words."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(text_of(item) for item in value)
    return value if isinstance(value, str) else str(value)


def steps_text(steps: Value) -> str:
    """`queue A → channel X (not defined)`."""
    texts = []
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict):
            missing = " (not defined)" if step["defined"] is False else ""
            texts.append(f"{text_of(step['what'])} {text_of(step['name'])}{missing}")
    return " → ".join(texts)


def members_text(members: Value) -> str:
    """The queue managers of a cluster."""
    rows = [member for member in members if isinstance(member, dict)] if isinstance(members, list) else []
    return ", ".join(text_of(member["queue_manager"]) or "(no name)" for member in rows)


def place_of(row: Row) -> tuple[str, int] | None:
    """The position of a row."""
    file, line = row.get("file"), row.get("line")
    return (file, line) if isinstance(file, str) and isinstance(line, int) else None


# what a row leads to


Owners = dict[tuple[Value, Value], str]


def owners(project: Project) -> Owners:
    """The queue managers as targets name them, by the first columns of rows."""
    return {
        (manager.environment_name, manager.title or None): manager.qualified for _, manager in project.shown
    }


def target_of(owners: Owners, row: Row) -> Target | None:
    """The card of a row; its position if it has none."""
    owner = owners.get((row.get("environment"), row.get("queue_manager")), "")
    if "members" in row:
        return Target(CLUSTER, text_of(row["cluster"]))
    if "topic" in row:
        return Target(TOPIC, text_of(row["topic"]), "", owner)
    if "type" in row:
        type, name = text_of(row["type"]), text_of(row["name"])
        return (
            Target(MANAGER, name or owner, "", owner) if type == "QMGR" else Target(OBJECT, name, type, owner)
        )
    type, bracket, name = text_of(row["from"]).partition("(")
    if row["kind"] != "client" and bracket:
        return Target(OBJECT, name.removesuffix(")"), type, owner)
    return link(place_of(row))


# one object


class Described(NamedTuple):
    """An object with its attributes."""

    estate: Estate
    manager: QueueManager
    object: MqObject
    rows: list[Row]


def objects_named(project: Project, spec: str) -> list[Described]:
    """Every object that `TYPE(NAME)` matches. Raises UsageError."""
    type, name = parse_spec(spec)
    objects = [
        Described(estate, manager, object, attributes_of(manager, object))
        for estate in project.estates
        for manager, object in describe.find_objects(estate, type, name)
    ]
    if not objects:
        rows = [row for estate in project.estates[:1] for row in describe.object_rows(estate)]
        known = sorted({text_of(row["name"]) for row in rows if row["type"] == type})
        defined = ", ".join(known[:MOST_NAMED]) + (" …" if len(known) > MOST_NAMED else "")
        raise UsageError(
            f"no queue manager defines {type}({name})",
            f"defined are {defined}" if known else "`mqtune show objects` lists all objects",
        )
    return objects


def attributes_of(manager: QueueManager, object: MqObject) -> list[Row]:
    """The attributes of an object."""
    head = {**describe.owner_columns(manager), "object": f"{object.type}({object.name})"}
    return [covered_attribute({**head, **row}) for row in describe.attribute_rows(manager, object)]


def object_sections(sources: Sources, objects: Sequence[Described]) -> Iterator[Section]:
    """The attributes of each object below its name, queue manager and environment, and its card."""
    for estate, manager, object, rows in objects:
        title = f"{object.type}({object.name})"
        title += f", queue manager {manager.title}" if manager.title else ""
        title += f", environment {manager.environment_name}" if manager.environment_name else ""
        yield Section(title, table(rows, ATTRIBUTES, lambda row: link(place_of(row))), BRIEF)
        for section in card_sections(sources, estate, manager, object):
            yield section._replace(title=f"{title}: {section.title}") if len(objects) > 1 else section


def card_sections(
    sources: Sources, estate: Estate, manager: QueueManager, object: MqObject
) -> Iterator[Section]:
    """The card of an object without the attributes."""
    keywords = {keyword for keyword, _, _ in object.items()}
    for title, make in card_of_object(sources, estate, manager, object).sections.items():
        if title != DEFAULTS:
            section = make()
            if title == DEFINITION and isinstance(section.body, Rows):
                rows = [row for row in section.body.rows if row.label not in keywords]
                section = section._replace(body=Rows(rows))
            yield section


# `mqtune show outage`: the timeline of each channel pair.

NONE = "no message channel is defined: sender, server and cluster receiver channels have a timeline"
BOUNDS = "times are bounds after the loss; the time that a failing attempt takes is not included"
NOT_DECLARED = 'no outage is declared: outage = "5 min" of a [[queue-manager]], or --outage "5 min"'


class OutageData(TypedDict):
    """The JSON of `mqtune show outage`."""

    outages: list[Timeline]


def show_outage(
    project: Project,
    *,
    outage: Annotated[
        Duration | None,
        Parameter(
            'length of the outage, such as "5 min", instead of the declared one',
            metavar="TIME",
            example="15 min",
        ),
    ] = None,
) -> Answer[OutageData]:
    """Show the timeline of an outage for each channel pair: what detects, retries and is refused when."""
    outages = [
        timeline
        for estate in project.estates
        for timeline in timelines(estate, outage)
        if timeline.pair.owner in estate.shown
    ]
    undeclared = all(timeline.outage_s is None for timeline in outages)
    return Answer(
        "found" if outages else "nothing found",
        plural(len(outages), "timeline"),
        lambda _: outage_sections(outages),
        lambda: {"outages": outages},
        notes=Rows([Remark("", BOUNDS)] if outages else []),
        hint=NOT_DECLARED if outages and undeclared else "",
    )


def outage_sections(timelines: list[Timeline]) -> Iterator[Section]:
    """Each timeline once, with the channels to which it applies."""
    if not timelines:
        yield Section("", Rows(()), BRIEF, NONE)
    groups: dict[tuple[object, ...], list[Timeline]] = {}
    for timeline in timelines:
        events = tuple((event.event, event.from_s, event.to_s, event.text) for event in timeline.events)
        pair = timeline.pair
        key = (pair.owner.environment_name, pair.owner.label, pair.channel.subtype, timeline.outage_s, events)
        groups.setdefault(key, []).append(timeline)
    for (environment, *_), same in groups.items():
        yield Section(title_of(environment, same), Rows([*rows_of(same[0]), *map(also_row, same[1:])]), BRIEF)


def title_of(environment: object, same: list[Timeline]) -> str:
    """The queue manager, the channel and its partner, and how many more have this timeline."""
    pair = same[0].pair
    where = pair.owner.label + (f", environment {environment}" if environment else "")
    direction = "from" if pair.sender is None else "to"
    more = f", and {plural(len(same) - 1, 'channel')} with the same timeline" if len(same) > 1 else ""
    return f"{where}: CHANNEL({pair.channel.name}) {direction} {pair.partner}{more}"


def rows_of(timeline: Timeline) -> Iterator[Remark]:
    """The events of a timeline, and whether it meets the declared time."""
    for event in timeline.events:
        place = (event.file, event.line or 0) if event.file else None
        note = f"({Place(*place)})" if place is not None else ""
        yield Remark(span_of(event), event.text, note, link(place), place=place)
    if timeline.back_within_s is not None and timeline.outage_s is not None:
        yield Remark("", verdict(timeline))


def also_row(timeline: Timeline) -> Remark:
    """Another channel with the same timeline."""
    pair = timeline.pair
    target = Target(OBJECT, pair.channel.name, "CHANNEL", pair.owner.qualified)
    return Remark("", f"also CHANNEL({pair.channel.name}) to {pair.partner}", "", target, level=DETAIL)


def verdict(timeline: Timeline) -> str:
    """Whether the channel runs again in the declared time."""
    within = timeline.back_within_s or 0
    limit = f"back-within of {number(within)} s"
    if timeline.stops:
        return f"{limit} is not met: the channel can have stopped"
    if timeline.recovery_s is None:
        return f"whether {limit} is met is unknown"
    return f"{limit} is {'met' if longest(timeline) <= within else 'not certain to be met'}"


def longest(timeline: Timeline) -> float:
    """The longest time until a channel runs again, noticed in the outage or after it."""
    return max(timeline.recovery_s or 0.0, timeline.unnoticed_s or 0.0)


def span_of(event: Event) -> str:
    """`60 to 660 s`, `from 60 s`, `0 s`."""
    if event.to_s is None:
        return f"from {number(event.from_s)} s"
    if event.to_s == event.from_s:
        return f"{number(event.from_s)} s"
    return f"{number(event.from_s)} to {number(event.to_s)} s"
