"""One line of a `.gitignore` file, as git reads it (gitignore(5))."""

from __future__ import annotations

import re

from mqtune.text.linear import Expression
from mqtune.text.linear_syntax import UnsupportedError
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record

NEVER = Expression(r"[^\s\S]")  # matches nothing; a range of all characters takes long to compile
MOST_OF_BLOCK = 2_000  # characters of the expressions of the patterns that are matched together
STARS = lazy_pattern(r"\*+")
CLASS = lazy_pattern(r"\[([!^]?)(\]?(?:\[:[a-z]*:\]|\\.|[^]\\])*)\]", re.DOTALL)
ITEM = lazy_pattern(r"\[:([a-z]*):\]|(\\.|.)(?:-(\\.|[^]]))?", re.DOTALL)
NAMED = {"alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z"}
NAMED |= {"space": r"\s", "blank": r" \t", "xdigit": "0-9a-fA-F", "punct": r"!-.:-@\[-`{-~"}


@record
class IgnorePattern:
    """A pattern and what it does: `is_path` if it is relative to the folder of its file, else it is of a name
    in any folder below. `tail` is what follows its last wildcard.
    """

    number: int
    ignores: bool
    of_folders: bool
    is_path: bool
    plain: bool
    tail: str
    text: str
    _expression: Expression | None = field(init=False)

    def __post_init__(self) -> None:
        self._expression = None

    def matches(self, path: str) -> bool:
        """Whether it matches the whole path, or name."""
        if not path.endswith(self.tail):
            return False
        if self._expression is None:
            try:
                self._expression = Expression(self.text, re.DOTALL)
            except UnsupportedError:  # longer than any path: it ignores nothing, so that all is read
                self._expression = NEVER
        return self._expression.fullmatch(path)


class PatternBlock:
    """Consecutive patterns, of which one expression decides whether any may match a text."""

    __slots__ = ("_expression", "_size", "patterns")

    def __init__(self) -> None:
        self.patterns: list[IgnorePattern] = []
        self._size = 0
        self._expression: Expression | None = None

    def take(self, pattern: IgnorePattern) -> bool:
        """Add a pattern, unless the expression would become too large with it."""
        if self.patterns and self._size + len(pattern.text) > MOST_OF_BLOCK:
            return False
        self._size += len(pattern.text)
        self.patterns.append(pattern)
        return True

    def may_match(self, text: str) -> bool:
        """Whether any of the patterns may match a text."""
        if len(self.patterns) == 1:
            return True
        if self._expression is None:
            self._expression = Expression("|".join(one.text for one in self.patterns), re.DOTALL)
        return self._expression.fullmatch(text)


def read_pattern(line: str, number: int) -> IgnorePattern | None:
    """The pattern of a line; None for a comment, and for one that matches nothing."""
    text = line.removesuffix("\r")
    while text.endswith(" ") and not _is_escaped(text, len(text) - 1):
        text = text[:-1]
    ignores = not text.startswith("!")
    if text.startswith("#"):
        return None
    text = text if ignores else text[1:]
    of_folders = text.endswith("/")
    text = text[:-1] if of_folders else text
    is_path = "/" in text
    text = text.removeprefix("/")
    expression = _expression(text, is_path)
    if not text or expression is None:
        return None
    tail = re.split(r"[]*?\\[]", text)[-1]
    plain = tail == text
    tail = tail if plain else tail.removeprefix("/")  # `**/a` matches `a`
    return IgnorePattern(number, ignores, of_folders, is_path, plain, tail, expression)


def _is_escaped(text: str, at: int) -> bool:
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _expression(text: str, is_path: bool) -> str | None:
    """The pattern as a regular expression; None if it matches nothing."""
    parts: list[str] = []
    at = 0
    while at < len(text):
        sign = text[at]
        end = at + 1
        if sign == "*":
            end = at + len(STARS.match(text, at)[0])  # type: ignore[index]
            over_folders = is_path and end - at > 1 and text[at - 1 : at] in ("", "/")
            if over_folders and text.startswith("/", end):
                parts.append("(?:.*/)?")
                end += 1
            else:
                parts.append(".*" if over_folders and end == len(text) else "[^/]*")
        elif sign == "?":
            parts.append("[^/]")
        elif sign == "[":
            found = CLASS.match(text, at)
            if found is None:
                return None
            parts.append(_class(found[2], bool(found[1])))
            end = found.end()
        elif sign == "\\":
            if end == len(text):
                return None
            parts.append(re.escape(text[end]))
            end += 1
        else:
            parts.append(re.escape(sign))
        at = end
    return "".join(parts)


def _class(items: str, negated: bool) -> str:
    """A class of characters; none contains the slash."""
    parts = [_item(*found.groups()) for found in ITEM.finditer(items)]
    if negated:
        return f"[^/{''.join(parts)}]"
    text = f"[{''.join(parts)}]" if any(parts) else r"[^\s\S]"
    return f"(?!/){text}"


def _item(name: str | None, first: str, last: str | None) -> str:
    """One character, range or named class, as `re` has it; empty if it contains nothing."""
    if name is not None:
        return NAMED.get(name, "")
    start = first[-1]
    if last is None:
        return re.escape(start)
    return f"{re.escape(start)}-{re.escape(last[-1])}" if start <= last[-1] else ""
