"""Finds the texts of a script that are passed to runmqsc or written into MQ's files.

No list of wrappers is needed: a command feeds runmqsc if runmqsc is one of its words, or is called in a
quoted word that is itself a script (`su - mqm -c "runmqsc QM1"`, `docker exec -i qm runmqsc QM1`).
"""

from __future__ import annotations

from mqtune.syntax.branches import Branches
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.images import (
    ENDINGS,
    copies,
    image_run,
    is_build_file,
    kinds_at,
    takes_from_elsewhere,
)
from mqtune.syntax.carriers.result import (
    ELSEWHERE,
    FILTERED,
    FOREIGN,
    NESTED,
    UNKNOWN_INPUT,
    UNSTATED,
    AppliedFiles,
    most_telling,
)
from mqtune.syntax.carriers.shell_doubts import Understanding
from mqtune.syntax.carriers.shell_facts import (
    START,
    ControlCall,
    Exports,
    Statement,
    control_call,
    created,
    host_of,
    is_run,
    stated,
    stored_commands,
)
from mqtune.syntax.carriers.shell_output import (
    REPLACING,
    ShellOutput,
    base_name,
    copied_outputs,
    first_of,
    input_of,
    output_of,
)
from mqtune.syntax.carriers.shell_programs import ENDING, PROGRAMS, RUNS
from mqtune.syntax.carriers.shell_reader import read_script
from mqtune.syntax.carriers.shell_targets import script_word, target_program
from mqtune.syntax.carriers.shell_variables import (
    MOST_PIPED,
    STORED,
    VERIFIED,
    Feed,
    ScriptFacts,
    Variables,
    group_doubt,
    joined,
)
from mqtune.syntax.carriers.shell_words import (
    call_words,
    is_fed_script,
    is_quoted_script,
    is_runmqsc,
    is_script,
    literal,
    paths_of,
    piped_files,
    set_folders,
    target_of,
)
from mqtune.syntax.document import CONTAINER, MQSC, QM_INI
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.carriers.images import ImageRun
    from mqtune.syntax.carriers.shell_escapes import Part
    from mqtune.syntax.carriers.shell_output import Pipeline, ShellCommand, ShellWord

MOST_NESTED = 4  # a script in a word of a script in a here-document
MOST_STARTED = 50  # queue managers that the exported variables of one script count for
_ECHOES = ("echo", "print", "printf")


@record
class Inner:
    """A script inside the script: a quoted word or a here-document, with the input that its caller passes
    to it. `same` means that it runs with the variables and in the folder of its caller, `at` is the offset of
    the command that runs it, `printed` means that this is a program or function which may only print it.
    """

    parts: list[Part]
    quoted: bool
    output: ShellOutput | None
    script: ShellScript
    same: bool
    at: int
    printed: bool


