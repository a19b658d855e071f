"""Policies of `mqtune.toml` as rules: a DISPLAY that must find nothing, or a pattern for names.

A policy has no page below `rules/`; `page_of` makes the facts of one. What a policy cannot decide, because a
name or value is not known, is not a finding: it is counted as a check that was held back.
"""

from __future__ import annotations

import re
from functools import cache

from mqtune.analysis.query.condition import RUNCHECK, Query, QueryError
from mqtune.analysis.query.display import read_display
from mqtune.analysis.query.items import Item, ObjectItem, Unknown, attribute_of, attributes_shown
from mqtune.analysis.query.selection import SYSTEM, select
from mqtune.engine.pages import POLICY, Page
from mqtune.engine.rule import QUEUE_MANAGER, Hit, Rule
from mqtune.estate.model import QueueManager
from mqtune.estate.words import QUEUE, QUEUE_TYPES
from mqtune.language import catalogue
from mqtune.language.masking import covered_value
from mqtune.project.load import ProjectError
from mqtune.syntax.document import has_placeholder
from mqtune.text.editing import Place, Span
from mqtune.text.finding import HIGH, ObjectName
from mqtune.text.linear import Expression
from mqtune.text.not_checked import INCOMPLETE, UNKNOWN_VALUES, HeldBack
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record
from mqtune.text.spelling import nearest, nearest_help

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mqtune.estate.objects import MqObject
    from mqtune.project.settings import PolicyDeclaration

WORD = lazy_pattern(r"\{([^{}]*)\}")
# words of a message that are not attributes
WORDS = ("name", "type", "object", "queue-manager")


@record
class Compiled:
    """A policy with its query; `pattern` is the one for names, None for a policy with a DISPLAY."""

    policy: PolicyDeclaration
    query: Query
    pattern: Expression | None
    words: tuple[str, ...]


def policy_pages(policies: Iterable[PolicyDeclaration]) -> dict[str, Page]:
    """The policies as pages, by code. Raises ProjectError for all that are invalid together."""
    pages: dict[str, Page] = {}
    errors: list[ProjectError] = []
    for policy in policies:
        try:
            pages[policy.code] = page_of(policy)
        except ProjectError as error:
            errors.append(error)
    if errors:
        errors.sort(key=lambda error: error.line)
        errors[0].others = tuple(errors[1:])
        raise errors[0]
    return pages


def page_of(policy: PolicyDeclaration) -> Page:
    """The facts of a policy, as a page has them. Raises ProjectError."""
    compiled = compile_policy(policy)
    return Page(
        policy.code,
        policy.name,
        policy.severity,
        (),
        HIGH,
        POLICY,
        compiled.query.types,
        None,
        None,
        (),
        "none",
        (),
        summary_of(policy),
        "",
        policy=policy,
    )


def summary_of(policy: PolicyDeclaration) -> str:
    """What a policy finds, in one sentence."""
    if policy.display:
        return f"Policy of {policy.file}: what `{' '.join(policy.display.split())}` finds."
    return f"Policy of {policy.file}: names of {policy.object} that do not match `{policy.pattern}`."


def compile_policy(policy: PolicyDeclaration) -> Compiled:
    """The query, pattern and words of a policy. Raises ProjectError."""
    key = "display" if policy.display else "object"
    try:
        query = read_display(policy.display) if policy.display else naming_query(policy.object)
    except QueryError as error:
        raise _error(policy, key, f"{key} of {policy.code}: {error.message}", error.help) from error
    if query.clustered or query.options.get("MATCH", "").upper() == RUNCHECK:
        message = f"display of {policy.code} asks for what several queue managers or records decide together"
        raise _error(policy, key, message, "ask for objects, without TYPE(CLUSTER) and MATCH(RUNCHECK)")
    words = tuple(dict.fromkeys(WORD.findall(policy.message)))
    for word in words:
        if word not in WORDS and attribute_of(query.types, word) is None:
            known = (*WORDS, *attributes_shown(query.types))
            near = nearest(word, known) or nearest(word.upper(), known)
            help = f"the nearest is {{{near}}}" if near else f"{{name}}, or an attribute of {query.word}"
            raise _error(policy, "message", f"message of {policy.code} has the unknown word {{{word}}}", help)
    pattern = Expression(policy.pattern, re.compile(policy.pattern).flags) if policy.pattern else None
    return Compiled(policy, query, pattern, words)


def naming_query(object: str) -> Query:
    """The query for all objects of a type, such as QLOCAL, QUEUE or CHANNEL/SVRCONN. Raises QueryError."""
    word, slash, subtype = object.strip().upper().partition("/")
    type = QUEUE if word == "Q" else catalogue.object_type(word)
    entry = catalogue.command("DISPLAY", type) if type is not None else None
    if entry is None or not catalogue.shows_object(type or "") or type in ("AUTHREC", "QCLUSTER", "TCLUSTER"):
        known = (QUEUE, *QUEUE_TYPES, "CHANNEL", "TOPIC", "SUB", "NAMELIST", "PROCESS", "QMGR", "LISTENER")
        help = nearest_help(word, known, "write one such as QLOCAL, QUEUE or CHANNEL/SVRCONN")
        raise QueryError(f"{object} is not an object type with names", help)
    keyword = catalogue.subtype_keyword(type or "") if slash else ""
    if slash and not keyword:
        raise QueryError(f"{type} has no subtypes", f"write {type}")
    names = "(*)" if entry.name_of else ""
    return read_display(f"DISPLAY {type}{names}{f' {keyword}({subtype})' if slash else ''}")


