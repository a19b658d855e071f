"""Scripts of one folder that cannot belong to one queue manager, because they define the same objects.

`QM1.mqsc` and `QM2.mqsc` side by side are the usual case. Their order is unknown as well, so settings in
one of them must not be compared with the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from mqtune.estate.keywords import name_space
from mqtune.estate.statement import Statement

# more than these are not a set of queue managers but a collection of scripts, each treated separately
MOST_TOGETHER = 8


def alternatives(scripts: Sequence[Sequence[Statement]]) -> list[list[int]]:
    """Which scripts belong together, by index, in their order.

    Scripts that define an object in common are kept apart; those that define nothing in common with any
    other belong to all of them.
    """
    makers: dict[tuple[str, str], list[int]] = {}
    for index, statements in enumerate(scripts):
        for key in {key for statement in statements if (key := made_by(statement)) is not None}:
            makers.setdefault(key, []).append(index)
    apart = sorted({index for indexes in makers.values() if len(indexes) > 1 for index in indexes})
    shared = sorted(set(range(len(scripts))).difference(apart))
    if not apart:
        return [shared]
    if len(apart) > MOST_TOGETHER:
        return [[index] for index in apart] + ([shared] if shared else [])
    return [sorted([index, *shared]) for index in apart]


def made_by(statement: Statement) -> tuple[str, str] | None:
    """The object that a statement creates; None for SYSTEM objects and unknown names, which prove nothing."""
    if statement.verb != "DEFINE" or statement.type is None or not statement.name or statement.placeholder:
        return None
    if statement.name.startswith("SYSTEM."):
        return None
    return name_space(statement.type, statement.subtype), statement.name
