"""Rules without a function: conditions of pages, and diagnostics that a parser reports under a page's name.

A condition is evaluated for an object or the stanzas of an ini file. A test of something unknown gives None,
neither true nor false; a condition that gives None has no finding. Conditions come compiled: the grammar is
in `_build/page_head.py`.

Diagnostics are found and worded by the parsers, and get code and fix here. A kind of diagnostic has a page
with the scope `diagnostic` and the name of the kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from operator import ge, gt, le, lt

from mqtune.engine.pages import Page
from mqtune.engine.rule import DIAGNOSTIC, INI, OBJECT, Hit, Rule, Skip
from mqtune.syntax.document import READ_BY_QUEUE_MANAGER, Diagnostic, Document, has_placeholder
from mqtune.text.editing import Place
from mqtune.text.finding import SAFE, UNSAFE, WARNING, Fix, ObjectName
from mqtune.text.patterns import asterisks_match, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Protocol

    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.syntax.ini.tree import Entry, IniFile, Stanza

    class Facts(Protocol):
        """What a condition needs of the thing that it is evaluated for."""

        name: str

        def value(self, keyword: str) -> str | None:
            """The effective value; None if it is unknown."""

        def number(self, keyword: str) -> int | None:
            """The effective value as a number; None if it is none, or not a valid one."""

        def is_given(self, keyword: str) -> bool:
            """Whether a script or file sets the attribute."""

    Test = Callable[[Facts], bool | None]


def compiled(test: tuple[Any, ...]) -> Test:
    """The function of a condition as the pages have it."""
    head = test[0]
    if head == "and" or head == "or":
        return _joined(head == "or", [compiled(part) for part in test[1:]])
    if head == "not":
        return _negated(compiled(test[1]))
    if head == "given":
        return _given(test[1])
    if head in _ORDER:
        return _ordered(_ORDER[head], test[1], test[2])
    if head == "blank":
        return _matching(test[1], lambda text: not text.strip())
    return _matching(test[1], _MATCH[head](test[2]))


def _joined(decisive: bool, parts: list[Test]) -> Test:
    """`or` if True is decisive, `and` if False is."""

    def joined(facts: Facts) -> bool | None:
        outcome: bool | None = not decisive
        for part in parts:
            held = part(facts)
            if held is decisive:
                return decisive
            if held is None:
                outcome = None
        return outcome

    return joined


def _negated(inner: Test) -> Test:
    def negated(facts: Facts) -> bool | None:
        held = inner(facts)
        return None if held is None else not held

    return negated


def _given(keyword: str) -> Test:
    return lambda facts: facts.is_given(keyword)


def _matching(keyword: str, match: Callable[[str], bool]) -> Test:
    """A test on the text of an attribute, or on the name."""

    def matching(facts: Facts) -> bool | None:
        text = facts.name if keyword == "name" else facts.value(keyword)
        if text is None or has_placeholder(text):
            return None
        return match(text)

    return matching


def _ordered(order: Callable[[int, int], bool], keyword: str, bound: int | str) -> Test:
    """A test on the number of an attribute, against a number or another attribute."""

    def ordered(facts: Facts) -> bool | None:
        left = facts.number(keyword)
        right = bound if isinstance(bound, int) else facts.number(bound)
        if left is None or right is None:
            return None
        return order(left, right)

    return ordered


_ORDER: dict[str, Callable[[int, int], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def _same(wanted: str) -> Callable[[str], bool]:
    wanted = wanted.upper()
    return lambda text: text.upper() == wanted


def _differs(wanted: str) -> Callable[[str], bool]:
    wanted = wanted.upper()
    return lambda text: text.upper() != wanted


def _one_of(wanted: tuple[str, ...]) -> Callable[[str], bool]:
    words = frozenset(item.upper() for item in wanted)
    return lambda text: text.upper() in words


_MATCH: dict[str, Callable[[Any], Callable[[str], bool]]] = {
    "=": _same,
    "!=": _differs,
    "in": _one_of,
    "like": lambda pattern: lambda text: asterisks_match(pattern, text),
}


class StanzaFacts:
    """A stanza of an ini file for a condition. The value of a key that it lacks is unknown."""

    __slots__ = ("name", "stanza")

    def __init__(self, stanza: Stanza) -> None:
        self.stanza = stanza
        self.name = stanza.name

    def value(self, keyword: str) -> str | None:
        """The value of the key that counts."""
        entry = self.stanza.get(keyword)
        return None if entry is None else entry.value

    def number(self, keyword: str) -> int | None:
        """The value of the key that counts as a number."""
        return whole_number(self.value(keyword) or "")

    def is_given(self, keyword: str) -> bool:
        """Whether the stanza has the key."""
        return self.stanza.get(keyword) is not None


def condition_rule(page: Page) -> Rule:
    """The rule that a page without a function declares."""
    target, test = page.when or ((), ())
    if target[0] == "objects":
        return _object_rule(page, test, tuple(target[1]))
    holds = compiled(test)

    def check_ini(file: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
        for stanza in file.named(target[2]):
            if holds(StanzaFacts(stanza)):
                yield _stanza_hit(page, test, file, stanza)

    return Rule(page.code, INI, check_ini, (target[1],))


def _object_rule(page: Page, test: tuple[Any, ...], types: tuple[str, ...]) -> Rule:
    """The rule of a page that is about objects."""
    holds = compiled(test)
    keywords = attributes_of(test)
    named = [word for word in keywords if any("{" + word + "}" in text for text in texts_of(page))]

    def check_object(object: MqObject, queue_manager: QueueManager) -> Iterable[Hit]:
        return _object_hit(page, keywords, named, object) if holds(object) else ()

    if names_count(test):
        return Rule(page.code, OBJECT, check_object, types)
    return Rule(page.code, OBJECT, check_object, types, skip=Skip(reads=tuple(dict.fromkeys(keywords))))


def names_count(test: tuple[Any, ...]) -> bool:
    """Whether a condition depends on more of a name than whether it begins with SYSTEM."""
    if test[0] in {"and", "or", "not"}:
        return any(names_count(part) for part in test[1:])
    return test[1] == "name" and test[2:] != ("SYSTEM.*",)


def attributes_of(test: tuple[Any, ...]) -> list[str]:
    """The attributes in a condition, in order of appearance."""
    if test[0] in {"and", "or", "not"}:
        return [word for part in test[1:] for word in attributes_of(part)]
    words = [test[1], *(test[2:] if test[0] in _ORDER else ())]
    return [word for word in words if isinstance(word, str) and word != "name"]


def _filled(text: str, words: dict[str, str]) -> str:
    """A text of a page with values for the words in braces, as far as they are known."""
    if "{" not in text:
        return text
    filled = list(_pieces(text))
    filled[1::2] = [words.get(word, f"{{{word}}}") for word in filled[1::2]]
    return "".join(filled)


@cache
def _pieces(text: str) -> tuple[str, ...]:
    """A text of a page split at its words in braces: every second piece is such a word."""
    return tuple(re.split(r"\{(\w+)\}", text))


def texts_of(page: Page) -> tuple[str, str, str]:
    """The texts of a page that may contain values of an object."""
    return (page.message, page.note, page.help)


def _object_hit(page: Page, keywords: list[str], named: list[str], object: MqObject) -> Iterator[Hit]:
    """`keywords` are the attributes of the condition, `named` those of them that the texts contain."""
    place = object.place(*keywords)
    if place is None:  # a default object that no script changes has no place
        return
    type, name = object.type, object.name
    words = {"name": name, "type": type, "object": f"{type}({name})"}
    for word in named:
        words[word] = object.text(word)
    yield Hit(
        place,
        _filled(page.message, words),
        _filled(page.note, words),
        _filled(page.help, words),
        ObjectName(type, name),
        keywords[0],
    )


def _stanza_hit(page: Page, test: tuple[Any, ...], file: IniFile, stanza: Stanza) -> Hit:
    keywords = attributes_of(test)
    entries: list[Entry] = [entry for word in keywords if (entry := stanza.get(word)) is not None]
    words = {word: entry.value for word in keywords if (entry := stanza.get(word)) is not None}
    words |= {"stanza": stanza.name, "name": stanza.name}
    span = entries[0].span if entries else stanza.header_span
    return Hit(
        file.document.place(span),
        _filled(page.message, words),
        note=_filled(page.note, words),
        help=_filled(page.help, words),
        object=ObjectName("STANZA", stanza.name),
        attribute=keywords[0],
    )


# Diagnostics of parsers.

# diagnostics of ini files whose effect was observed with the reader of a client only
OBSERVED_WITH_CLIENT = ("ini-text-before-header", "ini-bracket-header", "ini-no-key")


def diagnostic_rule(page: Page) -> Rule:
    """The rule of a page that is about one kind of diagnostics."""
    return Rule(page.code, DIAGNOSTIC, report_diagnostic, types=(page.name,))


def report_diagnostic(diagnostic: Diagnostic, place: Place, document: Document | None) -> Iterator[Hit]:
    """One diagnostic; `document` is None if it lies outside every document of its file."""
    fixes: tuple[Fix, ...] = ()
    if diagnostic.replacement is not None and document is not None:
        places = [(diagnostic.span, diagnostic.replacement), *diagnostic.repeats]
        edits = tuple(edit for place in places if (edit := document.edit(*place)) is not None)
        if len(edits) == len(places):
            fixes = (Fix(SAFE if diagnostic.safe else UNSAFE, diagnostic.help, edits),)
    presumed = document is not None and document.kind in READ_BY_QUEUE_MANAGER
    severity = WARNING if presumed and diagnostic.kind in OBSERVED_WITH_CLIENT else None
    yield Hit(place, diagnostic.message, help=diagnostic.help, fixes=fixes, severity=severity)
