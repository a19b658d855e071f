"""Definition and references of an object: across files, and across queue managers if they share the name."""

from __future__ import annotations

from mqtune.lsp.features.asked import location
from mqtune.lsp.features.spot import Found, names_at
from mqtune.session.written_names import CLUSTER, QMGR
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from lsprotocol import types

    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.buffer import Position
    from mqtune.lsp.features.asked import Asked
    from mqtune.session.mentions import Mention
    from mqtune.text.spans import Place

TOP = Span(1, 1, 1, 1)


def definition(asked: Asked, params: Any) -> list[types.Location]:
    """The commands that define the object at a position; from one end of a channel the other end."""
    view, found = start(asked, params)
    if view is None:
        return []
    places: list[Place] = []
    for one in found:
        if (None, CLUSTER) in one.mention.holders:
            places += [mention.place for mention in of_cluster(one)]
            continue
        mine = defined(one)
        if any(mention.place == one.mention.place for mention in mine):
            mine = partners(one) or mine
        places += [mention.place for mention in mine]
        places += [place for place in (manager_place(holder) for holder in managers(one)) if place]
    return locations(asked, view, places)


def references(asked: Asked, params: Any) -> list[types.Location]:
    """The places that name the object at a position, with its definitions if the editor wants them."""
    view, found = start(asked, params)
    if view is None:
        return []
    own = params.context.include_declaration
    places = [one.place for name in found for one in linked(name) if own or not one.defines]
    return locations(asked, view, places)


def highlights(asked: Asked, params: Any) -> list[types.DocumentHighlight]:
    """The places in the same file that name the object at a position."""
    from lsprotocol import types

    view, found = start(asked, params)
    if view is None or asked.view is None:
        return []
    places = [one.place for name in found for one in linked(name) if one.place.file == view.source.shown]
    return [types.DocumentHighlight(one.range) for one in locations(asked, view, places)]


def start(asked: Asked, params: Any) -> tuple[FileView | None, list[Found]]:
    """The names at the position of a request."""
    at: Position | None = (params.position.line, params.position.character)
    view = asked.view
    at = asked.analysed(at) if at is not None else None
    if view is None or at is None:
        return None, []
    return view, names_at(view, at)


def linked(one: Found) -> list[Mention]:
    """The mentions of the object, and of those that have the name only together with it."""
    name = one.mention.name
    every = one.mentions.named(name)
    holders = one.mentions.linked(every, one.mention.holders, name)
    return [mention for mention in every if mention.holders & holders]


def defined(one: Found) -> list[Mention]:
    """The commands that define the object itself; if none does, those that change it."""
    name = one.mention.name
    mine = [mention for mention in one.mentions.named(name) if mention.holders & one.mention.holders]
    own = [mention for mention in mine if mention.statement is not None and not mention.keyword]
    altering = [
        mention for mention in own if mention.statement and mention.statement.verb in ("ALTER", "SET")
    ]
    return [mention for mention in own if mention.defines] or altering


def partners(one: Found) -> list[Mention]:
    """The definitions of the other ends of a channel, or of the other instances of a cluster queue."""
    name = one.mention.name
    holders = {other for holder in one.mention.holders for other in one.mentions.partners(holder, name)}
    every = one.mentions.named(name)
    return [
        mention for mention in every if mention.defines and mention.holders & (holders - one.mention.holders)
    ]


def of_cluster(one: Found) -> list[Mention]:
    """Where a cluster is set up: the full repositories and the cluster receivers."""
    every = one.mentions.named(one.mention.name)
    mine = [mention for mention in every if (None, CLUSTER) in mention.holders and mention.statement]
    first = [mention for mention in mine if mention.keyword in ("REPOS", "REPOSNL")]
    return first or [one for one in mine if one.statement and one.statement.subtype == "CLUSRCVR"] or mine


def managers(one: Found) -> list[Any]:
    """The queue managers that a name means."""
    return [manager for manager, space in one.mention.holders if space == QMGR and manager is not None]


def manager_place(manager: Any) -> Place | None:
    """Where a queue manager is set up: ALTER QMGR, else the first line of its scripts."""
    place: Place | None = manager.qmgr.place()
    if place is None and manager.scripts:
        place = manager.scripts[0].document.place(TOP)
    return place


def locations(asked: Asked, view: FileView, places: Iterable[Place]) -> list[types.Location]:
    """The places as the editor has them now, each once."""
    found = []
    for place in dict.fromkeys(places):
        other = asked.analysis.view(place.file, view.session)
        one = location(asked.analysis, other, place.span) if other is not None else None
        if one is not None:
            found.append(one)
    return found
