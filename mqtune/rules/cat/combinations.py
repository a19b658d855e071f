"""Rules on the parameters of a whole command: repeated, missing, mutually exclusive, or out of order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from mqtune.engine.rule import WORDS, Hit, Skip, rule
from mqtune.estate.model import QueueManager
from mqtune.estate.statement import Statement
from mqtune.estate.words import attribute_bits, bits_of
from mqtune.language import catalogue
from mqtune.language.available import covered
from mqtune.language.mqsc import Attribute, Requirement
from mqtune.rules.cat.common import command_words, is_word, readable, subject
from mqtune.rules.common import has_wrong_value, meant
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.finding import SAFE, WARNING, Fix, Related
from mqtune.text.messages import allowed_list

REPEATABLE = (("POLICY", "RECIP"), ("POLICY", "SIGNER"))
EXCLUSIVE = ("CLUSTER", "REPOS")  # every pair of attributes that exclude each other has one of these


@cache
def _opposites(verb: str, type: str) -> dict[str, str]:
    """Keywords that count as another one: NOSHARE as SHARE, REPLACE as NOREPLACE."""
    opposites: dict[str, str] = {}
    for attribute in catalogue.parameters(verb, type).values():
        for word in (attribute.negative, *attribute.aliases):
            if word:
                opposites[word] = attribute.keyword
        if attribute.kind == "flag":
            for word in attribute.excludes:
                opposites[max(word, attribute.keyword)] = min(word, attribute.keyword)
    return opposites


def _repeated(statement: Statement) -> dict[str, list[tuple[int, Parameter]]]:
    """The parameters that appear in the command more than once, by the keyword that they count as."""
    words = list(statement.command.words())[2:]
    opposites = _opposites(str(statement.verb), str(statement.type))
    keywords = [opposites.get(parameter.keyword, parameter.keyword) for _, parameter in words]
    if len(set(keywords)) == len(keywords):
        return {}
    occurrences: dict[str, list[tuple[int, Parameter]]] = {}
    for keyword, word in zip(keywords, words, strict=True):
        occurrences.setdefault(keyword, []).append(word)
    return occurrences


@rule("CAT029", skip=Skip(about=WORDS))
def repeated_parameter(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """A parameter that appears twice in a command."""
    if statement.verb == "DISPLAY" or not readable(statement):
        return
    for word, places in _repeated(statement).items():
        known = catalogue.parameter(str(statement.verb), str(statement.type), word)
        if known is None or (statement.type, word) in REPEATABLE:
            continue
        if _has_template(statement):
            return
        first_number, first = places[0]
        for number, parameter in places[1:]:
            what = f"{first.keyword} and {parameter.keyword}"
            note = "a flag and its opposite count as the same parameter; the command is rejected"
            if first.keyword == parameter.keyword:
                what, note = f"{parameter.keyword} twice", "the command is rejected"
            yield Hit(
                statement.place(number, parameter.extent),
                f"{command_words(statement)} has {what}",
                note=note,
                attribute=word,
                severity=None if covered(queue_manager.level) else WARNING,
                related=(Related(statement.place(first_number, first.extent), "first set here"),),
                fixes=_without(statement, number, parameter) if _same(first, parameter) else (),
            )


def _same(first: Parameter, second: Parameter) -> bool:
    """Whether a repetition is identical."""
    return first.keyword == second.keyword and first.text == second.text and first.form == second.form


def _without(statement: Statement, number: int, parameter: Parameter) -> tuple[Fix, ...]:
    """A fix that removes a parameter that shares its line: an empty last line would join commands."""
    command = statement.command
    line = statement.lines[number - command.first]
    if len(line.words) < 2:
        return ()
    first, column, last, end = parameter.extent
    before = line.text[:column].rstrip(" \t") if first == 0 else ""
    edit = command.edit(number, (first, len(before) or column, last, end), "")
    return () if edit is None else (Fix(SAFE, f"remove the second {parameter.keyword}", (edit,)),)


def _has_template(statement: Statement) -> bool:
    """Whether words of the command may be in template branches, of which only one will remain."""
    return statement.command.script.document.template and any(
        not is_word(parameter) for _, parameter in statement.command.words()
    )


@rule("CAT030")
def missing_required_attribute(statement: Statement, queue_manager: QueueManager) -> Iterable[Hit]:
    """A command without a required attribute."""
    if _needed(statement.verb, statement.type, statement.subtype) & ~statement.layout.given == 0:
        return ()
    return _missing(statement, queue_manager)


def _may_be_exempt(statement: Statement, need: Requirement, intended: set[str]) -> bool:
    """Whether a mistake hides a parameter that makes a required attribute unnecessary: OBJTYPE(QMGR)."""
    keywords = {condition.partition("(")[0] for condition in need.unless}
    return bool(keywords & intended) or any(has_wrong_value(statement, keyword) for keyword in keywords)


def _missing(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    needs = [
        (attribute, need)
        for attribute, need in _needs(str(statement.verb), str(statement.type))
        if attribute.keyword not in statement.layout.words
        if not need.subtypes or statement.subtype in need.subtypes
    ]
    if not needs or not readable(statement):
        return
    words = [parameter for _, parameter in statement.command.words()]
    if not all(is_word(parameter) for parameter in words):
        return  # a template may supply the attribute
    written = {parameter.keyword for parameter in words}
    intended = meant(statement)
    full = written | {
        f"{parameter.keyword}({parameter.text.strip().upper()})"
        for parameter in words
        if parameter.text is not None
    }
    for attribute, need in needs:
        if written.intersection((attribute.keyword, *attribute.aliases, *need.alternatives)):
            continue
        if intended.intersection((attribute.keyword, *need.alternatives)):
            continue
        if full.intersection(need.unless) or _may_be_exempt(statement, need, intended):
            continue
        sure = need.confidence == "high" and statement.verb not in need.doubtful
        kind = f" {statement.subtype}" if need.subtypes else ""
        names = (attribute.keyword, *need.alternatives)
        yield Hit(
            statement.name_place(),
            f"{command_words(statement)}{kind} lacks the required {allowed_list(names)}",
            note=_exceptions(need),
            help=f"set {attribute.keyword} for {subject(statement)}",
            attribute=attribute.keyword,
            severity=None if sure and covered(queue_manager.level) else WARNING,
        )


@cache
def _needs(verb: str, type: str) -> tuple[tuple[Attribute, Requirement], ...]:
    """The attributes and parameters that a command requires, each with its condition."""
    return tuple(
        (attribute, attribute.required)
        for attribute in catalogue.parameters(verb, type).values()
        if attribute.required is not None
        and (not attribute.required.verbs or verb in attribute.required.verbs)
    )


@cache
def _needed(verb: str | None, type: str | None, subtype: str | None) -> int:
    """The attributes that a command must have, as a set of bits; -1 if parameters are among them."""
    needed = tuple(
        attribute.keyword
        for attribute, need in _needs(str(verb), str(type))
        if not need.subtypes or subtype in need.subtypes
    )
    return bits_of(str(type), needed) if attribute_bits(str(type)).keys() >= set(needed) else -1


def _exceptions(need: Requirement) -> str:
    if not need.unless:
        return "the queue manager rejects the command without it"
    return f"the queue manager rejects the command without it, unless it has {allowed_list(need.unless)}"


@rule("CAT031", skip=Skip(given=EXCLUSIVE))
def mutually_exclusive_attributes(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """Two attributes in one command of which at most one may be non-blank."""
    if statement.verb not in ("DEFINE", "ALTER") or not readable(statement):
        return
    for attribute, others in _exclusions(str(statement.type)):
        first = _non_blank(statement, attribute)
        if first is None:
            continue
        for excluded in others:
            second = _non_blank(statement, excluded)
            if second is not None:
                yield Hit(
                    statement.place(second[0], second[1].extent),
                    f"{subject(statement)} has both {attribute} and {excluded}",
                    help=f"set {attribute} or {excluded} to ' ', or remove one of them",
                    attribute=excluded,
                    related=(
                        Related(statement.place(first[0], first[1].extent), f"{attribute} is set here"),
                    ),
                )


@cache
def _exclusions(type: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The attributes that exclude others, with those that they exclude."""
    return tuple(
        (keyword, attribute.excludes)
        for keyword, attribute in catalogue.attributes(type).items()
        if attribute.excludes
    )


