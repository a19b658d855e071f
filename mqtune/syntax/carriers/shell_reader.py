"""Parser from the text of a shell script to its commands, with words unquoted and here-documents extracted.

Follows chapter 2 of the POSIX shell language, with `<<<`, `$'…'` and `[[ … ]]` of bash.
"""

from __future__ import annotations

import re
from contextlib import suppress

from mqtune.syntax.carriers.shell_branches import MARKS, Branches
from mqtune.syntax.carriers.shell_tree import HereDocument, Part, Pipeline, Redirect, ShellCommand, ShellWord

MOST_NESTED = 50
MOST_PIPED = 100  # commands of one pipeline, more than any real one has

_BLANKS = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_PLAIN = re.compile(r"(?:[^ \t\r\n;&|()<>'\"\\$`{]++|\{\{[^{}\n]*\}\}|<%=[^%\n]*%>|\{)+")  # with tags
_IN_DOUBLE = re.compile(r'[^"\\$`]+')
_OPERATOR = re.compile(r"<<<|<<-|<<|<>|<&|<(?!%=)|&>>|&>|>>|>&|>\||>")
_CONTROL = re.compile(r"[;&|]+")
_BRACES = re.compile(r"[{}\\'\"]")
_PARENTHESES = re.compile(r"[()]")
# reserved words that can precede a command
_RESERVED = frozenset({"if", "then", "else", "elif", "do", "while", "until", "!", "time"})
_ANSI = {"n": "\n", "t": "\t", "\\": "\\", "'": "'", '"': '"', "r": "\r", "e": "\x1b", "a": "\a"}


class _TooDeepError(Exception):
    """Deeper nesting than any real script has."""


def read_script(text: str, branches: Branches) -> list[Pipeline]:
    """All pipelines of a script, including those inside substitutions, in the order in which they end.

    `branches` is filled with those of the script.
    """
    reader = _Reader(text, branches)
    with suppress(_TooDeepError):
        reader.commands("")
    return reader.found


