"""The classes of risk, and what a change of one attribute means.

A change whose effect does not follow from the documentation of the attribute is `unknown`, not `safe`.
"""

from __future__ import annotations

from mqtune.language.changes import effect_of_change, time_of_change
from mqtune.language.ciphers import is_weaker
from mqtune.text.numbers import whole_number
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

DESTROYS, OPENS, CLOSES, FAILS, BREAKS = "destroys", "opens", "closes", "fails", "breaks"
DISRUPTS, LOWERS, RESETS, RESTART, REFRESH = "disrupts", "lowers", "resets", "restart", "refresh"
RECONNECT = "reconnect"
UNKNOWN, SAFE = "unknown", "safe"
# worst first
CLASSES = (
    DESTROYS, OPENS, CLOSES, FAILS, BREAKS, DISRUPTS, LOWERS, RESETS, RESTART, REFRESH, RECONNECT, UNKNOWN,
    SAFE,
)  # fmt: skip

# the other times are those of grammars/catalogue/changes.toml; the classes of two of them have their names
NOW, AFTER_RESTART = "now", "restart"

UNLIMITED = ("NOLIMIT", "UNLIMITED", "-1")
ADMINISTRATORS = ("mqm", "MUSR_MQADMIN", "QMQM", "QMQMADM")


@record
class Effect:
    """What the change of one attribute means: its classes, and when it takes effect."""

    classes: tuple[str, ...]
    when: str = NOW


def worst(classes: Iterable[str]) -> str:
    """The worst of some classes, `safe` for none."""
    return min(classes, key=CLASSES.index, default=SAFE)


def in_order(classes: Iterable[str]) -> tuple[str, ...]:
    """Classes without repetition, worst first; `safe` only if there is no other."""
    found = sorted({*classes} - {SAFE}, key=CLASSES.index)
    return tuple(found) or (SAFE,)


def is_as_bad(one: str, limit: str) -> bool:
    """Whether a class is a given one, or worse."""
    return CLASSES.index(one) <= CLASSES.index(limit)


def effect_of(type: str, keyword: str, before: str | None, after: str | None, subtype: str = "") -> Effect:
    """What the change of an attribute from one effective value to another means; None is an unknown value."""
    old, new = (before or "").strip(), (after or "").strip()
    kind, values = effect_of_change(type, keyword)
    when = time_of_change(type, keyword) or NOW
    found = _classes(kind, values, keyword, old, new)
    if kind == "sequence":
        found = [DISRUPTS] * (subtype in values)
    return Effect(in_order((*found, when) if when in CLASSES else found), when)


def _classes(kind: str, values: tuple[str, ...], keyword: str, old: str, new: str) -> list[str]:
    """The classes of an effect (`grammars/catalogue/changes.toml`) for two values."""
    if not kind:
        return [UNKNOWN]
    if kind == "closed":
        return [CLOSES] if new == values[0] else []
    if kind == "strength":
        return _of_strength(values, old, new)
    if kind == "guard":
        if keyword == "SSLCIPH" and old and new:
            return [CLOSES] + [OPENS] * is_weaker(new, old)
        return [OPENS] * (not new or bool(old)) + [CLOSES] * bool(new)
    if kind == "identity":
        if keyword == "MCAUSER" and new in ADMINISTRATORS:
            return [OPENS]
        return [OPENS, CLOSES] if old or new else []
    if kind in ("capacity", "length"):
        return [LOWERS if kind == "capacity" else BREAKS] if _is_less(new, old) else []
    if kind == "broken":
        return [BREAKS] if new == values[0] else []
    return [BREAKS] if kind == "replaced" or (kind == "withdrawn" and old) else []


def _of_strength(order: tuple[str, ...], old: str, new: str) -> list[str]:
    """The classes if a protection becomes weaker or stronger; both if one value has no place in the order."""
    if old in order and new in order:
        return [CLOSES] if order.index(new) > order.index(old) else [OPENS]
    return [OPENS, CLOSES] if old and new else []


def _is_less(new: str, old: str) -> bool:
    """Whether a limit is lower than another one; NOLIMIT and the like are unlimited."""
    first, second = whole_number(new), whole_number(old)
    if first is None:
        return False
    return old in UNLIMITED if second is None else first < second
