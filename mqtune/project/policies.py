"""The tables `[[policy]]`, `[[access-test]]` and `[[flow-test]]` of `mqtune.toml`: policies and tests.

What can be checked without the catalogue is checked here; the DISPLAY command, the object type and the words
in the message of a policy in `engine/policies.py`.
"""

from __future__ import annotations

import re

from mqtune.project import values
from mqtune.project.rule_codes import FAMILIES, POLICY_CODE
from mqtune.project.settings import AccessTest, FlowTest, PolicyDeclaration
from mqtune.project.values import ValueFormError
from mqtune.text.linear import Expression, UnsupportedError
from mqtune.text.spelling import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.project.tables import KeyPath, Keys, TableReader


# Access tests: questions about access, with the answers that are expected.

TABLE = "access-test"
KEYS: Keys = {
    "name": ("name", values.text),
    "environment-name": ("environment_name", values.text),
    "queue-manager": ("queue_manager", values.text),
    "channel": ("channel", values.text),
    "address": ("address", values.text),
    "user": ("user", values.text),
    "credentials": ("credentials", values.word_of("valid", "wrong", "none")),
    "login": ("login", values.text),
    "cert": ("cert", values.text),
    "issuer": ("issuer", values.text),
    "groups": ("groups", values.texts),
    "partner": ("partner", values.text),
    "local": ("local", values.flag),
    "object": ("object", values.text),
    "object-qmgr": ("at", values.text),
    "for": ("purpose", values.text),
    "expect": ("expect", values.word_of("allowed", "refused")),
    "as": ("expected_user", values.text),
    "by": ("decided_by", values.text),
}


def read_access_tests(reader: TableReader, tables: dict[str, Any]) -> tuple[AccessTest, ...]:
    """The tests of a project file."""
    tests = []
    for table, path in reader.rows(tables, (), TABLE):
        fields = reader.fields(table, path, KEYS)
        if reader.require(table, path, ("expect",)) and "expect" in fields:
            tests.append(AccessTest(line=reader.line(path), file=reader.file, **fields))
    return tuple(tests)


# Flow tests: messages and clients, with the ends that are expected.

FLOW_TABLE = "flow-test"
FLOW_KEYS: Keys = {
    "name": ("name", values.text),
    "environment-name": ("environment_name", values.text),
    "queue-manager": ("queue_manager", values.text),
    "put": ("put", values.text),
    "ccdt": ("ccdt", values.text),
    "connect": ("connect", values.text),
    "expect": ("expect", values.text_or_texts),
    "at": ("at", values.text),
    "reason-code": ("reason_code", values.positive),
    "size": ("size_bytes", values.size),
    "persistent": ("persistent", values.flag),
    "user": ("user", values.text),
    "groups": ("groups", values.texts),
}


def read_flow_tests(reader: TableReader, tables: dict[str, Any], folder: str) -> tuple[FlowTest, ...]:
    """The tests of a project file in a folder; errors are recorded."""
    tests = []
    for table, path in reader.rows(tables, (), FLOW_TABLE):
        fields = reader.fields(table, path, FLOW_KEYS)
        required = ("expect",) if "connect" in table else ("put", "expect")
        if reader.require(table, path, required) and fields.keys() >= set(required):
            tests.append(FlowTest(line=reader.line(path), file=reader.file, folder=folder, **fields))
    return tuple(tests)


# Policies.

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
    policies: dict[str, PolicyDeclaration] = {}
    for number, (table, path) in enumerate(reader.rows(tables, (), "policy")):
        if number == MOST_POLICIES:
            reader.error(path, f"more than {MOST_POLICIES} [[policy]] tables", JOIN)
            break
        fields = reader.fields(table, path, POLICY_KEYS)
        complete = reader.require(table, path, REQUIRED) and _has_one_form(reader, table, path)
        if not complete or not fields.keys() >= table.keys():
            continue
        policy = PolicyDeclaration(
            **fields,
            file=reader.file,
            line=reader.line(path),
            lines={key: reader.line((*path, key)) for key in table},
        )
        earlier = policies.setdefault(policy.code, policy)
        if earlier is not policy:
            help = f"line {earlier.line} has a policy with this code; give each its own"
            reader.error((*path, "code"), f"policy {policy.code} is declared twice", help)
    return tuple(policies.values())


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
