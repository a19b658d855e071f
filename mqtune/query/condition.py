"""The condition of WHERE, evaluated with three outcomes: true, false, or None for unknown.

The operators are those of the product documentation of DISPLAY: LT GT EQ NE LE GE for strings and numbers,
EQ and NE for values of a fixed set, LK and NL for a generic string, CT EX CTG EXG for lists. Strings are
compared without trailing blanks.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne

from mqtune.language import catalogue
from mqtune.language.entries import OPERATOR_FAMILIES
from mqtune.query.errors import QueryError
from mqtune.query.names import generic_matches
from mqtune.query.words import AT_RUN_TIME, attribute_of, attributes_shown, kind_of
from mqtune.syntax.mqsc.values import read_condition
from mqtune.text.numbers import whole_number
from mqtune.text.record import record
from mqtune.text.spelling import nearest, nearest_help
from mqtune.text.wording import allowed_list

INTEGER, ENUM, LIST, STRING = "integer", "enum", "list", "string"
ORDER: dict[str, Callable[[object, object], bool]] = {
    "LT": lt,  # type: ignore[dict-item]  # two strings, or two numbers
    "GT": gt,  # type: ignore[dict-item]
    "EQ": eq,
    "NE": ne,
    "LE": le,  # type: ignore[dict-item]
    "GE": ge,  # type: ignore[dict-item]
}
GENERIC = ("LK", "NL", "CTG", "EXG")
NEGATIVE = ("NL", "EX", "EXG")
# parameters that select objects, by which a queue manager does not filter
NOT_FILTERED = ("ALL", "WHERE", "CMDSCOPE", "QSGDISP", "MATCH", "CLUSINFO", "SUMMARY", "SERVCOMP")
NOT_SHOWN = ("ACTION", "AUTHADD", "AUTHRMV", "FORCE", "SERVCOMP", "SUMMARY")
FORM = "write WHERE(keyword operator value), for example WHERE(MAXDEPTH LT 10000)"


@record
class Condition:
    """A condition: `family` is what is compared: integer, enum, list or string."""

    keyword: str
    operator: str
    value: str
    family: str

    def holds(self, text: str) -> bool | None:
        """Whether a known value meets it; None if the two cannot be compared."""
        if self.family == LIST:
            return self._holds_of_list([item.strip() for item in text.split(",") if item.strip()])
        if self.operator in GENERIC:
            return generic_matches(self.value, text) != (self.operator in NEGATIVE)
        if self.family == INTEGER:
            return self._holds_of_number(text)
        if self.family == ENUM:
            return ORDER[self.operator](text.upper(), self.value.upper())
        return ORDER[self.operator](text.rstrip(), self.value.rstrip())

    def _holds_of_number(self, text: str) -> bool | None:
        """Numbers are compared as numbers; a keyword such as NOLIMIT only equals itself."""
        left, right = whole_number(text), whole_number(self.value)
        if left is not None and right is not None:
            return ORDER[self.operator](left, right)
        if self.operator in ("EQ", "NE"):
            return ORDER[self.operator](text.strip().upper(), self.value.strip().upper())
        return None

    def _holds_of_list(self, items: list[str]) -> bool:
        if self.operator in ("CTG", "EXG"):
            found = any(generic_matches(self.value, item) for item in items)
        else:
            wanted = self.value.strip()
            found = wanted in items if wanted else not items
        return found != (self.operator in NEGATIVE)


def condition_of(raw: str, types: tuple[str, ...], command: str) -> Condition:
    """The condition between the parentheses of WHERE. Raises QueryError."""
    read = read_condition(raw)
    if read is None:
        raise QueryError(f"WHERE({raw.strip()}) is not a valid condition", _form_help(raw))
    keyword = _keyword(read.keyword, types, command)
    operator = read.operator
    families = {
        OPERATOR_FAMILIES.get(kind_of(type, keyword), STRING) for type in types if _has(type, keyword)
    }
    allowed = list(dict.fromkeys(word for family in sorted(families) for word in catalogue.operators(family)))
    if operator not in allowed:
        near = nearest(operator, allowed) if operator not in _every_operator() else None
        help = f"the nearest is {near}" if near else f"{keyword} accepts {allowed_list(allowed)}"
        raise QueryError(f"{operator} is not a valid operator for {keyword}", help)
    family = next(one for one in sorted(families) if operator in catalogue.operators(one))
    value = read.value if "'" in raw else read.value.upper()
    _check_value(keyword, operator, value, family, types)
    return Condition(keyword, operator, _as_flag(value, keyword, types), family)


def _form_help(raw: str) -> str:
    for sign, word in SIGNS.items():
        if sign in raw:
            return f"write {word} instead of {sign}: WHERE(keyword {word} value)"
    return FORM


SIGNS = {"<=": "LE", ">=": "GE", "<>": "NE", "!=": "NE", "==": "EQ", "<": "LT", ">": "GT", "=": "EQ"}


def _keyword(written: str, types: tuple[str, ...], command: str) -> str:
    """The attribute to filter by. Raises QueryError."""
    found = attribute_of(types, written)
    if found in AT_RUN_TIME:
        raise QueryError(
            f"{found} is not in the files: it exists only in a running queue manager",
            "ask the queue manager, or filter by an attribute of the definition",
        )
    if found is None or found in NOT_FILTERED or found in NOT_SHOWN:
        known = [word for word in attributes_shown(types) if word not in (*NOT_FILTERED, *NOT_SHOWN)]
        help = nearest_help(written, known, f"filter by an attribute of {allowed_list(types)}")
        raise QueryError(f"{command} cannot filter by {written}", help)
    return found


def _has(type: str, keyword: str) -> bool:
    return keyword in attributes_shown((type,))


def _every_operator() -> set[str]:
    return {word for one in (INTEGER, ENUM, LIST, STRING) for word in catalogue.operators(one)}


def _check_value(keyword: str, operator: str, value: str, family: str, types: tuple[str, ...]) -> None:
    """Raise QueryError for a value that no object can have."""
    if operator in GENERIC:
        if not value.endswith("*") or "*" in value[:-1]:
            raise QueryError(
                f"{operator} needs a generic value, which ends with its only asterisk, found '{value}'",
                f"write '{value.replace('*', '')}*'" if value.strip("*") else "write 'ABC*'",
            )
        return
    if value.endswith("*") and len(value) > 1 and family == STRING:
        generic = "NL" if operator == "NE" else "LK"
        raise QueryError(
            f"{operator} compares with one value, and '{value}' is generic",
            f"write {keyword} {generic} '{value}'",
        )
    found = [one for type in types if (one := catalogue.attribute(type, keyword)) is not None]
    words = list(dict.fromkeys(word for one in found for word in one.words))
    if family == INTEGER and whole_number(value) is None and value.upper() not in words:
        raise QueryError(
            f"{keyword} is a number, and '{value}' is not",
            f"write a number{f' or {allowed_list(words)}' if words else ''}",
        )
    flags = [one for one in found if one.kind == "flag"]
    if flags and value.upper() not in ("YES", "NO", keyword, flags[0].negative):
        raise QueryError(f"{value} is not a valid value for {keyword} in WHERE", "write YES or NO")
    if family == ENUM and words and not flags and value.upper() not in words:
        help = nearest_help(value.upper(), words, f"write {allowed_list(words, 12)}")
        raise QueryError(f"{value or 'a blank'} is not a valid value for {keyword}", help)


def _as_flag(value: str, keyword: str, types: tuple[str, ...]) -> str:
    """The value of a flag as YES or NO: TRIGGER and NOTRIGGER are accepted too."""
    one = catalogue.attribute(types[0], keyword)
    if one is None or one.kind != "flag" or value.upper() in ("YES", "NO"):
        return value
    return "YES" if value.upper() == keyword else "NO"
