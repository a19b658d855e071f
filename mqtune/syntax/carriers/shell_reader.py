"""Parser from the text of a shell script to its commands, with words unquoted and here-documents extracted.

Follows chapter 2 of the POSIX shell language, with `<<<`, `$'…'` and `[[ … ]]` of bash.
"""

from __future__ import annotations

from itertools import chain

from mqtune.syntax.branches import ARMS, GROUP, MARKS, SUBSHELL, Branches, Conditions
from mqtune.syntax.carriers.shell_escapes import Part, read_quoted
from mqtune.syntax.carriers.shell_output import (
    HereDocument,
    Pipeline,
    Redirect,
    ShellCommand,
    ShellWord,
)
from mqtune.syntax.carriers.shell_variables import Builder, Closers
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

MOST_NESTED = 50

_BLANKS = lazy_pattern(r"(?:[ \t\r]|\\\r?\n)+")
_PLAIN = lazy_pattern(r"(?:[^ \t\r\n;&|()<>'\"\\$`{]++|\{\{[^{}\n]*\}\}|<%=[^%\n]*%>|\{)+")  # with tags
_IN_DOUBLE = lazy_pattern(r'[^"\\$`]+')
_OPERATOR = lazy_pattern(r"<<<|<<-|<<|<>|<&|<(?!%=)|&>>|&>|>>|>&|>\||>")
_CONTROL = lazy_pattern(r"[;&|]+")
_CONTROLS = frozenset({"\n", ";", ";;", "&&", "||", "|"})  # what they do is followed
_IN_TEST = "&|<>()\n"  # they have another meaning in `[[ … ]]`
_BRACES = lazy_pattern(r"[{}\\'\"]")
_PARENTHESES = lazy_pattern(r"[()]")
# reserved words that can precede a command
_RESERVED = frozenset({"if", "then", "else", "elif", "do", "while", "until", "!", "time"})


class _TooDeepError(Exception):
    """Deeper nesting than any real script has."""


@record
class Remains:
    """What is not a command: the ranges of comments, and signs whose effect is not certain."""

    comments: list[tuple[int, int]]
    signs: list[tuple[int, str]]


def read_script(
    text: str, branches: Branches, conditions: Conditions
) -> tuple[list[Pipeline], Remains, bool]:
    """All pipelines of a script, including those inside substitutions, in the order in which they end, what
    else is in it, and whether all of it was read.

    `branches` and `conditions` are filled with those of the script.
    """
    reader = _Reader(text, branches, conditions, Remains([], []))
    try:
        reader.commands("")
    except _TooDeepError:
        return reader.pipelines, reader.remains, False
    return reader.pipelines, reader.remains, True


