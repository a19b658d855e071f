"""Decisions of people against a change: exceptions, ignore directives, and comments at the values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini
from mqtune.findings.finding import HIGH, WARNING, Finding, ObjectName, SuppressedFinding
from mqtune.syntax.document import Document
from mqtune.syntax.ini.tree import IniFile, Stanza
from mqtune.text.spans import Place, Span
from mqtune.tune.advice import DEFINE, Change, Objection
from mqtune.tune.comments import above, beside, comment_text, decides
from mqtune.tune.kinds import KINDS

EXCEPTION, DIRECTIVE, COMMENT = "exception", "directive", "comment"
MOST_QUOTED = 200  # characters of a comment
TOP = Span(1, 1, 1, 1)


class Decisions:
    """The decisions in the files and in mqtune.toml.

    `suppressed` gives those of some findings that a directive or exception suppresses today.
    """

    def __init__(self, suppressed: Callable[[list[Finding]], Sequence[SuppressedFinding]]) -> None:
        self._suppressed = suppressed
        self._lines: dict[str, list[str]] = {}

    def __call__(self, queue_manager: QueueManager, change: Change) -> Objection | None:
        """What forbids a change, and the reason; None if nothing does."""
        return self._accepted(queue_manager, change) or self._commented(queue_manager, change)

    def _accepted(self, queue_manager: QueueManager, change: Change) -> Objection | None:
        """The exception or directive for a rule that reports what the change is about."""
        findings = [
            Finding(code, "", WARNING, HIGH, "", place, object=object)
            for code in KINDS[change.about].rules
            for object, place in subjects(queue_manager, change)
        ]
        for hidden in self._suppressed(findings):
            kind, name = (
                (DIRECTIVE, "an ignore directive") if hidden.in_source else (EXCEPTION, "an exception")
            )
            reason = f': "{hidden.reason}"' if hidden.reason else ""
            return kind, f"{name} accepts {hidden.finding.code} here{reason}"
        return None

    def _commented(self, queue_manager: QueueManager, change: Change) -> Objection | None:
        """The comment that decides on a value which the change sets."""
        texts = self._ini_comments if change.in_ini else self._mqsc_comments
        for where, text in texts(queue_manager, change):
            quoted = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"
            return COMMENT, f'a comment at {where.file}:{where.span.line} decides on it: "{quoted}"'
        return None

    def _mqsc_comments(self, _: QueueManager, change: Change) -> Iterator[tuple[Place, str]]:
        """The comments that decide on attributes of the object, or of the one that a definition copies."""
        objects = change.causes if change.verb == DEFINE else (change.object,) if change.object else ()
        for object in objects:
            keywords = object.keywords()
            for keyword in change.values:
                written = object.origin(keyword)
                place, statements = written.place(), object.statements[:1]
                if place is not None and written.statement is not None:
                    lines = self._lines_of(written.statement.command.script.document)
                    yield from self._at(place, lines, keyword, keywords, in_ini=False)
                    statements = [*statements, written.statement]
                for statement in statements:
                    number, verb = statement.verb_word
                    first = statement.place(number, verb.extent)
                    text = above(self._lines_of(statement.command.script.document), first.span.line)
                    if decides(text, keyword, keywords, near=False):
                        yield first, text

    def _ini_comments(self, queue_manager: QueueManager, change: Change) -> Iterator[tuple[Place, str]]:
        """The comments that decide on keys of a stanza, set or not."""
        for keyword in change.values:
            ini, stanza = stanza_of(queue_manager, change.name, keyword)
            if ini is None or stanza is None:
                continue
            lines, entry = self._lines_of(ini.document), stanza.get(keyword)
            keywords = {keyword, *(line.key for line in stanza.entries)}
            if entry is not None:
                yield from self._at(ini.document.place(entry.span), lines, keyword, keywords, in_ini=True)
            header = ini.document.place(stanza.header_span)
            text = above(lines, header.span.line)
            if decides(text, keyword, keywords, near=False):
                yield header, text
            if entry is None:
                yield from naming(ini, stanza, keyword)

    def _at(
        self, place: Place, lines: list[str], keyword: str, keywords: set[str], in_ini: bool
    ) -> Iterator[tuple[Place, str]]:
        """The comments beside a value and directly above its line."""
        line = place.span.end_line
        if text := beside(lines[line - 1] if line <= len(lines) else "", in_ini):
            yield place, text
        text = above(lines, place.span.line)
        if decides(text, keyword, keywords, near=True):
            yield place, text

    def _lines_of(self, document: Document) -> list[str]:
        """The lines of the file that contains a document."""
        shown = document.source.shown
        if shown not in self._lines:
            self._lines[shown] = document.source.text.replace("\r", "").split("\n")
        return self._lines[shown]


def subjects(queue_manager: QueueManager, change: Change) -> Iterator[tuple[ObjectName, Place]]:
    """What a finding about the change would name, and the places that directives for it apply to."""
    names = [ObjectName(change.type, change.name)]
    if change.in_ini:
        names.append(ObjectName("QMGR", queue_manager.name or ""))
    names += [ObjectName("TOPICSTR", new.value) for new in change.settings if new.keyword == "TOPICSTR"]
    places = [*places_of(queue_manager, change)]
    for object in change.causes:
        names.append(ObjectName(object.type, object.name))
        places += [place for place in (object.place(), object.place(*change.values)) if place is not None]
    return ((name, place) for name in names for place in places)


def places_of(queue_manager: QueueManager, change: Change) -> Iterator[Place]:
    """The places of the values that a change sets, otherwise of what they would be added to."""
    if change.in_ini:
        for keyword in change.values:
            ini, stanza = stanza_of(queue_manager, change.name, keyword)
            entry = stanza.get(keyword) if stanza is not None else None
            span = entry.span if entry is not None else stanza.header_span if stanza is not None else TOP
            if ini is not None:
                yield ini.document.place(span)
    elif change.object is not None:
        for keyword in change.values:
            if (place := change.object.place(keyword)) is not None:
                yield place
    elif change.behind is not None:
        yield change.behind.command.script.document.place(TOP)
    yield Place("", TOP)  # an exception applies wherever the object is


def stanza_of(queue_manager: QueueManager, name: str, key: str) -> tuple[IniFile | None, Stanza | None]:
    """The file and stanza in which a key is set, otherwise those to which it would be added."""
    set_by = queue_manager.ini_entry(name, key)
    ini = set_by[0] if set_by is not None else qm_ini(queue_manager)
    stanzas = ini.named(name) if ini is not None else []
    return ini, stanzas[0] if stanzas else None


def naming(ini: IniFile, stanza: Stanza, keyword: str) -> Iterator[tuple[Place, str]]:
    """The comments inside a stanza that decide on a key which it does not set, by its name."""
    position = ini.stanzas.index(stanza)
    end = (
        ini.stanzas[position + 1].header_span.line if position + 1 < len(ini.stanzas) else len(ini.lines) + 1
    )
    for span, line in ini.comments:
        text = comment_text(line)
        inside = stanza.header_span.line < span.line < end
        if inside and keyword.lower() in text.lower() and decides(text, keyword, (keyword,), near=True):
            yield ini.document.place(span), text