class ShellScript(ScriptFacts):
    """The contents of one script: its feeds, the scripts inside it, the values of its variables, the files
    that it applies, and what it states about queue managers.

    `folder` is the working folder relative to the script's own, None if unknown; `outer` is the script
    around it, whose variables it has, and `at` its offset there; `host` is the container it runs in.
    """

    __slots__ = (
        *("_around", "_hosts", "_images", "_read", "_understanding", "branches", "callers", "calls", "depth"),
        *(
            "exports",
            "followed",
            "host",
            "inner",
            "named",
            "names_of",
            "resolved",
            "runs",
            "stored",
            "unread",
        ),
    )

    def __init__(
        self,
        text: str,
        depth: int = 0,
        folder: str | None = "",
        outer: ShellScript | None = None,
        at: int = 0,
        host: str = "",
        location: str = "",
    ) -> None:
        variables = Variables() if outer is None else Variables(outer.variables, at)
        super().__init__(text, variables, None if outer is None else outer.root, location)
        self._around = outer
        self.depth = depth
        self.host = host
        self._hosts: set[str] = set() if outer is None else outer._hosts  # of all calls of runmqsc
        self._images: dict[str, str] = {} if outer is None else outer._images  # container -> queue manager
        self.runs: list[tuple[int, ImageRun]] = []
        self.inner: list[Inner] = []
        self.callers: list[tuple[str, int, int]] = []  # calls that read the input of the outer script
        self.followed: list[tuple[int, int]] = []  # calls of runmqsc with all that they read, and messages
        self.calls: list[ControlCall] = []
        self.named: set[str] = set()  # the queue managers of all calls of runmqsc
        self.stored: list[ShellOutput] = []  # commands in variables
        self.exports = Exports()
        self.resolved, self.names_of = self.variables.resolved, self.variables.names_of
        self.branches = Branches()
        self.is_build_file = is_build_file(text)
        is_read = depth < MOST_NESTED
        self._understanding: Understanding | None = None
        pipelines, remains, complete = read_script(text if is_read else "", self.branches, self.conditions)
        self.unread = UNSTATED if "runmqsc" in self.conditions.functions else ""
        if not (is_read and complete) and "runmqsc" in text:  # without the word it is not known to concern MQ
            self.unread = NESTED
        self._read = pipelines, remains
        self._walk(pipelines, self.variables.read)
        self.variables.sort()
        self._walk(pipelines, self._containers)
        set_folders(text, pipelines, self.variables.values, folder)
        self._walk(pipelines, self._command)
        if self.named:
            name = next(iter(self.named)) if len(self.named) == 1 else ""
            self.feeds += [Feed(output, "", name, at=output.at, doubt=STORED) for output in self.stored]
        for file in self.files:
            condition = file.condition and f"{file.at}~{file.condition}"
            file.condition = "/".join(filter(None, (self.conditions.at(file.at), condition)))
        self.feeds = joined(sorted(self.feeds, key=lambda feed: feed.output.at), self.conditions)

    def _walk(self, pipelines: list[Pipeline], visit: Callable[[Pipeline, int], None]) -> None:
        for pipeline in pipelines:
            if len(pipeline) >= MOST_PIPED and "runmqsc" in self.text:
                self.variables.cut()
            for number, command in enumerate(pipeline):
                if command.inner is not None:
                    self._walk(command.inner, visit)
                visit(pipeline, number)

    def _containers(self, pipeline: Pipeline, number: int) -> None:
        command = pipeline[number]
        run = image_run(command)
        if run is not None:
            self.runs.append((command.at, run))
            self._images[self.resolved(run.container)] = run.queue_manager
        texts = [word.value for word in command.words]
        texts += [
            self.text[redirect.here_document.start : redirect.here_document.end]
            for redirect in command.redirects
            if redirect.here_document
        ]
        if any("runmqsc" in text for text in texts):
            self._hosts.update(self.names_of(self.resolved(host_of(command)), command.at))

    def _command(self, pipeline: Pipeline, number: int) -> None:
        command = pipeline[number]
        self.exports.read(command)
        run = image_run(command)
        if run is not None:
            self._mounted(run.mounts, self.resolved(run.queue_manager), command.folder)
        self._leave(ELSEWHERE if takes_from_elsewhere(command) else "")
        self._mounted(copies(command), "", command.folder)
        self.ended_at += [command.at] if any(base_name(word) in ENDING for word in command.words) else []
        call = next((at for at, word in enumerate(command.words) if is_runmqsc(word)), None)
        if call is not None:
            self._call(pipeline, number, call)
            return
        control = control_call(command)
        if control is not None:
            self._control(control, command)
            return
        stored = stored_commands(command)
        if stored is not None:
            self.stored.append(stored)
            return
        argument = script_word(command)
        scripts = [
            word
            for word in command.words
            if word.quoted and (word is argument or is_quoted_script(literal(word)))
        ]
        if scripts and first_of(command, _ECHOES) is None:
            output = input_of(self.text, pipeline, number)
            target = target_program(command.words)
            same = target is not None and target.stays
            if output is not None:
                self.clarify(output)
            for word in scripts:
                self._add_inner(command, word.parts, True, output, same)
            return
        self._written(pipeline, number)

    def _mounted(self, mounts: list[tuple[ShellWord, str]], name: str, folder: str | None) -> None:
        """Apply the files that an image or a container has where the MQ image applies them."""
        for source, target in mounts:
            for kind in kinds_at(target):
                self._apply(source, name, folder, kind)

    def _control(self, call: ControlCall, command: ShellCommand) -> None:
        """A call of crtmqm or strmqm, with the files of its automatic configuration."""
        self.calls.append(call)
        self.started_at += [command.at] if call.verb == START else []
        target = target_program(command.words)
        folder = call.folder if target is not None and target.stays else None
        for option, value in call.options:
            kind = {"-ic": MQSC, "-ii": QM_INI}.get(option.value)
            if kind is not None and value is not None:
                self._apply(value, self.resolved(call.queue_manager), folder, kind)

    def _call(self, pipeline: Pipeline, number: int, call: int) -> None:
        """A call of runmqsc, a word of a command: its queue manager, and its input."""
        command = pipeline[number]
        self.called_at.append(command.at)
        names, options = call_words(command.words[call + 1 :])
        name = names[0] if names else ""
        if not name:
            host = self.resolved(host_of(command) or self.host)
            name = self._images.get(host, host if len(self._hosts) - ("" in self._hosts) > 1 else "")
        location = self.location_of(command, name)
        name = self.resolved(name)
        self.named.add(name)
        last = command.last_input
        target = target_program(command.words)
        elsewhere = target is None or not target.stays
        file, folder = options.get("-f"), None if elsewhere else command.folder
        word = command.words[call]
        self.followed.append((word.start, word.end))
        if "-f" not in options and last is not None and last.operator == "<":
            file, folder = last.target, command.folder
        doubt = "" if RUNS.issuperset(options) and is_run(command.words[:call]) else VERIFIED
        if file is not None:
            self._apply(file, name, folder, at=command.at, doubt=doubt, location=location)
            return
        output = input_of(self.text, pipeline, number)
        if output is not None:
            passing = pipeline[number - 1] if number and command.last_input is None else command
            doubt = doubt or group_doubt(passing, self.conditions)
            self.clarify(output)
            self.feeds.append(Feed(output, "", name, "-u" in options, command.at, doubt, location))
            self._leave(output.unread)
        elif last is not None and last.target is None:  # `< <(…)`
            self._leave(UNKNOWN_INPUT)
        elif number == 0:
            self.followed.pop()
            self.callers.append((name, word.start, word.end))
        elif last is None:
            self._piped(pipeline, number - 1, name)
        else:
            self.followed.pop()

    def _leave(self, reason: str) -> None:
        """Record why a part of the input of runmqsc is not read."""
        self.unread = most_telling(self.unread, reason)

    def _piped(self, pipeline: Pipeline, number: int, name: str) -> None:
        """Apply the files that a pipeline passes to runmqsc."""
        files, folder, filters = piped_files(pipeline, number)
        for file in files or ():
            self._apply(file, name, folder, MQSC, bool(filters), pipeline[-1].at)
        self._leave(UNKNOWN_INPUT if files is None else FILTERED if filters - {REPLACING} else "")

    def _apply(
        self,
        file: ShellWord,
        name: str,
        folder: str | None,
        kind: str = MQSC,
        changed: bool = False,
        at: int | None = None,
        doubt: str = "",
        location: str = "",
    ) -> None:
        """A file that is applied to a queue manager: one that the script writes, or one beside it."""
        self.applied[base_name(file)] = (kind, name)
        self.applied_at[base_name(file)] = file.start if at is None else at
        names = self.names_of(name, file.start)
        for queue_manager in names:
            only = {name.removeprefix("$"): [queue_manager]} if queue_manager != name else {}
            paths, complete = paths_of(file, self.variables, folder, only)
            if not complete and kind == MQSC:
                self._leave(FOREIGN)
            if paths:
                self.files.append(
                    AppliedFiles(
                        kind,
                        paths,
                        queue_manager,
                        changed,
                        ENDINGS[kind],
                        file.start,
                        condition=doubt,
                        location=location,
                    )
                )

    def _written(self, pipeline: Pipeline, number: int) -> None:
        """A text that is written into a file, or a here-document that is a script for another shell."""
        command = pipeline[number]
        target = target_of(command)
        if target and command.words and command.words[0].value in ("COPY", "ADD"):
            outputs = copied_outputs(self.text, command, target)
            self.feeds += [Feed(output, name, at=command.at) for output, name in outputs]
            return
        if target:
            output = output_of(self.text, pipeline, number)
        else:
            output = input_of(self.text, pipeline, number) if number == len(pipeline) - 1 else None
        if output is None:
            return
        text = "".join(part[0] for part in output.parts)
        if is_script(text) if target else is_fed_script(command, text):
            self._add_inner(command, output.parts, False, None)
        else:
            if target:
                self.clarify(output)
            self.feeds.append(Feed(output, target or "-", at=command.at))

    def _add_inner(
        self,
        command: ShellCommand,
        parts: list[Part],
        quoted: bool,
        output: ShellOutput | None,
        same: bool = False,
    ) -> None:
        """A script inside this one that a command runs; `same` means here, with the variables of this one."""
        excerpt = Excerpt.of(parts)
        at = excerpt.offset(0)
        folder = command.folder if same else None
        host, location = host_of(command) or self.host, self.location_of(command)
        script = ShellScript(excerpt.text, self.depth + 1, folder, self, at, host, location)
        printed = (
            base_name(command.words[0]) in (*PROGRAMS, *self.conditions.functions) if command.words else False
        )
        self.inner_at.add(command.at)
        self.inner.append(Inner(parts, quoted, output, script, same, command.at, printed))
        self.started_at += [command.at] if script.started_at else []
        self.called_at += [command.at] if script.called_at else []
        is_ended = max(script.ended_at, default=-1) > max(script.started_at, default=-1)
        self.ended_at += [command.at] if is_ended else []
        self.applied |= script.applied
        self.applied_at |= dict.fromkeys(script.applied_at, command.at)
        for file in script.files:
            file.at = excerpt.offset(file.at)
        self.files += script.files

    def written(self) -> set[str]:
        """The names of the files that this script and those inside it write."""
        names = {feed.target.rpartition("/")[2] for feed in self.feeds if feed.target}
        return names.union(*(inner.script.written() for inner in self.inner))

    @property
    def understanding(self) -> Understanding:
        """What of the script is certain; to be asked for once all of the script around it is read."""
        if self._understanding is None:
            around = None if self._around is None else self._around.understanding
            self._understanding = Understanding(self, *self._read, around)
        return self._understanding

    @property
    def concerns_mq(self) -> bool:
        """Whether the script passes anything to a queue manager."""
        return bool(self.depth or self.called_at or self.files or self.inner or self.understanding.is_image)

    def statements(self) -> list[tuple[int, Statement]]:
        """What the commands of this script state about queue managers, each with its offset.

        Variables count for the queue managers that the script starts, in its own shell.
        """
        statements: list[tuple[int, Statement]] = []
        for call in self.calls:
            variables = {
                word.value.partition("=")[0]: (word, word.value.index("=") + 1) for word in call.variables
            }
            names = self.names_of(self.resolved(call.queue_manager), call.at)
            statements += [(call.at, statement) for statement in created(call, names, self.resolved)]
            if call.verb == START and variables:
                statements += [(call.at, statement) for statement in stated(variables, names, self.resolved)]
        for at, run in self.runs:
            names = self.names_of(self.resolved(run.queue_manager), at)
            statements += [
                (at, statement) for statement in stated(run.variables, names, self.resolved, CONTAINER)
            ]
        names = list(dict.fromkeys(self.started()))
        if len(names) > MOST_STARTED and self.exports.values:
            self.variables.cut()
        if names:
            exported = stated(self.exports.values, names[:MOST_STARTED], self.resolved)
            statements += [(statement.output.at, statement) for statement in exported]
        return statements

    def started(self) -> list[str]:
        """The queue managers that this script starts, in its own shell."""
        calls = [call for call in self.calls if call.verb == START]
        names = [name for call in calls for name in self.names_of(self.resolved(call.queue_manager), call.at)]
        return names + [name for inner in self.inner if inner.same for name in inner.script.started()]
