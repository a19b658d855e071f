"""The commands of a shell script, and their output if the script itself contains the text: cat, echo, printf.

Texts are given as parts of the script.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers.result import FILTERED, most_telling
from mqtune.syntax.carriers.shell_escapes import Part, with_escapes
from mqtune.syntax.carriers.shell_programs import CONSTRUCTS, PROGRAMS
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

# commands that change the text they pass on in a way that is not followed here
REPLACING = "envsubst"  # which replaces only variables
FILTERS = frozenset({"sed", REPLACING, "tr", "grep", "awk", "perl"})
# COPY and ADD are steps of a build file
_WRITERS = ("echo", "print", "printf", "cat", "tee", "COPY", "ADD")
_ECHO_OPTION = re.compile(r"-[neE]+").fullmatch
_PRINT_OPTION = re.compile(r"-[a-zA-Z]*-?").fullmatch
_FORMAT = lazy_pattern(r"%(?:%|-?\d*[sbdq])")
_MOST_REPEATED = 1_000_000  # characters of a format, whose repeats must not fill the memory


@record
class ShellOutput:
    """A text that a script passes on: its parts, and its form in the script.

    `plain` means that the script contains the text unchanged, line by line, with `indent` before each.
    `changed` means that something replaces parts of it before it is read; `unread` is why it may have other
    parts: a filter drops or replaces any of them. `unclear` is a sign that shells or programs may replace by
    another text, or a program that writes some of it.
    """

    parts: list[Part]
    at: int
    carrier: str
    plain: bool = False
    changed: bool = False
    indent: str = ""
    here_document: HereDocument | None = None
    unread: str = ""
    unclear: str = ""


def input_of(text: str, pipeline: Pipeline, number: int) -> ShellOutput | None:
    """The input of a command in a pipeline, if the script contains it."""
    redirect = pipeline[number].last_input
    if redirect is None:
        passes_on = number and not any(redirect.leads_output for redirect in pipeline[number - 1].redirects)
        return output_of(text, pipeline, number - 1) if passes_on else None
    if redirect.here_document is not None:
        return here_output(text, redirect.here_document)
    if redirect.operator == "<<<" and redirect.target is not None:
        word = redirect.target
        return ShellOutput(word.parts, word.start, "here-string", changed=has_variable(word))
    return None


def output_of(text: str, pipeline: Pipeline, number: int) -> ShellOutput | None:
    """The output of a command in a pipeline, if the script contains it."""
    command = pipeline[number]
    if command.inner is not None:
        return _group_output(text, command.inner)
    index = first_of(command, (*_WRITERS, *FILTERS))
    if index is None:
        return None
    name = base_name(command.words[index])
    words = command.words[index + 1 :]
    if name == "echo":
        return echo_output(words, command.at, text)
    if name == "print":
        return print_output(words, command.at)
    if name == "printf":
        return printf_output(words, command.at)
    if name == "cat" and any(word.value != "-" for word in words):
        return None
    output = input_of(text, pipeline, number)
    if output is not None and name in FILTERS:
        output.changed = True
        output.plain = False
        output.unread = most_telling(output.unread, FILTERED if name != REPLACING else "")
    return output


def here_output(text: str, here_document: HereDocument) -> ShellOutput:
    """The text of a here-document, as the command receives it."""
    body = text[here_document.start : here_document.end]
    parts: list[Part] = []
    start = here_document.start
    for line in body.splitlines(keepends=True):
        stripped = line.lstrip("\t") if here_document.strips_tabs else line
        at = start + len(line) - len(stripped)
        start += len(line)
        if here_document.expands and "\\" in stripped:
            _unescape(stripped, at, parts)
        else:
            parts.append((stripped, at, True))
    indent = body[: len(body) - len(body.lstrip("\t"))] if here_document.strips_tabs else ""
    changed = here_document.expands and any(sign in body for sign in "$`")
    return ShellOutput(
        parts,
        here_document.start,
        "here-document",
        plain=True,
        changed=changed,
        indent=indent,
        here_document=here_document,
    )


def copied_outputs(text: str, command: ShellCommand, target: str) -> list[tuple[ShellOutput, str]]:
    """The here-documents that a step of a build file copies, each with its file; into a folder by their own
    names.
    """
    here_documents = [redirect.here_document for redirect in command.redirects if redirect.here_document]
    is_folder = target.endswith("/") or len(here_documents) > 1
    return [
        (
            here_output(text, here_document),
            f"{target.rstrip('/')}/{here_document.delimiter}" if is_folder else target,
        )
        for here_document in here_documents
    ]


def _unescape(line: str, at: int, parts: list[Part]) -> None:
    """A line of an expanding here-document, without the backslashes that the shell removes."""
    done = 0
    for escape in re.finditer(r"\\([$`\\]|\r?\n)", line):
        parts.append((line[done : escape.start()], at + done, True))
        done = escape.start(1) if escape.group(1) in "$`\\" else escape.end()
        if escape.group(1) == "\\":
            parts.append(("\\", at + done, True))
            done += 1
    parts.append((line[done:], at + done, True))


def echo_output(words: list[ShellWord], at: int, text: str) -> ShellOutput:
    """The output of echo. Shells treat escapes differently, so escapes are resolved unless bash is named."""
    first = next((at for at, word in enumerate(words) if not _ECHO_OPTION(word.value)), len(words))
    options = "".join(word.value for word in words[:first])
    words = words[first:]
    named_bash = text.startswith("#!") and "bash" in text[: text.find("\n")]
    escapes = "e" in options or not (named_bash or "E" in options)
    parts: list[Part] = []
    for word in words:
        if parts:
            parts.append((" ", word.start - 1, False))
        parts.extend(word.parts)
    unclear = "echo -e" if "e" in options.lower() and not named_bash else ""
    if escapes:
        parts, sign = with_escapes(parts)
        unclear = sign or unclear or ("" if named_bash else _backslash(words))
    changed = any(has_variable(word) for word in words)
    return ShellOutput(parts, at, "echo", changed=changed, unclear=unclear)


def _backslash(words: list[ShellWord]) -> str:
    return "\\" if any("\\" in word.value for word in words) else ""


def print_output(words: list[ShellWord], at: int) -> ShellOutput:
    """The output of print in the Korn shell, which resolves escapes unless the option -r is given."""
    first = next((at for at, word in enumerate(words) if not _PRINT_OPTION(word.value)), len(words))
    raw = any("r" in word.value or "R" in word.value for word in words[:first])
    words = words[first:]
    parts: list[Part] = []
    for word in words:
        if parts:
            parts.append((" ", word.start - 1, False))
        parts.extend(word.parts)
    parts, unclear = (parts, "") if raw else with_escapes(parts)
    changed = any(has_variable(word) for word in words)
    return ShellOutput(parts, at, "print", changed=changed, unclear=unclear)


def printf_output(words: list[ShellWord], at: int) -> ShellOutput | None:
    """The output of printf: its format, filled with its arguments and repeated while any are left."""
    words = words[bool(words) and words[0].value == "--" :]
    if not words:
        return None
    form, unclear = with_escapes(words[0].parts, in_format=True)
    arguments = words[:0:-1]
    if "%" in _FORMAT.sub("", words[0].value):
        unclear = unclear or "%"
    if "%b" in words[0].value:
        resolved = [_resolved(word) for word in arguments]
        arguments = [word for word, _ in resolved]
        unclear = unclear or next((sign for _, sign in resolved if sign), "")
    parts: list[Part] = []
    size = sum(len(text) for text, _, _ in form)
    for _ in range(1 + _MOST_REPEATED // max(size, 1)):
        before = len(arguments)
        for part in form:
            _fill(part, arguments, parts)
        if not arguments or len(arguments) == before:
            break
    else:  # the rest line by line
        for word in reversed(arguments):
            parts += [*word.parts, ("\n", word.start, False)]
    changed = any(has_variable(word) for word in words)
    return ShellOutput(parts, at, "printf", changed=changed, unclear=unclear)


def _resolved(word: ShellWord) -> tuple[ShellWord, str]:
    """An argument of a format with `%b`, and a sign in it that is not clear."""
    parts, sign = with_escapes(word.parts)
    return ShellWord(word.start, word.end, parts, word.quoted), sign


def _fill(part: Part, arguments: list[ShellWord], parts: list[Part]) -> None:
    """Append a part of a format with the next arguments, which are in the opposite order, in it."""
    text, at, kept = part
    done = 0
    for conversion in _FORMAT.finditer(text):
        if conversion.start() > done:
            parts.append((text[done : conversion.start()], at + done if kept else at, kept))
        done = conversion.end()
        if conversion.group() == "%%":
            parts.append(("%", at + conversion.start() if kept else at, kept))
        elif arguments:
            parts.extend(arguments.pop().parts)
    if text[done:]:
        parts.append((text[done:], at + done if kept else at, kept))


def _group_output(text: str, pipelines: list[Pipeline]) -> ShellOutput | None:
    """The concatenated output of the commands in a group."""
    known: list[ShellOutput] = []
    unclear = ""
    for pipeline in pipelines:
        if any(redirect.leads_output for redirect in pipeline[-1].redirects):
            continue
        output = output_of(text, pipeline, len(pipeline) - 1)
        if output is not None:
            known.append(output)
        elif not _is_silent(pipeline[-1]):
            unclear = unclear or pipeline[-1].name or "{ }"
    if not known:
        return None
    output = joined_outputs(known)
    output.unclear = output.unclear or unclear
    return output


def _is_silent(command: ShellCommand) -> bool:
    """Whether a command certainly prints nothing."""
    if command.inner is not None:
        return all(_is_silent(pipeline[-1]) for pipeline in command.inner)
    name = base_name(command.words[0]) if command.words else ""
    program = PROGRAMS.get(name)
    return name in CONSTRUCTS or "=" in name or (program is not None and not program.prints)


def joined_outputs(outputs: list[ShellOutput]) -> ShellOutput:
    """Several outputs as one; echo ends its own with a line end."""
    parts: list[Part] = []
    for output in outputs:
        parts.extend(output.parts)
        ended = output.parts and output.parts[-1][0].endswith("\n")
        if not ended:
            parts.append(("\n", output.parts[-1][1] if output.parts else output.at, False))
    changed = any(output.changed for output in outputs)
    unread = most_telling(*(output.unread for output in outputs))
    unclear = next((output.unclear for output in outputs if output.unclear), "")
    return ShellOutput(
        parts, outputs[0].at, outputs[0].carrier, changed=changed, unread=unread, unclear=unclear
    )


def first_of(command: ShellCommand, names: tuple[str, ...]) -> int | None:
    """The index of the first word that is one of the commands, after sudo, RUN and similar words."""
    for number, word in enumerate(command.words[:12]):
        if base_name(word) in names:
            return number
    return None


def base_name(word: ShellWord) -> str:
    """The last part of a path."""
    return word.value.rpartition("/")[2]


def has_variable(word: ShellWord) -> bool:
    """Whether a word contains something that the shell replaces."""
    return "$" in word.value or "`" in word.value


# Commands, in as much detail as is needed to see which text is passed to which command.


class ShellWord:
    """A word: its parts without quotation marks, and whether any of it was quoted."""

    __slots__ = ("end", "parts", "quoted", "start", "value")

    def __init__(self, start: int, end: int, parts: list[Part], quoted: bool) -> None:
        self.start = start
        self.end = end
        self.parts = parts
        self.quoted = quoted
        self.value = "".join(part[0] for part in parts)


class HereDocument:
    """A here-document: its delimiter, its form, and the offsets of its text.

    `expands` means that the shell replaces variables in it. `close` is the offset of the line that ends it,
    -1 if there is none; `mistaken` is then the offset of a line that was probably intended to end it.
    """

    __slots__ = ("at", "close", "delimiter", "end", "expands", "mistaken", "start", "strips_tabs")

    def __init__(self, at: int, delimiter: str, expands: bool, strips_tabs: bool) -> None:
        self.at = at
        self.delimiter = delimiter
        self.expands = expands
        self.strips_tabs = strips_tabs
        self.start = at
        self.end = at
        self.close = -1
        self.mistaken = -1


@record
class Redirect:
    """`> file`, `<<< word`, or `<<` with its here-document; the descriptor as written before it."""

    operator: str
    target: ShellWord | None
    here_document: HereDocument | None = None
    descriptor: str = ""

    @property
    def leads_output(self) -> bool:
        """Whether standard output goes to a file or another descriptor."""
        return not self.operator.startswith("<") and self.descriptor in ("", "1")


class ShellCommand:
    """A simple command, or with `inner` a group in parentheses or braces.

    `substituted` means that it is part of a substitution, so that it changes nothing around it, `array` that
    its words are elements of an array. `folder` is its working folder relative to that of the script, None if
    unknown.
    """

    __slots__ = ("array", "at", "folder", "inner", "redirects", "substituted", "words")

    def __init__(self, at: int, inner: list[Pipeline] | None = None) -> None:
        self.at = at
        self.words: list[ShellWord] = []
        self.redirects: list[Redirect] = []
        self.inner = inner
        self.substituted = False
        self.array = False
        self.folder: str | None = None

    @property
    def last_input(self) -> Redirect | None:
        """The redirection of its standard input: the last one applies."""
        inputs = [
            redirect
            for redirect in self.redirects
            if redirect.operator.startswith("<") and redirect.descriptor in ("", "0")
        ]
        return inputs[-1] if inputs else None

    @property
    def name(self) -> str:
        """Its first word, "" without one."""
        return self.words[0].value if self.words else ""

    def begins(self, name: str) -> bool:
        """Whether its first word is a name."""
        return bool(self.words) and self.words[0].value == name


Pipeline = list[ShellCommand]
