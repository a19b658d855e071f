"""Rules on attributes and values that the declared level or platform does not have."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import Dialect, Skip, rule
from mqtune.estate.statement import Statement
from mqtune.findings.finding import WARNING
from mqtune.findings.held_back import NO_LEVEL, NO_PLATFORM
from mqtune.language.available import (
    DEPRECATED,
    NEWER,
    REMOVED,
    needs_level,
    needs_platform,
    on_platform,
    state,
)
from mqtune.language.entries import Attribute, EnumValue
from mqtune.rules.cat.common import attribute_of, known_values, severity, subject, value_hit, word_hit
from mqtune.rules.common.suggestion import introduced_later, only_on, withdrawn
from mqtune.syntax.mqsc.words import Parameter, Value

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
        found = (platforms, *(known.platforms for _, known in _words(attribute, parameter)))
        if any(needs_platform(one, platform) for one in found):
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
    found = []
    for value in known_values(parameter):
        known = attribute.values.get(value.text.upper())
        if known is not None:
            found.append((value, known))
    return found
