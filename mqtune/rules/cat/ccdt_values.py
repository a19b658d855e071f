"""Rules on single values of a client channel definition table: keywords, lengths, numbers.

What all rules on such tables share comes first: walking a table, messages, hits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate
from mqtune.language.available import Level, cipherspec_of_suite, parse_level
from mqtune.language.files import CcdtKey, ccdt_children
from mqtune.rules.common import Suggestion, suggest, unavailable
from mqtune.syntax.ccdt.tree import ARRAY, BARE_VALUE, INTEGER, OBJECT, STRING, CcdtFile, Member, Node
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.values import peer_fault
from mqtune.text.editing import Edit, Span
from mqtune.text.finding import SAFE, UNSAFE, WARNING, Fix, ObjectName
from mqtune.text.messages import allowed_list, shortened
from mqtune.text.record import record

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
    return str(node.value) if node.kind in (STRING, BARE_VALUE) else None


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


# The rules.

PEER = "SSLPEER"
AUTO = -1  # how a table expresses AUTO


@rule("CAT073")
def unknown_value(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A word that is not a valid value for the key."""
    for site in sites(file):
        entry = site.entry
        text = known_text(site.node)
        if entry is None or not entry.values or text is None or text in entry.values:
            continue
        if entry.kind == "strings" and site.member is not None:
            continue
        help, fixes = _suggested_word(file, site, entry, text, level_of(estate))
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject} must be {allowed_list(entry.values)}, not {quoted(shortened(text))}",
            note=refusal(estate, ATTRIBUTE),
            help=help,
            severity=severity(estate),
            fixes=fixes,
        )


def _suggested_word(
    file: CcdtFile, site: Site, entry: CcdtKey, text: str, level: Level | None
) -> tuple[str, tuple[Fix, ...]]:
    """The help with the intended value, and the fix: safe if only case or blanks differ."""
    plain = text.strip().lower()
    known = {word: unavailable(level, None, entry.value_levels.get(word)) for word in entry.values}
    same = next((word for word in known if word.lower() == plain), None)
    if same is not None and not known[same]:
        fixes = replacement(file, site.node.span, quoted(same), f"write {same}", SAFE)
        return f"case and blanks matter: write {same}", fixes
    sure = same or entry.value_slips.get(plain)
    close = Suggestion(sure, known[sure]) if sure else suggest(plain, known)
    help = close.help("value" if sure else "closest value", f"write {allowed_list(entry.values)}")
    if not close.writable:
        return help, ()
    fixes = replacement(file, site.node.span, quoted(close.word), f"write {close.word}", UNSAFE)
    return help, fixes


@rule("CAT074")
def value_too_long(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A text that is longer than the channel definition allows."""
    for site in sites(file):
        entry = site.entry
        if entry is None:
            continue
        text = known_text(site.node)
        if text is not None and site.member is not None:
            yield from _one_too_long(file, estate, site, entry, text)
        elif entry.kind == "objects" and site.node.kind == ARRAY:
            yield from _together_too_long(file, estate, site)


def length(text: str) -> int:
    """The length of a text as Java counts it."""
    return len(text) + sum(character > "\uffff" for character in text)


def _one_too_long(file: CcdtFile, estate: Estate, site: Site, entry: CcdtKey, text: str) -> Iterator[Hit]:
    refused = entry.java_max_length if reads_java(estate) and not entry.java_joined else None
    count = length(text)
    if refused is not None and count > refused:
        suite = cipherspec_of_suite(text) if "SSLCIPH" in entry.mqsc else None
        help = f"write at most {refused} characters"
        if suite:
            help = f"{text} names a cipher suite; the CipherSpec is {suite.name}"
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject} is {count} characters long; the maximum is {refused}",
            note=refusal(estate, ATTRIBUTE),
            help=help,
            fixes=replacement(file, site.node.span, quoted(suite.name), help) if suite else (),
        )
    elif entry.max_length is not None and count > entry.max_length and "EXIT" not in entry.mqsc[0]:
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject} is {count} characters long; a channel definition allows {entry.max_length}",
            note=f"{entry.mqsc[0]} of DEFINE CHANNEL accepts no more",
            help=f"write at most {entry.max_length} characters",
            severity=WARNING,
        )


def _together_too_long(file: CcdtFile, estate: Estate, site: Site) -> Iterator[Hit]:
    """The exits of a list are one attribute in Java: their names, and their data, joined by commas."""
    assert site.entry is not None
    for name, entry in ccdt_children(f"{site.entry.path}[]").items():
        if not entry.java_joined or entry.java_max_length is None:
            continue
        values = [item.get(name) for item in site.node.items if item.kind == OBJECT]
        texts = [known_text(value) or "" if value is not None else "" for value in values]
        count = length(",".join(texts))
        if count > entry.java_max_length:
            yield hit(
                file,
                site,
                site.key_span,
                f"{site.subject}: all {name} values together are {count} characters long; "
                f"the maximum is {entry.java_max_length}",
                note=refusal(estate, ATTRIBUTE),
                help="shorten the list; the commas between its elements count as well",
                severity=severity(estate),
            )


@rule("CAT076")
def number_out_of_range(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A number outside the range of the corresponding attribute."""
    for site in sites(file):
        entry, value = site.entry, site.node.value
        if (
            entry is None
            or entry.kind != "integer"
            or site.node.kind != INTEGER
            or not isinstance(value, int)
        ):
            continue
        if entry.minimum is None or entry.maximum is None or entry.minimum <= value <= entry.maximum:
            continue
        if (value == AUTO and entry.mqsc_default == "AUTO") or not -(2**31) <= value < 2**31:
            continue
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject} is {value}, outside the range {entry.minimum} to {entry.maximum}",
            note=_later(entry, value),
            help=f"write a number from {entry.minimum} to {entry.maximum}",
        )


def _later(entry: CcdtKey, value: int) -> str:
    """The effect of a number that the Java client accepts without a message."""
    accepted = "the Java client accepts the table without a message"
    if "port" in entry.path.lower():
        if entry.maximum is not None and value > entry.maximum:
            return f"{accepted}, but connecting fails with an exception"
        return f"{accepted}, but cannot connect to such a port"
    if entry.name == "clientWeight" and value < 0:
        return f"{accepted}, but choosing among the channels fails with an exception"
    return f"{accepted}; DEFINE CHANNEL rejects the number for {entry.mqsc[0]}"


@rule("CAT085")
def malformed_peer_name(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A name of the queue manager's certificate that is not a pattern for distinguished names."""
    for site in sites(file):
        text = known_text(site.node)
        if site.entry is None or PEER not in site.entry.mqsc or not text:
            continue
        if fault := peer_fault(text):
            yield hit(
                file,
                site,
                site.node.span,
                f"{site.subject} is not a valid distinguished name: {quoted(shortened(text))}: {fault}",
            )
