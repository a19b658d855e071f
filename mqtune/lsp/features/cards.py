"""The card of an object as Markdown for an editor."""

from __future__ import annotations

import os

from mqtune.present import target as kinds
from mqtune.present.bodies import DETAIL, Row
from mqtune.present.layout import items_of
from mqtune.present.shown import shown
from mqtune.present.target import Target
from mqtune.report.markdown_text import code, plain
from mqtune.report.secrets import safe
from mqtune.session.opened import Project, Scope
from mqtune.session.written_names import CLUSTER, QMGR
from mqtune.text.paths import relative_path
from mqtune.views.card import model as words
from mqtune.views.card.cards import card_of
from mqtune.views.card.sources import Sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.estate.model import QueueManager
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.features.spot import Found

# the sections of a card that fit into a hover, with the number of rows
SECTIONS = {
    words.DEFINITION: 25,
    words.FINDINGS: 6,
    "subscriptions": 10,
    words.ROUTES: 10,
    words.LOAD: 8,
    words.USES: 10,
    "members": 10,
}
MOST_CARDS = 3
INHERITED = ("from TOPIC(SYSTEM.BASE.TOPIC)", "product")  # notes of what a topic does not set


def cards_text(view: FileView, found: Sequence[Found]) -> str:
    """The cards of what a name means: in several queue managers or environments, the first few."""
    targets = list(dict.fromkeys(target for one in found for target in targets_of(one)))
    sources = sources_of(view)
    texts = [text for target in targets[:MOST_CARDS] if (text := card_text(sources, target))]
    if len(targets) > MOST_CARDS:
        texts.append(f"{len(targets) - MOST_CARDS} more objects with this name")
    return "\n\n---\n\n".join(texts)


def sources_of(view: FileView) -> Sources:
    """What cards of a workspace are made from."""
    project = Project(view.part.workspace, Scope())
    project.findings = [one for result in view.part.results for one in result.findings]
    return Sources(project)


def targets_of(one: Found) -> list[Target]:
    """What a mention names, as the targets of cards."""
    name = one.mention.name
    targets = []
    for manager, space in sorted(one.mention.holders, key=lambda pair: pair[0].label if pair[0] else ""):
        if space == CLUSTER:
            targets.append(Target(kinds.CLUSTER, name))
        elif space == QMGR:
            targets.append(Target(kinds.MANAGER, name, "", manager.qualified if manager else name))
        elif manager is not None:
            object = manager.find(space, name)
            type = object.type if object is not None else "QLOCAL" if space == "QUEUE" else space
            targets.append(Target(kinds.OBJECT, name, type, manager.qualified))
    return targets


def topic_text(view: FileView, manager: QueueManager, topic: str) -> str:
    """The card of a topic string: effective properties, subscriptions, locks."""
    return card_text(sources_of(view), Target(kinds.TOPIC, topic, "", manager.qualified))


def card_text(sources: Sources, target: Target) -> str:
    """A card as Markdown, "" if nothing is known."""
    card = card_of(sources, target)
    if card is None:
        return ""
    top = sources.workspace.first.project.folder
    lines = [f"**{plain(target.title)}** {plain(safe(card.owner))}".rstrip() + "  "]
    for title, most in ((title, SECTIONS[title]) for title in card.sections if title in SECTIONS):
        items = items_of(shown(card.sections[title]().body, DETAIL))
        rows = [item for item in items if isinstance(item, Row)]
        own = [row for row in rows if not row.note.endswith(INHERITED)]
        if not rows:
            continue
        if title != words.DEFINITION:
            lines += ["", f"*{title}*"]
        lines.append("")
        lines += [f"- {row_text(title, row, top)}" for row in own[:most]]
        if len(own) > most:
            lines.append(f"- {len(own) - most} more")
        if len(own) < len(rows):
            lines.append(f"- {len(rows) - len(own)} properties of SYSTEM.BASE.TOPIC")
    return "\n".join(lines)


def row_text(title: str, row: Row, top: str) -> str:
    """One row: label and text as code, then the note and the position."""
    if title == words.FINDINGS:
        return f"{row.severity} {plain(row.label)} {plain(row.text)}"
    where, text, note = "", row.text, row.note
    if row.place is not None:
        where = f"{short(row.place[0], top)}:{row.place[1]}"
        full = f"{row.place[0]}:{row.place[1]}"
        text, note = text.replace(full, where), note.replace(full, where)
    notes = ", ".join(plain(one) for one in (note, where) if one and one not in text and one not in note[:-1])
    notes = plain(note) if where and where in note else notes
    is_value = title == words.DEFINITION and row.label and row.label == row.label.upper()
    shown = code(f"{row.label}({text})") if is_value else f"{plain(row.label)} {plain(text.strip())}".strip()
    return f"{shown} {notes}".strip()


def short(path: str, top: str) -> str:
    """A path from the folder of the project, if the file is in it."""
    found = relative_path(path, top)
    return path if found.startswith("..") or os.path.isabs(found) else found.replace(os.sep, "/")
