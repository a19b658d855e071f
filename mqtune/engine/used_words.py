"""The words of all lines of a run by keyword, so that line rules look at each once.

A dump has ten times as many lines as different ones, and the memory of words holds each of these once.
Does not know rules, nor in which commands a word stands.
"""

from __future__ import annotations

from itertools import compress
from operator import not_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mqtune.syntax.mqsc.tree import Script
    from mqtune.syntax.mqsc.words import Word, WordMemo

    Test = Callable[[str], object]


class MemoWords:
    """The words of one memory by keyword; of words in folded commands it may know nothing."""

    __slots__ = ("_alike", "by_keyword")

    def __init__(self, memo: WordMemo) -> None:
        self.by_keyword = memo.by_keyword
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
    """The words of the memories of a run."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, tuple[WordMemo, MemoWords]] = {}

    def of_scripts(self, scripts: Iterable[Script]) -> list[MemoWords]:
        """The words of the memories of some scripts."""
        found: dict[MemoWords, None] = {}
        for script in scripts:
            memo = script.memo.words
            if id(memo) not in self._known:
                self._known[id(memo)] = (memo, MemoWords(memo))
            found[self._known[id(memo)][1]] = None
        return list(found)
