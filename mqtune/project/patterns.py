"""The file patterns of `mqtune.toml`: `*` and `?` within a name, `**` over folders, `[a-z]`.

Paths have `/` as separator.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping

from mqtune.text.wildcards import LAST_CHARACTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from mqtune.text.linear import Expression

WILDCARDS = "*?["


class Pattern:
    """One pattern. It matches a path that is relative to the folder of the project file."""

    __slots__ = ("_folder", "_known", "_tail", "head", "plain", "text")

    def __init__(self, text: str) -> None:
        self.text = clean(text)
        self.plain = is_plain(self.text)
        places = [at for sign in WILDCARDS if (at := self.text.find(sign)) >= 0]
        # what it begins with before the first wildcard, and ends with behind the last
        self.head = self.text[: min(places, default=None)]
        self._tail = re.split(r"[*?\[\]]", self.text)[-1].removeprefix("/")  # `**/a` matches `a`
        self._folder = self.head[: self.head.rfind("/") + 1]
        self._known: Expression | Literal[False] | None = False  # not read yet

    def matches(self, path: str) -> bool:
        """Whether the whole path matches."""
        if self.plain:
            return path == self.text
        if not (path.startswith(self.head) and path.endswith(self._tail)):
            return False
        expression = self._expression
        return path == self.text if expression is None else expression.fullmatch(path[len(self._folder) :])

    @property
    def _expression(self) -> Expression | None:
        """None if it matches nothing but itself: it has a class such as [z-a], or is longer than paths."""
        if self._known is False:
            from mqtune.text.linear import Expression  # few runs have a wildcard
            from mqtune.text.linear_syntax import UnsupportedError

            try:
                self._known = Expression(_expression(self.text[len(self._folder) :]), re.DOTALL)
            except (re.error, UnsupportedError):
                self._known = None
        return self._known

    @property
    def names(self) -> list[str]:
        """The names in it without wildcards, which every path has that it matches."""
        return [name for name in self.text.split("/") if name and is_plain(name)]


class PatternSet:
    """Many patterns, to ask whether any of them matches a path without trying each."""

    __slots__ = ("_by_folder", "_by_name", "_names", "_paths", "patterns")

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)
        self._paths: set[str] = set()
        self._names: set[str] = set()  # of patterns that match a plain name in any folder
        self._by_name: dict[str, list[Pattern]] = {}  # that begin with a wildcard, by a name in them
        self._by_folder: dict[str, list[Pattern]] = {}  # the others, by the folders before a wildcard
        for pattern in self.patterns:
            name = pattern.text.removeprefix("**/")
            if pattern.plain:
                self._paths.add(pattern.text)
            elif is_plain(name) and "/" not in name:
                self._names.add(name)
            elif not pattern.head and pattern.names:
                self._by_name.setdefault(max(pattern.names, key=len), []).append(pattern)
            else:
                self._by_folder.setdefault(pattern.head.rpartition("/")[0], []).append(pattern)

    def matches(self, path: str) -> bool:
        """Whether any pattern matches the whole path."""
        if path in self._paths or path.rpartition("/")[2] in self._names:
            return True
        if self._by_name:
            names = {*path.split("/")}
            if any(pattern.matches(path) for name in names for pattern in self._by_name.get(name, ())):
                return True
        folder = path
        while folder and self._by_folder:
            folder = folder.rpartition("/")[0]
            if any(pattern.matches(path) for pattern in self._by_folder.get(folder, ())):
                return True
        return False


def pattern_set(texts: Iterable[str]) -> PatternSet:
    """The patterns with these texts."""
    return PatternSet(map(Pattern, texts))


class PathIndex:
    """Paths by how they begin and by the names in them, so that a pattern is not tried on each."""

    __slots__ = ("_by_name", "_sorted")

    def __init__(self, paths: Iterable[str]) -> None:
        self._by_name: dict[str, list[int]] = {}
        self._sorted = sorted((path, number) for number, path in enumerate(paths))
        for path, number in self._sorted:
            for name in {*path.split("/")}:
                self._by_name.setdefault(name, []).append(number)

    def candidates(self, pattern: Pattern) -> list[int]:
        """The numbers of the paths that a pattern may match: those that begin as it does, or have a name that
        it has without wildcards.
        """
        if not pattern.head and pattern.names:
            return min((self._by_name.get(name, []) for name in pattern.names), key=len)
        first = bisect_left(self._sorted, (pattern.head, -1))
        last = bisect_left(self._sorted, (pattern.head + LAST_CHARACTER, -1))
        return [number for _, number in self._sorted[first:last]]


class Exclusion:
    """The `exclude` patterns: a path is excluded if it, or a folder above it, matches.

    A pattern without `/` matches a name in any folder.
    """

    __slots__ = ("_patterns",)

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._patterns = PatternSet(patterns)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Exclusion:
        """From the texts of the project file."""
        found = []
        for text in texts:
            cleaned = clean(text)
            found.append(Pattern(cleaned if "/" in cleaned else f"**/{cleaned}"))
            if cleaned.endswith("/**"):  # a folder that contains only excluded files is not entered
                found.append(Pattern(cleaned[:-3]))
        return cls(found)

    def excludes(self, path: str) -> bool:
        """Whether the path itself is excluded."""
        return self._patterns.matches(path)

    def excludes_below(self, path: str) -> bool:
        """Whether a path is excluded, by itself or because of a folder above it."""
        parts = path.replace("\\", "/").split("/")
        return any(self.excludes("/".join(parts[:count])) for count in range(1, len(parts) + 1))

    def without(self, path: str) -> Exclusion:
        """The exclusions for a walk that begins at a path which the user named."""
        prefix = path.split("/")
        above = ["/".join(prefix[:count]) for count in range(1, len(prefix) + 1)]
        return Exclusion(
            pattern
            for pattern in self._patterns.patterns
            if not any(pattern.matches(folder) or pattern.matches(f"{folder}/") for folder in above)
        )


def literal_pattern(path: str) -> str:
    """The pattern that matches exactly one path."""
    return "".join(f"[{sign}]" if sign in WILDCARDS else sign for sign in path)


def is_plain(text: str) -> bool:
    """Whether a pattern has no wildcard."""
    return not any(sign in text for sign in WILDCARDS)


def clean(text: str) -> str:
    """A pattern without `./`, names before `..`, trailing `/` and Windows backslashes."""
    cleaned = text.strip().replace("\\", "/").rstrip("/")
    steps: list[str] = []
    for step in cleaned.split("/"):
        if step == ".." and steps and steps[-1] not in ("", "..") and is_plain(steps[-1]):
            steps.pop()
        elif step != ".":
            steps.append(step)
    return "/".join(steps)


def _expression(pattern: str) -> str:
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at) and (at == 0 or pattern[at - 1] == "/"):
            parts.append("(?:[^/]+/)*")
            at += 3
        elif pattern.startswith("**", at):
            parts.append(".*")
            at += 2
        elif pattern[at] == "*":
            parts.append("[^/]*")
            at += 1
        elif pattern[at] == "?":
            parts.append("[^/]")
            at += 1
        elif pattern[at] == "[" and (end := pattern.find("]", at + 2)) > 0:
            inside = pattern[at + 1 : end].replace("\\", "").replace("[", r"\[")
            parts.append(f"[^{inside[1:]}]" if inside[0] in "!^" else f"[{inside}]")
            at = end + 1
        else:
            parts.append(re.escape(pattern[at]))
            at += 1
    return "".join(parts)


def exclusions_by_origin(origins: Mapping[str, str]) -> list[tuple[str, Exclusion]]:
    """Patterns of excluded files by where each is from: `mqtune.toml:3`."""
    by_origin: dict[str, list[str]] = {}
    for pattern, origin in origins.items():
        by_origin.setdefault(origin, []).append(pattern)
    return [(origin, Exclusion.of(patterns)) for origin, patterns in by_origin.items()]
