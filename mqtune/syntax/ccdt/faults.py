"""Faults of form in a CCDT, in words: what the Java client refuses, and what it puts up with.

Does not know which keys exist.
"""

from __future__ import annotations

from mqtune.syntax.ccdt import lexemes as kinds
from mqtune.syntax.ccdt.lexemes import Lexeme
from mqtune.syntax.ccdt.tree import BARE, BOOLEAN, NULL, NUMBER, CcdtFile, Node
from mqtune.syntax.ccdt.values import STRICT_STRING, UNDECODED, is_closed
from mqtune.syntax.placeholders import has_placeholder
from mqtune.syntax.problem import Problem
from mqtune.text.spans import Span

REFUSED = "ccdt-refused"
LENIENT = "ccdt-nonstandard-json"
# not a fault of the JSON: other clients take the mark, so that it has a rule of the clients
MARKED = "ccdt-with-byte-order-mark"
WITHOUT_MARK = "save it as UTF-8 without the mark"

REFUSES = "the Java client refuses the whole table (AMQ9695, reason 2278)"
TAKES = "the Java client takes it, strict JSON readers do not"

# a file with more is another language
MOST_PROBLEMS = 50

MARK = "\ufeff"
WHITE = " \t\n\r"
SHORT_ESCAPES = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


