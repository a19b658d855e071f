"""What a DISPLAY command asks for: a query with its condition of WHERE, names, and MATCH.

A condition has three outcomes: true, false, or None for unknown. Its operators are those of the product
documentation of DISPLAY: LT GT EQ NE LE GE for strings and numbers, EQ and NE for values of a fixed set, LK
and NL for a generic string, CT EX CTG EXG for lists. Strings are compared without trailing blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

from mqtune.analysis.query.items import AT_RUN_TIME, attribute_of, attributes_shown, kind_of, name_keyword
from mqtune.language import catalogue
from mqtune.language.mqsc import OPERATOR_FAMILIES
from mqtune.syntax.document import PLACEHOLDER, has_placeholder
from mqtune.syntax.mqsc.values import read_condition
from mqtune.text.messages import CorrectableError, allowed_list
from mqtune.text.patterns import asterisks_match, whole_number
from mqtune.text.record import field, record
from mqtune.text.spelling import nearest, nearest_help

# Generic names, and names with placeholders: whether a name matches is true, false, or unknown.


class QueryError(CorrectableError):
    """What is wrong with a DISPLAY command, and what to write instead."""


@record
class Query:
    """One DISPLAY command.

    `word` is the object word without synonyms (QUEUE, QLOCAL, TCLUSTER), `types` the object types that it
    covers, `name` the name or generic name, None for a type without names. `subtypes` limits the subtype,
    `filters` are generic values of attributes, `options` other parameters with their values. `keywords` are
    the requested attributes; with `every` all are shown, with neither those that the queue manager shows then
    (`keywords_of`). `local` and `clustered` are whether the objects of
    the queue manager, or those that a cluster advertises, are asked for.
    """

    text: str
    word: str
    types: tuple[str, ...]
    name: str | None
    condition: Condition | None
    keywords: tuple[str, ...]
    every: bool
    subtypes: tuple[str, ...]
    filters: dict[str, str]
    options: dict[str, str]
    local: bool
    clustered: bool
    notes: tuple[str, ...]
    name_keyword: str = field(init=False)

    def __post_init__(self) -> None:
        self.name_keyword = name_keyword(self.types[0])

    @property
    def is_generic(self) -> bool:
        """Whether it asks for several objects, of which the queue manager shows less by default."""
        return self.name is not None and "*" in self.name


def generic_matches(pattern: str, text: str) -> bool:
    """Whether a text equals a value, or begins with what precedes the asterisk at the end of one."""
    return text.startswith(pattern[:-1]) if pattern.endswith("*") else text == pattern


def name_matches(pattern: str | None, name: str) -> bool | None:
    """Whether an object's name fits the name in DISPLAY; None if a placeholder in it decides."""
    if pattern is None or pattern == "*":
        return True
    if not has_placeholder(name):
        return generic_matches(pattern, name)
    head, rest = literal_head(name), pattern.removesuffix("*")
    if not pattern.endswith("*"):
        return None if rest.startswith(head) and rest.endswith(literal_tail(name)) else False
    if head.startswith(rest):
        return True
    return None if rest.startswith(head) else False


def literal_head(name: str) -> str:
    """What precedes the first placeholder."""
    match = PLACEHOLDER.search(name)
    return name if match is None else name[: match.start()]


def literal_tail(name: str) -> str:
    """What certainly follows the last placeholder: the text behind its closing sign."""
    match = re.search(r"[^}>%@+)]*\Z", name)
    tail = match[0] if match is not None else ""
    return tail if len(tail) < len(name) and has_placeholder(name[: len(name) - len(tail)]) else ""


@lru_cache(maxsize=1024)
def overlap(left: str, right: str) -> bool:
    """Whether some name fits both of two patterns with asterisks anywhere."""
    if not left or not right:
        return not left.strip("*") and not right.strip("*")
    if left[0] == "*":
        return overlap(left[1:], right) or (right[0] != "*" and overlap(left, right[1:]))
    if right[0] == "*":
        return overlap(right, left)
    return left[0] == right[0] and overlap(left[1:], right[1:])


def profile_fits(profile: str, wanted: str, match: str) -> bool:
    """Whether DISPLAY CHLAUTH shows a record with this profile, for MATCH(GENERIC), EXACT or ALL."""
    if match == "EXACT" or (match == "GENERIC" and "*" not in wanted):
        return profile == wanted
    if match == "GENERIC":
        return asterisks_match(wanted, profile)
    return asterisks_match(profile, wanted) if "*" not in wanted else overlap(profile, wanted)


# The condition of WHERE.

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
            is_met = any(generic_matches(self.value, item) for item in items)
        else:
            wanted = self.value.strip()
            is_met = wanted in items if wanted else not items
        return is_met != (self.operator in NEGATIVE)


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
    family = next(candidate for candidate in sorted(families) if operator in catalogue.operators(candidate))
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
    keyword = attribute_of(types, written)
    if keyword in AT_RUN_TIME:
        raise QueryError(
            f"{keyword} is not in the files: it exists only in a running queue manager",
            "ask the queue manager, or filter by an attribute of the definition",
        )
    if keyword is None or keyword in NOT_FILTERED or keyword in NOT_SHOWN:
        known = [word for word in attributes_shown(types) if word not in (*NOT_FILTERED, *NOT_SHOWN)]
        help = nearest_help(written, known, f"filter by an attribute of {allowed_list(types)}")
        raise QueryError(f"{command} cannot filter by {written}", help)
    return keyword


