"""Rules on client channel definition tables that every client accepts but that fail later."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate
from mqtune.language.available import Level, cipherspec, cipherspec_of_suite, cipherspecs
from mqtune.rules.cat.ccdt_values import (
    FORMAT,
    Site,
    first_sign,
    hit,
    known_text,
    level_of,
    quoted,
    reads_java,
    refusal,
    replacement,
    severity,
    sites,
    text_of,
)
from mqtune.rules.common import Suggestion, suggest, unavailable
from mqtune.syntax.ccdt.tree import INTEGER, OBJECT, PLACEHOLDER_VALUE, CcdtFile, Node
from mqtune.syntax.document import has_placeholder
from mqtune.text.finding import INFO, UNSAFE, WARNING
from mqtune.text.messages import shortened
from mqtune.text.patterns import lazy_pattern

NAME = "channel[].name"
QUEUE_MANAGER = "channel[].clientConnection.queueManager"
CONNECTION = "channel[].clientConnection.connection[]"
LOCAL_ADDRESS = "channel[].connectionManagement.localAddress[]"
SECURITY = "channel[].transmissionSecurity"

MQ_NAME = lazy_pattern(r"[A-Za-z0-9./_%]")
WITH_PORT = lazy_pattern(r"([^()]*)\(([0-9]+)\)")
SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]*://")


@rule("CAT078")
def invalid_port_range(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A range of local ports together with a single port."""
    for site in sites(file):
        if site.path != LOCAL_ADDRESS or not site.is_object or file.templated:
            continue
        member = site.node.member("portRange")
        if member is None or member.value.kind != OBJECT or not member.value.complete:
            continue
        message, note, help, level = _range_hit(estate, site, member.value)
        if message:
            subject = f"{site.subject}.portRange"
            span = member.key_span
            yield hit(file, site, span, f"{subject} {message}", note=note, help=help, severity=level)


def _range_hit(estate: Estate, site: Site, range: Node) -> tuple[str, str, str, str | None]:
    """What is wrong with a range of local ports: message, note, help, severity."""
    low, high = range.get("low"), range.get("high")
    if low is None or high is None:
        missing = " or ".join(name for name, end in (("low", low), ("high", high)) if end is None)
        note = "a range without both bounds is dropped without a message: any port is used"
        return f"has no {missing}", note, "write low and high", WARNING
    if site.node.member("port") is not None:
        return "is combined with port", refusal(estate, FORMAT), "keep one of the two", severity(estate)
    if _number(low) > _number(high):
        note = "the table is accepted, but the range contains no port"
        return f"begins at {low.value} and ends at {high.value}", note, "swap the two", WARNING
    return "", "", "", None


def _number(node: Node) -> int:
    return node.value if node.kind == INTEGER and isinstance(node.value, int) else 0


@rule("CAT079")
def malformed_name(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A channel name that is blank or contains a character that is not allowed in names."""
    for site in sites(file):
        text = known_text(site.node)
        if text is None or site.path not in (NAME, QUEUE_MANAGER):
            continue
        channel = site.path == NAME
        bare = text.strip() if channel else text.strip().lstrip("*")
        wrong = sorted({character for character in bare if not MQ_NAME.match(character)})
        if wrong:
            message = f"{site.subject} contains {shown(wrong)}, which is not allowed in names"
            note = "names consist of A-Z a-z 0-9 . / _ % only; the client accepts the table"
            if channel:
                note += ", but no server-connection channel can have that name"
            help = "write the name as it is defined on the queue manager"
            level = None if channel else INFO  # the name of a group is chosen by the application
            yield hit(file, site, site.node.span, message, note=note, help=help, severity=level)
        elif channel and not bare:
            message = f"{site.subject} is blank"
            note = "the client accepts the table, but no server-connection channel has a blank name"
            yield hit(file, site, site.node.span, message, note=note, help="write the name of the channel")


def shown(characters: list[str]) -> str:
    """At most eight characters for a message, a blank by its name."""
    return " ".join("a blank" if character == " " else character for character in characters[:8])


@rule("CAT080")
def queue_manager_with_asterisk(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A queue manager name that begins with an asterisk."""
    for site in sites(file):
        text = known_text(site.node)
        if text is None or site.path != QUEUE_MANAGER or not text.strip().startswith("*"):
            continue
        group = text.strip().lstrip("*")
        asks = f"*{group}" if group else "*"
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject} is {quoted(text)}, but applications cannot find an entry with an asterisk",
            note=f"the asterisk belongs to the name that the application specifies: {asks} finds entries "
            + (f"with the queue manager name {group}" if group else "with a blank queue manager name"),
            help=f"write {quoted(group)}",
            fixes=replacement(file, site.node.span, quoted(group), f"write {quoted(group)}", UNSAFE),
        )


