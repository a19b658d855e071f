"""Plain classes with slots, made from their annotations: `dataclass(slots=True)` for the path of a lint.

A lint of a small file takes less than 100 ms. Importing `dataclasses` and making the classes of that path
with it would add more than a tenth to it. Other code uses `dataclasses`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform():  # noqa: ANN201
        """Declare to type checkers what `record` does; at run time there is nothing to declare."""
        return lambda function: function


REQUIRED = object()  # in place of the default of a field that has none


@dataclass_transform()
def record(cls: type[T]) -> type[T]:
    """The class with slots for its annotated fields, and a constructor that takes them in their order.

    A field with a value in the class has that value as its default. The value must be immutable, because all
    objects share it. The class is made again, so it must not use `super()` without arguments. The constructor
    is compiled when the first object is made: most runs use few of the classes that they import. `__fields__`
    maps the fields to their defaults, REQUIRED for one without.
    """
    fields = {name: cls.__dict__.get(name, REQUIRED) for name in cls.__annotations__}
    members = {name: value for name, value in cls.__dict__.items() if name not in fields}
    members = {name: value for name, value in members.items() if name not in ("__dict__", "__weakref__")}

    def first(self: object, *values: object, **named: object) -> None:
        made.__init__ = constructor(fields)  # type: ignore[method-assign]
        made.__init__(self, *values, **named)

    members["__init__"] = first
    members["__slots__"] = tuple(fields)
    members["__fields__"] = fields
    made: type[T] = type(cls)(cls.__name__, cls.__bases__, members)  # type: ignore[misc]
    return made


def constructor(fields: dict[str, object]) -> Callable[..., None]:
    """An `__init__` that assigns its arguments to the fields."""
    parameters = [name if default is REQUIRED else f"{name}=_{name}" for name, default in fields.items()]
    body = "".join(f"\n self.{name} = {name}" for name in fields)
    found: dict[str, Callable[..., None]] = {}
    exec(
        f"def __init__(self, {', '.join(parameters)}):{body}", {f"_{n}": d for n, d in fields.items()}, found
    )
    return found["__init__"]
