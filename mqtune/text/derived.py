"""Results of functions of an object, kept with it: a package above adds what it works out without a field."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self, TypeVar

    Result = TypeVar("Result")


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
