"""What is at a position of a file: the command, its statement and the parameter."""

from __future__ import annotations

from mqtune.syntax.mqsc.tree import Script
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.lsp.analysis import FileView
    from mqtune.lsp.buffer import Position
    from mqtune.syntax.mqsc.tree import Command, Parameter
    from mqtune.text.spans import Place


@record
class Pointed:
    """A statement of a queue manager, and the parameter at the position if there is one."""

    manager: QueueManager
    statement: Statement
    parameter: Parameter | None


def pointed(view: FileView, position: Position) -> Pointed | None:
    """The first queue manager that has the statement at a position, with the statement."""
    line, column = view.place(position)
    for tree in view.session.inputs.trees:
        if isinstance(tree, Script) and tree.document.source is view.source:
            for command in tree.commands:
                for number, parameter in command.words():
                    if covers(command.place(number, parameter.extent), line, column):
                        return _statement(view, command, parameter)
    return None


def covers(place: Place, line: int, column: int) -> bool:
    """Whether a position is in a place or directly after it."""
    span = place.span
    return (span.line, span.column) <= (line, column) <= (span.end_line, span.end_column)


def _statement(view: FileView, command: Command, parameter: Parameter) -> Pointed | None:
    for estate in view.session.estates:
        for manager in estate.queue_managers:
            for statement in manager.statements:
                if statement.command is command:
                    return Pointed(manager, statement, parameter)
    return None