class Faults:
    """Collects the problems of one file.

    `structural` are those that vanish where a template engine changes the structure. `lost` is set once
    the reader cannot know any more what belongs together: then only faults of single pieces are told.
    `astray` is set once a bracket may be amiss, for then every further line seems to be wrong.
    """

    __slots__ = ("astray", "file", "habits", "lines", "lost", "structural")

    def __init__(self, file: CcdtFile) -> None:
        self.file = file
        self.habits: dict[str, Problem] = {}
        self.structural: list[Problem] = []
        self.lines: set[int] = set()  # with a structural refusal
        self.lost = False
        self.astray = False

    # the file as a whole

    def of_encoding(self) -> None:
        """What the first bytes tell."""
        document = self.file.document
        if not document.carrier and document.source.encoding != "utf-8":
            self._refuse(Span(1, 1, 1, 2), "the file is UTF-16", "save it as UTF-8 without a byte order mark")
        elif document.text.startswith(MARK):
            message = "the file begins with a byte order mark, not with `{`"
            marked = Problem(MARKED, Span(1, 1, 1, 2), f"{message}: {REFUSES}", WITHOUT_MARK, "", safe=True)
            self._tell(marked)

    def no_object(self, lexeme: Lexeme) -> None:
        """The text begins with something else than `{`."""
        if self.lost:
            return
        self.lost = True
        if lexeme.text == "[":
            message, help = "the table is an array", 'put it into an object: `{"channel": [ ... ]}`'
        else:
            message = f"the table begins with `{_shown(lexeme.text)}`, not with `{{`"
            help = "a table is one JSON object, with nothing before it"
        self._refuse(lexeme.span(), message, help)

    def nul(self, lexeme: Lexeme) -> None:
        """A NUL, which is the end for the Java client."""
        self._refuse(lexeme.span(), "the text holds NUL characters", "save the file as UTF-8")
        self.lost = True

    def text_after(self, first: Lexeme, rest: Lexeme) -> None:
        """Something stands behind the last brace."""
        text = first.text + rest.text
        if self.lost or self.astray or self.file.templated or has_placeholder(text):
            return
        bare = text.rstrip(WHITE)
        span = Span(first.line, first.column, *_end(first, bare))
        braces = not bare.strip("}],;" + WHITE)
        message = f"one `{bare}` too many behind the table" if len(bare) == 1 else "text behind the table"
        help = "remove it: nobody reads what stands behind the last brace"
        self._lenient(span, message, help, "", safe=braces)

    def at_end(self, last: Lexeme | None, opened: list[Lexeme]) -> None:
        """The text has ended with `last`; `opened` are the signs that are not closed."""
        if self.lost or self.file.templated:
            return
        if last is None:
            if not any(problem.kind == REFUSED for problem in self.file.problems):
                self._refuse(Span(1, 1, 1, 1), "the table is empty", "a table without channels is `{}`")
        elif opened:
            sign = opened[-1]
            message = f"the text ends, but `{sign.text}` of line {sign.line} is not closed"
            self._structural(last.span(), message, f"write `{'}' if sign.text == '{' else ']'}`")

    def too_deep(self, lexeme: Lexeme, deepest: int) -> None:
        """More open brackets than any reader takes."""
        if not self.lines:
            message = f"more than {deepest} levels of brackets"
            self._refuse(lexeme.span(), message, "close them: no table needs more than nine levels")
        self.lost = True

    def finish(self) -> None:
        """Drops what is no fault where a template engine still changes the structure."""
        if self.file.templated:
            gone = {id(problem) for problem in self.structural}
            self.file.problems = [one for one in self.file.problems if id(one) not in gone]
        self.file.problems.sort(key=lambda problem: problem.span.key())

    # between the values

    def damaged(self, what: str, lexeme: Lexeme) -> None:
        """A piece that may not stand where it stands."""
        help = "one side of a member is missing, or a bracket too few or too many stands before it"
        self._structural(lexeme.span(), f"{what} `{_shown(lexeme.text)}`", help)

    def no_separator(self, lexeme: Lexeme, before: Lexeme, closer: str) -> None:
        """Two values without a comma between them."""
        shown = _shown(lexeme.text)
        message = f"`,` or `{closer}` is missing before `{shown}`"
        apart = before.kind != kinds.WORD or lexeme.line > before.line
        if lexeme.kind in (kinds.STRING, kinds.WORD) and apart:
            self._structural(before.end(), message, "write `,` between them", ",")
        else:
            self._structural(lexeme.span(), message, f"write `,` or `{closer}` before it")

    def equals(self, lexeme: Lexeme) -> None:
        """`=` or `=>` between key and value."""
        self._refuse(lexeme.span(), f"`{lexeme.text}` stands for `:`", "write `:`", ":", safe=True)

    def duplicate(self, lexeme: Lexeme, key: str, first: Lexeme) -> None:
        """A key that its object has already."""
        message = f'key "{_shown(key)}" stands twice in one object, first on line {first.line}'
        self._refuse(lexeme.span(), message, "keep one of the two")

    def comment(self, lexeme: Lexeme) -> None:
        """A comment in any of the styles people write; one for a template engine is none."""
        if lexeme.text.startswith("{#"):
            return
        self._habit("comment", REFUSED, lexeme.span(), "", "a comment, which JSON does not know", "remove it")

    def semicolon(self, lexeme: Lexeme, lenient: bool) -> None:
        """`;` for `,`: taken between members, refused between elements."""
        if lenient:
            message = "`;` stands for `,`"
            self._habit("semicolon", LENIENT, lexeme.span(), ",", message, "write `,`", safe=True)
        else:
            self._refuse(lexeme.span(), "`;` stands for `,` in an array", "write `,`", ",", safe=True)

    def trailing_comma(self, comma: Lexeme, closer: str) -> None:
        """A comma with nothing behind it."""
        if comma.text == ",":
            message = f"a comma before `{closer}`"
            self.structural.append(self._lenient(comma.span(), message, "remove the comma", "", safe=True))

    def hole(self, comma: Lexeme) -> None:
        """A comma in an array with nothing before it."""
        message = "nothing stands before this comma: the element is null"
        self.structural.append(self._lenient(comma.span(), message, "remove the comma, or write the element"))

    # single pieces

    def of_blanks(self, lexeme: Lexeme) -> None:
        """Control characters, which Java takes as white space."""
        wrong = lexeme.text.strip(WHITE)
        if wrong:
            message = f"U+{ord(wrong[0]):04X} stands where only white space may"
            self._lenient(lexeme.span(), message, "write a plain blank", " ", safe=True)

    def bare_key(self, lexeme: Lexeme) -> None:
        """A key without quotes."""
        if not has_placeholder(lexeme.text):
            message = f"key `{_shown(lexeme.text)}` has no quotes"
            mended = f'"{escaped(lexeme.text)}"'
            self._habit("key", LENIENT, lexeme.span(), mended, message, "put keys into quotes", safe=True)

    def of_word(self, node: Node, lexeme: Lexeme) -> None:
        """A value without quotes that is not written as JSON has it."""
        if node.strict or has_placeholder(lexeme.text):
            return
        if node.kind == BARE:
            message = f"string `{_shown(lexeme.text)}` has no quotes"
            mended = f'"{escaped(lexeme.text)}"'
            self._habit("word", LENIENT, lexeme.span(), mended, message, "put strings into quotes", safe=True)
        elif node.kind in (BOOLEAN, NULL):
            help = "write it in lower case"
            self._lenient(lexeme.span(), f"`{lexeme.text}`", help, lexeme.text.lower(), safe=True)
        elif node.kind == NUMBER:
            self._lenient(lexeme.span(), f"`{_shown(lexeme.text)}` is no number of JSON", "write it in full")

    def of_string(self, lexeme: Lexeme, value: str) -> bool:
        """Faults of a string; true where it is strict JSON."""
        if lexeme.kind == kinds.FAULTY_STRING:
            self._faulty_string(lexeme)
        elif UNDECODED.search(lexeme.text):
            message = "a string holds bytes that are not UTF-8, which are read as other characters"
            self._habit("bytes", LENIENT, lexeme.span(), None, message, "save the file as UTF-8")
        elif not STRICT_STRING.fullmatch(lexeme.text):
            self._lenient_string(lexeme, f'"{escaped(value)}"')
        else:
            return True
        return False

    def _lenient_string(self, lexeme: Lexeme, mended: str) -> None:
        if lexeme.text[0] == "'":
            message = f"string {_shown(lexeme.text)} has single quotes"
            self._habit("quotes", LENIENT, lexeme.span(), mended, message, "write double quotes", safe=True)
        else:
            message = "a string holds a control character or an escape that JSON does not know"
            help = "escape it as JSON has it"
            self._habit("escape", LENIENT, lexeme.span(), mended, message, help, safe=True)

    def _faulty_string(self, lexeme: Lexeme) -> None:
        if not is_closed(lexeme.text):
            message = f"the string `{_shown(lexeme.text)}` is not closed on its line"
            self.astray = False  # where it ends is known again by the next member
            self._structural(lexeme.span(), message, f"close it with `{lexeme.text[0]}`")
        else:
            message = f"the string {_shown(lexeme.text)} holds an escape that JSON does not know"
            help = "double the backslash where it belongs to the text"
            self._habit("wrong escape", REFUSED, lexeme.span(), None, message, help)

    # how a problem is told

    def _refuse(
        self, span: Span, message: str, help: str, replacement: str | None = None, safe: bool = False
    ) -> Problem:
        return self._tell(Problem(REFUSED, span, f"{message}: {REFUSES}", help, replacement, safe))

    def _lenient(
        self, span: Span, message: str, help: str, replacement: str | None = None, safe: bool = False
    ) -> Problem:
        return self._tell(Problem(LENIENT, span, f"{message}: {TAKES}", help, replacement, safe))

    def _tell(self, problem: Problem) -> Problem:
        if len(self.file.problems) < MOST_PROBLEMS:
            self.file.problems.append(problem)
        return problem

    def _structural(self, span: Span, message: str, help: str, replacement: str | None = None) -> None:
        """A refusal by the order of the pieces; one a line, since one often brings the next."""
        mended = replacement is not None
        if self.lost or self.astray or span.line in self.lines:
            return
        self.astray = not mended
        self.lines.add(span.line)
        self.structural.append(self._refuse(span, message, help, replacement, safe=mended))

    def _habit(
        self,
        form: str,
        kind: str,
        span: Span,
        mended: str | None,
        message: str,
        help: str,
        safe: bool = False,
    ) -> None:
        """A fault that often runs through a whole file: told once, mended everywhere."""
        known = self.habits.get(form)
        if known is None:
            tell = self._refuse if kind == REFUSED else self._lenient
            self.habits[form] = tell(span, message, help, mended, safe)
        elif mended is not None:
            known.repeats.append((span, mended))


def escaped(text: str) -> str:
    """A text as the inside of a JSON string."""
    return "".join(
        SHORT_ESCAPES.get(character) or (f"\\u{ord(character):04x}" if character < " " else character)
        for character in text
    )


def _end(first: Lexeme, bare: str) -> tuple[int, int]:
    """Where a text that starts at a lexeme ends."""
    whole = Lexeme(kinds.AFTER, bare, first.line, first.column)
    return whole.end_line, whole.end_column


def _shown(text: str) -> str:
    line = text.splitlines()[0] if text.splitlines() else text
    return line if len(line) <= 30 else line[:27] + "..."
