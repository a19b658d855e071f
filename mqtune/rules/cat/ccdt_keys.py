"""Rules on the keys of a client channel definition table, and on the JSON type of their values.

Keys may be unknown, missing, or newer than the clients.
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate
from mqtune.language.available import Level, reached, show_level
from mqtune.language.files import CcdtKey, ccdt_children, ccdt_keys, not_in_json
from mqtune.rules.cat.ccdt_values import (
    ATTRIBUTE,
    FORMAT,
    Site,
    edits,
    first_sign,
    hit,
    level_of,
    quoted,
    refusal,
    replacement,
    severity,
    sites,
    text_of,
)
from mqtune.rules.common import Suggestion, introduced_later, suggest
from mqtune.syntax.ccdt.tree import (
    ARRAY,
    BARE_VALUE,
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    OBJECT,
    PLACEHOLDER_VALUE,
    STRING,
    CcdtFile,
    Node,
)
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Span
from mqtune.text.finding import INFO, SAFE, UNSAFE, WARNING, Fix
from mqtune.text.messages import allowed_list, shortened
from mqtune.text.patterns import lazy_pattern

# the Java client whose behaviour was observed; it does not support later keys
RECORDED: Level = (9, 4, 1)


@rule("CAT070")
def unknown_key(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A key that the CCDT format does not allow in this position."""
    for site in sites(file):
        if site.member is None or site.entry is not None or has_placeholder(site.member.key):
            continue
        key = site.member.key
        where = _place_name(site)
        help, fixes = _remedy(file, site, key, level_of(estate))
        yield hit(
            file,
            site,
            site.member.key_span,
            f"{_of_channel(site)}unknown key {key} in {where}",
            note=refusal(estate, FORMAT if "." in site.path else ATTRIBUTE)
            + "; the C client ignores the key without a message",
            help=help,
            severity=severity(estate, INFO),
            fixes=fixes,
        )


def _of_channel(site: Site) -> str:
    return f"channel {site.channel}: " if site.channel else ""


def _place_name(site: Site) -> str:
    """What contains a key, for messages: "the table", "the channel object", "connectionManagement"."""
    parent = site.path.rpartition(".")[0]
    if parent == "":
        return "the table"
    return "the channel object" if parent == "channel[]" else parent.removeprefix("channel[].")


def _remedy(file: CcdtFile, site: Site, key: str, level: Level | None) -> tuple[str, tuple[Fix, ...]]:
    """The help for an unknown key, and the fix if the intended key is clear."""
    siblings = ccdt_children(site.path.rpartition(".")[0])
    free = {name: entry for name, entry in siblings.items() if site.holder.member(name) is None}
    known = {name: "" if _in_reach(entry, level) else _late(entry, level) for name, entry in free.items()}
    for name, objection in known.items():
        if name.lower() == key.lower() and not objection:
            return f"case matters: write {name}", _rename(file, site, name, SAFE)
    slip = next((name for name, entry in free.items() if _says(entry, key)), None)
    close = Suggestion(slip, known[slip]) if slip else suggest(key, known)
    if close.word:
        return close.help("key" if slip else "closest key", ""), _rename(
            file, site, close.word, UNSAFE
        ) if close.writable else ()
    elsewhere = [path for path, entry in ccdt_keys().items() if entry.name == key or _says(entry, key)]
    if elsewhere:
        return f"write it as {allowed_list(elsewhere)}", ()
    if key.upper() in not_in_json():
        return f"a JSON table cannot contain {key.upper()}: remove the key", ()
    return f"remove the key; valid keys here are {allowed_list(siblings)}", ()


def _says(entry: CcdtKey, word: str) -> bool:
    """Whether a word is used for a key in practice: a recorded slip, or the MQSC attribute."""
    return word in entry.slips or word.upper() in entry.mqsc


def _rename(file: CcdtFile, site: Site, name: str, applicability: str) -> tuple[Fix, ...]:
    assert site.member is not None
    return replacement(file, site.member.key_span, f'"{name}"', f"write {name}", applicability)


