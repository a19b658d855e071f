"""Reads the head of a rule page as YAML, validates it, and compiles it and its condition to plain tuples.

Used only at build time.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from lark import Lark, Token, Transformer, UnexpectedInput

from mqtune.engine.pages import CONDITION, LOADS, PROFILES
from mqtune.engine.rule import SCOPES
from mqtune.language.available import PLATFORMS, parse_level
from mqtune.present.rule_page import BAD, FIXED, GOOD, PageText
from mqtune.project.rule_codes import FAMILIES
from mqtune.text.finding import CONFIDENCES, DISPLAY, OFF, SAFE, SEVERITIES, UNSAFE

# Conditions of pages without a function, compiled to the nested tuples that the engine evaluates. The grammar
# is `grammars/condition.lark`.

GRAMMAR = Path(__file__).resolve().parents[2] / "grammars" / "condition.lark"


class ConditionError(ValueError):
    """A condition that does not match the grammar."""


def compile_condition(text: str) -> tuple[Any, ...]:
    """`(target, condition)`: the target is ("objects", types) or ("stanza", file, stanza)."""
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        context = error.get_context(text).rstrip()
        raise ConditionError(f"the condition cannot be read here: {context}") from None
    return tuple(_Tuples().transform(tree))


def keywords(condition: tuple[Any, ...]) -> list[str]:
    """The attributes in a condition, in order of appearance."""
    head, *rest = condition
    if head in {"and", "or", "not"}:
        words = [word for part in rest for word in keywords(part)]
    else:
        words = [rest[0]]
        if head in {"<", "<=", ">", ">="} and isinstance(rest[1], str):
            words.append(rest[1])
    return [word for word in dict.fromkeys(words) if word != "name"]


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr")


class _Tuples(Transformer[Token, Any]):
    """Converts each node of the tree to a tuple that begins with the node's type."""

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        return (str(data), *children)

    def start(self, children: list[Any]) -> Any:
        return children

    def objects(self, children: list[Any]) -> Any:
        return ("objects", tuple(children))

    def number(self, children: list[Any]) -> Any:
        word, sign, bound = children
        return (sign, word, int(bound) if bound.isdigit() else bound)

    def value(self, children: list[Any]) -> Any:
        word, sign, text = children
        return (sign, word, text)

    def member(self, children: list[Any]) -> Any:
        return ("in", children[0], tuple(children[1:]))

    # terminals

    def INI_FILE(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def WORD(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def INTEGER(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def STRING(self, token: Token) -> str:  # noqa: N802
        return str(token)[1:-1]

    def ORDER(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def EQUALITY(self, token: Token) -> str:  # noqa: N802
        return str(token)


# Heads.

NO_FIX = "none"
RULE_PLATFORMS = ("multiplatforms", *PLATFORMS)
REQUIRED = ("code", "name", "severity", "confidence", "scope", "applies-to", "fix", "references")
OPTIONAL = ("profiles", "since", "until", "platforms", "needs", "note", "help")
OF_CONDITIONS = ("when", "message")
TEXTS = ("message", "note", "help")  # of findings

CODE = re.compile(r"[A-Z][A-Z0-9][A-Z][0-9]{3}")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


def compile_head(text: PageText, path: str) -> tuple[tuple[Any, ...], list[str]]:
    """The row of `_pages.py` for a page, and a list of what is wrong with the page."""
    try:
        head = yaml.safe_load(text.head)
    except yaml.YAMLError as error:
        return (), [f"the head is not valid YAML: {' '.join(str(error).split())}"]
    if not isinstance(head, dict):
        return (), ["the head must consist of keys and values"]
    wrong = [*_wrong_keys(head)]
    if wrong:
        return (), wrong
    wrong = [*_wrong_values(head), *_wrong_references(head), *_wrong_identity(head, text, path)]
    wrong += [*_wrong_examples(text, str(head["fix"]))]
    condition, more = _condition(head) if head["scope"] == CONDITION else (None, _wrong_texts(head, ()))
    wrong += more
    if wrong:
        return (), wrong
    return _row(head, text, path, condition), []


def _row(head: dict[str, Any], text: PageText, path: str, condition: Any) -> tuple[Any, ...]:
    """The values in the order of `Page.__init__`."""
    references = tuple(
        (str(entry["title"]), str(entry.get("where", "")), entry.get("page")) for entry in head["references"]
    )
    return (
        head["code"],
        head["name"],
        _severity(head["severity"]),
        tuple((profile, _severity(word)) for profile, word in (head.get("profiles") or {}).items()),
        head["confidence"],
        head["scope"],
        tuple(str(item) for item in head["applies-to"]),
        parse_level(str(head["since"])) if "since" in head else None,
        parse_level(str(head["until"])) if "until" in head else None,
        tuple(head.get("platforms", ())),
        head["fix"],
        references,
        text.summary,
        path,
        "",  # the module of the function, which is added from the rule modules
        str(head.get("needs", "")),
        condition,
        *(str(head.get(key, "")) for key in TEXTS),
    )


def _severity(word: object) -> str:
    # YAML reads a bare `off` as false
    return OFF if word is False else str(word)


def _wrong_keys(head: dict[str, Any]) -> list[str]:
    known = REQUIRED + OPTIONAL + (OF_CONDITIONS if head.get("scope") == CONDITION else ())
    wrong = [f"the head has no `{key}`" for key in REQUIRED if key not in head]
    wrong += [f"the head has an unknown key `{key}`" for key in head if key not in known]
    if head.get("scope") == CONDITION:
        wrong += [f"a page without a function needs `{key}`" for key in OF_CONDITIONS if key not in head]
    return wrong


def _one_of(head: dict[str, Any], key: str, allowed: tuple[str, ...]) -> list[str]:
    value = _severity(head[key])
    return [] if value in allowed else [f"`{key}: {value}` must be one of {', '.join(allowed)}"]


def _wrong_values(head: dict[str, Any]) -> list[str]:
    wrong = _one_of(head, "severity", (*SEVERITIES, OFF))
    wrong += _one_of(head, "confidence", CONFIDENCES)
    wrong += _one_of(head, "scope", (*SCOPES, CONDITION))
    wrong += _one_of(head, "fix", (SAFE, UNSAFE, DISPLAY, NO_FIX))
    if not isinstance(head["applies-to"], list) or not head["applies-to"]:
        wrong.append("`applies-to` must be a list of object types and file kinds")
    for profile, word in (head.get("profiles") or {}).items():
        if profile not in PROFILES:
            wrong.append(f"the profile `{profile}` must be one of {', '.join(PROFILES)}")
        if _severity(word) not in (*SEVERITIES, OFF):
            wrong.append(f"`profiles: {profile}: {word}` must be one of {', '.join((*SEVERITIES, OFF))}")
        elif _severity(word) == _severity(head["severity"]):
            wrong.append(f"the profile `{profile}` repeats the severity")
    for key in ("since", "until"):
        if key in head and (not isinstance(head[key], str) or parse_level(head[key]) is None):
            wrong.append(f'`{key}` must be a level in quotation marks, such as "9.4"')
    if "needs" in head:
        wrong += _one_of(head, "needs", LOADS)
    platforms = head.get("platforms", [])
    if not isinstance(platforms, list) or not set(platforms) <= set(RULE_PLATFORMS):
        wrong.append(f"`platforms` must be a list of {', '.join(RULE_PLATFORMS)}")
    return wrong


def _wrong_references(head: dict[str, Any]) -> list[str]:
    references = head["references"]
    if not isinstance(references, list) or not references:
        return ["`references` must list at least one source"]
    wrong = []
    for entry in references:
        if not isinstance(entry, dict) or not entry.get("title") or set(entry) - {"title", "where", "page"}:
            wrong.append("a reference must be {title: …, where: …, page: …}, the last two optional")
        elif not isinstance(entry.get("page"), (int, type(None))):
            wrong.append(f"the page of a reference must be a number, not {entry['page']!r}")
    return wrong


def _wrong_identity(head: dict[str, Any], text: PageText, path: str) -> list[str]:
    """Report contradictions between code, name, title, file name and folder."""
    code, name = str(head["code"]), str(head["name"])
    wrong = []
    if not CODE.fullmatch(code) or code[:3] not in FAMILIES:
        wrong.append(f"`code: {code}` must be a family ({', '.join(FAMILIES)}) and three digits")
    if not NAME.fullmatch(name):
        wrong.append(f"`name: {name}` must be lower-case words joined by hyphens")
    if text.title != f"{code} {name}":
        wrong.append(f"the title must be `# {code} {name}`")
    if path != f"{code[:3].lower()}/{code}-{name}.md":
        wrong.append(f"the file must be {code[:3].lower()}/{code}-{name}.md")
    wrong += [f"the section `## {heading}` is empty" for heading, body in text.sections.items() if not body]
    return wrong


def _wrong_examples(text: PageText, fix: str) -> list[str]:
    kinds = [example.kind for example in text.examples]
    wrong = [f"the page needs a `### {kind}: …`" for kind in (BAD, GOOD) if kind not in kinds]
    for index, example in enumerate(text.examples):
        marked = any(snippet.lines for snippet in example.snippets)
        if not example.snippets:
            wrong.append(f"line {example.line}: `### {example.kind}` has no snippet")
        elif example.kind == BAD and not marked:
            wrong.append(f"line {example.line}: a bad example must mark its lines with `line=…` after the fence")
        elif example.kind != BAD and marked:
            wrong.append(f"line {example.line}: only a bad example may mark lines")
        if example.kind == FIXED and (index == 0 or kinds[index - 1] != BAD):
            wrong.append(f"line {example.line}: `### Fixed` must follow a bad example")
    if FIXED in kinds and fix not in {SAFE, UNSAFE}:
        wrong.append(f"a page with `fix: {fix}` must not have a `### Fixed`")
    if FIXED not in kinds and fix in {SAFE, UNSAFE}:
        wrong.append(f"a page with `fix: {fix}` needs a `### Fixed`")
    return wrong


def wrong_message(message: str) -> list[str]:
    """How a text breaks the conventions for messages; its first word may be a name in capitals."""
    wrong = []
    if message.endswith(".") and not message.endswith("..."):
        wrong.append("a message must not end with a full stop")
    if re.match(r"(A|An|The|This|No|Channel|Queue|Topic|Value|Attribute) ", message):
        wrong.append("a message must begin in lower case")
    if "?" in message or re.search(r"\b(please|did you mean)\b", message, re.IGNORECASE):
        wrong.append("a message must be a statement: no question, no `please`")
    return wrong


def _wrong_texts(head: dict[str, Any], known: tuple[str, ...]) -> list[str]:
    """What is wrong with the texts of findings; `known` are the values that they may contain."""
    wrong = []
    for key in TEXTS:
        text = str(head.get(key, ""))
        wrong += wrong_message(text)
        wrong += [
            f"no condition gives `{{{word}}}` in `{key}` a value"
            for word in PLACEHOLDER.findall(text)
            if word not in known
        ]
    return wrong


def _condition(head: dict[str, Any]) -> tuple[Any, list[str]]:
    """The compiled condition of a page without a function, and a list of what is wrong with it or its texts."""
    try:
        condition = compile_condition(str(head["when"]))
    except ConditionError as error:
        return None, [str(error)]
    target, test = condition
    wrong = _wrong_texts(head, ("object", "name", "type", "stanza", *keywords(test)))
    if head["fix"] != NO_FIX:
        wrong.append("a page without a function must have `fix: none`")
    if not keywords(test):
        wrong.append("the condition contains no attribute")
    targets = target[1] if target[0] == "objects" else (target[1],)
    wrong += [f"`applies-to` does not list {item}" for item in targets if item not in head["applies-to"]]
    return condition, wrong
