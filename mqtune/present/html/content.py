"""What the HTML report shows besides findings, as data that is safe to show; its markup and its picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from mqtune.present.report import Item
from mqtune.text.messages import visible


@dataclass(frozen=True, slots=True)
class ManagerRow:
    """One queue manager: identity, level, what its files are, and how many objects they define."""

    key: tuple[str, str]  # environment, label
    level: str
    platform: str
    complete: bool
    objects: int
    clusters: tuple[str, ...]
    files: tuple[str, ...]

    @property
    def title(self) -> str:
        """`prod/PAYQM1`."""
        return "/".join(filter(None, self.key))

    @property
    def cluster_titles(self) -> tuple[str, ...]:
        """Its clusters, each with the environment: clusters of two environments may have one name."""
        return tuple("/".join(filter(None, (self.key[0], name))) for name in self.clusters)


@dataclass(frozen=True, slots=True)
class ChannelLink:
    """The channels from one queue manager to another."""

    source: str
    target: str
    channels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopicRow:
    """A topic string: its depth in the tree, its topic object, the locks that a publication takes."""

    manager: str
    depth: int
    part: str
    object: str
    lock: str
    isolated: bool


@dataclass(frozen=True, slots=True)
class BudgetRow:
    """A resource with its utilisation. `share` is None if it is unknown, `open` if more may be used, and
    `high` if it is above the share that is planned with.
    """

    manager: str
    resource: str
    kind: str
    used: str
    share: float | None
    basis: str
    percent: str = ""
    open: bool = False
    high: bool = False


@dataclass(frozen=True, slots=True)
class ExceptionRow:
    """An accepted finding: an `[[exception]]` table or a directive."""

    rule: str
    object: str
    reason: str
    owner: str
    until: str
    expired: bool
    place: str


@dataclass(frozen=True, slots=True)
class AccessTable:
    """What users and groups hold, with a head."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class HardeningRow:
    """An item of a hardening guide: what the files say about it, on what that rests, and the rules for it."""

    item: str
    title: str
    category: str
    verdict: str
    evidence: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hardening:
    """The items of a guide, and what has to be known of the guide."""

    guide: str
    note: str
    rows: Sequence[HardeningRow]


@dataclass(frozen=True, slots=True)
class Difference:
    """The comparison with an earlier report: its name, and the findings that are new, gone and still open."""

    earlier: str
    new: Sequence[str]  # fingerprints
    gone: Sequence[tuple[str, str, str]]  # code, message, position
    open: int


@dataclass(slots=True)
class Content:
    """Everything but the findings."""

    title: str
    date: str
    version: str
    command: str
    profile: str
    managers: Sequence[ManagerRow] = ()
    links: Sequence[ChannelLink] = ()
    topics: Sequence[TopicRow] = ()
    budget: Sequence[BudgetRow] = ()
    first: str = ""  # the resource that is exhausted first, as a sentence
    owners: Mapping[str, str] = field(default_factory=dict)  # of policies, by code
    exceptions: Sequence[ExceptionRow] = ()
    skipped: Sequence[tuple[str, str]] = ()
    access: AccessTable | None = None
    difference: Difference | None = None
    hardening: Hardening | None = None
    rules_url: str = ""  # with {code} in place of the rule


# Markup: every value is escaped by construction, control and invisible characters included.

# elements without a closing tag
VOID = ("meta", "input", "br", "hr")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(tag: str, /, *children: object, **attributes: object) -> Markup:
    """One element. Children that are not Markup are escaped, None is omitted; `klass` is the class, `_` in
    the name of an attribute is `-`, and an attribute with None or False is omitted.
    """
    parts = [f"<{tag}"]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        word = "class" if key == "klass" else key.replace("_", "-")
        parts.append(f" {word}" if value is True else f' {word}="{escape(visible(str(value)))}"')
    parts.append(">")
    written = (child for child in children if child is not None)
    parts += [child if isinstance(child, Markup) else escape(visible(str(child))) for child in written]
    if tag not in VOID:
        parts.append(f"</{tag}>")
    return Markup("".join(parts))