class _Reader:
    __slots__ = ("at", "branches", "depth", "found", "pending", "text")

    def __init__(self, text: str, branches: Branches) -> None:
        self.text = text
        self.branches = branches
        self.at = 0
        self.depth = 0
        self.found: list[Pipeline] = []  # outside groups
        self.pending: list[HereDocument] = []

    def commands(self, closer: str) -> list[Pipeline]:
        """Read up to `)`, to `}` where a command could begin, or to the end of the text."""
        if self.depth >= MOST_NESTED:
            raise _TooDeepError
        self.depth += 1
        pipelines: list[Pipeline] = self.found if not closer else []
        builder = _Builder(pipelines)
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == ")":
                self.at += 1
                if closer == ")":
                    break
                builder.drop()  # a pattern of `case`
            elif letter == "}" and closer == "}" and builder.at_start:
                self.at += 1
                break
            else:
                self._step(letter, builder)
        builder.end_pipeline()
        self.depth -= 1
        return pipelines

    def _step(self, letter: str, builder: _Builder) -> None:
        text = self.text
        if blanks := _BLANKS.match(text, self.at):
            self.at = blanks.end()
        elif letter == "\n":
            self.at += 1
            self._bodies()
            builder.end_line()
        elif letter == "#":
            end = text.find("\n", self.at)
            self.at = len(text) if end < 0 else end
        elif operator := _OPERATOR.match(text, self.at):
            self._redirect(operator.group(), builder)
        elif control := _CONTROL.match(text, self.at):
            self.at = control.end()
            if control.group() in ("|", "|&"):
                builder.pipe()
            else:
                builder.end_pipeline()
                if control.group().startswith(";;"):
                    self.branches.mark(control.start(), ";;")
        elif letter == "(":
            self._parenthesis(builder)
        else:
            self._command_word(builder)

    def _command_word(self, builder: _Builder) -> None:
        word = self._word()
        if builder.at_start and not word.quoted:
            if word.value in MARKS:
                self.branches.mark(word.start, word.value)
            if word.value in _RESERVED:
                return
            if word.value == "{":
                self.branches.mark(word.start, "{")
                builder.group(ShellCommand(word.start, self.commands("}")))
                self.branches.mark(self.at, "}")
                return
        elif word.value == "{" and builder.begins_with("function"):
            self.branches.mark(word.start, "{")
        builder.word(word)

    def _parenthesis(self, builder: _Builder) -> None:
        """A group, an array, the `()` of a function, or arithmetic."""
        start = self.at
        if self.text.startswith("((", start) and builder.at_start:
            self._arithmetic()
            return
        self.at += 1
        if builder.at_start:
            builder.group(ShellCommand(start, self.commands(")")))
        elif self.text.startswith(")", self.at):  # name ()
            self.at += 1
            builder.drop()
        else:
            self.found.extend(self.commands(")"))

    def _redirect(self, operator: str, builder: _Builder) -> None:
        start = self.at
        builder.drop_descriptor(start)
        self.at += len(operator)
        if operator in ("<", ">") and self.text.startswith("(", self.at):  # process substitution
            self.at += 1
            self._substituted(self.commands(")"))
            builder.word(ShellWord(start, self.at, [], quoted=True))
            return
        while blanks := _BLANKS.match(self.text, self.at):
            self.at = blanks.end()
        target = self._word() if self.at < len(self.text) and self.text[self.at] not in "\n;&|()<>" else None
        here = None
        if operator in ("<<", "<<-") and target is not None:
            here = HereDocument(start, target.value, not target.quoted, operator == "<<-")
            self.pending.append(here)
        builder.redirect(Redirect(operator, target, here), start)

    def _word(self) -> ShellWord:
        """The word at the current position; always consumes at least one character."""
        start = self.at
        parts: list[Part] = []
        quoted = False
        while self.at < len(self.text):
            letter = self.text[self.at]
            if plain := _PLAIN.match(self.text, self.at):
                parts.append((plain.group(), self.at, True))
                self.at = plain.end()
            elif letter == "'":
                self._single(parts)
                quoted = True
            elif letter == '"':
                self._double(parts)
                quoted = True
            elif letter == "\\":
                if not _BLANKS.match(self.text, self.at):
                    parts.append((self.text[self.at + 1 : self.at + 2], self.at + 1, True))
                    quoted = True
                self.at += 3 if self.text.startswith("\r\n", self.at + 1) else 2
            elif letter == "$":
                quoted = self._dollar(parts) or quoted
            elif letter == "`":
                self._backquoted(parts)
            else:
                break
        self.at = max(min(self.at, len(self.text)), start + 1)
        return ShellWord(start, self.at, parts, quoted)

    def _single(self, parts: list[Part]) -> None:
        end = self.text.find("'", self.at + 1)
        end = len(self.text) if end < 0 else end
        parts.append((self.text[self.at + 1 : end], self.at + 1, True))
        self.at = end + 1

    def _double(self, parts: list[Part]) -> None:
        self.at += 1
        while self.at < len(self.text):
            letter = self.text[self.at]
            if plain := _IN_DOUBLE.match(self.text, self.at):
                parts.append((plain.group(), self.at, True))
                self.at = plain.end()
            elif letter == '"':
                self.at += 1
                return
            elif letter == "$":
                self._dollar(parts, in_double=True)
            elif letter == "`":
                self._backquoted(parts)
            else:
                self._escape(parts)

    def _escape(self, parts: list[Part]) -> None:
        """A backslash between double quotation marks or in an expanding here-document."""
        following = self.text[self.at + 1 : self.at + 2]
        if following == "\n":
            self.at += 2
        elif following and following in '$`"\\':
            parts.append((following, self.at + 1, True))
            self.at += 2
        else:
            parts.append(("\\", self.at, True))
            self.at += 1

    def _dollar(self, parts: list[Part], in_double: bool = False) -> bool:
        """A variable or substitution, kept as written; true for the quoted form `$'…'`."""
        start = self.at
        following = self.text[start + 1 : start + 2]
        if following == "'" and not in_double:
            self._ansi(parts)
            return True
        if self.text.startswith("((", start + 1):
            self.at += 1
            self._arithmetic()
        elif following == "(":
            self.at += 2
            self._substituted(self.commands(")"))
        elif following == "{":
            self._braces()
        else:
            self.at += 1
        parts.append((self.text[start : self.at], start, True))
        return False

    def _ansi(self, parts: list[Part]) -> None:
        self.at += 2
        while self.at < len(self.text) and self.text[self.at] != "'":
            letter = self.text[self.at]
            following = self.text[self.at + 1 : self.at + 2]
            if letter == "\\" and following in _ANSI and following:
                parts.append((_ANSI[following], self.at, False))
                self.at += 2
            else:
                parts.append((letter, self.at, True))
                self.at += 1
        self.at += 1

    def _braces(self) -> None:
        """Skip `${…}`."""
        depth = 0
        while found := _BRACES.search(self.text, self.at):
            sign = found.group()
            self.at = found.end()
            if sign == "\\":
                self.at += 1
            elif sign in "'\"":
                end = self.text.find(sign, self.at)
                self.at = len(self.text) if end < 0 else end + 1
            else:
                depth += 1 if sign == "{" else -1
                if depth == 0:
                    return
        self.at = len(self.text)

    def _backquoted(self, parts: list[Part]) -> None:
        """Commands in backquotes, which are read in place like a separate script."""
        start = self.at
        end = start + 1
        while end < len(self.text) and self.text[end] != "`":
            end += 2 if self.text[end] == "\\" else 1
        inner = _Reader(self.text[:end], Branches())
        inner.at = start + 1
        inner.depth = self.depth
        inner.commands("")
        self._substituted(inner.found)
        self.at = min(end + 1, len(self.text))
        parts.append((self.text[start : self.at], start, True))

    def _substituted(self, pipelines: list[Pipeline]) -> None:
        """Keep the commands of a substitution, which change nothing in the shell around them."""
        for pipeline in pipelines:
            for command in pipeline:
                command.substituted = True
        self.found.extend(pipelines)

    def _arithmetic(self) -> None:
        """Skip `((…))`."""
        depth = 0
        for found in _PARENTHESES.finditer(self.text, self.at):
            depth += 1 if found.group() == "(" else -1
            if depth == 0:
                self.at = found.end()
                return
        self.at = len(self.text)

    def _bodies(self) -> None:
        """The here-documents whose text begins after the line end just read."""
        pending, self.pending = self.pending, []
        for here in pending:
            self._body(here)

    def _body(self, here: HereDocument) -> None:
        text, start = self.text, self.at
        here.start = start
        while start < len(text):
            end = text.find("\n", start)
            end = len(text) if end < 0 else end
            line = text[start:end].removesuffix("\r")
            bare = line.lstrip("\t") if here.strips_tabs else line
            closed = bare == here.delimiter
            # a substitution may be closed on the line of the delimiter
            if closed or (
                self.depth > 1 and bare.rstrip(" \t") in (here.delimiter + ")", here.delimiter + "`")
            ):
                here.close = here.end = start
                self.at = (
                    end + 1 if closed else start + text[start:end].index(here.delimiter) + len(here.delimiter)
                )
                return
            if here.mistaken < 0 and line.strip() == here.delimiter:
                here.mistaken = start
            start = end + 1
        here.end = self.at = len(text)
        if here.mistaken >= 0:
            here.end = here.mistaken
            end = text.find("\n", here.mistaken)
            self.at = len(text) if end < 0 else end + 1


class _Builder:
    """Assembles words and redirections into commands and pipelines."""

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
        return self.command is not None and [one.value for one in self.command.words[:1]] == [word]

    def word(self, word: ShellWord) -> None:
        if self.command is None:
            self.command = ShellCommand(word.start)
        self.command.words.append(word)

    def redirect(self, redirect: Redirect, at: int) -> None:
        if self.command is None:
            self.command = ShellCommand(at)
        self.command.redirects.append(redirect)

    def group(self, group: ShellCommand) -> None:
        if self.command is not None:  # redirections preceded it
            group.redirects = self.command.redirects
        self.command = group

    def drop_descriptor(self, at: int) -> None:
        """Treat a number directly before a redirection as its file descriptor."""
        if self.command and self.command.words:
            last = self.command.words[-1]
            if last.end == at and last.value.isdigit() and not last.quoted:
                self.command.words.pop()

    def pipe(self) -> None:
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
        self._end_command()
        if self.pipeline:
            self.pipelines.append(self.pipeline)
        self.pipeline = []
        self.open_pipe = False

    def drop(self) -> None:
        self.command = None

    def _end_command(self) -> None:
        if self.command is not None:
            self.pipeline.append(self.command)
        self.command = None
