"""The file patterns of `mqtune.toml`: `*` and `?` within a name, `**` over folders, `[a-z]`.

Paths have `/` as separator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.text.pattern_index import Trie

WILDCARDS = "*?["


class Pattern:
    """One pattern. It matches a path that is relative to the folder of the project file."""

    __slots__ = ("head", "plain", "text")

    def __init__(self, text: str) -> None:
        self.text = clean(text)
        self.plain = is_plain(self.text)
        places = [at for sign in WILDCARDS if (at := self.text.find(sign)) >= 0]
        self.head = self.text[: min(places, default=None)]  # what it begins with before the first wildcard


class PatternSet:
    """Many patterns, to ask which of them match a path without trying each."""

    __slots__ = ("_by_name", "_by_path", "_trie", "patterns")

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)
        self._by_path: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}  # of patterns that match a plain name in any folder
        self._trie: Trie | None = None
        for number, pattern in enumerate(self.patterns):
            name = pattern.text.removeprefix("**/")
            if pattern.plain:
                self._by_path.setdefault(pattern.text, []).append(number)
            elif is_plain(name) and "/" not in name:
                self._by_name.setdefault(name, []).append(number)
            else:
                self._add(number, pattern)

    def _add(self, number: int, pattern: Pattern) -> None:
        from mqtune.text.pattern_index import Trie, parts_of_path  # few projects have patterns

        if self._trie is None:
            self._trie = Trie()
        try:
            self._trie.add(number, [*parts_of_path(pattern.text)])
        except re.error:  # a class such as [z-a]: it matches nothing but itself
            self._by_path.setdefault(pattern.text, []).append(number)

    def matching(self, path: str) -> list[list[int]]:
        """The numbers of the patterns that match the whole path: lists of those of the same text."""
        listed = [self._by_path.get(path), self._by_name.get(path.rpartition("/")[2])]
        return [*filter(None, listed), *(self._trie.ends(path) if self._trie is not None else ())]

    def first(self, path: str) -> int | None:
        """The number of the first pattern that matches the whole path."""
        return min((numbers[0] for numbers in self.matching(path)), default=None)

    def matches(self, path: str) -> bool:
        """Whether any pattern matches the whole path."""
        return bool(self.matching(path))


def pattern_set(texts: Iterable[str]) -> PatternSet:
    """The patterns with these texts."""
    return PatternSet(map(Pattern, texts))


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
        patterns = []
        for text in texts:
            cleaned = clean(text)
            patterns.append(Pattern(cleaned if "/" in cleaned else f"**/{cleaned}"))
            if cleaned.endswith("/**"):  # a folder that contains only excluded files is not entered
                patterns.append(Pattern(cleaned[:-3]))
        return cls(patterns)

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
        lists = [self._patterns.matching(folder + end) for folder in above for end in ("", "/")]
        matching = {number for numbers in chain(*lists) for number in numbers}
        return Exclusion(
            pattern for number, pattern in enumerate(self._patterns.patterns) if number not in matching
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


def exclusions_by_origin(origins: Mapping[str, str]) -> list[tuple[str, Exclusion]]:
    """Patterns of excluded files by where each is from: `mqtune.toml:3`."""
    by_origin: dict[str, list[str]] = {}
    for pattern, origin in origins.items():
        by_origin.setdefault(origin, []).append(pattern)
    return [(origin, Exclusion.of(patterns)) for origin, patterns in by_origin.items()]
