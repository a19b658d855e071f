"""What is known while a shell script is read: commands, here-documents, fed texts, values of variables."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import ChainMap

from mqtune.syntax.branches import Conditions, is_around
from mqtune.syntax.carriers.images import kinds_at
from mqtune.syntax.carriers.shell_output import Pipeline, Redirect, ShellCommand, ShellWord, joined_outputs
from mqtune.syntax.carriers.shell_targets import target_program
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from mqtune.syntax.carriers.result import AppliedFiles
    from mqtune.syntax.carriers.shell_output import HereDocument, ShellOutput


# Words and redirections, assembled into commands and pipelines.

MOST_PIPED = 100  # commands of one pipeline, more than any real one has


class Builder:
    """The command and the pipeline that are being read."""

    __slots__ = ("command", "open_pipe", "pipeline", "pipelines")

    def __init__(self, pipelines: list[Pipeline]) -> None:
        self.pipelines = pipelines
        self.pipeline: Pipeline = []
        self.command: ShellCommand | None = None
        self.open_pipe = False

    @property
    def at_start(self) -> bool:
        """Whether a command could begin here."""
        return self.command is None or not (self.command.words or self.command.inner is not None)

    def begins_with(self, word: str) -> bool:
        """Whether a word is the first one of the current command."""
        return self.command is not None and [written.value for written in self.command.words[:1]] == [word]

    @property
    def in_test(self) -> bool:
        """Whether the current command is `[[`, up to `]]`."""
        words = self.command.words if self.command is not None else []
        return bool(words) and words[0].value == "[[" and words[-1].value != "]]"

    @property
    def name(self) -> str:
        """The last word of the current command, which names a function."""
        return self.command.words[-1].value if self.command is not None and self.command.words else ""

    def word(self, word: ShellWord) -> None:
        """Add a word to the current command."""
        if self.command is None:
            self.command = ShellCommand(word.start)
        self.command.words.append(word)

    def redirect(self, redirect: Redirect, at: int) -> None:
        """Add a redirection to the current command."""
        if self.command is None:
            self.command = ShellCommand(at)
        self.command.redirects.append(redirect)

    def group(self, group: ShellCommand) -> None:
        """Begin a command that is a group."""
        if self.command is not None:  # redirections preceded it
            group.redirects = self.command.redirects
        self.command = group

    def drop_descriptor(self, at: int) -> str:
        """Remove and return the descriptor directly before a redirection: a number or `{name}`."""
        if self.command and self.command.words:
            last = self.command.words[-1]
            named = last.value[:1] == "{" and last.value[1:-1].isidentifier() and last.value[-1:] == "}"
            if last.end == at and (last.value.isdigit() or named) and not last.quoted:
                return self.command.words.pop().value
        return ""

    def pipe(self) -> None:
        """End a command before `|`."""
        self._end_command()
        if len(self.pipeline) >= MOST_PIPED:
            self.end_pipeline()
        self.open_pipe = True

    def end_line(self) -> None:
        """End the pipeline at a line end, except after `|`."""
        if self.open_pipe and self.command is None:
            return
        self.end_pipeline()

    def end_pipeline(self) -> None:
        """End the current pipeline."""
        self._end_command()
        if self.pipeline:
            self.pipelines.append(self.pipeline)
        self.pipeline = []
        self.open_pipe = False

    def drop(self) -> None:
        """Forget the current command."""
        self.command = None

    def _end_command(self) -> None:
        if self.command is not None:
            self.pipeline.append(self.command)
        self.command = None


# Where a text last has a line that could close a here-document.


class Closers:
    """The last offset of each line of a part of a text, with and without the tabs that begin it.

    A script in which many here-documents are not closed would be searched to its end for each of them.
    """

    __slots__ = ("_lines", "_nested")

    def __init__(self, text: str, at: int, stop: int) -> None:
        self._lines: dict[tuple[bool, str], int] = {}
        self._nested: dict[tuple[bool, str], int] = {}  # those that also close a substitution
        while at < stop:
            end = text.find("\n", at, stop)
            end = stop if end < 0 else end
            line = text[at:end].removesuffix("\r")
            for strips_tabs, bare in ((False, line), (True, line.lstrip("\t"))):
                self._lines[strips_tabs, bare] = at
                bare = bare.rstrip(" \t")
                if bare.endswith((")", "`")):
                    self._nested[strips_tabs, bare[:-1]] = at
            at = end + 1

    def close(self, here_document: HereDocument, at: int, in_substitution: bool) -> bool:
        """Whether a line from an offset on closes a here-document."""
        key = (here_document.strips_tabs, here_document.delimiter)
        last = self._lines.get(key, -1)
        return last >= at or (in_substitution and self._nested.get(key, -1) >= at)


# A text that a script passes to runmqsc or writes into a file.

# doubts about commands in a variable, for `runmqsc -v`, and echoed to one file under different conditions
STORED, VERIFIED, JOINED = "stored", "verified", "joined"


@record
class Feed:
    """A text and its destination: runmqsc for a queue manager, or a file.

    `first_line_is_password` means that runmqsc reads the first line as a password (option -u). `at` is the
    offset of the command; `doubt` is what makes it uncertain that runmqsc reads the text, "" if nothing does,
    `location` the host or container of runmqsc.
    """

    output: ShellOutput
    target: str = ""  # the name of a file; empty for runmqsc
    queue_manager: str = ""
    first_line_is_password: bool = False
    at: int = 0
    doubt: str = ""
    location: str = ""


def joined(feeds: list[Feed], conditions: Conditions) -> list[Feed]:
    """Feeds in their order, with lines that are echoed into the same file joined to one text."""
    runs: list[list[Feed]] = []
    for feed in feeds:
        last = runs[-1][-1] if runs else None
        if (
            last
            and feed.target == last.target
            and len(feed.target) > 1
            and not (feed.output.here_document or last.output.here_document)
        ):
            runs[-1].append(feed)
        else:
            runs.append([feed])
    for run in runs:
        if len(run) > 1:
            if len({conditions.at(feed.at) for feed in run}) > 1:
                run[0].doubt = JOINED
            run[0].output = joined_outputs([feed.output for feed in run])
    return [run[0] for run in runs]


def group_doubt(command: ShellCommand, conditions: Conditions) -> str:
    """The doubt whether all commands run of a group that passes on a text; "" if they do."""
    ats = [pipeline[0].at for pipeline in command.inner or ()]
    return JOINED if len({conditions.at(at) for at in ats}) > 1 else ""


# The values of a script's variables and the words of its loops, also those of the script around it.

# more than any real script has; what a script may expand to grows with its length, not with the square of it
MOST_VALUES = 20  # of one variable
MOST_LOOPED = 200  # words of a loop
MOST_NAMES = 2_000  # queue managers that loops name, in all commands of a file
MOST_CHARACTERS = 1_000  # of a value that replaces a variable in a name

_ASSIGNMENT = lazy_pattern(r"([A-Za-z_]\w*)=")
ARGUMENT, COMPUTED = "argument", "computed"
_PART = lazy_pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)|[0-9@*{(]|\()")
_ARGUMENT = lazy_pattern(r"\$[{]?[0-9@*]")
_VARIABLE = lazy_pattern(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")


class Variables:
    """The variables of one script. `outer` are those of the script around it, and `at` its offset there."""

    __slots__ = ("_around", "_at", "_cut", "_left", "_loops", "_starts", "values")

    def __init__(self, outer: Variables | None = None, at: int = 0) -> None:
        self._around = outer
        self._at = at
        self.values: ChainMap[str, set[str]] = ChainMap() if outer is None else outer.values.new_child()
        self._loops: dict[str, dict[str, None]] = {}  # variable -> the words of all loops over it
        # variable -> where each loop over it begins, and its words
        self._starts: dict[str, list[tuple[int, list[str]]]] = {}
        self._left: list[int] = [MOST_NAMES] if outer is None else outer._left
        self._cut: list[bool] = [] if outer is None else outer._cut

    def read(self, pipeline: Pipeline, number: int) -> None:
        """Take note of what a command assigns, or of the loop that it begins."""
        words = pipeline[number].words
        if len(words) > 3 and words[0].value == "for" and words[2].value == "in":
            looped = [word.value for word in words[3 : 4 + MOST_LOOPED]]
            known = self._loops.setdefault(words[1].value, {})  # many loops may have the same words
            more = [word for word in dict.fromkeys(looped) if word not in known]
            known |= dict.fromkeys(more[: 1 + MOST_LOOPED - len(known)])
            self._starts.setdefault(words[1].value, []).append((words[0].start, looped))
        for word in words:
            assignment = _ASSIGNMENT.match(word.value)
            if assignment:
                self._assign(assignment.group(1), word.value[assignment.end() :])

    def cut(self) -> None:
        """Record that the script names more of something than is followed."""
        self._cut.append(True)

    @property
    def is_cut(self) -> bool:
        """Whether that was recorded, for the script or for one around it or inside of it."""
        return bool(self._cut)

    def _assign(self, name: str, value: str) -> None:
        assigned: MutableMapping[str, set[str]] = self.values.maps[0]
        known = assigned.get(name)
        if known is None:
            known = assigned[name] = set(self.values.get(name, ()))
        if len(known) < MOST_VALUES:
            known.add(value)

    def sort(self) -> None:
        """Put the loops in the order of the script, after all commands are read."""
        for starts in self._starts.values():
            starts.sort()

    def __contains__(self, name: object) -> bool:
        """Whether the script assigns a variable itself, not only a default for a value from outside."""
        if not isinstance(name, str):
            return False
        defaults = (f"${{{name}:-", f"${{{name}-", f"${{{name}:=")
        values = self.values.get(name)
        return values is not None and not any(value.startswith(defaults) for value in values)

    def words_of_loop(self, variable: str, at: int) -> list[str]:
        """The words of the loop over a variable that begins last before an offset.

        Those of all loops over it if none begins before: a function may be called in any of them.
        """
        starts = self._starts.get(variable, [])
        before = bisect_left(starts, (at,))
        return starts[before - 1][1] if before else self.words_of_loops(variable)

    def words_of_loops(self, variable: str) -> list[str]:
        """The words of all loops over a variable, of the script around this one that of the call."""
        around = self._around.words_of_loop(variable, self._at) if self._around is not None else []
        return list(dict.fromkeys([*around, *self._loops.get(variable, ())]))

    def names_of(self, name: str, at: int) -> list[str]:
        """The queue managers that a name at an offset means: each word of a loop over it, or the name."""
        variable = name.removeprefix("$")
        is_loop = name != variable and variable not in self.values
        words = list(dict.fromkeys(self.words_of_loop(variable, at))) if is_loop else []
        known = words and not any(sign in word for word in words for sign in "$`*?[{")
        if not known:
            return [name]
        if len(words) > min(MOST_LOOPED, self._left[0]):
            self.cut()
            return [name]
        self._left[0] -= len(words)
        return words

    def varies(self, name: str) -> str:
        """What makes that a name or location may have several values: an argument, or a variable that is
        assigned several times or computed; "" if it has one.
        """
        kinds = {self._kind(match[1] or match[2] or "", match.group()) for match in _PART.finditer(name)}
        return max(kinds, default="")

    def _kind(self, variable: str, sign: str) -> str:
        values = self.values.get(variable, set())
        if len(values) > 1 or sign.endswith("("):
            return COMPUTED
        is_argument = not variable or any(map(_ARGUMENT.search, values))
        return ARGUMENT if is_argument else COMPUTED if any("$(" in value for value in values) else ""

    def resolved(self, name: str) -> str:
        """The name of a queue manager, with variables replaced that have only one value in the whole
        script.
        """

        def value(match: re.Match[str]) -> str:
            values = self.values.get(match.group(1) or match.group(2), set())
            only = next(iter(values)) if len(values) == 1 else ""
            known = only and len(only) <= MOST_CHARACTERS and not set("$`") & set(only)
            return only if known else f"${match.group(1) or match.group(2)}"  # one form of ${NAME}

        return _VARIABLE.sub(value, name)


class ScriptFacts:
    """What was read in a script: the texts that it passes on, the files that it applies (to each name its
    language and queue manager, and the offset of the last command that does so), and the offsets of commands
    that call runmqsc, start or end a queue manager, or run a script inside of it. `root` are those of the
    outermost script, `location` is where it runs.
    """

    __slots__ = (
        *("applied", "applied_at", "called_at", "conditions", "feeds", "files", "inner_at", "is_build_file"),
        *("ended_at", "location", "root", "signs", "started_at", "text", "variables"),
    )

    def __init__(self, text: str, variables: Variables, root: ScriptFacts | None, location: str) -> None:
        self.text = text
        self.location = location
        self.variables = variables
        self.root = root or self
        self.conditions = Conditions()
        self.is_build_file = False
        self.feeds: list[Feed] = []
        self.files: list[AppliedFiles] = []
        self.applied: dict[str, tuple[str, str]] = {}
        self.applied_at: dict[str, int] = {}
        self.called_at: list[int] = []
        self.inner_at: set[int] = set()
        self.started_at: list[int] = []
        self.ended_at: list[int] = []
        self.signs: list[tuple[int, str]] = []  # in what it passes on, whose effect is not certain

    def clarify(self, output: ShellOutput) -> None:
        """Take note of a sign in a text that is passed on, which may mean another text."""
        if output.unclear:
            self.signs.append((output.at, output.unclear))

    def ends_before_call(self) -> bool:
        """Whether a queue manager may have ended when runmqsc is called for the last time."""
        last = max(self.called_at, default=-1)
        end = max((at for at in self.ended_at if at < last), default=-1)
        return end >= 0 and not any(end < at < last for at in self.started_at)

    def location_of(self, command: ShellCommand, name: str = "") -> str:
        """Where a command runs its program; what may have another value at another command is part of it."""
        target = target_program(command.words)
        location = self.variables.resolved(target.place) if target is not None else f"@{command.at}"
        varies = self.variables.varies(f"{name} {location}")
        if varies:
            location += f" @{self.conditions.function(command.at) if varies == ARGUMENT else command.at}"
        return f"{self.location} {location}".strip()

    def condition(self, feed: Feed) -> str:
        """What decides whether a text of this script is applied, "" if it certainly is."""
        written, doubt = self.conditions.at(feed.at), feed.doubt
        if doubt == STORED and not any(map(self.conditions.at, self.called_at)):
            doubt = ""
        if feed.target and feed.target != "-" and not kinds_at(feed.target):
            applied = self.applied_at.get(feed.target.rpartition("/")[2], -1)
            condition = self.conditions.at(max(applied, 0))
            if applied < feed.at:
                doubt = f"{feed.target.replace('/', '|')}~{feed.at}"
            elif not is_around(condition, written):
                written = condition
        return "/".join(filter(None, (written, doubt)))

    def function(self, feed: Feed) -> str:
        """The function around a text, or what else makes it run later than the texts after it."""
        return f"{STORED}@{feed.at}" if feed.doubt == STORED else self.conditions.function(feed.at)
