"""Rules on attributes, values and CipherSpecs that the declared level or platform does not have."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.rule import Dialect, Hit, Outcome, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.language.available import (
    DEPRECATED,
    DISABLED,
    NEWER,
    REMOVED,
    CipherSpec,
    cipherspec,
    cipherspec_of_suite,
    cipherspecs,
    needs_level,
    needs_platform,
    on_platform,
    reached,
    state,
)
from mqtune.language.mqsc import Attribute, EnumValue
from mqtune.rules.cat.common import (
    attribute_of,
    known_values,
    readable,
    replacement,
    severity,
    subject,
    value_hit,
    word_hit,
)
from mqtune.rules.common import Suggestion, introduced_later, only_on, suggest, unavailable, withdrawn
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.words import Parameter, Value
from mqtune.text.finding import INFO, WARNING
from mqtune.text.not_checked import NO_LEVEL, NO_PLATFORM
from mqtune.text.patterns import lazy_pattern

WITH_WORDS = ("enum", "enum-list", "integer-or-keyword")


@rule("CAT009", skip=Skip(values=WITH_WORDS))
def attribute_newer_than_level(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Outcome]:
    """An attribute or value that was introduced in a later level than the declared one."""
    level = dialect.level
    attribute = attribute_of(statement, parameter)
    if attribute is None:
        return
    if level is None:
        words = (known.introduced for _, known in _words(attribute, parameter))
        if any(needs_level(introduced, level) for introduced in (attribute.introduced, *words)):
            yield NO_LEVEL
        return
    if state(attribute.introduced, None, None, level) == NEWER:
        sure = attribute.confidence == "high" and not attribute.doubtful("introduced")
        yield word_hit(
            statement,
            number,
            parameter,
            f"{attribute.keyword} of {subject(statement)} {introduced_later(attribute.introduced, level)}",
            note="an older queue manager rejects the whole command with a syntax error",
            help=f"remove {parameter.keyword}, or declare the level that supports it",
            severity=severity(dialect, sure),
        )
        return
    for value, known in _words(attribute, parameter):
        if state(known.introduced, None, None, level) == NEWER:
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"{attribute.keyword}({known.word}) {introduced_later(known.introduced, level)}",
                help="use a value that the level supports, or declare the level that supports this one",
                severity=severity(dialect, known.confidence == "high"),
            )


@rule("CAT010", skip=Skip(values=WITH_WORDS))
def deprecated_attribute(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Hit]:
    """An attribute or value that the level still accepts but that no longer has any function, or whose use
    IBM advises against.
    """
    attribute = attribute_of(statement, parameter)
    if attribute is None or statement.verb == "DISPLAY":
        return
    fate = state(None, attribute.deprecated, attribute.removed, dialect.level)
    if fate in (DEPRECATED, REMOVED):
        withdrawal = withdrawn(fate, attribute.deprecated, attribute.removed)
        yield word_hit(
            statement,
            number,
            parameter,
            f"{attribute.keyword} of {subject(statement)} {withdrawal}",
            help=f"remove {parameter.keyword} from the command",
        )
        return
    for value, known in _words(attribute, parameter):
        fate = state(None, known.deprecated, known.removed, dialect.level)
        if fate in (DEPRECATED, REMOVED):
            withdrawal = withdrawn(fate, known.deprecated, known.removed)
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"{attribute.keyword}({known.word}) {withdrawal}",
                help="use another value",
            )


@rule("CAT011", skip=Skip(values=WITH_WORDS))
def attribute_invalid_on_platform(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Outcome]:
    """An attribute or value that does not exist on the declared platform, such as CMDSCOPE and QSGDISP
    outside z/OS.
    """
    platform = dialect.platform
    attribute = attribute_of(statement, parameter)
    if attribute is None:
        return
    platforms = attribute.platforms_for(statement.subtype or "")
    if platform is None:
        restrictions = (platforms, *(known.platforms for _, known in _words(attribute, parameter)))
        if any(needs_platform(restriction, platform) for restriction in restrictions):
            yield NO_PLATFORM
        return
    if on_platform(platforms, platform) is False:
        yield word_hit(
            statement,
            number,
            parameter,
            f"{attribute.keyword} {only_on(platforms, platform)}",
            note="on other platforms, the queue manager rejects the whole command with a syntax error",
            help=f"remove {parameter.keyword}, or declare the platform that supports it",
            severity=_platform_severity(dialect, platforms, attribute.confidence),
        )
        return
    for value, known in _words(attribute, parameter):
        if on_platform(known.platforms, platform) is False:
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"{attribute.keyword}({known.word}) {only_on(known.platforms, platform)}",
                help="use a value that the platform supports",
                severity=_platform_severity(dialect, known.platforms, known.confidence),
            )


def _platform_severity(dialect: Dialect, platforms: str, confidence: str) -> str | None:
    """An error between z/OS and the other platforms; the sources are not precise enough among the others."""
    sharp = confidence == "high" and platforms in ("zos", "multiplatforms")
    return severity(dialect) if sharp else WARNING


def _words(attribute: Attribute, parameter: Parameter) -> list[tuple[Value, EnumValue]]:
    """The values that are keywords of the attribute, with their catalogue entries."""
    if not attribute.values:
        return []
    pairs = []
    for value in known_values(parameter):
        known = attribute.values.get(value.text.upper())
        if known is not None:
            pairs.append((value, known))
    return pairs


# SSLCIPH: unknown CipherSpecs, and CipherSpecs that the level disables.

CODE = lazy_pattern(r"[0-9A-Fa-f]{2,4}\Z")  # z/OS and IBM i accept the number of the cipher suite
SUITES = ("CHANNEL/MQTT",)  # telemetry channels use names of Java cipher suites
SETTINGS = {
    "SSL 3.0": ("AllowedCipherSpecs", "AllowSSLV3", "AllowWeakCipherSpec"),
    "TLS 1.0": ("AllowedCipherSpecs", "AllowTLSV1", "AllowWeakCipherSpec"),
}
OTHER_SETTINGS = ("AllowedCipherSpecs", "AllowWeakCipherSpec")
MOST_CHARACTERS = 32  # of SSLCIPH: a longer name is certainly rejected
VARIABLES = ("AMQ_ALLOWED_CIPHERS", "AMQ_SSL_V3_ENABLE", "AMQ_SSL_WEAK_CIPHER_ENABLE")


def _name(parameter: Parameter) -> Value | None:
    """The CipherSpec if there is one to check."""
    values = parameter.values or ()
    if len(values) != 1 or not values[0].text.strip() or has_placeholder(values[0].text):
        return None
    return values[0]


def checks_name(statement: Statement) -> bool:
    """Whether CAT042 looks at the CipherSpec of a command."""
    return statement.key not in SUITES and statement.verb != "DISPLAY" and readable(statement)


@rule("CAT042", keywords=("SSLCIPH",))
def unknown_cipherspec(
    statement: Statement, number: int, parameter: Parameter, dialect: Dialect
) -> Iterator[Outcome]:
    """A CipherSpec that is unknown at every level, or that was introduced in a later level than the declared
    one.
    """
    value = _name(parameter)
    if value is None or not checks_name(statement):
        return
    name = value.text.strip()
    if CODE.match(name) and dialect.platform in (None, "zos", "ibmi"):
        return
    spec = cipherspec(name)
    if spec is not None:
        if needs_level(spec.introduced, dialect.level):
            yield NO_LEVEL
        if not reached(spec.introduced, dialect.level):
            yield value_hit(
                statement,
                number,
                parameter,
                value,
                f"SSLCIPH({name}) {introduced_later(spec.introduced, dialect.level)}",
                help="name a CipherSpec that the level supports",
                severity=WARNING,
            )
        return
    equivalent = cipherspec_of_suite(name)
    kind = "CipherSpec" if equivalent else "closest CipherSpec"
    known = {
        candidate: objection_to_spec(candidate_spec, dialect)
        for candidate, candidate_spec in cipherspecs().items()
    }
    close = (
        Suggestion(equivalent.name, known[equivalent.name]) if equivalent else suggest(name.upper(), known)
    )
    note = "the queue manager rejects an unknown name, and the channel remains without TLS"
    if equivalent:
        note = f"{name} is the name that other products use for {equivalent.name}"
    yield value_hit(
        statement,
        number,
        parameter,
        value,
        f"{subject(statement)} names the unknown CipherSpec {name}",
        note=note,
        help=close.help(kind, "name a CipherSpec that is listed in the manual, or ANY_TLS12_OR_HIGHER"),
        severity=None if len(name) > MOST_CHARACTERS else WARNING,
        fixes=replacement(statement, number, value.extent, close.word) if close.writable else (),
    )


def objection_to_spec(spec: CipherSpec, dialect: Dialect) -> str:
    """What prevents the use of a CipherSpec, "" if nothing does."""
    if spec.at(dialect.level)[0] == DISABLED:
        return "is disabled by default"
    return unavailable(dialect.level, dialect.platform, spec.introduced, platforms=spec.platforms)


@rule("CAT043", skip=Skip(given=("SSLCIPH",), reads=("SSLCIPH",)))
def disabled_cipherspec(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A CipherSpec that is disabled at the declared level."""
    name = statement.text("SSLCIPH")
    spec = cipherspec(name) if name else None
    if spec is None or statement.key in SUITES:
        return
    state, confidence = spec.at(queue_manager.level)
    if state != DISABLED or _may_be_enabled(spec, queue_manager) or not readable(statement):
        return
    setting = statement.get("SSLCIPH")
    value = _name(setting[1]) if setting is not None else None
    if setting is None or value is None:
        return
    sure = queue_manager.level is not None and confidence == "high"
    settings = SETTINGS.get(spec.protocol, OTHER_SETTINGS)
    yield Hit(
        statement.place(setting[0], value.extent),
        f"{subject(statement)} names {spec.name} ({spec.protocol}), which is disabled by default",
        help=f"name a CipherSpec for TLS 1.2 or later; {settings[0]} in the SSL stanza would enable it",
        attribute="SSLCIPH",
        severity=None if sure else INFO,
        confidence=None if sure else "medium",
    )


def _may_be_enabled(spec: CipherSpec, queue_manager: QueueManager) -> bool:
    """Whether a file or the environment contains a setting for the protocol, whatever its value."""
    for key in SETTINGS.get(spec.protocol, OTHER_SETTINGS):
        if queue_manager.ini_entry("SSL", key) is not None:
            return True
    return any(name in queue_manager.environment for name in VARIABLES)
