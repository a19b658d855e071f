"""The distinct words of a run by keyword, so that line rules run once for each instead of once for each line.

A dump has ten times as many lines as different ones, and the memo of words has each word once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from operator import not_

from mqtune.syntax.mqsc.tree import Script
from mqtune.syntax.mqsc.words import Word, WordMemo

Test = Callable[[str], object]


class WordIndex:
    """The words of one memo by keyword; it may lack words of irregular commands."""

    __slots__ = ("_partitions", "by_keyword")

    def __init__(self, memo: WordMemo) -> None:
        self.by_keyword = memo.by_keyword
        self._partitions: dict[tuple[str, Test], tuple[Word | None, list[Word]]] = {}

    def partition(self, keyword: str, is_alike: Test) -> tuple[Word | None, list[Word]]:
        """The longest of the words with a keyword that a test accepts, and those that it does not accept.

        The test is for texts, each with a line end; mostly it accepts all of them together.
        """
        found = self._partitions.get((keyword, is_alike))
        if found is None:
            words = alike = self.by_keyword[keyword]
            others: list[Word] = []
            texts = [word.written for word in words]
            if not is_alike("\n".join(texts) + "\n"):
                accepted = [is_alike(text + "\n") for text in texts]
                alike = list(compress(words, accepted))
                others = list(compress(words, map(not_, accepted)))
            longest = max(alike, key=lambda word: len(word.written), default=None)
            found = self._partitions[keyword, is_alike] = (longest, others)
        return found


class WordIndexes:
    """The word indexes of a run: one for each memo."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, tuple[WordMemo, WordIndex]] = {}

    def of_scripts(self, scripts: Iterable[Script]) -> list[WordIndex]:
        """The indexes of the memos of some scripts."""
        found: dict[WordIndex, None] = {}
        for script in scripts:
            memo = script.word_memo
            if id(memo) not in self._known:
                self._known[id(memo)] = (memo, WordIndex(memo))
            found[self._known[id(memo)][1]] = None
        return list(found)