@rule("CAT071")
def missing_key(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A required key is missing."""
    if file.templated:
        return
    for site in sites(file):
        if not site.is_object or not site.node.complete:
            continue
        for name, entry in ccdt_children(site.path).items():
            if entry.required and site.node.member(name) is None and not _case_slip(site.node, name):
                yield from _missing(file, estate, site, entry)


def _case_slip(node: Node, name: str) -> bool:
    """Whether the key is present in another case, which is reported as an unknown key."""
    return any(member.key.lower() == name.lower() for member in node.members)


def _missing(file: CcdtFile, estate: Estate, site: Site, entry: CcdtKey) -> Iterator[Hit]:
    what = f"{_of_channel(site)}{entry.name} is missing" + (f" in {site.shown}" if site.shown else "")
    if entry.java_missing == "refused":
        note = refusal(estate, FORMAT)
        level = severity(estate)
    elif entry.java_missing == "fails":
        note = "the Java client accepts the table, but every connection through it fails with an exception"
        level = WARNING
    elif entry.java_missing == "dropped":
        return  # CAT078 reports an incomplete range
    else:
        note = "the Java client accepts a table without channels, but no connection can be made through it"
        level = None
    fixes: tuple[Fix, ...] = ()
    if len(entry.values) == 1:
        fixes = _insert(file, site.node, entry.name, entry.values[0])
    help = f"add {entry.name}" + (f": {entry.values[0]}" if len(entry.values) == 1 else "")
    span = site.member.key_span if site.member else first_sign(site.node)
    yield hit(file, site, span, what, note=note, help=help, severity=level, fixes=fixes)


def _insert(file: CcdtFile, node: Node, name: str, value: str) -> tuple[Fix, ...]:
    """A fix that inserts a member before the first one of an object, in the same layout."""
    if not node.members:
        return ()
    first = node.members[0].key_span
    behind = ", " if first.line == node.span.line else ",\n" + " " * (first.column - 1)
    span = Span(first.line, first.column, first.line, first.column)
    edit = file.document.edit(span, f'"{name}": "{value}"{behind}')
    return edits(f"add {name}", SAFE, edit)


@rule("CAT075")
def newer_than_clients(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A key or value that was introduced in a later level than `mq-version` declares."""
    level = level_of(estate)
    for site in sites(file):
        if site.entry is None:
            continue
        if site.member is not None and not _in_reach(site.entry, level):
            yield _late_key(file, estate, site, level)
        elif site.entry.value_levels and level is not None:
            yield from _late_value(file, site, level)


def _in_reach(entry: CcdtKey, level: Level | None) -> bool:
    """Whether clients at the declared level, or else the observed ones, support a key."""
    return reached(entry.introduced, level or RECORDED)


def _late(entry: CcdtKey, level: Level | None) -> str:
    """`was introduced in 10.0, but the level is 9.4`."""
    if level:
        return introduced_later(entry.introduced, level)
    return f"was introduced in {show_level(entry.introduced or ())}"


def _late_key(file: CcdtFile, estate: Estate, site: Site, level: Level | None) -> Hit:
    entry = site.entry
    assert entry is not None
    since = show_level(entry.introduced or ())
    return hit(
        file,
        site,
        site.key_span,
        f"{_of_channel(site)}{entry.name} {_late(entry, level)}",
        note=f"clients before {since} treat it as an unknown key: " + refusal(estate, FORMAT),
        help=f"remove it from tables that older clients read, or declare mq-version {since}",
        severity=severity(estate, INFO),
    )


def _late_value(file: CcdtFile, site: Site, level: Level) -> Iterator[Hit]:
    assert site.entry is not None
    since = site.entry.value_levels.get(str(site.node.value))
    if since is not None and not reached(since, level):
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject}: {site.node.value} {introduced_later(since, level)}",
            help="use a value that the level supports",
            severity=WARNING,
        )


# JSON types.

# Java's int
LEAST, MOST = -(2**31), 2**31 - 1

DIGITS = lazy_pattern(r"[+-]?[0-9]{1,10}")

WANTED = {
    "string": "a string",
    "integer": "an integer",
    "object": "an object",
    "objects": "an array of objects",
    "strings": "an array of strings",
}
TAKEN = {
    "string": (STRING, BARE_VALUE),
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
    BARE_VALUE: "a string",
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
    if node.kind == PLACEHOLDER_VALUE or (node.kind == BARE_VALUE and has_placeholder(str(node.value))):
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
    actual = _called(site.node, kind)
    help, fixes = _type_remedy(file, site, kind)
    return hit(
        file,
        site,
        first_sign(site.node),
        f"{site.subject} must be {WANTED[kind]}, not {actual}",
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


def _type_remedy(file: CcdtFile, site: Site, kind: str) -> tuple[str, tuple[Fix, ...]]:
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
