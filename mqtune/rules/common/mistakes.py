"""What a command with a mistake was probably meant to set, so that one mistake is not reported twice."""

from __future__ import annotations

from mqtune.estate.objects import MqObject
from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.rules.common.suggestion import suggest


def meant(statement: Statement) -> set[str]:
    """The keywords that the unknown words of a command come closest to, or are values of, which CAT005
    suggests.
    """
    known = catalogue.parameters(str(statement.verb), str(statement.type))
    words = [parameter.keyword for _, parameter in statement.command.words()]
    unknown = [one for one in words[2:] if one not in known]
    if not unknown:
        return set()  # as of most commands
    holders = {keyword for keyword, one in known.items() if any(word in one.values for word in unknown)}
    return {suggest(one, dict.fromkeys(known, "")).word for one in unknown} | holders


def may_hide(statement: Statement, keyword: str) -> bool:
    """Whether a mistake may hide that a command contains a keyword: its misspelling, or an error in the form
    of the command, such as a missing parenthesis.
    """
    return not statement.command.intact or keyword in meant(statement)


def may_have(object: MqObject, keyword: str) -> bool:
    """Whether a mistake may hide that a script sets an attribute of an object."""
    return any(may_hide(statement, keyword) for statement in object.statements)


def has_wrong_value(statement: Statement, keyword: str) -> bool:
    """Whether the value of a keyword in a command is not one of the allowed ones, which CAT015 reports."""
    attribute = catalogue.parameter(str(statement.verb), str(statement.type), keyword)
    value = statement.text(keyword)
    return attribute is not None and bool(attribute.values) and value != "" and value not in attribute.values