class _Reader:
    __slots__ = (
        *(
            "at",
            "branches",
            "closers",
            "conditions",
            "depth",
            "end",
            "function",
            "pending",
            "pipelines",
            "remains",
            "text",
        ),
    )

    def __init__(
        self,
        text: str,
        branches: Branches,
        conditions: Conditions,
        remains: Remains,
        at: int = 0,
        end: int | None = None,
    ) -> None:
        self.text = text
        self.remains = remains
        self.end = len(text) if end is None else end
        self.branches = branches
        self.conditions = conditions
        self.function = ""  # the name of which was read, and its body not yet
        self.at = at
        self.depth = 0
        self.pipelines: list[Pipeline] = []  # outside groups
        self.pending: list[HereDocument] = []
        self.closers: Closers | None = None  # once a here-document was not closed

    def commands(self, closer: str) -> list[Pipeline]:
        """Read up to `)`, to `}` where a command could begin, or to the end of the text."""
        if self.depth >= MOST_NESTED:
            raise _TooDeepError
        self.depth += 1
        pipelines: list[Pipeline] = self.pipelines if not closer else []
        builder = Builder(pipelines)
        if closer:
            self.conditions.open(self.at - 1, GROUP if closer == "}" else SUBSHELL, self._named())
        while self.at < self.end:
            letter = self.text[self.at]
            if letter == ")":
                self.at += 1
                if closer == ")" and not self.conditions.in_pattern:
                    break
                self.conditions.in_pattern = False
                builder.drop()  # a pattern of `case`
            elif letter == "}" and closer == "}" and builder.at_start:
                self.at += 1
                break
            else:
                self._step(letter, builder)
        builder.end_pipeline()
        if closer:
            self.conditions.close(self.at, GROUP if closer == "}" else SUBSHELL)
        self.depth -= 1
        return pipelines

    def _named(self) -> str:
        """The name of the function whose body begins, "" for another group."""
        name, self.function = self.function, ""
        return name

    def _step(self, letter: str, builder: Builder) -> None:
        text = self.text
        if blanks := _BLANKS.match(text, self.at, self.end):
            self.at = blanks.end()
        elif letter in _IN_TEST and builder.in_test:
            self.at += 1
        elif letter == "\n":
            self.at += 1
            self._bodies()
            if not builder.open_pipe or builder.command is not None:
                self.conditions.list(self.at, continues=False)
            builder.end_line()
        elif letter == "#":
            end = text.find("\n", self.at, self.end)
            end = self.end if end < 0 else end
            self.remains.comments.append((self.at, end))
            self.at = end
        elif operator := _OPERATOR.match(text, self.at, self.end):
            self._redirect(operator.group(), builder)
        elif letter == "|" and self.conditions.in_pattern:
            self.at += 1
            builder.drop()
        elif control := _CONTROL.match(text, self.at, self.end):
            self.at = control.end()
            if control.group() not in _CONTROLS:
                self.remains.signs.append((control.start(), control.group()))
            if control.group() in ("|", "|&"):
                builder.pipe()
            else:
                builder.end_pipeline()
                self.conditions.list(control.start(), continues=control.group() in ("&&", "||"))
                if control.group() in ARMS:
                    self.branches.mark(control.start(), ";;")
                    self.conditions.word(text, control.start(), control.group())
        elif letter == "(" and not self.conditions.in_pattern:
            self._parenthesis(builder)
        elif letter == "(":
            self.at += 1
        else:
            self._command_word(builder)

    def _command_word(self, builder: Builder) -> None:
        word = self._word()
        if self.conditions.in_pattern and word.value != "esac":
            builder.word(word)
            return
        if builder.at_start and word.quoted:
            self.conditions.word(self.text, word.start, "")
        elif builder.at_start:
            if word.value in MARKS:
                self.branches.mark(word.start, word.value)
            if word.value != "{":
                self.function = ""
                self.conditions.word(self.text, word.start, word.value)
            if word.value in _RESERVED:
                return
            if word.value == "{":
                self.branches.mark(word.start, "{")
                builder.group(ShellCommand(word.start, self.commands("}")))
                self.branches.mark(self.at, "}")
                return
        elif word.value == "{" and builder.begins_with("function"):
            self.branches.mark(word.start, "{")
            self.conditions.open(word.start, GROUP, builder.name)
        elif word.value == "in" and builder.begins_with("case"):
            self.conditions.word(self.text, word.start, "in")
        builder.word(word)

    def _parenthesis(self, builder: Builder) -> None:
        """A group, an array, the `()` of a function, or arithmetic."""
        start = self.at
        if self.text.startswith("((", start, self.end) and builder.at_start:
            self._arithmetic()
            return
        self.at += 1
        if builder.at_start:
            builder.group(ShellCommand(start, self.commands(")")))
        elif self.text.startswith(")", self.at, self.end):  # name ()
            self.at += 1
            self.function = builder.name
            self.conditions.define(self.function)
            builder.drop()
        else:
            elements = self.commands(")")
            if self.text.startswith("=", start - 1):
                for command in chain.from_iterable(elements):
                    command.array = True
            self.pipelines.extend(elements)

    def _redirect(self, operator: str, builder: Builder) -> None:
        start = self.at
        descriptor = builder.drop_descriptor(start)
        self.at += len(operator)
        if operator in ("<", ">") and self.text.startswith("(", self.at, self.end):  # process substitution
            self.at += 1
            if operator == ">":
                self.remains.signs.append((start, ">("))
            self._substituted(self.commands(")"))
            builder.word(ShellWord(start, self.at, [], quoted=True))
            return
        while blanks := _BLANKS.match(self.text, self.at, self.end):
            self.at = blanks.end()
        target = self._word() if self.at < self.end and self.text[self.at] not in "\n;&|()<>" else None
        here_document = None
        if operator in ("<<", "<<-") and target is not None:
            here_document = HereDocument(start, target.value, not target.quoted, operator == "<<-")
            self.pending.append(here_document)
        builder.redirect(Redirect(operator, target, here_document, descriptor), start)

    def _following(self) -> str:
        """The character after the current one, "" at the end."""
        return self.text[self.at + 1 : min(self.at + 2, self.end)]

    def _word(self) -> ShellWord:
        """The word at the current position; always consumes at least one character."""
        start = self.at
        parts: list[Part] = []
        quoted = False
        while self.at < self.end:
            letter = self.text[self.at]
            if plain := _PLAIN.match(self.text, self.at, self.end):
                parts.append((plain.group(), self.at, True))
                self.at = plain.end()
            elif letter == "'":
                self._single(parts)
                quoted = True
            elif letter == '"':
                self._double(parts)
                quoted = True
            elif letter == "\\":
                if not _BLANKS.match(self.text, self.at, self.end):
                    parts.append((self._following(), self.at + 1, True))
                    quoted = True
                self.at += 3 if self.text.startswith("\r\n", self.at + 1, self.end) else 2
            elif letter == "$":
                quoted = self._dollar(parts) or quoted
            elif letter == "`":
                self._backquoted(parts)
            else:
                break
        self.at = max(min(self.at, self.end), start + 1)
        return ShellWord(start, self.at, parts, quoted)

    def _single(self, parts: list[Part]) -> None:
        end = self.text.find("'", self.at + 1, self.end)
        end = self.end if end < 0 else end
        parts.append((self.text[self.at + 1 : end], self.at + 1, True))
        self.at = end + 1

    def _double(self, parts: list[Part]) -> None:
        self.at += 1
        while self.at < self.end:
            letter = self.text[self.at]
            if plain := _IN_DOUBLE.match(self.text, self.at, self.end):
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
        following = self._following()
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
        following = self._following()
        if following == "'" and not in_double:
            self.at = read_quoted(self.text, self.at + 2, self.end, parts)
            return True
        if self.text.startswith("((", start + 1, self.end):
            self.at += 1
            self._arithmetic()
        elif following == "(":
            self.at += 2
            self._substituted(self.commands(")"))
        elif following == "{":
            self._braces()
        else:
            self.at += 1
        parts.append((self.text[start : min(self.at, self.end)], start, True))
        return False

    def _braces(self) -> None:
        """Skip `${…}`."""
        depth = 0
        while match := _BRACES.search(self.text, self.at, self.end):
            sign = match.group()
            self.at = match.end()
            if sign == "\\":
                self.at += 1
            elif sign in "'\"":
                end = self.text.find(sign, self.at, self.end)
                self.at = self.end if end < 0 else end + 1
            else:
                depth += 1 if sign == "{" else -1
                if depth == 0:
                    return
        self.at = self.end

    def _backquoted(self, parts: list[Part]) -> None:
        """Commands in backquotes, which are read in place like a separate script."""
        start = self.at
        end = start + 1
        while end < self.end and self.text[end] != "`":
            end += 2 if self.text[end] == "\\" else 1
        inner = _Reader(self.text, Branches(), self.conditions, self.remains, start + 1, min(end, self.end))
        inner.depth = self.depth
        self.conditions.open(start, SUBSHELL)
        inner.commands("")
        self.conditions.close(inner.at, SUBSHELL)
        self._substituted(inner.pipelines)
        self.at = min(end + 1, self.end)
        parts.append((self.text[start : min(self.at, self.end)], start, True))

    def _substituted(self, pipelines: list[Pipeline]) -> None:
        """Keep the commands of a substitution, which change nothing in the shell around them."""
        for pipeline in pipelines:
            for command in pipeline:
                command.substituted = True
        self.pipelines.extend(pipelines)

    def _arithmetic(self) -> None:
        """Skip `((…))`."""
        depth = 0
        for match in _PARENTHESES.finditer(self.text, self.at, self.end):
            depth += 1 if match.group() == "(" else -1
            if depth == 0:
                self.at = match.end()
                return
        self.at = self.end

    def _bodies(self) -> None:
        """The here-documents whose text begins after the line end just read."""
        pending, self.pending = self.pending, []
        for here_document in pending:
            self._body(here_document)

    def _body(self, here_document: HereDocument) -> None:
        text, start = self.text, self.at
        here_document.start = start
        closes = self.closers is None or self.closers.close(here_document, start, self.depth > 1)
        while start < self.end and (closes or here_document.mistaken < 0):
            end = text.find("\n", start, self.end)
            end = self.end if end < 0 else end
            line = text[start:end].removesuffix("\r")
            bare = line.lstrip("\t") if here_document.strips_tabs else line
            closed = bare == here_document.delimiter
            # a substitution may be closed on the line of the delimiter
            if closed or (
                self.depth > 1
                and bare.rstrip(" \t") in (here_document.delimiter + ")", here_document.delimiter + "`")
            ):
                here_document.close = here_document.end = start
                self.at = (
                    end + 1
                    if closed
                    else start + text[start:end].index(here_document.delimiter) + len(here_document.delimiter)
                )
                return
            if here_document.mistaken < 0 and line.strip() == here_document.delimiter:
                here_document.mistaken = start
            start = end + 1
        self.closers = self.closers or Closers(text, self.at, self.end)
        here_document.end = self.at = self.end
        if here_document.mistaken >= 0:
            here_document.end = here_document.mistaken
            end = text.find("\n", here_document.mistaken, self.end)
            self.at = self.end if end < 0 else end + 1
