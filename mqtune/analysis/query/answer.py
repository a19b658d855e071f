"""The answer to a query as plain rows: what was found, what is not decided, and the columns of a table; of
cluster queues and queue managers what the queue manager that is asked sees.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from mqtune.analysis.query.condition import Query, QueryError, literal_head
from mqtune.analysis.query.items import ClusterItem, Item, Known, Unknown, kind_of, type_keyword
from mqtune.analysis.query.selection import keywords_of, select
from mqtune.analysis.topology.cluster_membership import build_clusters
from mqtune.estate.model import Estate, QueueManager
from mqtune.language.mqsc import NUMBERS
from mqtune.text.editing import Place
from mqtune.text.patterns import LAST_CHARACTER, whole_number
from mqtune.text.record import record
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.analysis.query.condition import Query
    from mqtune.analysis.topology.clusters import Cluster
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.objects import MqObject


# What the members of clusters advertise, as a queue manager sees it.

# all queue managers of a cluster see all its objects, so that the answer can be the square of the files
MOST_SEEN = 50_000


class ClusterObjects:
    """The objects of one type that the members of a cluster advertise, by what their names begin with before
    a placeholder.
    """

    def __init__(self, objects: list[Advertised]) -> None:
        self.objects = sorted(objects, key=lambda pair: literal_head(pair[1].name))
        self._heads = [literal_head(object.name) for _, object in self.objects]

    def named(self, name: str) -> list[range]:
        """Where those are whose names may fit a name, which is generic with an asterisk at its end."""
        start = name.removesuffix("*")
        placed = self._between(start, start + ("" if start == name else LAST_CHARACTER))
        # the rest of the name may be a placeholder
        return [placed, *(self._between(start[:size], start[:size]) for size in range(len(start)))]

    def _between(self, first: str, last: str) -> range:
        begin = bisect_left(self._heads, first)
        return range(begin, bisect_right(self._heads, last, begin))


def build_objects(estate: Estate) -> dict[tuple[str, str], ClusterObjects]:
    """The objects that members advertise by cluster and type."""
    by_type: dict[tuple[str, str], list[Advertised]] = {}
    for name, cluster in estate.derived(build_clusters).items():
        for member in cluster.joined:
            for object in member.objects:
                by_type.setdefault((name, object.type), []).append((member.queue_manager, object))
    return {key: ClusterObjects(objects) for key, objects in by_type.items()}


def build_memberships(estate: Estate) -> dict[QueueManager, list[Cluster]]:
    """The clusters in which each queue manager is, as far as the files show it, by name."""
    memberships: dict[QueueManager, list[Cluster]] = {}
    for _, cluster in sorted(estate.derived(build_clusters).items()):
        for member in cluster.joined:
            memberships.setdefault(member.queue_manager, []).append(cluster)
    return memberships


class Seen:
    """The objects of clusters that a query may select, of all queue managers up to a limit."""

    def __init__(self, query: Query) -> None:
        self._query = query
        self._count = 0
        self.left_out = 0

    def of(self, manager: QueueManager, estate: Estate) -> tuple[list[ClusterItem], int]:
        """Those that a queue manager sees, and how many of the types there are in all."""
        if not self._query.clustered:
            return [], 0
        objects = estate.derived(build_objects)
        known = [
            (cluster.name, objects[cluster.name, type])
            for cluster in estate.derived(build_memberships).get(manager, ())
            for type in self._query.types
            if (cluster.name, type) in objects
        ]
        near = [(*pair, places) for pair in known for places in pair[1].named(self._query.name or "*")]
        count = sum(len(places) for _, _, places in near)
        considered = sum(len(advertised.objects) for _, advertised in known)
        if self._count and self._count + count > MOST_SEEN:
            self.left_out += count
            return [], considered
        self._count += count
        pairs = ((cluster, advertised.objects[at]) for cluster, advertised, places in near for at in places)
        return [ClusterItem(manager, object, host, cluster) for cluster, (host, object) in pairs], considered


FLAG = "flag"
TOO_MANY = f"all queue managers together see more than {MOST_SEEN:,} objects of their clusters"
NARROWER = "give a name that begins with more letters, or select queue managers (qmgr)"


@record
class Cell:
    """One value to show: its text, "" if it is blank, None if it is unknown; and what sets it.

    `kind` is that of the catalogue: "integer", "flag", "enum", "list", "string" … `why` is the reason why
    the value is unknown.
    """

    keyword: str
    text: str | None
    kind: str
    place: Place | None
    why: str = ""

    @property
    def plain(self) -> str | int | None:
        """The value as a number if it is one, else as a text."""
        if self.text is None or self.kind not in NUMBERS:
            return self.text
        number = whole_number(self.text)
        return self.text if number is None else number


@record
class AnswerRow:
    """One thing that was found: `cells` are its attributes, `name_keyword` is the keyword of its name."""

    manager: QueueManager
    type: str
    name: str
    name_keyword: str
    kind_cell: Cell | None
    cells: list[Cell]
    place: Place | None


@record
class Undecided:
    """One thing of which it is unknown whether it belongs to the answer."""

    DATA = (
        "environment=manager.environment_name queue_manager=manager.title? object=type,name reason=why place"
    )

    manager: QueueManager
    type: str
    name: str
    why: str
    place: Place | None


@record
class Answer:
    """The answer for all queue managers, in the order of the estates.

    `hints` are names that may have been meant, if no name fits. `missing` counts the requested values that no
    file contains, by reason. `unmentioned` counts the rows about things that the product creates and no file
    mentions. `left_out` counts the objects of clusters that were not compared, as there were too many.
    """

    query: Query
    rows: list[AnswerRow]
    undecided: list[Undecided]
    considered: int
    columns: list[str]
    missing: dict[str, int]
    unmentioned: int
    hints: list[str]
    left_out: int


def answer(query: Query, estates: Iterable[Estate], origins: bool = False) -> Answer:
    """The answer of all shown queue managers, on request with what sets each value.

    Raises QueryError if files cannot give any.
    """
    rows: list[AnswerRow] = []
    undecided: list[Undecided] = []
    considered = 0
    seen = Seen(query)
    columns: dict[str, None] = dict.fromkeys(query.keywords)
    estates = list(estates)
    for estate in estates:
        for manager in estate.shown:
            advertised, size = seen.of(manager, estate)
            selected = select(query, manager, estate, advertised=advertised)
            considered += selected.considered + size - len(advertised)
            for item in selected.items:
                row = row_of(query, item, origins)
                columns.update(dict.fromkeys(cell.keyword for cell in row.cells))
                rows.append(row)
            undecided += [
                Undecided(manager, item.type, item.name, why, item.place) for item, why in selected.undecided
            ]
    missing: dict[str, int] = {}
    for cell in (cell for row in rows for cell in row.cells):
        if cell.text is None and cell.keyword in query.keywords:
            missing[cell.why] = missing.get(cell.why, 0) + 1
    if seen.left_out and not rows:
        raise QueryError(f"{TOO_MANY}, and those of the first contain none", NARROWER)
    unmentioned = sum(row.place is None for row in rows)
    ordered = list(columns) if query.keywords and not query.every else sorted(columns)
    hints = [] if rows or undecided else hints_for(query, estates)
    return Answer(query, rows, undecided, considered, ordered, missing, unmentioned, hints, seen.left_out)


def hints_for(query: Query, estates: Iterable[Estate]) -> list[str]:
    """The names that may have been meant by one that nothing has: in other letters, or misspelt."""
    wanted = query.name or ""
    if query.is_generic or not wanted:
        return []
    hints: dict[str, None] = {}
    for manager in (manager for estate in estates for manager in estate.shown):
        names = [object.name for type in query.types for object in manager.of_type(type) if object.statements]
        same = [name for name in names if name.upper() == wanted.upper() and name != wanted]
        for name in same:
            hints[f"'{name}' differs in letter case: names without quotation marks are in upper case"] = None
        near = None if same or wanted in names else nearest(wanted, names)
        if near is not None:
            hints[f"the nearest name is {near}"] = None
    return list(hints)


def row_of(query: Query, item: Item, origins: bool) -> AnswerRow:
    """What a query shows of one thing."""
    kind_word = type_keyword(item.type)
    kind_cell = cell_of(item, kind_word, False) if kind_word and item.type != "AUTHREC" else None
    if kind_cell is not None and kind_cell.text is None:
        kind_cell = None
    cells = [
        cell
        for keyword in keywords_of(query, item)
        if keyword != kind_word or item.type == "AUTHREC"
        if (cell := cell_of(item, keyword, origins)) is not None
    ]
    return AnswerRow(item.manager, item.type, item.name, query.name_keyword, kind_cell, cells, item.place)


def cell_of(item: Item, keyword: str, origins: bool) -> Cell | None:
    """The cell of an attribute; None if the thing has no such attribute."""
    value: Known = item.value(keyword)
    if value is None:
        return None
    kind = kind_of(item.type, keyword)
    place = item.place_of(keyword) if origins else None
    if isinstance(value, Unknown):
        return Cell(keyword, value.text or None, kind, place, value.why)
    return Cell(keyword, value, kind, place)


if TYPE_CHECKING:
    Advertised = tuple[QueueManager, MqObject]
