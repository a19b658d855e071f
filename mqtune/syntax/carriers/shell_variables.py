"""The values of a script's variables and the words of its loops, also those of the script around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import ChainMap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from mqtune.syntax.carriers.shell_tree import Pipeline

# more than any real script has; what a script may expand to grows with its length, not with the square of it
MOST_VALUES = 20  # of one variable
MOST_LOOPED = 200  # words of a loop
MOST_NAMES = 2_000  # queue managers that loops name, in all commands of a file
MOST_CHARACTERS = 1_000  # of a value that replaces a variable in a name

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=")
_VARIABLE = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")


class Variables:
    """The variables of one script. `outer` are those of the script around it, and `at` its offset there."""

    __slots__ = ("_around", "_at", "_cut", "_left", "_loops", "_starts", "values")

    def __init__(self, outer: Variables | None = None, at: int = 0) -> None:
        self._around = outer
        self._at = at
        self.values: ChainMap[str, set[str]] = ChainMap() if outer is None else outer.values.new_child()
        self._loops: dict[str, list[str]] = {}  # variable -> the words of all loops over it
        # variable -> where each loop over it begins, and its words
        self._starts: dict[str, list[tuple[int, list[str]]]] = {}
        self._left: list[int] = [MOST_NAMES] if outer is None else outer._left
        self._cut: list[bool] = [] if outer is None else outer._cut

    def read(self, pipeline: Pipeline, number: int) -> None:
        """Take note of what a command assigns, or of the loop that it begins."""
        words = pipeline[number].words
        if len(words) > 3 and words[0].value == "for" and words[2].value == "in":
            looped = [word.value for word in words[3 : 4 + MOST_LOOPED]]
            known = self._loops.setdefault(words[1].value, [])
            known.extend(looped[: 1 + MOST_LOOPED - len(known)])
            self._starts.setdefault(words[1].value, []).append((words[0].start, looped))
        for word in words:
            found = _ASSIGNMENT.match(word.value)
            if found:
                self._assign(found.group(1), word.value[found.end() :])

    def cut(self) -> None:
        """Record that the script names more of something than is followed."""
        self._cut.append(True)

    @property
    def is_cut(self) -> bool:
        """Whether that was recorded, for the script or for one around it or inside of it."""
        return bool(self._cut)

    def _assign(self, name: str, value: str) -> None:
        own: MutableMapping[str, set[str]] = self.values.maps[0]
        known = own.get(name)
        if known is None:
            known = own[name] = set(self.values.get(name, ()))
        if len(known) < MOST_VALUES:
            known.add(value)

    def sort(self) -> None:
        """Put the loops in the order of the script, after all commands are read."""
        for starts in self._starts.values():
            starts.sort()

    def __contains__(self, name: object) -> bool:
        """Whether the script assigns a variable itself, not only a default for a value from outside."""
        if not isinstance(name, str):
            return False
        defaults = (f"${{{name}:-", f"${{{name}-", f"${{{name}:=")
        values = self.values.get(name)
        return values is not None and not any(value.startswith(defaults) for value in values)

    def words_of_loop(self, variable: str, at: int) -> list[str]:
        """The words of the loop over a variable that begins last before an offset.

        Those of all loops over it if none begins before: a function may be called in any of them.
        """
        starts = self._starts.get(variable, [])
        before = bisect_left(starts, (at,))
        return starts[before - 1][1] if before else self.words_of_loops(variable)

    def words_of_loops(self, variable: str) -> list[str]:
        """The words of all loops over a variable, of the script around this one that of the call."""
        around = self._around.words_of_loop(variable, self._at) if self._around is not None else []
        return [*around, *self._loops.get(variable, ())]

    def names_of(self, name: str, at: int) -> list[str]:
        """The queue managers that a name at an offset means: each word of a loop over it, or the name."""
        variable = name.removeprefix("$")
        is_loop = name != variable and variable not in self.values
        words = list(dict.fromkeys(self.words_of_loop(variable, at))) if is_loop else []
        known = words and not any(sign in word for word in words for sign in "$`*?[{")
        if not known:
            return [name]
        if len(words) > min(MOST_LOOPED, self._left[0]):
            self.cut()
            return [name]
        self._left[0] -= len(words)
        return words

    def resolved(self, name: str) -> str:
        """The name of a queue manager, with variables replaced that have only one value in the whole
        script.
        """

        def value(found: re.Match[str]) -> str:
            values = self.values.get(found.group(1) or found.group(2), set())
            only = next(iter(values)) if len(values) == 1 else ""
            known = only and len(only) <= MOST_CHARACTERS and not set("$`") & set(only)
            return only if known else f"${found.group(1) or found.group(2)}"  # one form of ${NAME}

        return _VARIABLE.sub(value, name)
