"""Commands of a shell script, in as much detail as is needed to see which text is passed to which command."""

from __future__ import annotations

from mqtune.text.record import record

# part of a text: its characters, their offset in the script, whether they are verbatim
Part = tuple[str, int, bool]


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
    """`> file`, `<<< word`, or `<<` with its here-document."""

    operator: str
    target: ShellWord | None
    here: HereDocument | None = None


class ShellCommand:
    """A simple command, or with `inner` a group in parentheses or braces.

    `substituted` means that it is part of a substitution, so that it changes nothing around it. `folder` is
    its working folder relative to that of the script, None if unknown.
    """

    __slots__ = ("at", "folder", "inner", "redirects", "substituted", "words")

    def __init__(self, at: int, inner: list[Pipeline] | None = None) -> None:
        self.at = at
        self.words: list[ShellWord] = []
        self.redirects: list[Redirect] = []
        self.inner = inner
        self.substituted = False
        self.folder: str | None = None

    @property
    def last_input(self) -> Redirect | None:
        """The redirection of its standard input: the last one applies."""
        found = [redirect for redirect in self.redirects if redirect.operator.startswith("<")]
        return found[-1] if found else None


Pipeline = list[ShellCommand]
