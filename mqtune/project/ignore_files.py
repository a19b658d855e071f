"""The files that `.gitignore` files exclude from a walk, and the patterns in these files.

The files apply as in git: from the root of the repository down, a deeper one before a higher one. A file that
git tracks is not ignored, whatever they contain.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from mqtune.text.linear import Expression, UnsupportedError
from mqtune.text.paths import repository_root
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record
from mqtune.text.source import read_file

FILE_NAME = ".gitignore"
IGNORED = "ignored by .gitignore"  # why a file is left out


class IgnoreFile:
    """One `.gitignore` file. The last of its patterns that matches decides.

    Patterns without wildcards are found by the name or path, the others by the last character of what follows
    the last wildcard, and asked in blocks: thousands of patterns asked one by one would take minutes for
    thousands of files.
    """

    __slots__ = ("_plain", "_wild")

    def __init__(self, lines: Iterable[str]) -> None:
        # needed only if there is such a file

        self._plain: dict[tuple[bool, str], list[IgnorePattern]] = {}
        self._wild: dict[tuple[bool, str], list[PatternBlock]] = {}
        for number, line in enumerate(lines):
            pattern = read_pattern(line, number)
            if pattern is not None and pattern.plain:
                self._plain.setdefault((pattern.is_path, pattern.tail), []).append(pattern)
            elif pattern is not None:
                blocks = self._wild.setdefault((pattern.is_path, pattern.tail[-1:]), [])
                if not blocks or not blocks[-1].take(pattern):
                    blocks.append(PatternBlock())
                    blocks[-1].take(pattern)

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """Whether the file ignores a path relative to its folder; None if no pattern matches."""
        name = path.rpartition("/")[2]
        last: IgnorePattern | None = None
        for pattern in (*self._plain.get((False, name), ()), *self._plain.get((True, path), ())):
            if (is_folder or not pattern.of_folders) and (last is None or pattern.number > last.number):
                last = pattern
        for (is_path, sign), blocks in self._wild.items():
            if sign in ("", path[-1:]):
                last = last_match(blocks, path if is_path else name, is_folder, last)
        return None if last is None else last.ignores


def last_match(
    blocks: list[PatternBlock], text: str, is_folder: bool, last: IgnorePattern | None
) -> IgnorePattern | None:
    """The last pattern that matches a text, if it is behind the last one so far, or else that one."""
    for block in reversed(blocks):
        if last is not None and block.patterns[-1].number < last.number:
            break
        for pattern in reversed(block.patterns) if block.may_match(text) else ():
            if last is not None and pattern.number < last.number:
                break
            if (is_folder or not pattern.of_folders) and pattern.matches(text):
                return pattern
    return last


class IgnoreFiles:
    """The `.gitignore` files that apply to one folder, the deepest first. A walk extends it as it enters
    folders.
    """

    __slots__ = ("_closed", "_specs")

    def __init__(self, specs: tuple[tuple[str, IgnoreFile], ...] = (), closed: bool = False) -> None:
        self._specs = specs  # (absolute folder with a separator at its end, its file)
        self._closed = closed  # the folder is ignored, and entered for the files in it that git tracks

    @classmethod
    def above(cls, folder: str) -> IgnoreFiles:
        """Those of the folders from the repository root down to, but not including, an absolute folder."""
        root = repository_root(folder)
        if root is None or root == folder:
            return cls()
        folders = []
        while folder != root:
            folder = os.path.dirname(folder)
            folders.append(folder)
        ignored = cls()
        for parent in reversed(folders):
            ignored = ignored.entering(parent)
        return ignored

    def entering(self, folder: str) -> IgnoreFiles:
        """As this, with the file of a folder below, if it has one."""
        closed = self._closed or self._matches(folder, is_folder=True)
        path = os.path.join(folder, FILE_NAME)
        follows = not os.path.islink(path) and os.path.isfile(path)  # git does not follow it either
        spec = _read(path) if follows else None
        if spec is None:
            return self if closed == self._closed else IgnoreFiles(self._specs, closed)
        return IgnoreFiles(((os.path.join(folder, ""), spec), *self._specs), closed)

    def ignores(self, path: str, is_folder: bool) -> bool:
        """Whether an absolute path is ignored; a folder above it may be, if git tracks files in that."""
        return (self._closed or self._matches(path, is_folder)) and not _is_tracked(path)

    def _matches(self, path: str, is_folder: bool) -> bool:
        for folder, spec in self._specs:
            relative = path[len(folder) :].replace(os.sep, "/")
            verdict = spec.verdict(relative, is_folder)
            if verdict is not None:
                return verdict
        return False

    def hides(self, path: str) -> bool:
        """Whether an absolute path is ignored, by itself or because of a folder above it."""
        return self.names(path) and not _is_tracked(path)

    def names(self, folder: str) -> bool:
        """Whether the files name an absolute path or a folder above it, whether git tracks it or not."""
        if not self._specs:
            return False
        top = self._specs[-1][0]
        parts = folder[len(top) :].split(os.sep)
        return any(
            self._matches(top + os.sep.join(parts[:count]), is_folder=True)
            for count in range(1, len(parts) + 1)
        )


def ignored_reason(path: str) -> str:
    """Why an absolute path is ignored: git does not track it, or cannot be asked."""
    from mqtune.project.git import git_error  # git is asked about few paths

    error = git_error(path)
    return f"{IGNORED}; {error}" if error else IGNORED


def _is_tracked(path: str) -> bool:
    # starts a program, and is needed only if a file is ignored
    from mqtune.project.git import is_tracked_by_git

    return is_tracked_by_git(path)


def _read(path: str) -> IgnoreFile | None:
    """The patterns of one file."""
    try:
        text = read_file(path).decode("utf-8-sig", "surrogateescape")
    except OSError:
        return None
    return IgnoreFile(text.split("\n"))


def is_tracked(path: str, tracked: frozenset[str] | None) -> bool:
    """Whether a run may read an absolute path, because it reads all files or because git tracks this one."""
    if tracked is None:
        return True
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name) in tracked


def leads_to_tracked(path: str, tracked: frozenset[str] | None) -> bool:
    """The same of a file: git tracks the link and what it leads to, which is what is read and changed."""
    if not is_tracked(path, tracked):
        return False
    return tracked is None or not os.path.islink(path) or os.path.realpath(path) in tracked


def is_ignored(path: str, tracked: frozenset[str] | None) -> bool:
    """Whether `.gitignore` hides an absolute path: no file that git tracks, where it is known which."""
    return tracked is None and IgnoreFiles.above(path).hides(path)


# Patterns: lines of a `.gitignore` file, as git reads them (gitignore(5)).

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
            self._expression = Expression("|".join(pattern.text for pattern in self.patterns), re.DOTALL)
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
            match = CLASS.match(text, at)
            if match is None:
                return None
            parts.append(_class(match[2], bool(match[1])))
            end = match.end()
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
    parts = [_item(*match.groups()) for match in ITEM.finditer(items)]
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
