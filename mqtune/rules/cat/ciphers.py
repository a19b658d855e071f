"""Rules on SSLCIPH: unknown CipherSpecs, and CipherSpecs that the level disables."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import Dialect, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.findings.finding import INFO, WARNING
from mqtune.findings.held_back import NO_LEVEL
from mqtune.language.available import needs_level, reached
from mqtune.language.ciphers import DISABLED, CipherSpec, cipherspec, cipherspec_of_suite, cipherspecs
from mqtune.rules.cat.common import readable, replacement, subject, value_hit
from mqtune.rules.common.suggestion import Suggestion, introduced_later, suggest, unavailable
from mqtune.syntax.mqsc.words import Parameter, Value
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.patterns import lazy_pattern

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
    other = cipherspec_of_suite(name)
    kind = "CipherSpec" if other else "closest CipherSpec"
    known = {one: objection_to_spec(each, dialect) for one, each in cipherspecs().items()}
    close = Suggestion(other.name, known[other.name]) if other else suggest(name.upper(), known)
    note = "the queue manager rejects an unknown name, and the channel remains without TLS"
    if other:
        note = f"{name} is the name that other products use for {other.name}"
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
    found = statement.get("SSLCIPH")
    value = _name(found[1]) if found is not None else None
    if found is None or value is None:
        return
    sure = queue_manager.level is not None and confidence == "high"
    settings = SETTINGS.get(spec.protocol, OTHER_SETTINGS)
    yield Hit(
        statement.place(found[0], value.extent),
        f"{subject(statement)} names {spec.name} ({spec.protocol}), which is disabled by default",
        note="the command is rejected (AMQ8242), and a channel that already uses the name does not start",
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
