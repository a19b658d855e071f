"""Access in a session: names of objects as users write them, setmqaut commands, and who may put."""

from __future__ import annotations

from mqtune.analysis.access.answer import ALLOWED, REFUSED, Question
from mqtune.analysis.access.walk import object_authority
from mqtune.analysis.flow.load import Failure
from mqtune.analysis.trace.trace import TOPIC_PREFIX
from mqtune.estate.events import Doubts
from mqtune.estate.record_replay import RecordReplay
from mqtune.estate.statement import statements_of
from mqtune.estate.words import Layouts
from mqtune.language.access import setmqaut_type
from mqtune.language.catalogue import object_type
from mqtune.syntax.document import MQSC, Document, has_placeholder
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.system import COMMAND, AuthorityCommand, authority_commands
from mqtune.text.editing import Place, Span
from mqtune.text.messages import UsageError
from mqtune.text.record import record
from mqtune.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.analysis.access.answer import Step
    from mqtune.estate.model import Estate, QueueManager
    from mqtune.estate.statement import Statement
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace


# Objects as a user writes them: `TYPE(NAME)`.


def parse_spec(spec: str) -> tuple[str, str]:
    """Type and name of `QL(ORDERS)`, `channel('lower.case')`, `QMGR`. Raises UsageError."""
    word, bracket, name = spec.strip().partition("(")
    word = word.strip().upper()
    type = "QUEUE" if word in ("QUEUE", "Q") else object_type(word)
    if type is None and not bracket:
        raise UsageError(f"{spec!r} names no object type", f"write TYPE(NAME), such as QLOCAL({word})")
    if type is None:
        raise UsageError(
            f"unknown object type {word!r} in {spec!r}", "write TYPE(NAME), such as QLOCAL(ORDERS)"
        )
    name = name.strip()
    if bracket and not name.endswith(")"):
        raise UsageError(f"the parenthesis is not closed in {spec!r}", f"write {type}(NAME)")
    name = name.removesuffix(")").strip()
    if not name and type != "QMGR":
        raise UsageError(f"the name is missing in {spec!r}", f"write {type}(NAME)")
    quoted = len(name) > 1 and name[0] == name[-1] == "'"
    return type, name[1:-1].replace("''", "'") if quoted else name.upper()


# setmqaut commands of scripts, applied to the authority records of the queue managers they name. Each command
# is written as SET AUTHREC on the line of the file that contains it, so that records keep their positions.

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
    for command in authority_commands(file.source.text):
        manager = named_object(session, file, command.queue_manager)
        if manager is not None and setmqaut_type(command.type) and (command.principals or command.groups):
            commands.setdefault(command.line, (manager, command))
    if not commands:
        return
    lines = ["" for _ in range(max(commands))]
    for number, (_, command) in commands.items():
        lines[number - 1] = as_mqsc(command)
    source = Source(file.source.path, file.shown, "\n".join(lines).encode())
    statements = statements_of(parse_script(Document(MQSC, source), LineMemo()), Layouts())
    by_line = {statement.command.first + 1: statement for statement in statements}
    for number, (manager, _) in sorted(commands.items()):
        if number in by_line:
            yield manager, by_line[number]


def named_object(session: Session, file: LoadedFile, name: str) -> QueueManager | None:
    """The queue manager of a command: by name, or the only one for a placeholder or without -m."""
    estates = [estate for estate in session.estates if file.environment in (None, estate.environment)]
    managers = [manager for estate in estates for manager in estate.queue_managers]
    if name and not has_placeholder(name):
        named = [manager for manager in managers if manager.name == name]
        unnamed = [manager for manager in managers if manager.name is None]
        if not named and len(managers) == 1:
            named = unnamed
    else:
        named = managers
    return named[0] if len(named) == 1 else None


def as_mqsc(command: AuthorityCommand) -> str:
    """The command as SET or DELETE AUTHREC."""
    objtype = setmqaut_type(command.type)
    profile = "" if objtype == "QMGR" else f" PROFILE({quoted((command.profile,))})"
    who = f" PRINCIPAL({quoted(command.principals)})" if command.principals else ""
    who += f" GROUP({quoted(command.groups)})" if command.groups else ""
    if REMOVE in command.removed:
        return f"DELETE AUTHREC OBJTYPE({objtype}){profile}{who}"
    words = f" AUTHADD({','.join(command.added)})" if command.added else ""
    words += f" AUTHRMV({','.join(command.removed)})" if command.removed else ""
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


# Whether a user may put or publish where a trace starts.

AUTHORITY = "authority"
NOT_AUTHORIZED = 2035


@record
class PutAuthority:
    """What is known of the authority: the failure of the put, a doubt, or a note; each empty otherwise."""

    failure: Failure | None = None
    doubt: str = ""
    note: str = ""


def put_authority(
    estate: Estate, manager: QueueManager, name: str, user: str, groups: tuple[str, ...] = ()
) -> PutAuthority:
    """Whether a user with some groups may put to a name, or publish on a topic string."""
    if name.startswith(TOPIC_PREFIX):
        topic = name.removeprefix(TOPIC_PREFIX)
        question = Question(
            user=user, groups=groups, local=True, type="TOPIC", topic=topic, purpose="publish"
        )
    else:
        queue, _, at = name.partition("@")
        question = Question(
            user=user, groups=groups, local=True, type="QUEUE", name=queue, at=at, purpose="put"
        )
    answer = object_authority(estate, manager, question)
    steps = [step for step in answer.decisive if step.name == AUTHORITY]
    if answer.verdict == ALLOWED:
        return PutAuthority(note=f"{user} may put: {text_of(answer.shown.last)}")
    if not steps:
        return PutAuthority()  # the name is not defined, which the trace shows
    if answer.verdict == REFUSED:
        return PutAuthority(Failure(NOT_AUTHORIZED, text_of(steps[0]), place_of(steps[0])))
    return PutAuthority(doubt=f"whether {user} is authorized: {text_of(steps[0])}")


def text_of(step: Step) -> str:
    """The reason of a step with the record that decides."""
    return f"{step.text} ({step.evidence[0].text})" if step.evidence else step.text


def place_of(step: Step) -> Place | None:
    """The position of the record that decides."""
    for source in step.evidence[:1]:
        if source.file:
            return Place(source.file, Span(source.line, 1, source.line, 1))
    return None
