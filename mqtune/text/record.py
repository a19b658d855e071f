"""Plain classes with slots, made from their annotations: `dataclass(slots=True)` for the path of a lint.

A lint of a small file takes less than 100 ms. Importing `dataclasses` and making the classes of that path
with it would add more than a tenth to it. Other code uses `dataclasses`.
"""

from __future__ import annotations

from types import MappingProxyType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeVar, dataclass_transform

    T = TypeVar("T")
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
