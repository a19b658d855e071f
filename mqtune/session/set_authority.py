"""Applies the setmqaut commands of scripts to the authority records of the queue managers they name.

Each command is written as SET AUTHREC on the line of the file that contains it, so that records keep their
positions.
"""

from __future__ import annotations

from mqtune.estate.events import Doubts
from mqtune.estate.layout import Layouts
from mqtune.estate.records import RecordReplay
from mqtune.estate.statements import statements_of
from mqtune.language.access import setmqaut_type
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.placeholders import has_placeholder
from mqtune.syntax.setmqaut import COMMAND, AuthorityCommand, authority_commands
from mqtune.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace

REMOVE = "REMOVE"  # -remove deletes the record


def add_authorities(workspace: Workspace) -> None:
    """Apply the setmqaut commands of all files; those for queue managers that are not in the files are
    left out.
    """
    for manager, statement in authority_statements(workspace):
        apply(manager, statement)


def authority_statements(workspace: Workspace) -> Iterator[tuple[QueueManager, Statement]]:
    """The setmqaut commands of all files as SET AUTHREC, with the queue managers that they change."""
    for session in workspace.sessions:
        for file in session.inputs.files:
            if file.source is not None and COMMAND in file.source.text:
                yield from statements_in(session, file)


def statements_in(session: Session, file: LoadedFile) -> Iterator[tuple[QueueManager, Statement]]:
    """The same for one file."""
    assert file.source is not None  # the caller has checked
    commands: dict[int, tuple[QueueManager, AuthorityCommand]] = {}
    for one in authority_commands(file.source.text):
        manager = named(session, file, one.queue_manager)
        if manager is not None and setmqaut_type(one.type) and (one.principals or one.groups):
            commands.setdefault(one.line, (manager, one))
    if not commands:
        return
    lines = ["" for _ in range(max(commands))]
    for number, (_, one) in commands.items():
        lines[number - 1] = as_mqsc(one)
    source = Source(file.source.path, file.shown, "\n".join(lines).encode())
    statements = statements_of(parse_script(Document(MQSC, source), LineMemo()), Layouts())
    by_line = {statement.command.first + 1: statement for statement in statements}
    for number, (manager, _) in sorted(commands.items()):
        if number in by_line:
            yield manager, by_line[number]


def named(session: Session, file: LoadedFile, name: str) -> QueueManager | None:
    """The queue manager of a command: by name, or the only one for a placeholder or without -m."""
    here = [one for one in session.estates if file.environment in (None, one.environment)]
    managers = [manager for estate in here for manager in estate.queue_managers]
    if name and not has_placeholder(name):
        found = [one for one in managers if one.name == name]
        unnamed = [one for one in managers if one.name is None]
        if not found and len(managers) == 1:
            found = unnamed
    else:
        found = managers
    return found[0] if len(found) == 1 else None


def as_mqsc(one: AuthorityCommand) -> str:
    """The command as SET or DELETE AUTHREC."""
    objtype = setmqaut_type(one.type)
    profile = "" if objtype == "QMGR" else f" PROFILE({quoted((one.profile,))})"
    who = f" PRINCIPAL({quoted(one.principals)})" if one.principals else ""
    who += f" GROUP({quoted(one.groups)})" if one.groups else ""
    if REMOVE in one.removed:
        return f"DELETE AUTHREC OBJTYPE({objtype}){profile}{who}"
    words = f" AUTHADD({','.join(one.added)})" if one.added else ""
    words += f" AUTHRMV({','.join(one.removed)})" if one.removed else ""
    return f"SET AUTHREC OBJTYPE({objtype}){profile}{who}{words}"


def quoted(values: tuple[str, ...]) -> str:
    """Values in quotation marks, as MQSC reads them without folding."""
    return ",".join("'" + value.replace("'", "''") + "'" for value in values)


def apply(manager: QueueManager, statement: Statement) -> None:
    """Apply one command to the records of a queue manager."""
    replay = RecordReplay(manager, [], Doubts(in_order=False))
    for authority in manager.authrecs:
        records = replay.authorities.setdefault((authority.profile, authority.objtype), {})
        records[authority.entity, authority.user] = authority
    if statement.verb == "DELETE":
        replay.delete_authrec(statement)
    else:
        replay.set_authrec(statement)
    replay.finish()
