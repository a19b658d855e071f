"""Which of many patterns match a text, without trying each: those that begin alike share their nodes.

All nodes that a text may have reached are followed at once. Each set of them that occurs is remembered with
the characters that lead on. If they are many for each character, the patterns are followed as bits.
"""

from __future__ import annotations

from mqtune.text.pattern_parts import ANY, CLASS, FOLDERS, NAME, SIGN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from mqtune.text.pattern_bits import PatternBits
    from mqtune.text.pattern_parts import Part

AT_ONCE = (NAME, ANY, FOLDERS)  # they match the empty text as well
BITS = 32  # of a part beside a node
MOST_KNOWN = 200_000  # nodes of the states that one trie remembers
ENOUGH = 20_000  # nodes that were followed, to judge how many they are for a character
# nodes for a character that take as long as bits: some, and one for each 2,000 parts
FEW, AS_BITS = 16, 2_000


class Trie:
    """Patterns by number. A node is what a pattern has up to one of its parts, or, behind FOLDERS, the name
    of a folder that has begun. Node 0 is the beginning.
    """

    __slots__ = (
        "_behind",
        "_bits",
        "_classes",
        "_followed",
        "_kinds",
        "_known",
        "_parts",
        "_start",
        "_steps",
        "_texts",
        "numbers",
        "size",
    )

    def __init__(self) -> None:
        self.numbers: dict[int, list[int]] = {}  # of the patterns that end with a node
        self._kinds: list[int] = [0]
        self._behind: dict[int, int] = {}  # the nodes behind a node, by node and part
        self._classes: dict[int, list[tuple[re.Pattern[str], int]]] = {}  # the nodes behind classes
        self._texts: dict[str, int] = {}  # the numbers of classes
        self._known: dict[frozenset[int], State] = {}
        self.size = 0  # of the states that are remembered
        self._start: State | None = None
        self._parts: dict[int, list[Part]] = {}  # of the patterns that end with a node
        self._followed, self._steps = 0, 0  # nodes, and for how many characters
        self._bits: PatternBits | None = None

    def add(self, number: int, parts: Iterable[Part]) -> None:
        """Add a pattern."""
        node, every = 0, [*parts]
        for part, matches in every:
            code = part if isinstance(part, int) else self._texts.setdefault(part, CLASS + len(self._texts))
            behind = self._behind.get(node << BITS | code)
            if behind is None:
                behind = self._behind[node << BITS | code] = len(self._kinds)
                self._kinds += (code, 0) if code == FOLDERS else (code,)
                if matches is not None:
                    self._classes.setdefault(node, []).append((matches, behind))
            node = behind
        self.numbers.setdefault(node, []).append(number)
        self._parts[node] = every

    def ends(self, text: str) -> list[list[int]]:
        """The numbers of the patterns that match a text, a list for each of different patterns."""
        if self._bits is not None:
            return self._bits.ends(text)
        state = self._start
        if state is None:
            state = self._start = self._state({0})
        for sign in text:
            state = state[sign]
        if self._followed > ENOUGH and self._followed > self._steps * (FEW + len(self._kinds) // AS_BITS):
            self._follow_as_bits()
        return state.ends

    def _follow_as_bits(self) -> None:
        from mqtune.text.pattern_bits import PatternBits  # few runs have many patterns that are alike

        self._bits = PatternBits((self.numbers[node], parts) for node, parts in self._parts.items())
        self._forget()

    def behind(self, nodes: frozenset[int], sign: str) -> State:
        """The state behind a character."""
        self._followed += len(nodes)
        self._steps += 1
        reached = {node for number in nodes for node in self._next(number, sign)}
        return self._state(reached)

    def _next(self, node: int, sign: str) -> Iterator[int]:
        """The nodes behind a character at a node."""
        kind = self._kinds[node]
        if kind == ANY or (kind == NAME and sign != "/"):
            yield node
        elif kind == FOLDERS and sign != "/":
            yield node + 1
        elif node and self._kinds[node - 1] == FOLDERS:
            yield node - 1 if sign == "/" else node
        for code in (ord(sign), SIGN) if sign != "/" else (ord(sign),):
            behind = self._behind.get(node << BITS | code)
            if behind is not None:
                yield behind
        for matches, behind in self._classes.get(node, ()):
            if matches.match(sign):
                yield behind

    def _state(self, nodes: set[int]) -> State:
        """The state of some nodes, and of those that need no character."""
        waiting = [*nodes]
        while waiting:
            place = waiting.pop() << BITS
            entered = [self._behind[place | code] for code in AT_ONCE if place | code in self._behind]
            waiting += [node for node in entered if node not in nodes]
            nodes.update(entered)
        key = frozenset(nodes)
        known = self._known.get(key)
        if known is None:
            self.size += 1 + len(key)
            if self.size > MOST_KNOWN:
                self._forget()
            known = self._known[key] = State(self, key)
        return known

    def _forget(self) -> None:
        for state in self._known.values():
            state.clear()
        self._known.clear()
        self.size, self._start = 0, None


class State(dict[str, "State"]):
    """The nodes that a text has reached, and the states behind the characters seen so far."""

    __slots__ = ("_nodes", "_trie", "ends")

    def __init__(self, trie: Trie, nodes: frozenset[int]) -> None:
        self._trie = trie
        self._nodes = nodes
        self.ends = [trie.numbers[node] for node in nodes if node in trie.numbers]

    def __missing__(self, sign: str) -> State:
        state = self[sign] = self._trie.behind(self._nodes, sign)
        return state
