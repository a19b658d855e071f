"""Decisions of people against a change: exceptions, ignore directives, and comments at the values.

A comment at the end of the line of a value counts whatever it says: it is about that value. A comment above
counts if its words are those of a decision, because many only describe what follows. Headings, commented-out
values, directives and the notices of generators do not count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from mqtune.analysis.tune.advice import DEFINE, Change, Objection
from mqtune.analysis.tune.edits import KINDS
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import qm_ini
from mqtune.syntax.document import Document
from mqtune.syntax.ini.tree import IniFile, Stanza
from mqtune.text.editing import Place, Span
from mqtune.text.finding import HIGH, WARNING, Finding, ObjectName, SuppressedFinding

# Comments: what an administrator wrote beside a value, or directly above it.

COMMENT = re.compile(r"\s*(?:[*#;]+(?!!)|//\*?|\{#|<!--)\s*(.*?)\s*(?:#\}|-->)?\s*")
HEADING = re.compile(r"([-=*#~_+])\1{2,}")  # ----- and === title ===
CODE = re.compile(
    r"[A-Za-z]\w*\s*=\s*\S*|[A-Z]\w*\s*\(.*\)\s*[+-]?|(?i:def|define|alt|alter|set|delete|display)\s+\w+\s*\(.*"
)
DIRECTIVE = re.compile(r"mqtune\s*:", re.IGNORECASE)
NOTICE = re.compile(
    r"generated|managed by|copyright|(?:do not|don't) (?:edit|modify|touch) (?:this|by)", re.IGNORECASE
)
RATIONALE = "why:"  # of a snippet, up to the value
WORD = re.compile(r"[^\W\d_]{2}")
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
END_OF_INI = re.compile(r"[#;]+\s*(.*)")
END_OF_MQSC = re.compile(r"\s#+\s+(.*)")  # of a shell or YAML line: MQSC has comment lines only
DECISION = re.compile(
    r"\b(?:(?:do|does|should|must|may|will|can|shall) ?not|\w+n'?t|never|must|shall|no (?:more|higher|change)"
    r"|not (?:more|to|above|beyond|over|higher|larger|raised?|increased?|changed?)|at (?:most|least)"
    r"|because|since(?! (?:\d|[vV]\d|version|release))|due to|reason|keep(?![ -]?alive)|kept"
    r"|leave|stays?|agreed|agreement|approved|accepted|decided|decision"
    r"|deliberate(?:ly)?|intentional(?:ly)?|on purpose|by design|on request|required|requires|allow(?:s|ed)"
    r"|permit(?:s|ted)|forbidden|prohibited|restrict(?:s|ed)|licen[cs]ed?|contract|tight|careful|caution"
    r"|warning|important|tested|measured|tuned|protects?|(?-i:[A-Z]{2,}-?\d{3,}))\b",
    re.IGNORECASE,
)
NEAR = re.compile(r"\b(?:limit(?:s|ed)?|memory|disk|max(?:imum)?|low|only|fixed|capped?)\b", re.IGNORECASE)


def comment_text(line: str) -> str:
    """The free text of a comment line; empty if it has none."""
    match = COMMENT.fullmatch(line)
    text = match[1] if match else ""
    ignored = HEADING.match(text) or CODE.fullmatch(text) or DIRECTIVE.match(text) or NOTICE.search(text)
    return text if WORD.search(text) and not ignored else ""


def beside(line: str, in_ini: bool) -> str:
    """The comment at the end of a line with a value; empty without one."""
    match = END_OF_INI.search(line) if in_ini else END_OF_MQSC.search(QUOTED.sub("", line))
    return comment_text(f"# {match[1]}") if match else ""


def above(lines: Sequence[str], number: int) -> str:
    """The comment lines directly above a line (from 1), as one text, without the rationale of a snippet."""
    texts: list[str] = []
    for line in reversed(lines[: number - 1]):
        if not COMMENT.fullmatch(line):
            break
        text = comment_text(line)
        texts = [] if text.startswith(RATIONALE) else [text, *texts]
    return " ".join(filter(None, texts))


def decides(text: str, keyword: str, keywords: Collection[str], near: bool) -> bool:
    """Whether a comment above decides on a keyword: it has the words of a decision and, if it names any of
    the keywords, names this one. `near` means that it is directly above the value itself.
    """
    if not (DECISION.search(text) or (near and NEAR.search(text))):
        return False
    named = set() if text.isupper() else set(re.findall(r"\w+", text)).intersection(keywords)
    return not named or keyword in named


# The decisions of all kinds.

EXCEPTION, BY_DIRECTIVE, BY_COMMENT = "exception", "directive", "comment"
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
                (BY_DIRECTIVE, "an ignore directive") if hidden.in_source else (EXCEPTION, "an exception")
            )
            reason = f': "{hidden.reason}"' if hidden.reason else ""
            return kind, f"{name} accepts {hidden.finding.code} here{reason}"
        return None

    def _commented(self, queue_manager: QueueManager, change: Change) -> Objection | None:
        """The comment that decides on a value which the change sets."""
        texts = self._ini_comments if change.in_ini else self._mqsc_comments
        for where, text in texts(queue_manager, change):
            quoted = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"
            return BY_COMMENT, f'a comment at {where.file}:{where.span.line} decides on it: "{quoted}"'
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
