"""The `[[policy]]` tables of `mqtune.toml`: rules of the user's own.

What can be checked without the catalogue is checked here; the DISPLAY command, the object type and the words
in the message in `engine/policies.py`.
"""

from __future__ import annotations

import re

from mqtune.project import values
from mqtune.project.rule_codes import FAMILIES, POLICY_CODE
from mqtune.project.settings import PolicyDeclaration
from mqtune.project.values import ValueFormError
from mqtune.text.linear import Expression
from mqtune.text.linear_syntax import UnsupportedError
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.tables import Keys, TableReader
    from mqtune.project.toml_lines import KeyPath

MOST_POLICIES = 500  # of one file: each is compared with every object
LINEAR = "use classes, groups, alternatives, simple repeats and lookaheads only"
JOIN = "let one policy find what several find, with alternatives in its pattern"
EXAMPLE = "write letters and three digits, such as BANK001"


def code(value: object) -> str:
    """The code of a policy: letters and three digits, not of one of mqtune's families."""
    word = values.text(value)
    if POLICY_CODE.match(word) is None:
        upper = word.upper()
        help = f'write "{upper}"' if POLICY_CODE.match(upper) is not None else EXAMPLE
        raise ValueFormError(f'must be letters in upper case and three digits, not "{word}"', help)
    if word[:-3] in FAMILIES:
        raise ValueFormError(f"must not begin with {word[:-3]}, a family of mqtune's own rules", EXAMPLE)
    return word


def name(value: object) -> str:
    """The name of a policy: words in lower case, joined by hyphens."""
    text = values.text(value)
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", text):
        proposal = "-".join(re.findall(r"[a-z0-9]+", text.lower())) or "queue-name"
        raise ValueFormError(
            f'must be words in lower case joined by hyphens, not "{text}"', f'write "{proposal}"'
        )
    return text


def pattern(value: object) -> str:
    """A regular expression that the whole name must match."""
    text = values.text(value)
    try:
        Expression(text, re.compile(text).flags)
    except UnsupportedError as error:
        raise ValueFormError(f"has {error}, and is not matched in linear time", LINEAR) from error
    except (re.error, RecursionError, OverflowError) as error:
        help = "in TOML, write a backslash twice, or enclose the pattern in single quotation marks"
        raise ValueFormError(f"is not a valid regular expression: {error}", help) from error
    return text


POLICY_KEYS: Keys = {
    "code": ("code", code),
    "name": ("name", name),
    "display": ("display", values.text),
    "object": ("object", values.text),
    "pattern": ("pattern", pattern),
    "message": ("message", values.text),
    "severity": ("severity", values.word_of("error", "warning", "info")),
    "owner": ("owner", values.text),
}
REQUIRED = ("code", "name", "message")


def read_policies(reader: TableReader, tables: dict[str, Any]) -> tuple[PolicyDeclaration, ...]:
    """The policies of a project file; errors are recorded with their lines."""
    found: dict[str, PolicyDeclaration] = {}
    for number, (table, path) in enumerate(reader.rows(tables, (), "policy")):
        if number == MOST_POLICIES:
            reader.error(path, f"more than {MOST_POLICIES} [[policy]] tables", JOIN)
            break
        fields = reader.fields(table, path, POLICY_KEYS)
        complete = reader.require(table, path, REQUIRED) and _has_one_form(reader, table, path)
        if not complete or not fields.keys() >= table.keys():
            continue
        one = PolicyDeclaration(
            **fields,
            file=reader.file,
            line=reader.line(path),
            lines={key: reader.line((*path, key)) for key in table},
        )
        other = found.setdefault(one.code, one)
        if other is not one:
            help = f"line {other.line} has a policy with this code; give each its own"
            reader.error((*path, "code"), f"policy {one.code} is declared twice", help)
    return tuple(found.values())


def _has_one_form(reader: TableReader, table: dict[str, Any], path: KeyPath) -> bool:
    """Whether a policy has either a DISPLAY, or an object type and a pattern; records an error if not."""
    naming = [key for key in ("object", "pattern") if key in table]
    if "display" in table:
        if naming:
            help = "use display alone, or object and pattern"
            reader.error((*path, naming[0]), f"[[policy]] has display and {naming[0]}", help)
        return not naming
    if len(naming) == 2:
        return True
    near = nearest("display", [key for key in table if key not in POLICY_KEYS])
    if near is None:
        missing = "no display, and no object and pattern" if not naming else f"{naming[0]} alone"
        help = 'add display = "DISPLAY …", or object = "QLOCAL" and pattern = "…"'
        reader.error(path, f"[[policy]] has {missing}", help)
    return False
