"""Functions shared by the rules on client channel definition tables: walking a table, messages, hits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mqtune.engine.hit import Hit
from mqtune.estate.model import Estate
from mqtune.findings.finding import UNSAFE, WARNING, Fix, ObjectName
from mqtune.language.ccdt import CcdtKey, ccdt_children
from mqtune.language.levels import Level, parse_level
from mqtune.syntax.ccdt.tree import ARRAY, BARE, OBJECT, STRING, CcdtFile, Member, Node
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.record import record
from mqtune.text.spans import Edit, Span

JAVA = "java"

# the message with which the Java client rejects a table depends on what is wrong
FORMAT = "AMQ9695"
ATTRIBUTE = "AMQ9696"


@record
class Site:
    """One value of a table.

    `entry` is the catalogue entry of its key, None if the key is not allowed there. `member` is None for
    an element of an array. `holder` is the enclosing object or array, `path` the catalogue's path of the
    value, `shown` the path inside its channel for messages, `channel` the name of the channel.
    """

    node: Node
    entry: CcdtKey | None
    member: Member | None
    holder: Node
    path: str
    shown: str
    channel: str

    @property
    def is_object(self) -> bool:
        """Whether it is an object and the catalogue expects one, so that its keys can be checked."""
        if self.node.kind != OBJECT:
            return False
        if self.entry is None:
            return self.member is None
        return self.entry.kind == ("objects" if self.member is None else "object")

    @property
    def subject(self) -> str:
        """The channel and the path inside it, for messages."""
        if not self.channel:
            return self.shown
        return f"channel {self.channel}: {self.shown}" if self.shown else f"channel {self.channel}"

    @property
    def key_span(self) -> Span:
        """The span of the key; for an element, of its first character."""
        return self.member.key_span if self.member else first_sign(self.node)


@lru_cache(maxsize=1)  # all rules check one table before the next
def sites(file: CcdtFile) -> tuple[Site, ...]:
    """Every value of a table, from the outside in, except the contents of unknown keys."""
    if file.root is None or file.root.kind != OBJECT:
        return ()
    return (Site(file.root, None, None, file.root, "", "", ""), *_members(file.root, "", "", ""))


def _members(holder: Node, path: str, shown: str, channel: str) -> Iterator[Site]:
    known = ccdt_children(path)
    for member in holder.members:
        entry = known.get(member.key)
        full = f"{path}.{member.key}" if path else member.key
        word = f"{shown}.{member.key}" if shown else member.key
        yield Site(member.value, entry, member, holder, full, word, channel)
        if entry is not None:
            yield from _inside(member.value, entry, word, channel)


def _inside(node: Node, entry: CcdtKey, shown: str, channel: str) -> Iterator[Site]:
    """The values inside a value, if the catalogue describes them."""
    if entry.kind == "object" and node.kind == OBJECT:
        yield from _members(node, entry.path, shown, channel)
    if entry.kind not in ("objects", "strings") or node.kind != ARRAY:
        return
    for number, item in enumerate(node.items):
        name, word = channel, f"{shown}[{number}]"
        if entry.path == "channel":
            name, word = _name_of(item, number), ""
        yield Site(item, entry, None, node, f"{entry.path}[]", word, name)
        if entry.kind == "objects" and item.kind == OBJECT:
            yield from _members(item, f"{entry.path}[]", word, name)


def _name_of(channel: Node, number: int) -> str:
    """The name of a channel, or its number in the table if it has none."""
    name = channel.get("name") if channel.kind == OBJECT else None
    text = text_of(name) if name is not None else None
    return text.strip() or f"number {number + 1}" if text else f"number {number + 1}"


def text_of(node: Node) -> str | None:
    """The text of a value that the client treats as a string; None for any other value."""
    return str(node.value) if node.kind in (STRING, BARE) else None


def known_text(node: Node) -> str | None:
    """The text of a string without a placeholder; None for any other value."""
    text = text_of(node)
    return None if text is None or has_placeholder(text) else text


def first_sign(node: Node) -> Span:
    """The span of the opening bracket of an object or array, or of any other value as a whole."""
    if node.kind in (OBJECT, ARRAY):
        return Span(node.span.line, node.span.column, node.span.line, node.span.column + 1)
    return node.span


def reads_java(estate: Estate) -> bool:
    """Whether a Java client reads the tables."""
    return JAVA in estate.project.ccdt_clients


def refusal(estate: Estate, number: str) -> str:
    """The note on a table that the Java client rejects with a message."""
    if not reads_java(estate):
        return (
            "a Java client would reject the whole table because of it; other clients have their own readers"
        )
    return (
        f"the Java client rejects the whole table because of it ({number}): "
        "every connection that needs the table fails with reason 2278 (MQRC_CLIENT_CONN_ERROR)"
    )


def severity(estate: Estate, without_java: str = WARNING) -> str | None:
    """None for the severity of the page if a Java client reads the table, else the severity without one."""
    return None if reads_java(estate) else without_java


def level_of(estate: Estate) -> Level | None:
    """The declared level, which is assumed to be that of the clients."""
    return parse_level(estate.project.mq_version or "")


def replacement(
    file: CcdtFile, span: Span, content: str, message: str, applicability: str = UNSAFE
) -> tuple[Fix, ...]:
    """A fix that replaces a text; none if the file cannot be edited exactly."""
    return edits(message, applicability, file.document.edit(span, content))


def edits(message: str, applicability: str, *parts: Edit | None) -> tuple[Fix, ...]:
    """A fix that consists of several edits; none if one of them cannot be made exactly."""
    known = tuple(part for part in parts if part is not None)
    return (Fix(applicability, message, known),) if known and len(known) == len(parts) else ()


def hit(
    file: CcdtFile,
    site: Site,
    span: Span,
    message: str,
    note: str = "",
    help: str = "",
    severity: str | None = None,
    fixes: tuple[Fix, ...] = (),
) -> Hit:
    """A hit on one value or key of a table."""
    return Hit(
        file.document.place(span),
        message,
        note=note,
        help=help,
        object=ObjectName("CCDT", site.channel) if site.channel else None,
        attribute=site.path,
        severity=severity,
        fixes=fixes,
    )


def quoted(text: str) -> str:
    """A text as a JSON string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
