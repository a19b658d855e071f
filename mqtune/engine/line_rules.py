"""Line rules and their verdicts: a line or a word that was found clean is not judged again.

A verdict depends on nothing but verb, object type and parameter (and the level and platform of the plan). So
it is remembered for a whole line, for a parameter as written, because values repeat even if lines do not, and
for a keyword alone if the value does not matter. Findings are not remembered: they differ in their places.
"""

from __future__ import annotations

import re
from itertools import filterfalse

from mqtune.engine.rule import ALIKE_NAMES, ALIKE_TEXTS
from mqtune.language import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.engine.batches import Runner
    from mqtune.engine.rule import Dialect, Rule
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.tree import Line, Parameter
    from mqtune.syntax.mqsc.words import Word

MOST_TEXTS = 10_000  # remembered for one keyword: texts that never repeat must not fill the memory
# values that differ in nothing but their length, as written: no placeholder, no further value, no doubled
# quotation mark, no blank at an end
ALIKE = {
    ALIKE_NAMES: re.compile(r"\((?:[A-Za-z0-9./]++|'[A-Za-z0-9./]++')\)\Z").match,
    ALIKE_TEXTS: re.compile(
        r"\((?:[A-Za-z0-9./]++|'[A-Za-z0-9./*=][A-Za-z0-9./*=:,() -]*+(?<! )')\)\Z"
    ).match,
}


class KeywordVerdicts:
    """The line rules for one keyword, and the words with it that they found clean.

    `of_value` are the rules that depend on the value, `of_word` the others; `forms` are the forms of the word
    that the latter found clean. `clean` has what all of them found clean, as written. `longest` is the length
    of the longest of these that `are_alike` accepts: others that it accepts are clean up to that length.
    """

    __slots__ = ("are_alike", "clean", "forms", "longest", "of_value", "of_word")

    def __init__(self, rules: list[Rule], kind: str) -> None:
        self.of_word = tuple(
            rule for rule in rules if rule.skip.values is not None and kind not in rule.skip.values
        )
        self.of_value = tuple(rule for rule in rules if rule.skip.values is None or kind in rule.skip.values)
        self.forms: set[str] = set()
        self.clean: set[str] = set()
        alike = {rule.skip.alike for rule in self.of_value}
        self.are_alike = None if "" in alike else ALIKE[ALIKE_NAMES if ALIKE_NAMES in alike else ALIKE_TEXTS]
        self.longest = -1

    def is_clean(self, word: Word) -> bool:
        """Whether a word is known to be clean, by itself or by another one that is like it."""
        written = word.written
        if not word.is_plain:
            return False
        return written in self.clean or (len(written) <= self.longest and self._is_alike(written))

    def remember_clean(self, word: Word) -> None:
        """Remember that a plain word is clean."""
        written = word.written
        if len(self.clean) < MOST_TEXTS:
            self.clean.add(written)
        if len(written) > self.longest and self._is_alike(written):
            self.longest = len(written)

    def _is_alike(self, written: str) -> bool:
        return self.are_alike is not None and self.are_alike(written) is not None


class LineRules:
    """The line rules of one verb and type, and the lines and words that they found clean."""

    __slots__ = ("_clean", "_keywords", "_verb_and_type", "language", "rules")

    def __init__(self, rules: tuple[Rule, ...], dialect: Dialect, verb: str | None, type: str) -> None:
        self.rules = rules
        self.language = dialect
        self._verb_and_type = (verb, type)
        self._clean: set[Line] = set()
        self._keywords: dict[str, KeywordVerdicts] = {}

    def judge(self, statements: Sequence[Statement], runner: Runner) -> None:
        """Run the rules over commands of one head, which are all intact, or none of them is."""
        may_skip = statements[0].head.is_usual and statements[0].command.intact
        is_clean = self._clean.__contains__
        for statement in statements:
            first, *others = statement.lines
            if not may_skip or (len(first.words) > 2 and not self._are_clean(first.words[2:])):
                self._judge_line(statement, first, 0, runner)
            judged = {first: 1}  # how often each line was judged in this command
            for line in filterfalse(is_clean, others):
                if may_skip and (not line.words or self._are_clean(line.words)):
                    self._clean.add(line)
                else:
                    number = judged.get(line, 0)
                    self._judge_line(statement, line, number, runner)
                    judged[line] = number + 1

    def _are_clean(self, words: Iterable[Word]) -> bool:
        """Whether all these words are known to be clean."""
        keywords = self._keywords
        for word in words:
            verdicts = keywords.get(word.keyword)
            if verdicts is None or not verdicts.is_clean(word):
                return False
        return True

    def _judge_line(self, statement: Statement, line: Line, times: int, runner: Runner) -> None:
        """Run the rules over a line of a command, which it also has a number of times before."""
        number = statement.number_of(line, times)
        heads = statement.head.places(number)  # these words may be attributes in another command
        intact = statement.command.intact  # the words of a broken command are unreliable
        clean = intact and not heads
        for index, word in enumerate(line.words):
            verdicts = self.verdicts(word.keyword)
            if index in heads or (intact and verdicts.is_clean(word)):
                continue
            parameter = line.parameter(index)
            if not self._judge_word(verdicts, word, statement, number, parameter, runner):
                clean = False
        if clean:
            self._clean.add(line)

    def _judge_word(
        self,
        verdicts: KeywordVerdicts,
        word: Word,
        statement: Statement,
        number: int,
        parameter: Parameter,
        runner: Runner,
    ) -> bool:
        """Run the rules over one parameter; true if they find nothing and that can be remembered."""
        may_remember = word.is_plain and statement.command.intact
        clean = True
        if not may_remember or word.value_form not in verdicts.forms:
            clean = self._run(verdicts.of_word, statement, number, parameter, runner)
            if clean and may_remember:
                verdicts.forms.add(word.value_form)
        clean = self._run(verdicts.of_value, statement, number, parameter, runner) and clean
        if clean and may_remember:
            verdicts.remember_clean(word)
        return clean and may_remember

    def _run(
        self,
        rules: tuple[Rule, ...],
        statement: Statement,
        number: int,
        parameter: Parameter,
        runner: Runner,
    ) -> bool:
        """Run some rules; true if none of them finds anything."""
        clean = True
        number += statement.command.first
        for rule in rules:
            try:
                for hit in rule.check(statement, number, parameter, self.language):
                    runner.add(rule, hit, statement)
                    clean = False
            except Exception as error:
                clean = False
                runner.crashes.record(rule.code, statement.place(number, parameter.extent), error)
        return clean

    def verdicts(self, keyword: str) -> KeywordVerdicts:
        """The rules for a keyword, with what they found clean."""
        verdicts = self._keywords.get(keyword)
        if verdicts is None:
            verb, type = self._verb_and_type
            attribute = catalogue.parameter(verb, type, keyword) if verb is not None else None
            kind = attribute.kind if attribute is not None else ""
            rules = [
                rule
                for rule in self.rules
                if not rule.keywords or keyword in rule.keywords
                if not rule.skip.kinds or kind in rule.skip.kinds
            ]
            verdicts = self._keywords[keyword] = KeywordVerdicts(rules, kind)
        return verdicts
