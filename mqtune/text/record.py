"""Plain classes with slots, made from their annotations: `dataclass(slots=True)` for the path of a lint.

A lint of a small file takes less than 100 ms. Importing `dataclasses` and making the classes of that path
with it would add a quarter to it. Other code uses `dataclasses`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    objects share it. The class is made again, so it must not use `super()` without arguments.
    """
    fields = {name: cls.__dict__.get(name, REQUIRED) for name in cls.__annotations__}
    parameters = [name if default is REQUIRED else f"{name}=_{name}" for name, default in fields.items()]
    body = "".join(f"\n self.{name} = {name}" for name in fields)
    members = {name: value for name, value in cls.__dict__.items() if name not in fields}
    members = {name: value for name, value in members.items() if name not in ("__dict__", "__weakref__")}
    exec(
        f"def __init__(self, {', '.join(parameters)}):{body}",
        {f"_{n}": d for n, d in fields.items()},
        members,
    )
    members["__slots__"] = tuple(fields)
    made: type[T] = type(cls)(cls.__name__, cls.__bases__, members)  # type: ignore[misc]
    return made
