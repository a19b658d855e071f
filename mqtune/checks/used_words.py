"""The words of all lines of a run by keyword, so that line rules look at each once.

A dump has ten times as many lines as different ones, and the memory of lines holds each of these once.
Does not know rules, nor in which commands a line stands.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, compress
from operator import attrgetter, not_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mqtune.syntax.mqsc.lines import LineMemo
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.syntax.mqsc.words import Word

    Test = Callable[[str], object]

WORDS_OF = attrgetter("words")


class MemoWords:
    """The words of the lines of one memory, each once; of folded commands it knows nothing."""

    __slots__ = ("_alike", "by_keyword")

    def __init__(self, memo: LineMemo) -> None:
        self.by_keyword: dict[str, list[Word]] = defaultdict(list)
        by_keyword = self.by_keyword
        for word in dict.fromkeys(chain.from_iterable(map(WORDS_OF, memo.values()))):
            by_keyword[word.keyword].append(word)
        self._alike: dict[tuple[str, Test], tuple[Word | None, list[Word]]] = {}

    def sorted_out(self, keyword: str, are_alike: Test) -> tuple[Word | None, list[Word]]:
        """The longest of the words of a keyword that a test takes, and those that it does not take.

        The test is one of texts, each with a line end, and is first held against all of them.
        """
        found = self._alike.get((keyword, are_alike))
        if found is None:
            words = alike = self.by_keyword[keyword]
            others: list[Word] = []
            texts = [word.written for word in words]
            if not are_alike("\n".join(texts) + "\n"):
                told = [are_alike(text + "\n") for text in texts]
                alike = list(compress(words, told))
                others = list(compress(words, map(not_, told)))
            length = max([len(word.written) for word in alike], default=0)
            longest = next((word for word in alike if len(word.written) == length), None)
            found = self._alike[keyword, are_alike] = (longest, others)
        return found


class UsedWords:
    """The words of the memories of lines of a run."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: list[tuple[LineMemo, int, MemoWords]] = []

    def of_scripts(self, scripts: Iterable[Script]) -> list[MemoWords]:
        """The words of the memories of some scripts, as these stand."""
        found: dict[MemoWords, None] = {}
        for script in scripts:
            found[self._of(script.memo)] = None
        return list(found)

    def _of(self, memo: LineMemo) -> MemoWords:
        for known, count, words in self._known:
            if known is memo and count == len(memo):
                return words
        words = MemoWords(memo)
        self._known.append((memo, len(memo), words))
        return words