def _has(type: str, keyword: str) -> bool:
    return keyword in attributes_shown((type,))


def _every_operator() -> set[str]:
    return {word for family in (INTEGER, ENUM, LIST, STRING) for word in catalogue.operators(family)}


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
    attributes = [
        attribute for type in types if (attribute := catalogue.attribute(type, keyword)) is not None
    ]
    words = list(dict.fromkeys(word for attribute in attributes for word in attribute.words))
    if family == INTEGER and whole_number(value) is None and value.upper() not in words:
        raise QueryError(
            f"{keyword} is a number, and '{value}' is not",
            f"write a number{f' or {allowed_list(words)}' if words else ''}",
        )
    flags = [attribute for attribute in attributes if attribute.kind == "flag"]
    if flags and value.upper() not in ("YES", "NO", keyword, flags[0].negative):
        raise QueryError(f"{value} is not a valid value for {keyword} in WHERE", "write YES or NO")
    if family == ENUM and words and not flags and value.upper() not in words:
        help = nearest_help(value.upper(), words, f"write {allowed_list(words, 12)}")
        raise QueryError(f"{value or 'a blank'} is not a valid value for {keyword}", help)


def _as_flag(value: str, keyword: str, types: tuple[str, ...]) -> str:
    """The value of a flag as YES or NO: TRIGGER and NOTRIGGER are accepted too."""
    attribute = catalogue.attribute(types[0], keyword)
    if attribute is None or attribute.kind != "flag" or value.upper() in ("YES", "NO"):
        return value
    return "YES" if value.upper() == keyword else "NO"


# The query.


# MATCH of DISPLAY CHLAUTH and DISPLAY AUTHREC, and the parameters that belong to it.

MATCHES = {"CHLAUTH": ("GENERIC", "EXACT", "ALL", "RUNCHECK"), "AUTHREC": ("PROFILE", "MEMBERSHIP", "EXACT")}
RUNCHECK, MEMBERSHIP = "RUNCHECK", "MEMBERSHIP"
RUNCHECK_WORDS = ("ADDRESS", "CLNTUSER", "QMNAME", "SSLPEER", "SSLCERTI")
RECORD_WORDS = ("PROFILE", "OBJTYPE", "PRINCIPAL", "GROUP")
MATCHED_WORDS = {
    "CHLAUTH": ("MATCH", *RUNCHECK_WORDS),
    "AUTHREC": ("MATCH", *RECORD_WORDS),
}


def check_match(query: Query) -> None:
    """Raise QueryError for a MATCH that is not valid, or that files cannot answer."""
    type = query.word
    if type not in MATCHES:
        return
    word = query.options.get("MATCH", "").strip().upper()
    if word and word not in MATCHES[type]:
        help = nearest_help(word, MATCHES[type], f"write {allowed_list(MATCHES[type])}")
        raise QueryError(f"{word} is not a valid value for MATCH of DISPLAY {type}", help)
    if word == MEMBERSHIP:
        raise QueryError(
            "files cannot answer MATCH(MEMBERSHIP): they do not state which users are in which groups",
            "name the group with GROUP(…), or use MATCH(PROFILE)",
        )
    if type == "CHLAUTH":
        _check_runcheck(query, word)


def _check_runcheck(query: Query, match: str) -> None:
    """Raise QueryError for parameters of RUNCHECK that are missing or conflict."""
    given = [word for word in RUNCHECK_WORDS if word in query.options]
    if match != RUNCHECK:
        if given:
            raise QueryError(
                f"{given[0]} accepts a value only with MATCH(RUNCHECK)",
                f"add MATCH(RUNCHECK), or write WHERE({given[0]} EQ …)",
            )
        return
    if query.name is not None and "*" in query.name:
        raise QueryError(f"MATCH(RUNCHECK) needs the name of one channel, not {query.name}", "name a channel")
    if not query.options.get("ADDRESS", "").strip():
        raise QueryError("MATCH(RUNCHECK) needs the address of the partner", "add ADDRESS('192.0.2.1')")
    for word in given:
        if "*" in query.options[word]:
            raise QueryError(f"{word} must not be generic with MATCH(RUNCHECK)", "name one value")
    if "CLNTUSER" in given and "QMNAME" in given:
        raise QueryError(
            "MATCH(RUNCHECK) accepts CLNTUSER for a client or QMNAME for a queue manager, not both",
            "leave one of them out",
        )
    if query.subtypes:
        raise QueryError("MATCH(RUNCHECK) accepts only TYPE(ALL)", "leave TYPE out")
