"""Typed data of the lab as JSON or TOML data and back: dataclasses, tuples, mappings and plain values.

The keys of a field with the metadata `INLINE` become keys of the enclosing object. The metadata `KEY` has the
key of a field that is not its name. Reading ignores unknown keys and uses the default of a missing one, so
that a journal of an older release stays readable.
"""

from __future__ import annotations

import dataclasses
import math
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

INLINE = {"inline": True}
KEY = "key"


class UnreadableError(ValueError):
    """Data that does not have the form of the type."""


Made = TypeVar("Made")


def gathered(kind: type[Made], /, *sources: object, **given: object) -> Made:
    """An object of a dataclass: `given` fields, the others from the first source that has the name."""
    fields = dict(given)
    for name in (field.name for field in dataclasses.fields(kind)):  # type: ignore[arg-type]
        source = next((holder for holder in sources if hasattr(holder, name)), None)
        if name not in fields and source is not None:
            fields[name] = getattr(source, name)
    return kind(**fields)


def encode(value: Any) -> Any:
    """A value as JSON data; numbers that are not finite become null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | int):
        return value
    if dataclasses.is_dataclass(value):
        return _encode_fields(value)
    if isinstance(value, Mapping):
        return {str(key): encode(member) for key, member in value.items()}
    return [encode(member) for member in value]


def _encode_fields(value: Any) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        part = encode(getattr(value, field.name))
        if field.metadata == INLINE:
            data.update(part)
        else:
            data[field.metadata.get(KEY, field.name)] = part
    return data


def decode(kind: Any, data: Any) -> Any:
    """The value of type `kind` that the data represents. Raises UnreadableError if it has another form."""
    if kind is Any:
        return data
    if dataclasses.is_dataclass(kind):
        return _decode_fields(kind, data)
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _decode_one_of(typing.get_args(kind), data)
    if origin is tuple:
        if not isinstance(data, list):
            raise UnreadableError(f"{data!r} is not a list")
        return tuple(decode(typing.get_args(kind)[0], part) for part in data)
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(data, dict):
            raise UnreadableError(f"{data!r} is not an object")
        return {key: decode(typing.get_args(kind)[1], part) for key, part in data.items()}
    return _decode_plain(kind, data)


def _decode_fields(kind: Any, data: Any) -> Any:
    if not isinstance(data, dict):
        raise UnreadableError(f"{kind.__name__} is not an object")
    given: dict[str, Any] = {}
    for name, key, form, needed, merged in _fields(kind):
        if merged:
            given[name] = decode(form, data)
        elif key in data:
            given[name] = decode(form, data[key])
        elif needed:
            raise UnreadableError(f"{kind.__name__} lacks {key}")
    return kind(**given)


@cache  # of a class, which never changes
def _fields(kind: Any) -> tuple[tuple[str, str, Any, bool, bool], ...]:
    """Name, key, type, whether it is needed, and whether it is inline, of each field."""
    forms = typing.get_type_hints(kind)
    missing = dataclasses.MISSING
    return tuple(
        (
            field.name,
            field.metadata.get(KEY, field.name),
            forms[field.name],
            field.default is missing and field.default_factory is missing,
            field.metadata == INLINE,
        )
        for field in dataclasses.fields(kind)
    )


def _decode_one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and types.NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return decode(kind, data)
        except UnreadableError:
            continue
    raise UnreadableError(
        f"{data!r} is not one of {', '.join(getattr(kind, '__name__', str(kind)) for kind in kinds)}"
    )


def _decode_plain(kind: Any, data: Any) -> Any:
    if kind is types.NoneType:
        if data is None:
            return None
    elif kind is float:
        if data is None:
            return math.nan
        if isinstance(data, int | float) and not isinstance(data, bool):
            return float(data)
    elif isinstance(data, kind) and (kind is bool or not isinstance(data, bool)):
        return data
    raise UnreadableError(f"{data!r} is not of type {getattr(kind, '__name__', kind)}")
