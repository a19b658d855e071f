"""Regular expressions of users, matched in a time that grows linearly with the text.

`re` tries one way after the other: `(A+)+B` takes minutes for a name of 40 letters. Here all ways are
followed at once, and each set of them that occurs is remembered with the characters that lead on. What only
makes sense for ways that are tried in order (references to groups, atomic groups, possessive repeats) is
refused.
"""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Key = str | tuple[str, int]  # a character, with the assertions that hold behind it if there are any


# Parts of an expression whose syntax `re` accepts. Only its structure is read here. What a character class,
# an escape, a letter of any case or an anchor matches is left to `re`.

LEAF, SEQUENCE, CHOICE, REPEAT, ANCHOR = "leaf", "sequence", "choice", "repeat", "anchor"
AHEAD, BEHIND = "ahead", "behind"

BRACES = lazy_pattern(r"\{(?:([0-9]+)(?:(,)([0-9]*))?|(),([0-9]*))\}")
GROUP = lazy_pattern(r"\(\?(?:P<\w+>|(?P<look><?[=!])|(?P<on>[aimsux]*)(?:-(?P<off>[imsx]+))?(?P<end>[:)]))")
ESCAPE = lazy_pattern(
    r"\\(?:N\{[^}]*\}|x..|u.{4}|U.{8}|(?P<octal>0[0-7]{0,2}|[0-3][0-7]{2})|(?P<number>[0-9])|.)", re.DOTALL
)
ZERO_WIDTH = ("\\A", "\\Z", "\\z", "\\b", "\\B")
FLAGS = {
    "a": re.ASCII,
    "i": re.IGNORECASE,
    "m": re.MULTILINE,
    "s": re.DOTALL,
    "u": re.UNICODE,
    "x": re.VERBOSE,
}
REFUSED = {"(?>": "an atomic group", "(?(": "a condition", "(?P=": "a reference to a group"}


class UnsupportedError(ValueError):
    """What an expression has that cannot be matched in linear time."""


@record
class Part:
    """A part of an expression. A leaf is one character, `text` or any that `matches`; an anchor is `text`."""

    kind: str
    parts: tuple[Part, ...] = ()
    text: str = ""
    matches: Callable[[str], object] | None = None
    flags: int = 0
    least: int = 0
    most: int | None = None
    negated: bool = False


def read(pattern: str, flags: int = 0) -> Part:
    """The parts of an expression. Raises UnsupportedError, and re.error for a class that is invalid."""
    return _Reader(pattern, flags).choice()