def joined(parts: Iterable[Markup], between: str = "") -> Markup:
    """Several elements."""
    return Markup(between.join(parts))


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[object]]) -> Markup:
    """A table whose first column names its rows; the caption states what it shows."""
    heads = joined(element("th", title, scope="col") for title in head)
    lines = []
    for row in rows:
        first, *rest = row
        cells = joined(element("td", cell) for cell in rest)
        lines.append(element("tr", element("th", first, scope="row"), cells))
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element("thead", element("tr", heads)),
            element("tbody", joined(lines, "\n")),
        ),
        klass="wide",
        role="region",
        aria_label=caption,
        tabindex="0",
    )


# Changes since an earlier `mqtune lint --format json`: what is new, what is gone, what remains.

Key = tuple[str, ...]


class InvalidReportError(Exception):
    """The earlier report is not the JSON output of lint."""


def difference_of(name: str, earlier: object, items: Sequence[Item]) -> Difference:
    """Compare by rule, queue manager, object and message; then without the message, whose figures may change.

    Raises InvalidReportError.
    """
    if not isinstance(earlier, dict) or not isinstance(earlier.get("findings"), list):
        raise InvalidReportError
    before: list[Mapping[str, object]] = earlier["findings"]
    if not all(isinstance(record, dict) and isinstance(record.get("code"), str) for record in before):
        raise InvalidReportError
    now = list(items)
    remaining = 0
    for with_message in (True, False):
        old: dict[Key, list[Mapping[str, object]]] = {}
        for record in before:
            old.setdefault(key_before(record, with_message), []).append(record)
        left = []
        for item in now:
            same = old.get(key_now(item, with_message))
            if same:
                same.pop()
                remaining += 1
            else:
                left.append(item)
        now = left
        before = [record for ones in old.values() for record in ones]
    return Difference(name, [item.fingerprint for item in now], list(gone(before)), remaining)


def key_before(record: Mapping[str, object], with_message: bool) -> Key:
    """What an earlier finding is about."""
    subject = record.get("object")
    named = (str(subject.get("type")), str(subject.get("name"))) if isinstance(subject, dict) else ("", "")
    owner = (str(record.get("environment") or ""), str(record.get("queue_manager") or ""))
    where = str(record.get("message")) if with_message else "" if any(named) else str(record.get("file"))
    return (str(record["code"]), *owner, *named, where)


def key_now(item: Item, with_message: bool) -> Key:
    """What a finding of this run is about."""
    finding = item.shown
    named = (finding.object.type, finding.object.name) if finding.object is not None else ("", "")
    where = finding.message if with_message else "" if any(named) else finding.place.file
    return (finding.code, finding.environment or "", finding.queue_manager or "", *named, where)


def gone(before: Iterable[Mapping[str, object]]) -> Iterable[tuple[str, str, str]]:
    """The earlier findings without a counterpart: code, message, position."""
    for record in before:
        start = record.get("start")
        line = start.get("line") if isinstance(start, dict) else ""
        yield str(record["code"]), str(record.get("message", "")), f"{record.get('file', '')}:{line}"


# The picture of queue managers and channels; a table with the same content is beside it.

WIDTH, HEIGHT = 176, 46
GAP_X, GAP_Y = 70, 62
MOST = 40  # queue managers; a larger picture cannot be read, and the table lists them all
LONGEST = 20  # characters of a name in a box


