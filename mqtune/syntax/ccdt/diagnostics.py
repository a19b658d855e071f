"""Diagnostics about the form of a CCDT: what the Java client rejects, and what it tolerates.

Which keys exist is checked elsewhere.
"""

from __future__ import annotations

from mqtune.syntax.ccdt import tree as kinds
from mqtune.syntax.ccdt.tree import BARE_VALUE as BARE
from mqtune.syntax.ccdt.tree import (
    BOOLEAN,
    NULL,
    NUMBER,
    STRICT_STRING,
    UNDECODED,
    CcdtFile,
    Lexeme,
    Node,
    is_closed,
)
from mqtune.syntax.document import Diagnostic, has_placeholder
from mqtune.text.editing import Span

REFUSED = "ccdt-refused"
LENIENT = "ccdt-nonstandard-json"
# a rule about clients, not about JSON: other clients accept the byte order mark
MARKED = "ccdt-with-byte-order-mark"
WITHOUT_MARK = "save it as UTF-8 without a byte order mark"

REFUSES = "the Java client rejects the whole table (AMQ9695, reason 2278)"
TAKES = "the Java client accepts it, strict JSON readers do not"

# a file with more is not a CCDT
MOST_PROBLEMS = 50  # of one kind: the warnings of a file hide no error

MARK = "\ufeff"
WHITE = " \t\n\r"
SHORT_ESCAPES = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


