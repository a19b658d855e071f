"""Regular expressions of users, matched in a time that grows linearly with the text.

`re` tries one way after the other: `(A+)+B` takes minutes for a name of 40 letters. Here all ways are
followed at once, and each set of them that occurs is remembered with the characters that lead on. What only
makes sense for ways that are tried in order (references to groups, atomic groups, possessive repeats) is
refused.
"""

from __future__ import annotations

import re

from mqtune.text.linear_syntax import (
    AHEAD,
    ANCHOR,
    CHOICE,
    LEAF,
    REPEAT,
    SEQUENCE,
    Part,
    UnsupportedError,
    read,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Key = str | tuple[str, int]  # a character, with the assertions that hold behind it if there are any

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
            return (found.start() for found in re.compile(self.part.text, self.part.flags).finditer(text))
        size, known = len(text), contexts(self._inner, text)
        if self.part.kind == AHEAD:  # read from the end: what it is about ends where it begins
            ends = {size - place for place in self._machine.ends(text[::-1], known[::-1])}
        else:
            ends = self._machine.ends(text, known)
        return {*range(size + 1)} - ends if self.part.negated else ends


def contexts(assertions: Sequence[Assertion], text: str) -> list[int]:
    """Which assertions hold before each character and at the end of a text, as bits."""
    found = [0] * (len(text) + 1)
    for number, assertion in enumerate(assertions):
        for place in assertion.places(text):
            found[place] |= 1 << number
    return found


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
        found = {0} if state.accepts else set()
        for place, sign in enumerate(text, 1):
            state = state[sign, known[place]]
            if state.accepts:
                found.add(place)
        return found

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
        number = next((at for at, one in enumerate(self._assertions) if one.part is part), None)
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
        found = self._machine.state(reached, context)
        self._machine.count_step(1 + len(reached))
        self[key] = found
        return found