def diagram(managers: Sequence[ManagerRow], links: Sequence[ChannelLink]) -> Markup | None:
    """The picture; None if there is nothing to connect, or too much to read."""
    if not 2 <= len(managers) <= MOST:
        return None
    nodes = grouped(managers)
    columns = max(2, min(4, math.ceil(math.sqrt(len(nodes)))))
    spots = {
        node: (
            16 + index % columns * (WIDTH + GAP_X) + index // columns % 2 * 28,
            16 + index // columns * (HEIGHT + GAP_Y),
        )
        for index, node in enumerate(nodes)
    }
    places = {node.title: spot for node, spot in spots.items() if isinstance(node, ManagerRow)}
    width = 32 + columns * (WIDTH + GAP_X)
    height = 32 + math.ceil(len(nodes) / columns) * (HEIGHT + GAP_Y) - GAP_Y
    edges = [edge(places[link.source], places[link.target], link) for link in links if link.target in places]
    members = [
        element("path", klass="member", d=bend(spots[name], spots[manager]))
        for manager in managers
        for name in manager.cluster_titles
        if name in spots
    ]
    title = (
        f"{len(managers)} queue managers and {len(edges)} connections by channels; the table below lists them"
    )
    return element(
        "figure",
        element(
            "svg",
            element("title", title),
            ARROW,
            joined(members + edges),
            joined(
                cluster_box(node, *spot) if isinstance(node, str) else box(node, *spot)
                for node, spot in spots.items()
            ),
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            role="img",
            aria_label=title,
        ),
        role="group",
        aria_label="Picture of queue managers, clusters and channels",
        tabindex="0",
    )


def grouped(managers: Sequence[ManagerRow]) -> list[str | ManagerRow]:
    """The boxes in the order of the picture: each cluster of two and more before its members."""
    members: dict[str, list[ManagerRow]] = {}
    for manager in managers:
        for name in manager.cluster_titles:
            members.setdefault(name, []).append(manager)
    nodes: dict[str | ManagerRow, None] = {}
    for name, inside in members.items():
        if len(inside) > 1:
            nodes |= dict.fromkeys([name, *inside])
    return list(nodes | dict.fromkeys(managers))


ARROW = Markup(
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8"'
    ' markerHeight="8" orient="auto">'
    '<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>'
)


def box(manager: ManagerRow, x: float, y: float) -> Markup:
    """A queue manager with the clusters that it belongs to."""
    below = cut(", ".join(manager.clusters)) or cut(manager.platform or "")
    return element(
        "g",
        element("title", f"{manager.title}, clusters: {', '.join(manager.clusters) or 'none'}"),
        element("rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=4),
        element("text", cut(manager.title), x=x + 8, y=y + 19),
        element("text", below, x=x + 8, y=y + 37, opacity="0.8"),
        klass="node",
    )


def cluster_box(name: str, x: float, y: float) -> Markup:
    """A cluster."""
    return element(
        "g",
        element("rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=HEIGHT // 2),
        element("text", cut(name), x=x + WIDTH / 2, y=y + 27, text_anchor="middle"),
        klass="cluster",
    )


def edge(start: tuple[float, float], end: tuple[float, float], link: ChannelLink) -> Markup:
    """The channels from one queue manager to another, as an arrow."""
    return element(
        "path",
        element("title", f"{link.source} to {link.target}: {', '.join(link.channels)}"),
        klass="edge",
        d=bend(start, end),
        marker_end="url(#arrow)",
    )


def bend(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The line from one box to another, which bends to its right."""
    (x1, y1), (x2, y2) = border(start, end), border(end, start)
    bend_x, bend_y = (x1 + x2) / 2 + (y2 - y1) * 0.12, (y1 + y2) / 2 - (x2 - x1) * 0.12
    return f"M{x1:.0f} {y1:.0f} Q{bend_x:.0f} {bend_y:.0f} {x2:.0f} {y2:.0f}"


def border(place: tuple[float, float], towards: tuple[float, float]) -> tuple[float, float]:
    """Where the line from the centre of one box to another leaves it."""
    x, y = place[0] + WIDTH / 2, place[1] + HEIGHT / 2
    dx, dy = towards[0] - place[0], towards[1] - place[1]
    scale = min(
        WIDTH / 2 / abs(dx) if dx else math.inf,
        HEIGHT / 2 / abs(dy) if dy else math.inf,
    )
    return (x + dx * scale, y + dy * scale) if math.isfinite(scale) else (x, y)


def cut(text: str) -> str:
    """A text that fits into a box."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
