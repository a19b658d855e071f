"""The classes of risk, what a change of one attribute means, and when two values are the same.

A change whose effect does not follow from the documentation of the attribute is `unknown`, not `safe`.
Values are compared as the queue manager does: numbers as numbers, keywords without case.
"""

from __future__ import annotations

from functools import cache

from mqtune.language import catalogue
from mqtune.language.access import effect_of_change, time_of_change
from mqtune.language.available import is_weaker
from mqtune.language.masking import covered_value
from mqtune.language.mqsc import NUMBERS
from mqtune.language.secret_values import holds_secret
from mqtune.text.messages import COVER
from mqtune.text.patterns import whole_number
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mqtune.estate.objects import MqObject
    from mqtune.language.mqsc import Attribute


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
    ordered = sorted({*classes} - {SAFE}, key=CLASSES.index)
    return tuple(ordered) or (SAFE,)


def is_as_bad(risk: str, limit: str) -> bool:
    """Whether a class is a given one, or worse."""
    return CLASSES.index(risk) <= CLASSES.index(limit)


def effect_of(type: str, keyword: str, before: str | None, after: str | None, subtype: str = "") -> Effect:
    """What the change of an attribute from one effective value to another means; None is an unknown value."""
    old, new = (before or "").strip(), (after or "").strip()
    kind, values = effect_of_change(type, keyword)
    when = time_of_change(type, keyword) or NOW
    classes = _classes(kind, values, keyword, old, new)
    if kind == "sequence":
        classes = [DISRUPTS] * (subtype in values)
    return Effect(in_order((*classes, when) if when in CLASSES else classes), when)


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


# attributes that state what a service runs, and those by which an object passes messages to a queue
PROGRAMS = frozenset({"STARTCMD", "STARTARG", "STOPCMD", "STOPARG"})
PASSING = {"QALIAS": "TARGET", "QREMOTE": "RNAME", "SUB": "DEST", "QLOCAL": "STREAMQ", "QMODEL": "STREAMQ"}
COMMAND_QUEUES = ("SYSTEM.ADMIN.COMMAND.QUEUE", "SYSTEM.CLUSTER.COMMAND.QUEUE", "SYSTEM.COMMAND.INPUT")
RUNS = "its programs run with the rights of the queue manager"
COMMANDS = "messages that are put to it become commands on {}"


def rights_of(type: str, values: Mapping[str, str]) -> str:
    """How new values of an object let others act with the rights of the queue manager, "" if they do not."""
    runs = not PROGRAMS.isdisjoint(values) or values.get("CONTROL") in ("QMGR", "STARTONLY")
    queue = values.get(PASSING.get(type, ""))
    if queue in COMMAND_QUEUES:
        return COMMANDS.format(queue)
    return RUNS if type == "SERVICE" and runs else ""


# Values of attributes as the queue manager compares them: numbers as numbers, keywords without case.

# lists in which the order has no meaning
UNORDERED = {("CHLAUTH", "USERLIST"), ("CHLAUTH", "ADDRLIST"), ("QMGR", "SUITEB"), ("CHANNEL", "PROTOCOL")}
KEYWORDS = ("enum", "flag", "enum-list", "integer-or-keyword")


@cache
def attribute_of(type: str, keyword: str) -> Attribute | None:
    """The catalogue's entry of an attribute."""
    return catalogue.attribute(type, keyword)


@cache
def normal(type: str, keyword: str, text: str) -> str:
    """A value in the one form that equal values have."""
    text = text.strip()
    attribute = attribute_of(type, keyword)
    if attribute is None:
        return text
    if attribute.kind in NUMBERS and text.isascii() and text.isdigit():
        return text.lstrip("0") or "0"
    if attribute.kind in KEYWORDS:
        text = text.upper()
    if attribute.kind in ("list", "enum-list"):
        items = [item.strip().strip("'") for item in text.split(",")]
        items = [item for item in items if item]
        return ",".join(sorted(items) if (type, keyword) in UNORDERED else items)
    return text


def value_of(object: MqObject, keyword: str) -> str | None:
    """The effective value in its normal form; None if it is unknown."""
    text = object.value(keyword)
    return None if text is None else normal(object.type, keyword, text)


def is_secret(keyword: str, *values: str | None) -> bool:
    """Whether an attribute, or one of these values of it, is not to be shown as it is."""
    return holds_secret(keyword) or any(
        COVER in value or covered_value(keyword, value) != value for value in values if value
    )


def differ_by_mask(keyword: str, before: str | None, after: str | None) -> bool:
    """Whether two values differ only in secrets that asterisks replace in one of them.

    `mqtune collect` does not write secrets.
    """
    values = [value for value in (before, after) if value]
    if holds_secret(keyword):
        return any(not value.strip("*") for value in values)
    return (
        any(COVER in value for value in values)
        and len({covered_value(keyword, value) for value in values}) == 1
    )


def set_keywords(object: MqObject) -> set[str]:
    """The attributes that scripts set, on the object itself or on one that it is based on."""
    statements = object.statements
    keywords = set(statements[0].layout.attributes if len(statements) == 1 else object.given)
    for layer in (object.base, object.carried):
        if layer is not None:
            keywords |= set_keywords(layer)
    return keywords
