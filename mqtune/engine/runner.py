"""Runs rules on commands and objects, one by one, and collects their words in columns.

Line rules run once for each distinct word of a run: a dump has ten times as many lines as different ones. A
rule that raises an exception, a crash, loses its own findings and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress
from operator import not_

from mqtune.estate.statement import Statement
from mqtune.estate.words import attribute_bits
from mqtune.syntax.mqsc.tree import Script
from mqtune.syntax.mqsc.words import Word, WordMemo
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.engine.rule import Outcome, Rule
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject


@record
class Runner:
    """Runs rules on the commands or objects of one queue manager, and passes on hits and exceptions."""

    queue_manager: QueueManager
    add: Callable[[Rule, Outcome, Any], None]
    crashes: Crashes

    def is_clean(self, rule: Rule, subject: Subject) -> bool:
        """Run a rule on one subject; true if it finds nothing."""
        clean = True
        try:
            for hit in rule.check(subject, self.queue_manager):
                self.add(rule, hit, subject)
                clean = False
        except Exception as error:
            clean = False
            self._record(rule, subject, error)
        return clean

    def run(self, rules: Iterable[Rule], subjects: Iterable[Subject]) -> None:
        """Run each of some rules on each of some subjects."""
        add, queue_manager = self.add, self.queue_manager
        for rule in rules:
            check = rule.check
            for subject in subjects:
                try:
                    for hit in check(subject, queue_manager):
                        add(rule, hit, subject)
                except Exception as error:
                    self._record(rule, subject, error)

    def _record(self, rule: Rule, subject: Subject, error: Exception) -> None:
        where = subject.name_place() if isinstance(subject, Statement) else subject
        self.crashes.record(rule.code, where, error)


class WordColumns(dict[str, "list[Word | None]"]):
    """The words of many commands by keyword: each list has one for each command, None if it lacks the word.

    `subjects` are the commands, or the objects that the commands define.
    """

    __slots__ = ("_is_uniform", "_type", "statements", "subjects")

    def __init__(self, type: str) -> None:
        super().__init__()
        self.subjects: list[Subject] = []
        self.statements: list[Statement] = []
        self._type = type
        self._is_uniform: bool | None = None  # whether all have one layout; None before the first look-up

    def __missing__(self, keyword: str) -> list[Word | None]:
        if keyword in attribute_bits(self._type):
            words = self._of_attribute(keyword)
        else:
            words = [statement.word(keyword) for statement in self.statements]
        self[keyword] = words
        return words

    def _of_attribute(self, keyword: str) -> list[Word | None]:
        statements = self.statements
        first = statements[0].layout
        if self._is_uniform is None:
            self._is_uniform = all(statement.layout is first for statement in statements)
        if not self._is_uniform:
            return [
                None
                if (spot := statement.layout.words.get(keyword)) is None
                else statement.lines[spot[0]].words[spot[1]]
                for statement in statements
            ]
        spot = first.words.get(keyword)
        if spot is None:
            return [None] * len(statements)
        line, place = spot
        return [statement.lines[line].words[place] for statement in statements]


# The distinct words of a run by keyword. The memo of words has each word once.

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
        partition = self._partitions.get((keyword, is_alike))
        if partition is None:
            words = alike = self.by_keyword[keyword]
            others: list[Word] = []
            texts = [word.written for word in words]
            if not is_alike("\n".join(texts) + "\n"):
                accepted = [is_alike(text + "\n") for text in texts]
                alike = list(compress(words, accepted))
                others = list(compress(words, map(not_, accepted)))
            longest = max(alike, key=lambda word: len(word.written), default=None)
            partition = self._partitions[keyword, is_alike] = (longest, others)
        return partition


class WordIndexes:
    """The word indexes of a run: one for each memo."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, tuple[WordMemo, WordIndex]] = {}

    def of_scripts(self, scripts: Iterable[Script]) -> list[WordIndex]:
        """The indexes of the memos of some scripts."""
        indexes: dict[WordIndex, None] = {}
        for script in scripts:
            memo = script.word_memo
            if id(memo) not in self._known:
                self._known[id(memo)] = (memo, WordIndex(memo))
            indexes[self._known[id(memo)][1]] = None
        return list(indexes)


# Crashes, counted.


class Crash:
    """One crash: the code of the rule (or the name of the stage), its subject, and the trace.

    `count` is the number of exceptions of the rule; the first one is kept.
    """

    __slots__ = ("code", "count", "error", "trace", "where")

    def __init__(self, code: str, where: str, error: str, trace: str) -> None:
        self.code = code
        self.where = where
        self.error = error
        self.trace = trace
        self.count = 1

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{self.code} failed at {self.where}: {self.error}{times}"


class Crashes:
    """The crashes of a run, one for each rule or stage, in order."""

    __slots__ = ("by_code",)

    def __init__(self) -> None:
        self.by_code: dict[str, Crash] = {}

    def record(self, code: str, where: object, error: BaseException) -> None:
        """Keep the first crash of a code and count the others."""
        known = self.by_code.get(code)
        if known is not None:
            known.count += 1
            return
        import traceback  # needed only after a crash

        trace = "".join(traceback.format_exception(error))
        self.by_code[code] = Crash(code, str(where), f"{type(error).__name__}: {error}", trace)

    def add(self, crashes: list[Crash]) -> None:
        """Add crashes that were recorded elsewhere."""
        for crash in crashes:
            known = self.by_code.setdefault(crash.code, crash)
            if known is not crash:
                known.count += crash.count

    def all(self) -> list[Crash]:
        """Every crash."""
        return list(self.by_code.values())


if TYPE_CHECKING:
    Subject = Statement | MqObject