class Diagnostics:
    """Collects the diagnostics about one file.

    `structural` are those that disappear if a template engine changes the structure. `lost` is set once
    the structure can no longer be determined: from then on, only single tokens are reported. `astray` is
    set once a bracket may be wrong, because every further line would then appear to be wrong.
    """

    __slots__ = ("astray", "counts", "file", "habits", "lines", "lost", "structural")

    def __init__(self, file: CcdtFile) -> None:
        self.file = file
        self.counts: dict[str, int] = {}  # by kind
        self.habits: dict[str, Diagnostic] = {}
        self.structural: list[Diagnostic] = []
        self.lines: set[int] = set()  # lines with a structural diagnostic
        self.lost = False
        self.astray = False

    # the file as a whole

    def of_encoding(self) -> None:
        """Diagnostics about the first bytes of the file."""
        document = self.file.document
        if not document.carrier and document.source.encoding != "utf-8":
            self._refuse(
                Span(1, 1, 1, 2), "the file is in UTF-16", "save it as UTF-8 without a byte order mark"
            )
        elif document.text.startswith(MARK):
            message = "the file begins with a byte order mark, not with `{`"
            marked = Diagnostic(
                MARKED, Span(1, 1, 1, 2), f"{message}: {REFUSES}", WITHOUT_MARK, "", safe=True
            )
            self._tell(marked)

    def no_object(self, lexeme: Lexeme) -> None:
        """The text does not begin with `{`."""
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
        """A NUL character, which ends the file for the Java client."""
        self._refuse(lexeme.span(), "the text contains NUL characters", "save the file as UTF-8")
        self.lost = True

    def text_after(self, first: Lexeme, rest: Lexeme) -> None:
        """Text after the last brace."""
        text = first.text + rest.text
        if self.lost or self.astray or self.file.templated or has_placeholder(text):
            return
        bare = text.rstrip(WHITE)
        span = Span(first.line, first.column, *_end(first, bare))
        braces = not bare.strip("}],;" + WHITE)
        message = f"superfluous `{bare}` after the table" if len(bare) == 1 else "text after the table"
        help = "remove it: text after the last brace is not read"
        self._lenient(span, message, help, "", safe=braces)

    def at_end(self, last: Lexeme | None, opened: list[Lexeme]) -> None:
        """The text ends with `last`; `opened` are the brackets that are not closed."""
        if self.lost or self.file.templated:
            return
        if last is None:
            if not any(diagnostic.kind == REFUSED for diagnostic in self.file.diagnostics):
                self._refuse(Span(1, 1, 1, 1), "the table is empty", "a table without channels is `{}`")
        elif opened:
            sign = opened[-1]
            message = f"the text ends, but `{sign.text}` in line {sign.line} is not closed"
            self._structural(last.span(), message, f"write `{'}' if sign.text == '{' else ']'}`")

    def too_deep(self, lexeme: Lexeme, deepest: int) -> None:
        """More open brackets than any reader accepts."""
        if not self.lines:
            message = f"brackets are nested more than {deepest} levels deep"
            self._refuse(lexeme.span(), message, "close them: a table needs at most nine levels")
        self.lost = True

    def finish(self) -> None:
        """Drop diagnostics that do not apply because a template engine still changes the structure."""
        if self.file.templated:
            gone = {id(diagnostic) for diagnostic in self.structural}
            self.file.diagnostics = [
                diagnostic for diagnostic in self.file.diagnostics if id(diagnostic) not in gone
            ]
        self.file.diagnostics.sort(key=lambda diagnostic: diagnostic.span.key())

    # between the values

    def damaged(self, what: str, lexeme: Lexeme) -> None:
        """A token in a position where it is not allowed."""
        help = "add the missing key or value, or correct the brackets before it"
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
        self._refuse(lexeme.span(), f"`{lexeme.text}` instead of `:`", "write `:`", ":", safe=True)

    def duplicate(self, lexeme: Lexeme, key: str, first: Lexeme) -> None:
        """A key that its object already contains."""
        message = f'key "{_shown(key)}" appears twice in one object, first on line {first.line}'
        self._refuse(lexeme.span(), message, "keep one of the two")

    def comment(self, lexeme: Lexeme) -> None:
        """A comment in any common style, except template engine comments."""
        if lexeme.text.startswith("{#"):
            return
        self._habit(
            "comment", REFUSED, lexeme.span(), "", "a comment, which JSON does not allow", "remove it"
        )

    def semicolon(self, lexeme: Lexeme, lenient: bool) -> None:
        """`;` instead of `,`: accepted between members, rejected between elements."""
        if lenient:
            message = "`;` instead of `,`"
            self._habit("semicolon", LENIENT, lexeme.span(), ",", message, "write `,`", safe=True)
        else:
            self._refuse(lexeme.span(), "`;` instead of `,` in an array", "write `,`", ",", safe=True)

    def trailing_comma(self, comma: Lexeme, closer: str) -> None:
        """A comma with nothing after it."""
        if comma.text == ",":
            message = f"a comma before `{closer}`"
            self.structural.append(self._lenient(comma.span(), message, "remove the comma", "", safe=True))

    def hole(self, comma: Lexeme) -> None:
        """A comma in an array with nothing before it."""
        message = "no element before this comma: the element is null"
        self.structural.append(self._lenient(comma.span(), message, "remove the comma, or write the element"))

    # single tokens

    def of_blanks(self, lexeme: Lexeme) -> None:
        """Control characters, which Java treats as white space."""
        wrong = lexeme.text.strip(WHITE)
        if wrong:
            message = f"U+{ord(wrong[0]):04X} where only white space is allowed"
            self._lenient(lexeme.span(), message, "write a plain blank", " ", safe=True)

    def bare_key(self, lexeme: Lexeme) -> None:
        """A key without quotation marks."""
        if not has_placeholder(lexeme.text):
            message = f"key `{_shown(lexeme.text)}` has no quotation marks"
            mended = f'"{escaped(lexeme.text)}"'
            self._habit(
                "key", LENIENT, lexeme.span(), mended, message, "enclose keys in quotation marks", safe=True
            )

    def of_word(self, node: Node, lexeme: Lexeme) -> None:
        """A value without quotation marks that is not written as JSON requires."""
        if node.strict or has_placeholder(lexeme.text):
            return
        if node.kind == BARE:
            message = f"string `{_shown(lexeme.text)}` has no quotation marks"
            mended = f'"{escaped(lexeme.text)}"'
            self._habit(
                "word",
                LENIENT,
                lexeme.span(),
                mended,
                message,
                "enclose strings in quotation marks",
                safe=True,
            )
        elif node.kind in (BOOLEAN, NULL):
            help = "write it in lower case"
            self._lenient(
                lexeme.span(), f"`{lexeme.text}` is not in lower case", help, lexeme.text.lower(), safe=True
            )
        elif node.kind == NUMBER:
            self._lenient(
                lexeme.span(), f"`{_shown(lexeme.text)}` is not a valid JSON number", "write it in full"
            )

    def of_string(self, lexeme: Lexeme, value: str) -> bool:
        """Report diagnostics about a string; return whether it is strict JSON."""
        if lexeme.kind == kinds.FAULTY_STRING:
            self._faulty_string(lexeme)
        elif UNDECODED.search(lexeme.text):
            message = "a string contains bytes that are not UTF-8 and are read as other characters"
            self._habit("bytes", LENIENT, lexeme.span(), None, message, "save the file as UTF-8")
        elif not STRICT_STRING.fullmatch(lexeme.text):
            self._lenient_string(lexeme, f'"{escaped(value)}"')
        else:
            return True
        return False

    def _lenient_string(self, lexeme: Lexeme, mended: str) -> None:
        if lexeme.text[0] == "'":
            message = f"string {_shown(lexeme.text)} is in single quotation marks"
            self._habit(
                "quotes", LENIENT, lexeme.span(), mended, message, "write double quotation marks", safe=True
            )
        else:
            message = "a string contains a control character or an escape sequence that JSON does not allow"
            help = "use a JSON escape sequence"
            self._habit("escape", LENIENT, lexeme.span(), mended, message, help, safe=True)

    def _faulty_string(self, lexeme: Lexeme) -> None:
        if not is_closed(lexeme.text):
            message = f"the string `{_shown(lexeme.text)}` is not closed on its line"
            self.astray = False  # the next member shows again where it ends
            self._structural(lexeme.span(), message, f"close it with `{lexeme.text[0]}`")
        else:
            message = f"the string {_shown(lexeme.text)} contains an escape sequence that JSON does not allow"
            help = "double the backslash if it is part of the text"
            self._habit("wrong escape", REFUSED, lexeme.span(), None, message, help)

    # recording a diagnostic

    def _refuse(
        self, span: Span, message: str, help: str, replacement: str | None = None, safe: bool = False
    ) -> Diagnostic:
        return self._tell(Diagnostic(REFUSED, span, f"{message}: {REFUSES}", help, replacement, safe))

    def _lenient(
        self, span: Span, message: str, help: str, replacement: str | None = None, safe: bool = False
    ) -> Diagnostic:
        return self._tell(Diagnostic(LENIENT, span, f"{message}: {TAKES}", help, replacement, safe))

    def _tell(self, diagnostic: Diagnostic) -> Diagnostic:
        count = self.counts[diagnostic.kind] = self.counts.get(diagnostic.kind, 0) + 1
        if count <= MOST_PROBLEMS:
            self.file.diagnostics.append(diagnostic)
        return diagnostic

    def _structural(self, span: Span, message: str, help: str, replacement: str | None = None) -> None:
        """A rejection because of the order of tokens; one per line, because one often causes the next."""
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
        """A diagnostic that often applies to a whole file: reported once, fixed everywhere."""
        known = self.habits.get(form)
        if known is None:
            tell = self._refuse if kind == REFUSED else self._lenient
            self.habits[form] = tell(span, message, help, mended, safe)
        elif mended is not None:
            known.repeats.append((span, mended))


def escaped(text: str) -> str:
    """A text as the content of a JSON string."""
    return "".join(
        SHORT_ESCAPES.get(character) or (f"\\u{ord(character):04x}" if character < " " else character)
        for character in text
    )


def _end(first: Lexeme, bare: str) -> tuple[int, int]:
    """The end position of a text that starts at a lexeme."""
    lexeme = Lexeme(kinds.AFTER, bare, first.line, first.column)
    return lexeme.end_line, lexeme.end_column


def _shown(text: str) -> str:
    line = text.splitlines()[0] if text.splitlines() else text
    return line if len(line) <= 30 else line[:27] + "..."
