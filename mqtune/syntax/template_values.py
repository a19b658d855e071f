"""Placeholders of templates replaced by values, each value at the position of its placeholder.

Helm (`{{ .Values.hub.port }}`), Jinja (`{{ hub.port }}`), and `${NAME}`, `${NAME:-default}`, `@NAME@`,
`@@NAME@@`, `+NAME+`. A placeholder without a value, and one that needs more than a value (an include, a loop,
a value of several lines), remains as it is: an unknown value. So do passwords and keys, which no check needs.
"""

from __future__ import annotations

import re

from mqtune.language.secret_values import holds_secret, kind_of_path
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.template_expressions import LONGEST, MISSING, UNKNOWN, Scope
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from mqtune.syntax.carriers.excerpt import Piece

_BRACES = r"(?<!\$)\{\{(?P<before>[-+]?)(?P<body>[^{}]*?)(?P<after>[-+]?)\}\}"
_SIGNS = r"@@(?P<double>\w+)@@|@(?P<single>\w+)@|\+(?P<plus>[A-Za-z]\w*)\+"
_DOLLARS = (
    r"\$\{(?P<braced>[A-Za-z_][\w.]*)(?:(?P<operator>:?[-=])(?P<default>[^{}\n]*)|:?\?[^{}\n]*)?\}"
    r"|\$(?P<bare>[A-Za-z_]\w*)"
)
_MARK = lazy_pattern(f"{_BRACES}|{_SIGNS}")
_DOLLAR = lazy_pattern(_DOLLARS)
_GO = lazy_pattern(
    r"\{\{-?\s*(?:\$?\.[A-Za-z]|/\*|\$\w|(?:end|if|range|with|include|define|template|block|else|index)\b)"
    r"|\{\{[^{}]*?[\s(]\$?\.(?:Values|Release|Chart|Capabilities|Files)\b"
)
_BOUND = lazy_pattern(
    r"\{%[-+]?\s*+(?:for\s++((?:[\w,()]++\s++)+?)in\b|set\s++((?:[\w,]++\s*+)+?)(?:=|[-+]?%\})"
    r"|macro\s++\w++\s*+\(([^){}]*+)\))"
)
_NAME = lazy_pattern(r"[A-Za-z_]\w*")
_WORD_BEFORE = lazy_pattern(r"([\w.-]+)[\"']?\s*[(:=]\s*[\"']?$")
_ALWAYS_BOUND = frozenset({"item", "loop", "end", "else"})
_MOST_NESTED = 10


class TemplateValues:
    """Values by name, in layers: a later one takes precedence, and nested names are merged.

    A layer is a tree of dicts whose leaves are str, bool, or anything else for a value that is not a text.
    `used` are the values that replaced a placeholder, `replaced` is the number of those placeholders, and
    `texts` are the contents of the files and `paths` their absolute paths. `inserted` are the names of values
    of several lines, each with the offset of the placeholder: such a text is not inserted, because it is
    checked in its own file. `admits` decides whether values may make texts longer by a number of
    characters, in no further file; placeholders that it refuses remain.
    """

    __slots__ = (
        "_depth",
        "_long",
        "_numbers",
        "_settled",
        "admits",
        "inserted",
        "layers",
        "paths",
        "replaced",
        "texts",
        "used",
    )

    def __init__(
        self, layers: Sequence[Mapping[str, object]], texts: Sequence[str] = (), paths: Sequence[str] = ()
    ) -> None:
        self.layers = tuple(layers)
        self.texts = tuple(texts)
        self.paths = tuple(paths)
        self.used: set[str] = set()
        self.replaced = 0
        self.inserted: list[tuple[tuple[str, ...], int]] = []
        self.admits: Callable[[int, int], bool] | None = None
        self._long: tuple[str, ...] | None = None
        self._numbers: dict[str, list[int]] | None = None  # of the layers, by the names at their top
        self._settled: dict[tuple[str, int], str | None] = {}  # by the text and how deep it is nested
        self._depth = 0

    def find(self, path: tuple[str, ...]) -> object:
        """The value at a path; MISSING if no layer has it, UNKNOWN if it is not a text or is secret."""
        if kind_of_path(path):
            return UNKNOWN
        dotted = ".".join(path)
        for layer in self._having(dotted, path[0]):
            value = layer.get(dotted, MISSING)
            if value is MISSING:
                value = _walk(layer, path)
            if value is None:
                return MISSING  # null removes a value
            if isinstance(value, str) and "\n" in value:
                self._long = path
            if value is not MISSING:
                return value if isinstance(value, str | bool) else UNKNOWN
        return MISSING

    def _having(self, *names: str) -> Iterator[Mapping[str, object]]:
        """The layers that have one of some names at their top, the last one first."""
        if self._numbers is None:
            self._numbers = {}
            for number, layer in enumerate(self.layers):
                for name in layer:
                    self._numbers.setdefault(name, []).append(number)
        numbers = {number for name in names for number in self._numbers.get(name, ())}
        return (self.layers[number] for number in sorted(numbers, reverse=True))

    def with_layers(self, layers: Sequence[Mapping[str, object]]) -> TemplateValues:
        """Other values from the same files, which record what they replace in the same set."""
        values = TemplateValues(layers, self.texts, self.paths)
        values.used = self.used
        values.admits = self.admits
        return values

    def may_add(self, characters: int) -> bool:
        """Whether a text may become longer by a number of characters, which then count."""
        return characters <= 0 or self.admits is None or self.admits(characters, 0)

    def insertion(self, offset: int) -> None:
        """Record the value of several lines that the placeholder at an offset has, if any."""
        if self._long is not None:
            self.inserted.append((self._long, offset))
            self._long = None

    def find_settled(self, path: tuple[str, ...]) -> object:
        """The same with the placeholders in a text replaced; UNKNOWN if one of them has no value."""
        value = self.find(path)
        if not isinstance(value, str):
            return value
        text = self.settled(value)
        return UNKNOWN if text is None else text

    def plain(self, name: str) -> str | None:
        """The value of a name without an engine, such as `${NAME}`."""
        value = self.find(tuple(name.split(".")))
        if isinstance(value, bool):
            return str(value).lower()
        return self.settled(value) if isinstance(value, str) else None

    def settled(self, text: str | None) -> str | None:
        """A value with the placeholders in it replaced; None if one of them has no value."""
        if text is None or ("{{" not in text and "$" not in text):
            return text
        key = text, self._depth
        if self._depth >= _MOST_NESTED or key in self._settled:
            return self._settled.get(key)
        self._depth += 1
        try:
            text = rendered(Excerpt.of_text(text), self).text
        finally:
            self._depth -= 1
        is_open = "{{" in text or "{%" in text or "${" in text or len(text) > LONGEST
        return self._settled.setdefault(key, None if is_open else text)

    def occur_in(self, text: str) -> bool:
        """Whether a text has one of the values that replaced a placeholder as a word."""
        return any(
            len(value) > 2
            and value in text
            and re.search(rf"(?<![\w.]){re.escape(value)}(?!\w)", text) is not None
            for value in self.used
        )


