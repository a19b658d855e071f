"""Finds the patterns that may match a name, without trying each of them: an index, bits, and a trie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Part = tuple[int | str, re.Pattern[str] | None]


# Parts of patterns: characters, and what matches several of them.

# the parts that are not characters, as numbers behind those of all characters
NAME, ANY, FOLDERS, SIGN, CLASS = range(0x110000, 0x110005)  # classes are numbered from the last on


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


# Which of many patterns match a text that has reached some part of most of them.

INSIDE, END = -1, -2  # behind FOLDERS, the name of a folder that has begun; behind all parts of a pattern
REPEATED = (ANY, FOLDERS)  # twice in succession they match the same
MOST_KNOWN, MOST_TEXTS = 2**25, 100_000  # bytes of what is remembered, and texts with the same answers
_SOME = lazy_pattern(b"[^\0]", re.DOTALL)


class PatternBits:
    """Patterns by number. A text has reached a part if it matches all parts of the pattern before it.

    The parts of all patterns form one row. Those that a text has reached are the bits of one number, so that
    a character takes a few operations, however many they are.
    """

    __slots__ = ("_classes", "_ends", "_known", "_length", "_masks", "_places", "_same", "_starts")

    def __init__(self, patterns: Iterable[tuple[list[int], Iterable[Part]]]) -> None:
        self._length = 0
        self._starts: list[int] = []
        self._ends: dict[int, list[int]] = {}  # the numbers of the patterns by the place behind their parts
        self._places: dict[int | str, list[int]] = {}  # by part
        self._classes: dict[str, re.Pattern[str]] = {}
        self._masks: dict[int | str, int] = {}  # by kind of part, or by the character that parts match
        self._known: dict[str, list[list[int]]] = {}  # the answers
        self._same: dict[int, list[list[int]]] = {}  # by the ends: texts that match the same share theirs
        for numbers, parts in patterns:
            self._add(numbers, parts)

    def _add(self, numbers: list[int], parts: Iterable[Part]) -> None:
        """Add a pattern behind those before it."""
        self._starts.append(self._length)
        before: int | str = END
        for code, matches in parts:
            if isinstance(code, str) and matches is not None:
                self._classes[code] = matches
            if code == before and code in REPEATED:
                continue
            self._append(code)
            if code == FOLDERS:
                self._append(INSIDE)
            before = code
        self._ends[self._length] = numbers
        self._append(END)

    def _append(self, code: int | str) -> None:
        self._places.setdefault(code, []).append(self._length)
        self._length += 1

    def ends(self, text: str) -> list[list[int]]:
        """The numbers of the patterns that match a text, a list for each of different patterns."""
        known = self._known.get(text)
        if known is None:
            reached = self._entered(bits(self._starts))
            for sign in text:
                reached = self._entered(self._behind(reached, sign))
            self._forget_if_much()
            ends = reached & self._mask(END)
            known = self._known[text] = self._same.setdefault(ends, [])
            known[:] = known or self._numbers(ends)
        return known

    def _numbers(self, ends: int) -> Iterator[list[int]]:
        """The numbers of the patterns with these ends."""
        data = ends.to_bytes(self._length // 8 + 1, "little")
        for match in _SOME.finditer(data):
            at, byte = match.start(), match[0][0]
            yield from (self._ends[8 * at + bit] for bit in range(8) if byte >> bit & 1)

    def _behind(self, reached: int, sign: str) -> int:
        """What is reached behind a character."""
        inside = self._mask(INSIDE)
        moved = (reached & self._step(sign)) << 1
        if sign == "/":
            return moved | (reached & self._mask(ANY)) | (reached & inside) >> 1
        stay = self._mask(ANY) | self._mask(NAME) | inside
        return moved | (reached & stay) | (reached & self._mask(FOLDERS)) << 1

    def _entered(self, reached: int) -> int:
        """The same with what is behind parts that match the empty text."""
        once, folders = self._mask(ANY) | self._mask(NAME), self._mask(FOLDERS)
        before = 0
        while reached != before:
            before = reached
            reached |= (reached & once) << 1 | (reached & folders) << 2
        return reached

    def _step(self, sign: str) -> int:
        """The parts that match a character and no more."""
        known = self._masks.get(sign)
        if known is None:
            codes: list[int | str] = [code for code, matches in self._classes.items() if matches.match(sign)]
            codes += [ord(sign), SIGN] if sign != "/" else [ord(sign)]
            self._forget_if_much()
            places = [place for code in codes for place in self._places.get(code, ())]
            known = self._masks[sign] = bits(places)
        return known

    def _mask(self, code: int) -> int:
        """The parts of a kind."""
        known = self._masks.get(code)
        if known is None:
            known = self._masks[code] = bits(self._places.get(code, ()))
        return known

    def _forget_if_much(self) -> None:
        most = MOST_KNOWN // (self._length + 100)  # an answer may have a number for every few parts
        if len(self._same) + len(self._masks) > most or len(self._known) > MOST_TEXTS:
            self._known.clear()
            self._same.clear()
            self._masks.clear()


def bits(places: Sequence[int]) -> int:
    """A number with the bits of some places."""
    data = bytearray(max(places, default=0) // 8 + 1)
    for place in places:
        data[place // 8] |= 1 << place % 8
    return int.from_bytes(data, "little")


# The index.

LONGEST_KEY = 6  # characters


class PatternIndex:
    """Numbers of patterns by the names that they match.

    A pattern without an asterisk is kept by the whole name, any other by the beginning or end of a part
    between asterisks, that of all of its parts which the fewest patterns have: `DEV.*.ORDERS.*` beside
    `DEV.*.STOCK.*` by `.ORDER`.
    """

    __slots__ = ("_by_key", "_by_name", "_known", "_lengths", "_of_all", "_of_named")

    def __init__(self, patterns: Iterable[str | None]) -> None:
        """None is a pattern that matches everything, also what has no name."""
        self._by_name: dict[str, list[int]] = {}
        self._by_key: dict[str, list[int]] = {}
        self._of_all: list[int] = []
        self._of_named: list[int] = []  # of everything that has a name
        self._known: dict[str, list[int]] = {}
        names = [*patterns]
        counts = Counter(key for name in names if name is not None and "*" in name for key in keys_of(name))
        for number, name in enumerate(names):
            if name is None:
                self._of_all.append(number)
            elif "*" not in name:
                self._by_name.setdefault(name, []).append(number)
            else:
                key = min(keys_of(name), key=counts.__getitem__, default=None)
                (self._of_named if key is None else self._by_key.setdefault(key, [])).append(number)
        self._lengths = sorted({len(key) for key in self._by_key})

    def around(self, name: str | None) -> list[int]:
        """The numbers of the patterns that may match a name, in order."""
        if name is None:
            return self._of_all
        known = self._known.get(name)
        if known is None:
            numbers = [*self._of_all, *self._of_named, *self._by_name.get(name, ())]
            for length in self._lengths:
                for key in {name[at : at + length] for at in range(len(name) - length + 1)}:
                    numbers += self._by_key.get(key, ())
            known = self._known[name] = sorted(numbers)
        return known


def keys_of(name: str) -> list[str]:
    """Texts by which a generic name can be kept: every name that it matches contains each of them."""
    parts = [part for part in name.split("*") if part]
    return [*dict.fromkeys(key for part in parts for key in (part[:LONGEST_KEY], part[-LONGEST_KEY:]))]


# Which of many patterns match a text, without trying each: those that begin alike share their nodes.

AT_ONCE = (NAME, ANY, FOLDERS)  # they match the empty text as well
BITS = 32  # of a part beside a node
MOST_STATE_NODES = 200_000  # nodes of the states that one trie remembers
ENOUGH = 20_000  # nodes that were followed, to judge how many they are for a character
# nodes for a character that take as long as bits: some, and one for each 2,000 parts
FEW, AS_BITS = 16, 2_000


class Trie:
    """Patterns by number. A node is what a pattern has up to one of its parts, or, behind FOLDERS, the name
    of a folder that has begun. Node 0 is the beginning.

    All nodes that a text may have reached are followed at once. Each set of them that occurs is remembered
    with the characters that lead on. If they are many for each character, the patterns are followed as bits.
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
        # few runs have many patterns that are alike

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
            if self.size > MOST_STATE_NODES:
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