def _error(policy: PolicyDeclaration, key: str, message: str, help: str) -> ProjectError:
    return ProjectError(policy.file, policy.lines.get(key, policy.line), message, help)


def policy_rule(page: Page) -> Rule:
    """The rule that a policy declares."""
    policy = page.policy
    assert policy is not None
    compiled = compile_policy(policy)

    def check(queue_manager: QueueManager) -> Iterator[Hit | HeldBack]:
        if is_only_default(compiled, queue_manager):
            yield INCOMPLETE
            return
        if compiled.pattern is not None:
            yield from check_names(compiled, compiled.pattern, queue_manager)
            return
        in_files = compiled.query.types != ("QMGR",)
        selected = select(compiled.query, queue_manager, in_files=in_files)
        for item in selected.items:
            yield hit_of(compiled, item)
        for _ in selected.undecided:
            yield UNKNOWN_VALUES

    return Rule(page.code, QUEUE_MANAGER, check, compiled.query.types)


def is_only_default(compiled: Compiled, manager: QueueManager) -> bool:
    """Whether a policy is about an attribute of a queue manager that no file sets, and the files may be only
    part of it.
    """
    condition = compiled.query.condition
    if compiled.query.types != ("QMGR",) or condition is None or manager.complete:
        return False
    return not manager.qmgr.is_given(condition.keyword)


def check_names(compiled: Compiled, pattern: Expression, manager: QueueManager) -> Iterator[Hit | HeldBack]:
    """The names that do not match; names of the product are not checked, those with placeholders unknown."""
    matches, subtypes = pattern.fullmatch, compiled.query.subtypes
    for object in named_objects(compiled.query, manager):
        name = object.name or manager.title
        if subtypes and object.subtype not in subtypes:
            continue
        if object.placeholder or (not object.name and has_placeholder(name)):
            yield UNKNOWN_VALUES
        elif not matches(name) and not is_of_product(object.type, name):
            yield hit_of(compiled, ObjectItem(manager, object))


def named_objects(query: Query, manager: QueueManager) -> Iterable[MqObject]:
    """The objects whose names are checked: those in the files, and the queue manager if it has a name."""
    if query.types == ("CHLAUTH",):
        return [record for record in manager.chlauth if record.statements]
    if query.types == ("QMGR",):
        return [manager.qmgr] if manager.title else []
    return [object for type in query.types for object in manager.of_type(type) if object.statements]


def is_of_product(type: str, name: str) -> bool:
    """Whether a name belongs to the product."""
    return name.startswith(SYSTEM) or catalogue.is_system_object(type, name)


def hit_of(compiled: Compiled, item: Item) -> Hit:
    """The finding about one thing: at the attribute that the condition is about, if a command sets it."""
    condition = compiled.query.condition
    keyword = condition.keyword if condition is not None else ""
    place = item.object.place(keyword) if isinstance(item, ObjectItem) and keyword else item.place
    policy = compiled.policy
    owner = f" of {policy.owner}" if policy.owner else ""
    return Hit(
        place or first_place(item.manager),
        message_of(compiled, item),
        note=f"policy {policy.name}{owner} in {policy.file}:{policy.line}",
        help=help_of(compiled),
        object=ObjectName(item.type, item.name),
        attribute=keyword,
    )


def help_of(compiled: Compiled) -> str:
    """What to do: the condition that must not hold, or the pattern that the name must match."""
    condition = compiled.query.condition
    if compiled.pattern is not None:
        return f"choose a name that matches {compiled.pattern.pattern}"
    if condition is None:
        return "remove it, or add an exception with a reason"
    value = condition.value if condition.family == "integer" else f"'{condition.value.strip() or ' '}'"
    where = f"WHERE({condition.keyword} {condition.operator} {value})"
    return f"change {condition.keyword}, so that {where} no longer holds"


def message_of(compiled: Compiled, item: Item) -> str:
    """The message with names and values in place of the words in braces."""
    if not compiled.words:
        return compiled.policy.message
    return WORD.sub(lambda match: word_of(match[1], compiled, item), compiled.policy.message)


def word_of(word: str, compiled: Compiled, item: Item) -> str:
    """The text for one word of a message."""
    if word in WORDS:
        texts = {"name": item.name, "type": item.type, "object": f"{item.type}({item.name})"}
        return texts.get(word, item.manager.label)
    keyword = attribute_of(compiled.query.types, word) or word
    value = item.value(keyword)
    text = value.text if isinstance(value, Unknown) else value or ""
    return covered_value(keyword, text)


@cache
def _start() -> Span:
    return Span(1, 1, 1, 1)


def first_place(manager: QueueManager) -> Place:
    """The beginning of the first file of a queue manager, for what no command mentions."""
    files = [script.document.source.shown for script in manager.scripts]
    return Place(files[0] if files else manager.folder, _start())
