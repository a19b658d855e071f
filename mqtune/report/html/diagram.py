"""Queue managers and the channels between them as a picture; a table with the same content is beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mqtune.report.html.content import ChannelLink, ManagerRow
from mqtune.report.html.markup import Markup, element, joined

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
    edges = [edge(places[one.source], places[one.target], one) for one in links if one.target in places]
    members = [
        element("path", klass="member", d=bend(spots[name], spots[one]))
        for one in managers
        for name in one.cluster_titles
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
    for one in managers:
        for name in one.cluster_titles:
            members.setdefault(name, []).append(one)
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


def box(one: ManagerRow, x: float, y: float) -> Markup:
    """A queue manager with the clusters that it belongs to."""
    below = cut(", ".join(one.clusters)) or cut(one.platform or "")
    return element(
        "g",
        element("title", f"{one.title}, clusters: {', '.join(one.clusters) or 'none'}"),
        element("rect", x=x, y=y, width=WIDTH, height=HEIGHT, rx=4),
        element("text", cut(one.title), x=x + 8, y=y + 19),
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
