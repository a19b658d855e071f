"""Records: plain classes with slots, made from their annotations, and their objects as data; and what is
worked out from objects, kept with them.

A record is a `dataclass(slots=True)` for the path of a lint. A lint of a small file takes less than 100 ms.
Importing `dataclasses` and making the classes of that path with it would add more than a tenth to it. Other
code uses `dataclasses`.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any, Self, TypeVar, dataclass_transform

    T = TypeVar("T")
    Result = TypeVar("Result")
else:

    def dataclass_transform(**options: object):  # noqa: ANN201
        """Declare to type checkers what `record` does; at run time there is nothing to declare."""
        return lambda function: function


REQUIRED = object()  # in place of the default of a field that has none
EMPTY: Mapping[Any, Any] = MappingProxyType({})  # the default of a field with a mapping
COMPUTED = object()  # in place of the default of a field that the constructor does not take
FEW = 3  # objects of a class; compiling a constructor takes longer than making them without


def field(*, init: bool) -> Any:
    """The default of a field that `__post_init__` sets: `field(init=False)`."""
    return REQUIRED if init else COMPUTED


@dataclass_transform(field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """The class with slots for its annotated fields, and a constructor that takes them in their order.

    A field with a value in the class has that value as its default. The value must be immutable, because all
    objects share it. A method `__post_init__` is called at the end of the constructor. The class is made
    again, so it must not use `super()` without arguments. The constructor is compiled when more than FEW
    objects are made: most runs make no or few objects of the classes that they import. `__fields__` maps the
    fields that the constructor takes to their defaults, REQUIRED for one without.
    """
    slots = tuple(cls.__annotations__)
    fields = {name: cls.__dict__.get(name, REQUIRED) for name in slots}
    fields = {name: default for name, default in fields.items() if default is not COMPUTED}
    members = {name: value for name, value in cls.__dict__.items() if name not in slots}
    members = {name: value for name, value in members.items() if name not in ("__dict__", "__weakref__")}

    completes = "__post_init__" in members
    count = 0

    def first(self: Any, *values: object, **named: object) -> None:
        nonlocal count
        count += 1
        bound = arguments(fields, values, named) if count <= FEW else None
        if bound is None:
            slotted.__init__ = constructor(fields, completes)  # type: ignore[method-assign]
            slotted.__init__(self, *values, **named)
            return
        for name, value in bound.items():
            setattr(self, name, value)
        if completes:
            self.__post_init__()

    members["__init__"] = first
    members["__slots__"] = slots
    members["__fields__"] = fields
    slotted: type[T] = type(cls)(cls.__name__, cls.__bases__, members)  # type: ignore[misc]
    return slotted


def arguments(
    fields: dict[str, object], values: tuple[object, ...], named: dict[str, object]
) -> dict[str, object] | None:
    """The value of each field by the arguments of a call, as Python binds them; None if it would not."""
    bound = dict(zip(fields, values, strict=False))
    bound.update(named)
    if len(bound) < len(values) + len(named):
        return None  # too many, or one twice
    if len(bound) < len(fields) or bound.keys() != fields.keys():
        bound = {**fields, **bound}
        if len(bound) > len(fields) or any(value is REQUIRED for value in bound.values()):
            return None
    return bound


def constructor(fields: dict[str, object], completes: bool) -> Callable[..., None]:
    """An `__init__` that assigns its arguments to the fields; with `completes` it calls `__post_init__`."""
    parameters = [name if default is REQUIRED else f"{name}=_{name}" for name, default in fields.items()]
    body = "".join(f"\n self.{name} = {name}" for name in fields)
    if completes:
        body += "\n self.__post_init__()"
    namespace: dict[str, Callable[..., None]] = {}
    exec(
        f"def __init__(self, {', '.join(parameters)}):{body}",
        {f"_{n}": d for n, d in fields.items()},
        namespace,
    )
    return namespace["__init__"]


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


# Results of functions, kept with the object; a package above adds some without a field.


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