class _Reader:
    """Reads an expression from its beginning."""

    __slots__ = ("_at", "_flags", "_text")

    def __init__(self, text: str, flags: int) -> None:
        self._text = text
        self._flags = flags
        self._at = 0

    def choice(self) -> Part:
        """Alternatives up to the end of a group."""
        parts = [self._sequence()]
        while self._text.startswith("|", self._at):
            self._at += 1
            parts.append(self._sequence())
        return Part(CHOICE, tuple(parts)) if len(parts) > 1 else parts[0]

    def _sequence(self) -> Part:
        parts: list[Part] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            if self._skip():
                continue
            times = self._times()
            if times is not None:
                parts[-1] = Part(REPEAT, (parts[-1],), least=times[0], most=times[1])
                continue
            part = self._part()
            parts += [part] if part is not None else []
        return Part(SEQUENCE, tuple(parts))

    def _skip(self) -> bool:
        """Whether there was a blank or comment that does not count."""
        sign = self._text[self._at]
        if self._flags & re.VERBOSE and sign in " \t\n\r\v\f":
            self._at += 1
        elif self._flags & re.VERBOSE and sign == "#":
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end + 1
        elif self._text.startswith("(?#", self._at):
            self._at = self._text.index(")", self._at) + 1
        else:
            return False
        return True

    def _times(self) -> tuple[int, int | None] | None:
        """How often what is before is repeated; None if there is no repeat here."""
        sign = self._text[self._at]
        if sign in "*+?":
            times = (int(sign == "+"), 1 if sign == "?" else None)
            self._at += 1
        elif (match := BRACES.match(self._text, self._at)) is not None:
            least, comma, most = match[1] or "0", match[2] or match[4] is not None, match[3] or match[5]
            times = (int(least), (int(most) if most else None) if comma else int(least))
            self._at = match.end()
        else:
            return None
        if self._text.startswith("+", self._at):
            raise UnsupportedError("a possessive repeat")
        self._at += self._text.startswith("?", self._at)
        return times

    def _part(self) -> Part | None:
        """One part; None for a group that only sets flags of the expression, which are known."""
        sign = self._text[self._at]
        if sign == "(":
            return self._group()
        if sign == "\\":
            return self._escape()
        end = self._end_of_class() if sign == "[" else self._at + 1
        text = self._text[self._at : end]
        self._at = end
        if sign in "^$":
            return Part(ANCHOR, text=text, flags=self._kept_flags)
        if sign in "[.":
            return self._leaf(text)
        return self._leaf(re.escape(text)) if self._flags & re.IGNORECASE else Part(LEAF, text=text)

    @property
    def _kept_flags(self) -> int:
        return int(self._flags) & ~re.VERBOSE

    def _leaf(self, text: str) -> Part:
        return Part(LEAF, matches=re.compile(text, self._kept_flags).fullmatch)

    def _end_of_class(self) -> int:
        at = self._at + 1
        at += self._text.startswith("^", at)
        at += self._text.startswith("]", at)
        while self._text[at : at + 1] not in ("]", ""):
            at += 2 if self._text[at] == "\\" else 1
        return at + 1

    def _escape(self) -> Part:
        match = ESCAPE.match(self._text, self._at)
        assert match is not None
        self._at = match.end()
        if match["number"]:
            raise UnsupportedError("a reference to a group")
        if match[0] in ZERO_WIDTH:
            return Part(ANCHOR, text=match[0], flags=self._kept_flags)
        is_plain = not match[0][1].isalnum() and not self._flags & re.IGNORECASE
        return Part(LEAF, text=match[0][1]) if is_plain else self._leaf(match[0])

    def _group(self) -> Part | None:
        for start, what in REFUSED.items():
            if self._text.startswith(start, self._at):
                raise UnsupportedError(what)
        match = GROUP.match(self._text, self._at)
        self._at = self._at + 1 if match is None else match.end()
        if match is not None and match["end"] == ")":
            return None
        before = self._flags
        if match is not None and match["end"]:
            self._set_flags(match["on"], match["off"] or "")
        inner = self.choice()
        self._flags = before
        self._at += 1
        if match is None or not match["look"]:
            return inner
        kind = BEHIND if match["look"][0] == "<" else AHEAD
        return Part(kind, (inner,), negated=match["look"][-1] == "!")

    def _set_flags(self, on: str, off: str) -> None:
        if "a" in on or "u" in on:
            self._flags &= ~(re.ASCII | re.UNICODE)
        for sign in on:
            self._flags |= FLAGS[sign]
        for sign in off:
            self._flags &= ~FLAGS[sign]


# Matching.

MOST_NODES = 5000  # of one expression, its counted repeats written out
MOST_KNOWN = 500_000  # nodes of the states that one expression remembers
LONG = "more than 5,000 parts, counted repeats written out"


