"""Rules on the JSON type of the values of a client channel definition table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import Estate
from mqtune.findings.finding import INFO, SAFE, UNSAFE, WARNING, Fix
from mqtune.language.ccdt import CcdtKey
from mqtune.rules.cat.ccdt_sites import (
    ATTRIBUTE,
    FORMAT,
    Site,
    edits,
    first_sign,
    hit,
    quoted,
    refusal,
    replacement,
    severity,
    sites,
    text_of,
)
from mqtune.syntax.ccdt.tree import (
    ARRAY,
    BARE,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    OBJECT,
    PLACEHOLDER,
    STRING,
    CcdtFile,
    Node,
)
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.spans import Span
from mqtune.text.wording import shortened

# Java's int
LEAST, MOST = -(2**31), 2**31 - 1

DIGITS = re.compile(r"[+-]?[0-9]{1,10}")

WANTED = {
    "string": "a string",
    "integer": "an integer",
    "object": "an object",
    "objects": "an array of objects",
    "strings": "an array of strings",
}
TAKEN = {
    "string": (STRING, BARE),
    "integer": (INTEGER,),
    "object": (OBJECT,),
    "objects": (ARRAY,),
    "strings": (ARRAY,),
}
ELEMENTS = {"objects": "object", "strings": "string"}
CALLED = {
    NULL: "null",
    OBJECT: "an object",
    ARRAY: "an array",
    BOOLEAN: "a boolean",
    NUMBER: "a number with a fraction or exponent",
    STRING: "a string",
    BARE: "a string",
    INTEGER: "a number",
}


@rule("CAT072")
def wrong_type(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A value whose JSON type does not match the key."""
    for site in sites(file):
        entry = site.entry
        if entry is None or entry.kind == "any":
            continue
        kind = entry.kind if site.member is not None else ELEMENTS[entry.kind]
        if not _fits(site.node, kind):
            yield _wrong(file, estate, site, kind)


def _fits(node: Node, kind: str) -> bool:
    if node.kind == PLACEHOLDER or (node.kind == BARE and has_placeholder(str(node.value))):
        return True
    if node.kind == INTEGER and kind == "integer":
        return isinstance(node.value, int) and LEAST <= node.value <= MOST
    return node.kind in TAKEN[kind]


def _wrong(file: CcdtFile, estate: Estate, site: Site, kind: str) -> Hit:
    text = text_of(site.node)
    if text is not None and has_placeholder(text):
        return hit(
            file,
            site,
            site.node.span,
            f"{site.subject} has quotation marks around {shortened(text)}, but must be {WANTED[kind]}",
            note="once filled in, it is still a string unless the template engine removes the marks",
            help="write the placeholder without quotation marks",
            severity=INFO,
        )
    found = _called(site.node, kind)
    help, fixes = _remedy(file, site, kind)
    return hit(
        file,
        site,
        first_sign(site.node),
        f"{site.subject} must be {WANTED[kind]}, not {found}",
        note=refusal(estate, ATTRIBUTE if kind == "integer" else FORMAT),
        help=help,
        severity=severity(estate),
        fixes=fixes,
    )


def _called(node: Node, kind: str) -> str:
    if node.kind == INTEGER and kind == "integer":
        return "a number with more than 32 bits"
    text = text_of(node)
    return f"the string {shortened(quoted(text))}" if text is not None else CALLED[node.kind]


def _remedy(file: CcdtFile, site: Site, kind: str) -> tuple[str, tuple[Fix, ...]]:
    """The help for a value of the wrong type, and the fix."""
    node, entry = site.node, site.entry
    assert entry is not None
    converted = _converted(node, entry, kind)
    if converted is not None:
        content, applicability = converted
        message = f"write {content}"
        return message, replacement(file, node.span, content, message, applicability)
    if node.kind == NULL and not entry.required:
        return f"remove {entry.name}: null is not equivalent to a missing key", ()
    if (kind == "objects" and node.members) or (kind == "strings" and text_of(node) in entry.values):
        start = Span(node.span.line, node.span.column, node.span.line, node.span.column)
        end = Span(node.span.end_line, node.span.end_column, node.span.end_line, node.span.end_column)
        parts = (file.document.edit(start, "["), file.document.edit(end, "]"))
        return "enclose it in an array", edits("enclose it in an array", SAFE, *parts)
    return f"write {WANTED[kind]}", ()


def _converted(node: Node, entry: CcdtKey, kind: str) -> tuple[str, str] | None:
    """The same value in the required type, and the applicability of the change."""
    text = text_of(node)
    if kind == "integer":
        if text is not None and DIGITS.fullmatch(text.strip()):
            return _integer(int(text))
        if node.kind == NUMBER and isinstance(node.value, float) and node.value.is_integer():
            return _integer(int(node.value))
        if text is not None and text.upper() == entry.mqsc_default and entry.java_default:
            return entry.java_default, SAFE
    if kind == "string" and node.kind == INTEGER and not entry.values:
        return f'"{node.value}"', SAFE
    if kind == "string" and node.kind == BOOLEAN:
        slip = entry.value_slips.get(str(node.value).lower())
        return (f'"{slip}"', UNSAFE) if slip else None
    return None


def _integer(value: int) -> tuple[str, str] | None:
    return (str(value), SAFE) if LEAST <= value <= MOST else None


@rule("CAT077")
def empty_list(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """An empty array although at least one element is required: `channel`, `header`, `message`."""
    for site in sites(file):
        entry, node = site.entry, site.node
        if entry is None or site.member is None or node.kind != ARRAY or node.items:
            continue
        if file.templated or not node.complete:
            continue
        if entry.empty_refused:
            number = ATTRIBUTE if entry.kind == "strings" else FORMAT
            usual = entry.java_default or ""
            content = f"[{quoted(usual)}]"
            yield hit(
                file,
                site,
                node.span,
                f"{site.subject} is an empty array",
                note=refusal(estate, number),
                help=f"write {content}, or remove the key"
                if usual
                else "write {} for a table without channels",
                severity=severity(estate),
                fixes=replacement(file, node.span, content, f"write {content}", SAFE) if usual else (),
            )
        elif entry.required:
            yield hit(
                file,
                site,
                node.span,
                f"{site.subject} is an empty array",
                note="the client accepts the channel, but cannot connect because it has no address",
                help="name at least one host and port",
                severity=WARNING,
            )