def rendered(
    text: Excerpt,
    values: TemplateValues,
    marks: bool = True,
    dollars: bool = True,
    assigned: Container[str] = (),
) -> Excerpt:
    """A text with every placeholder replaced that has a value; the same object if there is none.

    `marks` are the placeholders with braces, `@` and `+`; `dollars` those that begin with `$`, except the
    names in `assigned`, which a script assigns.
    """
    if marks and ("{{" in text.text or "@" in text.text or "+" in text.text):
        text = _replaced(text, _MARK, _Marks(text.text, values))
    if dollars and "$" in text.text:
        text = _replaced(text, _DOLLAR, _Dollars(values, assigned))
    return text


class _Marks:
    """The texts for placeholders with braces, `@` and `+`."""

    __slots__ = ("scope", "values")

    def __init__(self, text: str, values: TemplateValues) -> None:
        self.values = values
        go = "{{" in text and _GO.search(text) is not None
        bound = set(_ALWAYS_BOUND)
        for groups in _BOUND.findall(text) if "{%" in text and not go else ():
            bound.update(_NAME.findall(" ".join(groups)))
        self.scope = Scope(values.find if go else values.find_settled, go, bound)

    def text(self, match: re.Match[str]) -> str | None:
        body = match["body"]
        if body is None:
            return self.values.plain(match["double"] or match["single"] or match["plus"])
        value = self.scope.text(body)
        if value is None or not self.scope.go:
            return self.values.settled(value)
        return None if "{{" in value else value


class _Dollars:
    """The texts for placeholders that begin with `$`."""

    __slots__ = ("assigned", "values")

    def __init__(self, values: TemplateValues, assigned: Container[str]) -> None:
        self.values = values
        self.assigned = assigned

    def text(self, match: re.Match[str]) -> str | None:
        name = match["bare"] or match["braced"]
        if name in self.assigned:
            return None
        value = self.values.plain(name)
        operator = match["operator"]
        if operator is None:
            return value
        missing = self.values.find(tuple(name.split("."))) is MISSING
        if missing or (value == "" and operator.startswith(":")):
            return self.values.settled(match["default"])
        return value


def _replaced(text: Excerpt, pattern: re.Pattern[str], source: _Marks | _Dollars) -> Excerpt:
    """The text with the replacements that a source has."""
    pieces: list[Piece] = []
    done = 0
    for match in pattern.finditer(text.text):
        value = source.text(match)
        start, end = match.span()
        source.values.insertion(text.offset(start))
        if value is None or "\n" in value or _is_after_secret(text.text, start):
            continue
        if len(value) > LONGEST or not source.values.may_add(len(value) - (end - start)):
            continue
        groups = match.groupdict()
        at = start
        if groups.get("before") == "-":
            at = max(done, len(text.text[:start].rstrip()))
        pieces += text.pieces(done, at)
        pieces.append((value, text.offset(start), False))
        source.values.used.add(value)
        source.values.replaced += 1
        done = end
        if groups.get("after") == "-":
            done = len(text.text) - len(text.text[end:].lstrip())
    if not done:
        return text
    pieces += text.pieces(done, len(text.text))
    return Excerpt(pieces, text.end)


def _is_after_secret(text: str, at: int) -> bool:
    """Whether an offset is the value of an attribute or key that contains a secret."""
    match = _WORD_BEFORE.search(text, max(at - 60, 0), at)
    return match is not None and holds_secret(match[1].replace(".", ""))


def _walk(layer: Mapping[str, object], path: tuple[str, ...]) -> object:
    """The value at a path of one layer; UNKNOWN if a value is in the way, None if a null is."""
    value: object = layer
    for number, name in enumerate(path):
        if value is None:
            return None
        if not isinstance(value, dict):
            return UNKNOWN if number else MISSING
        if name not in value:
            return MISSING
        value = value[name]
    return value