class Expression:
    """One expression, whose syntax `re` accepts. Raises UnsupportedError and re.error."""

    __slots__ = ("_assertions", "_first", "_machine", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self._assertions: list[Assertion] = []
        try:
            self._machine = Machine(read(pattern, flags), self._assertions)
        except RecursionError as error:
            raise UnsupportedError("groups that are nested too deeply") from error
        self._first = self._machine.state((), 0, starts=True)  # where no assertion is needed

    def fullmatch(self, text: str) -> bool:
        """Whether the whole text matches."""
        if self._assertions:
            return len(text) in self._machine.ends(text, contexts(self._assertions, text))
        state = self._first
        for sign in text:
            state = state[sign]
        return state.accepts


class Assertion:
    """What holds at some places of a text: an anchor, or what is ahead or behind."""

    __slots__ = ("_inner", "_machine", "part")

    def __init__(self, part: Part) -> None:
        self.part = part
        self._inner: list[Assertion] = []
        self._machine = None
        if part.kind != ANCHOR:
            self._machine = Machine(part.parts[0], self._inner, everywhere=True, backwards=part.kind == AHEAD)

    def places(self, text: str) -> Iterable[int]:
        """The places of a text where it holds."""
        if self._machine is None:
            return (match.start() for match in re.compile(self.part.text, self.part.flags).finditer(text))
        size, known = len(text), contexts(self._inner, text)
        if self.part.kind == AHEAD:  # read from the end: what it is about ends where it begins
            ends = {size - place for place in self._machine.ends(text[::-1], known[::-1])}
        else:
            ends = self._machine.ends(text, known)
        return {*range(size + 1)} - ends if self.part.negated else ends


def contexts(assertions: Sequence[Assertion], text: str) -> list[int]:
    """Which assertions hold before each character and at the end of a text, as bits."""
    bits = [0] * (len(text) + 1)
    for number, assertion in enumerate(assertions):
        for place in assertion.places(text):
            bits[place] |= 1 << number
    return bits


class Machine:
    """The nodes of an expression. A node is a character to read, with the node behind it, or leads to others
    at once: to all of them, or only where an assertion holds. Node 0 is the end.

    With `everywhere` it begins at each place of a text.
    """

    __slots__ = (
        "_assertions",
        "_backwards",
        "_built_parts",
        "_known",
        "_start",
        "_steps",
        "everywhere",
        "nodes",
    )

    def __init__(
        self, part: Part, assertions: list[Assertion], everywhere: bool = False, backwards: bool = False
    ) -> None:
        self.nodes: list[tuple[object, tuple[int, ...]]] = [("", ())]
        self.everywhere = everywhere
        self._backwards = backwards
        self._assertions = assertions
        self._built_parts = 0
        self._start = self._build(part, 0)
        self._known: dict[tuple[frozenset[int], bool], State] = {}
        self._steps = 0

    def ends(self, text: str, known: list[int]) -> set[int]:
        """Where a match ends, or may end, in a text with these assertions."""
        state = self.state((), known[0], starts=True)
        places = {0} if state.accepts else set()
        for place, sign in enumerate(text, 1):
            state = state[sign, known[place]]
            if state.accepts:
                places.add(place)
        return places

    def state(self, nodes: Iterable[int], context: int, starts: bool = False) -> State:
        """The state in which some nodes are reached, and what follows them without a character."""
        waiting = [*nodes, self._start] if starts or self.everywhere else [*nodes]
        seen = {*waiting}
        while waiting:
            what, behind = self.nodes[waiting.pop()]
            if what is None or (type(what) is int and context >> what & 1):
                waiting += [node for node in behind if node not in seen]
                seen.update(behind)
        readers = frozenset(node for node in seen if not isinstance(self.nodes[node][0], int | None))
        key = (readers, 0 in seen)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = State(self, readers)
        return known

    def count_step(self, size: int) -> None:
        """Forget all steps if there are too many."""
        self._steps += size
        if self._steps > MOST_KNOWN:
            for state in self._known.values():
                state.clear()
            self._known.clear()
            self._steps = 0

    def _node(self, what: object, *behind: int) -> int:
        if len(self.nodes) > MOST_NODES:
            raise UnsupportedError(LONG)
        self.nodes.append((what, behind))
        return len(self.nodes) - 1

    def _build(self, part: Part, behind: int) -> int:
        """The first node of a part, before the node behind it."""
        self._built_parts += 1
        if self._built_parts > MOST_NODES:
            raise UnsupportedError(LONG)
        if part.kind == LEAF:
            return self._node(part.matches or part.text, behind)
        if part.kind == SEQUENCE:
            for inner in part.parts if self._backwards else reversed(part.parts):
                behind = self._build(inner, behind)
            return behind
        if part.kind == CHOICE:
            return self._node(None, *(self._build(inner, behind) for inner in part.parts))
        if part.kind == REPEAT:
            return self._build_repeat(part, behind)
        number = next((at for at, assertion in enumerate(self._assertions) if assertion.part is part), None)
        if number is None:
            number = len(self._assertions)
            self._assertions.append(Assertion(part))
        return self._node(number, behind)

    def _build_repeat(self, part: Part, behind: int) -> int:
        end, inner = behind, part.parts[0]
        if part.most is None:
            behind = self._node(None)
            self.nodes[behind] = (None, (self._build(inner, behind), end))
        else:
            for _ in range(part.most - part.least):
                behind = self._node(None, self._build(inner, behind), end)
        for _ in range(part.least):
            behind = self._build(inner, behind)
        return behind


class State(dict["Key", "State"]):
    """The nodes that are reached at one place of a text, and the states behind the characters seen so far."""

    __slots__ = ("_machine", "_nodes", "accepts")

    def __init__(self, machine: Machine, nodes: frozenset[int]) -> None:
        self._machine = machine
        self._nodes = nodes
        self.accepts = 0 in nodes

    def __missing__(self, key: Key) -> State:
        sign, context = (key, 0) if isinstance(key, str) else key
        reached: set[int] = set()
        for node in self._nodes:
            what, behind = self._machine.nodes[node]
            if what == sign or (callable(what) and what(sign) is not None):
                reached.update(behind)
        state = self._machine.state(reached, context)
        self._machine.count_step(1 + len(reached))
        self[key] = state
        return state
