"""Rules on single values of a client channel definition table: keywords, lengths, numbers."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import Estate
from mqtune.findings.finding import SAFE, UNSAFE, WARNING, Fix
from mqtune.language.ccdt import CcdtKey, ccdt_children
from mqtune.language.ciphers import cipherspec_of_suite
from mqtune.language.levels import Level
from mqtune.rules.cat.ccdt_sites import (
    ATTRIBUTE,
    Site,
    hit,
    known_text,
    level_of,
    quoted,
    reads_java,
    refusal,
    replacement,
    severity,
    sites,
)
from mqtune.rules.common.suggestion import Suggestion, suggest, unavailable
from mqtune.syntax.ccdt.tree import ARRAY, INTEGER, OBJECT, CcdtFile
from mqtune.syntax.mqsc.values import peer_fault
from mqtune.text.wording import allowed_list, shortened

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
    taken = "the Java client accepts the table without a message"
    if "port" in entry.path.lower():
        if entry.maximum is not None and value > entry.maximum:
            return f"{taken}, but connecting fails with an exception"
        return f"{taken}, but cannot connect to such a port"
    if entry.name == "clientWeight" and value < 0:
        return f"{taken}, but choosing among the channels fails with an exception"
    return f"{taken}; DEFINE CHANNEL rejects the number for {entry.mqsc[0]}"


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
                note="it is compared with the subject of the queue manager's certificate after the rules for "
                "SSLPEER; what such a value accepts is not documented (IBM MQ rules for SSLPEER values, "
                "q049310_)",
                help="write parts as TYPE=value in upper case, separated by commas, with an asterisk only at "
                "the beginning or end of a value",
            )
