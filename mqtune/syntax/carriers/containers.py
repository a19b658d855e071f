"""Names of positions inside a YAML file: `data["config.mqsc"]`, `commands[0]`."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.text.patterns import lazy_pattern

_PLAIN = lazy_pattern(r"[\w-]+")


def container_name(path: Iterable[str | int]) -> str:
    """A path of keys and numbers in its usual notation."""
    return "".join(map(step_name, path)).removeprefix(".")


def step_name(step: str | int) -> str:
    """One step of a path."""
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else f'["{step}"]'
