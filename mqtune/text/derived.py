"""What is worked out from objects: results of functions, kept with them, and records as data.

A package above adds results without a field.
"""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Self, TypeVar

    Result = TypeVar("Result")


# Records as data: the JSON of an object whose class lists its keys in DATA.

PLACE, ALL = "place", "*"
Key = tuple[str, tuple[str, ...], str]


@cache
def keys_of(kind: Any) -> tuple[Key, ...]:
    """The keys of a class, each with its path and mark; none if its objects have no data.

    DATA has a word for each key, which is the name of a field or property. `key=path` has the value of
    another one, of a field of a field (`queue_manager.label`), or an object with several of them
    (`type,name`). With `?` an empty text and 0 are null, with `!` a negative number. `place` has the keys
    `file` and `line` of a position, `*path` all keys of a record.
    """
    return tuple(map(key_of, getattr(kind, "DATA", "").split()))


def key_of(word: str) -> Key:
    """A word of DATA as key, path and mark."""
    plain = word.rstrip("?!")
    key, _, path = plain.partition("=")
    return key, tuple((path or key.lstrip(ALL)).split(".")), word[len(plain) :]


def pairs_of(record: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a record with their values, which may be records, too."""
    kind: Any = type(record)
    for key, path, mark in keys_of(kind):
        value = record
        for name in path:
            value = value_of(value, name)
        if key.startswith(ALL):
            yield from pairs_of(value)
        elif key == PLACE:
            yield "file", (value.file or None if value is not None else None)
            yield "line", (getattr(value, "span", value).line or None if value is not None else None)
        elif (mark == "?" and not value) or (mark == "!" and value < 0):
            yield key, None
        else:
            yield key, value


def value_of(record: Any, name: str) -> Any:
    """A field of a record, or several as a row."""
    if record is None or "," not in name:
        return None if record is None else getattr(record, name)
    return {part: getattr(record, part) for part in name.split(",")}


def plain(value: Any) -> Any:
    """A value with its records as rows, at any depth."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    kind: Any = type(value)
    return {key: plain(item) for key, item in pairs_of(value)} if keys_of(kind) else value


# Results of functions.


class Derived:
    """Something from which functions work out more; what a function returned for it is kept."""

    def __init__(self) -> None:
        self._derived: dict[Callable[..., object], Any] = {}

    def derived(self, build: Callable[[Self], Result]) -> Result:
        """Return what `build` works out from this, called once."""
        if build not in self._derived:
            self._derived[build] = build(self)
        result: Result = self._derived[build]
        return result

    def forget(self, build: Callable[[Self], object]) -> None:
        """Let `build` be called again, since what it depends on has changed."""
        self._derived.pop(build, None)
