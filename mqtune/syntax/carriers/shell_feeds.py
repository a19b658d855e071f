"""Finds the texts of a script that are passed to runmqsc or written into MQ's files.

No list of wrappers is needed: a command feeds runmqsc if runmqsc is one of its words, or is called in a
quoted word that is itself a script (`su - mqm -c "runmqsc QM1"`, `docker exec -i qm runmqsc QM1`).
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers.shell_output import (
    ShellOutput,
    base_name,
    first_of,
    input_of,
    joined_outputs,
    output_of,
)
from mqtune.syntax.carriers.shell_reader import read_script
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.carriers.shell_tree import Part, Pipeline, ShellCommand, ShellWord

MOST_NESTED = 4  # a script in a word of a script in a here-document
_RUNMQSC = re.compile(r"(?:.*[/\\])?(?:\$\{?)?runmqsc(?:\.exe)?\}?", re.IGNORECASE)
_MENTIONS = re.compile(r"runmqsc", re.IGNORECASE)
_WITH_ARGUMENT = frozenset({"-w", "-u", "-m", "-f", "-l"})
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=")
_VARIABLE = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")


@record
class Feed:
    """A text and its destination: runmqsc for a queue manager, or a file.

    `first_line_is_password` means that runmqsc reads the first line as a password (option -u).
    """

    output: ShellOutput
    target: str = ""  # the name of a file; empty for runmqsc
    queue_manager: str = ""
    first_line_is_password: bool = False


class Inner:
    """A script inside the script: a quoted word or a here-document, with the input that its caller passes
    to it.
    """

    __slots__ = ("output", "parts", "quoted", "script")

    def __init__(self, parts: list[Part], quoted: bool, output: ShellOutput | None, depth: int) -> None:
        self.parts = parts
        self.quoted = quoted
        self.output = output
        self.script = ShellScript("".join(part[0] for part in parts), depth)


class ShellScript:
    """The contents of one script: its feeds, the scripts inside it, and the values of its variables."""

    __slots__ = ("applied", "callers", "depth", "feeds", "inner", "text", "variables")

    def __init__(self, text: str, depth: int = 0) -> None:
        self.text = text
        self.depth = depth
        self.feeds: list[Feed] = []
        self.inner: list[Inner] = []
        self.callers: list[str] = []  # queue managers of calls that read the input of the outer script
        self.applied: dict[str, str] = {}  # file -> queue manager to which it is fed
        self.variables: dict[str, set[str]] = {}
        pipelines = read_script(text) if depth < MOST_NESTED else []
        self._walk(pipelines, self._assignments)
        self._walk(pipelines, self._command)
        self.feeds = _joined(sorted(self.feeds, key=lambda feed: feed.output.at))

    def _walk(self, pipelines: list[Pipeline], visit: Callable[[Pipeline, int], None]) -> None:
        for pipeline in pipelines:
            for number, command in enumerate(pipeline):
                if command.inner is not None:
                    self._walk(command.inner, visit)
                visit(pipeline, number)

    def _assignments(self, pipeline: Pipeline, number: int) -> None:
        for word in pipeline[number].words:
            found = _ASSIGNMENT.match(word.value)
            if found:
                self.variables.setdefault(found.group(1), set()).add(word.value[found.end() :])

    def _command(self, pipeline: Pipeline, number: int) -> None:
        command = pipeline[number]
        call = next((at for at, word in enumerate(command.words) if is_runmqsc(word)), None)
        if call is not None:
            self._call(pipeline, number, command.words[call + 1 :])
            return
        scripts = [word for word in command.words if word.quoted and _is_script(_literal(word))]
        if scripts and first_of(command, ("echo", "printf")) is None:
            output = input_of(self.text, pipeline, number)
            for word in scripts:
                self._add_inner(word.parts, True, output)
            return
        self._written(pipeline, number)

    def _call(self, pipeline: Pipeline, number: int, words: list[ShellWord]) -> None:
        """A call of runmqsc: its queue manager, and its input."""
        name, options = _call_words(words)
        name = self.resolved(name)
        last = pipeline[number].last_input
        if last is not None and last.operator == "<" and last.target is not None:
            self.applied[base_name(last.target)] = name
            return
        output = input_of(self.text, pipeline, number)
        if output is None:
            if number == 0:
                self.callers.append(name)
            return
        if "-f" not in options:
            self.feeds.append(Feed(output, "", name, "-u" in options))

    def _written(self, pipeline: Pipeline, number: int) -> None:
        """A text that is written into a file, or a here-document that is a script for another shell."""
        command = pipeline[number]
        target = _target(command)
        if target:
            output = output_of(self.text, pipeline, number)
        else:
            output = input_of(self.text, pipeline, number) if number == len(pipeline) - 1 else None
        if output is None:
            return
        if _is_script("".join(part[0] for part in output.parts)):
            self._add_inner(output.parts, False, None)
        else:
            self.feeds.append(Feed(output, target or "-"))

    def _add_inner(self, parts: list[Part], quoted: bool, output: ShellOutput | None) -> None:
        inner = Inner(parts, quoted, output, self.depth + 1)
        self.inner.append(inner)
        self.applied |= inner.script.applied

    def resolved(self, name: str) -> str:
        """The name of a queue manager, with variables replaced that have only one value in the whole
        script.
        """

        def value(found: re.Match[str]) -> str:
            values = self.variables.get(found.group(1) or found.group(2), set())
            only = next(iter(values)) if len(values) == 1 else ""
            return only if only and not set("$`") & set(only) else found.group()

        return _VARIABLE.sub(value, name)


def _joined(feeds: list[Feed]) -> list[Feed]:
    """Feeds in their order, with lines that are echoed into the same file joined to one text."""
    found: list[Feed] = []
    for feed in feeds:
        last = found[-1] if found else None
        if (
            last
            and feed.target == last.target
            and len(feed.target) > 1
            and not (feed.output.here or last.output.here)
        ):
            last.output = joined_outputs([last.output, feed.output])
        else:
            found.append(feed)
    return found


def is_runmqsc(word: ShellWord) -> bool:
    """Whether a word calls runmqsc, by path or through a variable of that name."""
    return _RUNMQSC.fullmatch(word.value) is not None


def _is_script(text: str) -> bool:
    """Whether a quoted word or here-document is a script that concerns MQ."""
    if not any(blank in text.strip() for blank in " \n"):
        return False
    return _MENTIONS.search(text) is not None or ("<<" in text and (".mqsc" in text or ".ini" in text))


def _literal(word: ShellWord) -> str:
    """A word without the commands inside it, which are read separately."""
    return "".join(part[0] for part in word.parts if not part[0].startswith(("$(", "`")))


def _call_words(words: list[ShellWord]) -> tuple[str, set[str]]:
    """The queue manager name and the options of a call."""
    options: set[str] = set()
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.value.startswith("-") and len(word.value) > 1:
            options.add(word.value[:2])
            skip = word.value in _WITH_ARGUMENT
        elif word.value.startswith("{{"):  # a template placeholder, which the shell splits into words
            rest = " ".join(other.value for other in words[words.index(word) :])
            return rest.partition("}}")[0] + "}}", options
        else:
            return word.value, options
    return "", options


def _target(command: ShellCommand) -> str:
    """The file that a command writes: after `>`, an argument of tee, the last word of COPY."""
    for redirect in command.redirects:
        if redirect.operator in (">", ">>", ">|") and redirect.target is not None:
            name = redirect.target.value
            if name not in ("/dev/null", "/dev/stderr"):
                return name
    tee = first_of(command, ("tee",))
    if tee is not None:
        names = [word.value for word in command.words[tee + 1 :] if not word.value.startswith("-")]
        return names[0] if names else ""
    if command.words and command.words[0].value in ("COPY", "ADD") and command.last_input is not None:
        return command.words[-1].value
    return ""