@rule("CAT081")
def invalid_host(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A connection without a host, or whose host is blank, contains a blank, or is a URL, a list of names
    separated by commas, or a name with the port in parentheses.
    """
    for site in sites(file):
        if site.path != CONNECTION or not site.is_object or not site.node.complete or file.templated:
            continue
        host = site.node.member("host")
        if host is None:
            if not any(member.key.lower() == "host" for member in site.node.members):
                message = f"{site.subject} has no host"
                note = "the client accepts the table, but cannot connect to an address without a host"
                yield hit(file, site, first_sign(site.node), message, note=note, help="add host and port")
            continue
        text = known_text(host.value)
        if text is not None:
            for message, note, help, level in _host_hits(text, "port" in _keys(site.node)):
                yield hit(
                    file, site, host.value.span, f"{site.subject}.host {message}", note, help, severity=level
                )


def _keys(node: Node) -> set[str]:
    return {member.key for member in node.members}


def _host_hits(text: str, port: bool) -> Iterator[tuple[str, str, str, str | None]]:
    """What is wrong with a host: message, note, help, severity."""
    if not text.strip():
        yield (
            "is blank",
            "the client cannot connect to a blank host",
            "write the name or address of the host",
            None,
        )
    elif SCHEME.match(text):
        note = "the client treats the whole text as the host name"
        yield f"is the URL {shortened(text)}", note, "write only the host name", None
    elif "," in text:
        note = (
            "the Java client creates a connection for each part; other clients look for a host of that name"
        )
        yield "names several hosts", note, "write one element of connection for each host", None
    elif "(" in text or ")" in text:
        if port or not WITH_PORT.fullmatch(text.strip()):
            note = "the client appends the port to the text as written, and finds no such host"
            yield f"is {shortened(text)}", note, "write only the host name, and the number as port", None
        else:
            note = "the Java client accepts it, but the format has a separate key for the port"
            yield f"is {shortened(text)}", note, "write the number as port", INFO
    elif len(text.split()) > 1:
        yield "contains a blank", "host names do not contain blanks", "write one name or address", None


@rule("CAT082")
def unknown_cipherspec(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """A CipherSpec that is unknown at every level: a misspelling, or the name that another product uses."""
    for site in sites(file):
        entry = site.entry
        name = (known_text(site.node) or "").strip()
        if entry is None or "SSLCIPH" not in entry.mqsc or not name or cipherspec(name) is not None:
            continue
        if name.startswith("*"):
            continue  # the system values of IBM i
        if reads_java(estate) and len(name) > (entry.java_max_length or len(name)):
            continue  # CAT074: the table is rejected because of the length
        suite = cipherspec_of_suite(name)
        close = _close(suite.name if suite else name, level_of(estate))
        note = "the client accepts the table, but the connection fails during the TLS handshake"
        if suite:
            note = f"{name} is the name that other products use for {suite.name}"
        yield hit(
            file,
            site,
            site.node.span,
            f"{site.subject} is {shortened(name)}, which is not a known CipherSpec",
            note=note,
            help=close.help(
                "CipherSpec" if suite else "closest CipherSpec",
                "name the one of the server-connection channel",
            ),
            fixes=replacement(file, site.node.span, quoted(close.word), f"write {close.word}")
            if close.writable
            else (),
        )


def _close(name: str, level: Level | None) -> Suggestion:
    """The CipherSpec with a name in any case, or the nearest one."""
    known = {
        spec_name: unavailable(level, None, spec.introduced) for spec_name, spec in cipherspecs().items()
    }
    upper = name.upper()
    return Suggestion(upper, known[upper]) if upper in known else suggest(upper, known)


@rule("CAT083")
def quantum_safe_without_effect(file: CcdtFile, estate: Estate) -> Iterator[Hit]:
    """`quantumSafeRequired` without an algorithm, or an algorithm together with a CipherSpec for TLS 1.2 or
    earlier.
    """
    for site in sites(file):
        if site.path != SECURITY or not site.is_object or not site.node.complete or file.templated:
            continue
        algorithm, required = site.node.get("quantumSafeAlgorithm"), site.node.get("quantumSafeRequired")
        word = _word(algorithm, "none")
        if _word(required, "") == "required" and word == "none":
            message = f"{site.subject} requires quantum-safe key agreement without naming an algorithm"
            note = "the client does not report it, and the connection has no algorithm to negotiate"
            help = "set quantumSafeAlgorithm to hybmlkem or mlkem"
            member = site.node.member("quantumSafeRequired")
            assert member is not None
            yield hit(file, site, member.value.span, message, note=note, help=help)
        spec = cipherspec(_word(site.node.get("cipherSpecification"), ""))
        if word in ("hybmlkem", "mlkem") and spec and not spec.alias and "1.3" not in spec.protocol:
            member = site.node.member("quantumSafeAlgorithm")
            assert member is not None
            message = f"{site.subject} names {word} and {spec.name}, a CipherSpec for {spec.protocol}"
            note = "ML-KEM is available only in TLS 1.3; the table is accepted nevertheless"
            yield hit(file, site, member.value.span, message, note=note, help="name a CipherSpec for TLS 1.3")


def _word(node: Node | None, missing: str) -> str:
    """The value of a key; "" if it is a placeholder or not a string."""
    if node is None:
        return missing
    text = text_of(node)
    return "" if text is None or node.kind == PLACEHOLDER_VALUE or has_placeholder(text) else text
