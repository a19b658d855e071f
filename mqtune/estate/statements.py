"""Commands to statements: looks up verb, object word, subtype and name. Knows no object and no order."""

from __future__ import annotations

from mqtune.estate.statement import Statement
from mqtune.language import catalogue
from mqtune.syntax.placeholders import has_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.layout import Layouts
    from mqtune.syntax.mqsc.tree import Command, Parameter, Script

    Word = tuple[int, Parameter]

NAMELESS = ("QMGR", "AUTHREC")
TRAILING_BLANKS_COUNT = "SUB"


def statements_of(script: Script, layouts: Layouts, zos: bool = False) -> list[Statement]:
    """The statements of a script, in its order."""
    found = []
    for command in script.commands:
        statement = read_statement(command, layouts, zos)
        if statement is not None:
            found.append(statement)
    return found


def read_statement(command: Command, layouts: Layouts, zos: bool = False) -> Statement | None:
    """The statement of a command; None for a command without any word.

    Only z/OS takes the object word anywhere; elsewhere a later word that could be one is an attribute.
    """
    number = command.first
    lines = command.all_lines
    parameters = lines[0].parameters
    if len(parameters) > 1:  # the usual form: verb and object word share the first line
        first: Word = (number, parameters[0])
        second: Word | None = (number, parameters[1])
    else:
        words = command.words()
        head = next(words, None)
        if head is None:
            return None
        first, second = head, next(words, None)
    verb = catalogue.verb(first[1].keyword)
    type = catalogue.object_type(second[1].keyword) if second is not None else None
    place = 1
    if zos and type is None and verb is not None:
        type, second, place = later_object_word(command, verb)
    layout = layouts.of(type, lines, place)
    if type is None or second is None:
        return Statement(command, verb, None, "", None, first, second, layout)
    name = name_of(type, second[1])
    unknown = name is not None and has_placeholder(name)
    statement = Statement(command, verb, type, "", name, first, second, layout, unknown)
    splitter = catalogue.subtype_keyword(type)
    if splitter is not None:
        text = statement.text(splitter)
        statement.subtype = None if not text or has_placeholder(text) else text
    return statement


def later_object_word(command: Command, verb: str) -> tuple[str | None, Word | None, int]:
    """The object word of a command that has it further to the right, else its second word; its place."""
    words = list(command.words())[1:]
    for place, (number, parameter) in enumerate(words, 1):
        type = catalogue.object_type(parameter.keyword)
        if type is not None and catalogue.command(verb, type) is not None:
            return type, (number, parameter), place
    return None, words[0] if words else None, 1


def name_of(type: str, parameter: Parameter) -> str | None:
    """The object's name: what stands in the parentheses behind the object word."""
    text = parameter.text
    if text is None or type in NAMELESS or not (text or parameter.values):
        return None
    return text if type == TRAILING_BLANKS_COUNT else text.strip()
