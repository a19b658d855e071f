"""Which commands of a shell script run under the same condition: in one function, and in one branch of `if`
and `case`; and whether a command is certain to run whenever another one does.

A condition is a path: of the branches, lists with `&&` and `||`, loops and functions around a command, and of
what may end the script or function before it. A function that is called whatever happens does not count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict

from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CLOSES = {"fi": "if", "esac": "case", "}": "{"}
_NEXT = {"elif": "if", "else": "if", ";;": "case"}
MARKS = frozenset({"if", "case", *_CLOSES, *_NEXT})
MOST_NAMED = 20  # levels of branches in a name, more than any real script has

BRANCH, CASE, LOOP, LIST, GROUP, SUBSHELL, AFTER = "if", "case", "loop", "&&", "{", "(", "after"
ARMS = (";;", ";&", ";;&")  # they end a branch of `case`
_ENDS = {"fi": BRANCH, "esac": CASE, "done": LOOP, "}": GROUP}
_PARTS = {"then": BRANCH, "elif": BRANCH, "else": BRANCH, "do": LOOP, **dict.fromkeys(ARMS, CASE)}
_LOOPS = ("for", "select", "while", "until")
_LEAVES = {"exit": "", "exec": "", "return": GROUP, "break": LOOP, "continue": LOOP}  # up to which level
# a loop over words that are written in it runs at least once
_CERTAIN_LOOP = lazy_pattern(r"for\s+\w+\s+in[ \t]+['\"]?[\w./-]")
_FAILURE = lazy_pattern(r"exit[ \t]+[1-9]")  # ends with a status that shows
_NO_PROGRAM = lazy_pattern(r"exec[ \t]*(?:\d*[<>]|[;&|)\n]|\Z)")  # only redirections


class Branches:
    """The branches of a script, which its words mark in their order.

    A name is the path of the outermost branches and the innermost one, so that its length has a limit.
    """

    __slots__ = ("_counts", "_names", "_open", "_starts")

    def __init__(self) -> None:
        self._starts = [0]
        self._names = [""]
        # the word that opened it, where, the number of the branch, its name, the beginning of names inside
        self._open: list[tuple[str, int, int, str, str]] = []
        self._counts: Counter[str] = Counter()  # of the words in it

    def mark(self, at: int, word: str) -> None:
        """Take note of a word that begins or ends a branch: of `MARKS`, or `{` of a function."""
        opened = _CLOSES.get(word) or _NEXT.get(word)
        if opened is None:
            self._enter(word, at, 0)
        elif not self._counts[opened]:
            return  # a word of a script that is not complete
        else:
            last, start, number = "", 0, 0
            while last != opened:  # what is inside of it is not complete
                last, start, number, *_ = self._open.pop()
                self._counts[last] -= 1
            if word in _NEXT:
                self._enter(opened, start, number + 1)
        self._starts.append(at)
        self._names.append(self._open[-1][3] if self._open else "")

    def _enter(self, word: str, start: int, number: int) -> None:
        around = self._open[-1][4] if self._open else ""
        name = f"{around}{start}.{number}"
        inside = f"{name}/" if len(self._open) < MOST_NAMED else around
        self._open.append((word, start, number, name, inside))
        self._counts[word] += 1

    def name(self, at: int) -> str:
        """The branch of an offset, "" outside of all: equal for commands under the same condition."""
        return self._names[bisect_right(self._starts, at) - 1]


def is_around(outer: str, inner: str) -> bool:
    """Whether a condition is another one, or around it."""
    return not outer or f"{inner}/".startswith(f"{outer}/")


class _Level:
    """A construct that is open: its kind, the paths around and inside, and up to which levels a command in it
    may leave. `certain` means that its parts run whatever the condition, as in a loop over written words;
    `depends` that something inside of its function depends on a condition.
    """

    __slots__ = ("around", "certain", "depends", "kind", "leaves", "number", "path", "start")

    def __init__(self, kind: str, start: int, around: str, certain: bool, depends: bool) -> None:
        self.kind = kind
        self.start = start
        self.around = around
        self.certain = certain
        self.depends = depends
        self.number = 0  # of the part that is open
        self.leaves: set[str] = set()
        self.path = around


class Conditions:
    """The conditions of a script, which the reader marks in the order of the text."""

    __slots__ = (
        *(
            "_calls",
            "_certain",
            "_continues",
            "_counts",
            "_leaving",
            "_open",
            "_paths",
            "_starts",
            "functions",
        ),
        "in_pattern",
    )

    def __init__(self) -> None:
        self._starts = [0]
        self._paths = [""]
        self._open: list[_Level] = []
        self._counts: Counter[str] = Counter()  # of the kinds of those
        self._continues = False  # `&&` or `||` was the last word
        self._calls: list[tuple[str, int]] = []
        self._certain: set[str] | None = None
        self._leaving: set[str] = set()  # functions that may end the script without a failure
        self.functions: Counter[str] = Counter()
        self.in_pattern = False  # of `case`, up to `)`

    def word(self, text: str, at: int, word: str) -> None:
        """Take note of the first word of a command, which may be a reserved word."""
        self._continues = self.in_pattern = False
        if word in _ENDS:
            self.close(at, _ENDS[word])
        elif word in _PARTS:
            self.in_pattern = self.next(at, _PARTS[word]) and word in ARMS
        elif word in ("if", "case"):
            self.open(at, word)
            if word == CASE:
                self.next(at, word)
        elif word == "in":
            self.in_pattern = any(level.kind == CASE for level in self._innermost())
        elif word in _LOOPS:
            self.open(at, LOOP, certain=_CERTAIN_LOOP.match(text, at) is not None)
        elif word in _LEAVES or word in self._leaving:
            self._left(text, at, word)
        elif word.isidentifier():
            self._calls.append((word, at))

    def _left(self, text: str, at: int, word: str) -> None:
        """Take note of a command that ends the script, a function or a loop."""
        fails = _FAILURE.match(text, at) is not None
        if not (_NO_PROGRAM.match(text, at) or (fails and self._depends)):
            # a function that fails shows it, and is called where something else has failed
            self._leave(at + len(word), GROUP if fails else _LEAVES.get(word, ""))

    @property
    def _depends(self) -> bool:
        return bool(self._open) and self._open[-1].depends

    @property
    def _path(self) -> str:
        return self._open[-1].path if self._open else ""

    def open(self, at: int, kind: str, function: str = "", certain: bool = False) -> None:
        """A construct begins; its content does not depend on it yet, unless it is a function."""
        self._continues = False
        level = _Level(kind, at, self._path, certain, self._depends and not function)
        if function:
            self.functions[function] += 1
            level.path = self._inside(level, f"{function}@{at}")
        self._push(level, at)

    def _push(self, level: _Level, at: int) -> None:
        self._open.append(level)
        self._counts[level.kind] += 1
        self._note(at)

    def define(self, name: str) -> None:
        """Take note that the last word begins a function of that name, and calls none."""
        if self._calls and self._calls[-1][0] == name:
            self._calls.pop()

    def next(self, at: int, kind: str) -> bool:
        """A further part of a construct begins, which runs only under a condition; false outside of one."""
        level = self._ended(kind)
        if level is None:
            return False
        level.number += 1
        if not level.certain:
            level.path = self._inside(level, f"{level.start}.{level.number}")
            level.depends = True
        self._push(level, at)
        return True

    def close(self, at: int, kind: str) -> None:
        """A construct ends; what may leave it may leave what is around it, too."""
        level = self._ended(kind)
        if level is None:
            return
        self._note(at)
        function, is_function, _ = level.path.removeprefix(level.around).strip("/").partition("@")
        if is_function:
            self._leaving.update([function] if "" in level.leaves else [])
        elif kind != SUBSHELL:
            for upto in level.leaves:
                if (kind, upto) != (LOOP, LOOP):
                    self._leave(at, upto)

    def list(self, at: int, continues: bool) -> None:
        """`&&` or `||`, or the end of a list with them."""
        is_open = any(level.kind == LIST for level in self._innermost())
        if continues:
            if not is_open:
                self.open(at, LIST)
                self.next(at, LIST)
            self._continues = True
        elif is_open and not self._continues:
            self.close(at, LIST)

    def _innermost(self) -> Iterator[_Level]:
        """The open levels from the inside, up to the first one that is neither a list nor after one."""
        for level in reversed(self._open):
            yield level
            if level.kind not in (LIST, AFTER):
                return

    def _leave(self, at: int, upto: str) -> None:
        if self._open and self._open[-1].kind == AFTER:
            self._ended(AFTER)
        if self._open:
            self._open[-1].leaves.add(upto)
        after = _Level(AFTER, at, self._path, False, True)
        after.path = self._inside(after, f"{at}.after")
        self._push(after, at)

    def _ended(self, kind: str) -> _Level | None:
        """The innermost construct of a kind, after those inside of it have ended; None in a script that is
        not complete.
        """
        if not self._counts[kind]:
            return None
        leaves: set[str] = set()
        while True:
            level = self._open.pop()
            self._counts[level.kind] -= 1
            leaves |= level.leaves
            if level.kind == kind:
                level.leaves = leaves
                return level

    def _inside(self, level: _Level, name: str) -> str:
        parts = level.around.split("/") if level.around else []
        return "/".join([*parts[:MOST_NAMED], name])

    def _note(self, at: int) -> None:
        self._starts.append(at)
        self._paths.append(self._path)

    def _path_at(self, at: int) -> str:
        return self._paths[bisect_right(self._starts, at) - 1]

    def at(self, at: int) -> str:
        """The condition of the command at an offset, "" for one that is certain to run."""
        path = self._path_at(at)
        if "@" not in path:
            return path
        if self._certain is None:
            self._certain = self._certainly_called()
        return "/".join(part for part in path.split("/") if part not in self._certain)

    def function(self, at: int) -> str:
        """The innermost function around an offset, "" outside of all."""
        return next((part for part in reversed(self._path_at(at).split("/")) if "@" in part), "")

    def _certainly_called(self) -> set[str]:
        """The functions, as parts of paths, that are called whatever happens."""
        parts = {part for path in self._paths for part in path.split("/") if "@" in part}
        defined = {name: part for part in parts if self.functions[name := part.partition("@")[0]] == 1}
        called = defaultdict(list)  # by the path around the call
        for name, at in self._calls:
            if name in defined:
                called[self._path_at(at)].append(defined[name])
        certain: set[str] = set()
        waiting = list(called[""])
        while waiting:
            part = waiting.pop()
            if part not in certain:
                certain.add(part)
                waiting += called[part]
        return certain
