"""Which of many patterns match a text, without trying each: those that begin alike share their nodes.

All nodes that a text may have reached are followed at once. Each set of them that occurs is remembered with
the characters that lead on.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Part = tuple[int | str, re.Pattern[str] | None]

# the parts of a pattern that are not characters, as numbers behind those of all characters
NAME, ANY, FOLDERS, SIGN, CLASS = range(0x110000, 0x110005)  # classes are numbered from the last on
AT_ONCE = (NAME, ANY, FOLDERS)  # they match the empty text as well
BITS = 32  # of a part beside a node
MOST_KNOWN = 200_000  # nodes of the states that one trie remembers


class Trie:
    """Patterns by number. A node is what a pattern has up to one of its parts, or, behind FOLDERS, the name
    of a folder that has begun. Node 0 is the beginning.
    """

    __slots__ = ("_behind", "_classes", "_kinds", "_known", "_start", "_texts", "numbers", "size")

    def __init__(self) -> None:
        self.numbers: dict[int, list[int]] = {}  # of the patterns that end with a node
        self._kinds: list[int] = [0]
        self._behind: dict[int, int] = {}  # the nodes behind a node, by node and part
        self._classes: dict[int, list[tuple[re.Pattern[str], int]]] = {}  # the nodes behind classes
        self._texts: dict[str, int] = {}  # the numbers of classes
        self._known: dict[frozenset[int], State] = {}
        self.size = 0  # of the states that are remembered
        self._start: State | None = None

    def add(self, number: int, parts: Iterable[Part]) -> None:
        """Add a pattern."""
        node = 0
        for part, matches in parts:
            code = part if isinstance(part, int) else self._texts.setdefault(part, CLASS + len(self._texts))
            behind = self._behind.get(node << BITS | code)
            if behind is None:
                behind = self._behind[node << BITS | code] = len(self._kinds)
                self._kinds += (code, 0) if code == FOLDERS else (code,)
                if matches is not None:
                    self._classes.setdefault(node, []).append((matches, behind))
            node = behind
        self.numbers.setdefault(node, []).append(number)

    def ends(self, text: str) -> list[list[int]]:
        """The numbers of the patterns that match a text, a list for each of different patterns."""
        state = self._start
        if state is None:
            state = self._start = self._state({0})
        for sign in text:
            state = state[sign]
        return state.ends

    def behind(self, nodes: frozenset[int], sign: str) -> State:
        """The state behind a character."""
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


def parts_of_name(pattern: str) -> Iterator[Part]:
    """The parts of a pattern in which `*` matches any number of characters."""
    return ((ANY if sign == "*" else ord(sign), None) for sign in pattern)


def parts_of_path(pattern: str) -> Iterator[Part]:
    """The parts of a pattern of files, a class with its expression. Raises re.error."""
    at = 0
    while at < len(pattern):
        if pattern.startswith("**/", at) and (at == 0 or pattern[at - 1] == "/"):
            yield FOLDERS, None
            at += 3
        elif pattern.startswith("**", at):
            yield ANY, None
            at += 2
        elif pattern[at] == "*":
            yield NAME, None
            at += 1
        elif pattern[at] == "?":
            yield SIGN, None
            at += 1
        elif pattern[at] == "[" and (end := pattern.find("]", at + 2)) > 0:
            text = pattern[at + 1 : end].replace("\\", "").replace("[", r"\[")
            text = f"[^{text[1:]}]" if text[0] in "!^" else f"[{text}]"
            yield text, re.compile(text, re.DOTALL)
            at = end + 1
        else:
            yield ord(pattern[at]), None
            at += 1