def _non_blank(statement: Statement, keyword: str) -> tuple[int, Parameter] | None:
    """The parameter if it is present, non-blank and not a placeholder."""
    setting = statement.get(keyword)
    if setting is None or not (setting[1].text or "").strip() or has_placeholder(setting[1].text or ""):
        return None
    return setting


@rule("CAT032")
def type_keyword_not_first(statement: Statement, queue_manager: QueueManager) -> Iterator[Hit]:
    """CHLTYPE, AUTHTYPE, TRPTYPE of a listener, or TYPE of a CHLAUTH record that does not come directly after
    the name.
    """
    splitter = statement.head.splitter
    if splitter is None or _is_next(statement, splitter) or not statement.has(splitter):
        return
    if statement.verb not in ("DEFINE", "ALTER", "SET") or not readable(statement):
        return
    if queue_manager.platform == "zos" or statement.type == "COMMINFO" or statement.head.type_spot is None:
        return
    words = list(statement.command.words())
    first, object_word = statement.type_word or statement.verb_word
    after = [(number, word.extent) for number, word in words].index((first, object_word.extent)) + 1
    if after < len(words) and words[after][1].keyword == splitter:
        return  # it is there twice
    for number, word in words[after + 1 :]:
        if word.keyword == splitter:
            yield Hit(
                statement.place(number, word.extent),
                f"{splitter} of {subject(statement)} does not directly follow the name",
                help=f"move {splitter} directly after {statement.type}({statement.name})",
                attribute=splitter,
            )
            return


def _is_next(statement: Statement, keyword: str) -> bool:
    """Whether a keyword directly follows verb and object keyword, if these are on the first line."""
    spot = statement.layout.words.get(keyword)
    return spot == (0, 2) or (spot == (1, 0) and len(statement.lines[0].words) == 2)
