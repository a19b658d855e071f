"""Line rules and their verdicts: a line or a word that was found clean is not judged again.

A verdict depends on nothing but verb, object type and parameter (and the level and platform of the plan). So
it is remembered for a whole line, for a parameter as written, because values repeat even if lines do not, and
for a keyword alone if the value does not matter. Findings are not remembered: they differ in their places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter

from mqtune.engine.rule import ALIKE_NAMES, ALIKE_TEXTS, Dialect, Rule
from mqtune.engine.runner import Runner, WordColumns, WordIndex, WordIndexes
from mqtune.estate.statement import Statement
from mqtune.estate.words import attribute_bits, canonical_keywords
from mqtune.language import catalogue
from mqtune.syntax.mqsc.tree import Line
from mqtune.syntax.mqsc.words import Parameter, PlainParameter, Word
from mqtune.text.patterns import lazy_pattern

ENOUGH_UNCLEAN = 50  # words with findings, after which it counts whether most words have some
MOST_TEXTS = 10_000  # remembered for one keyword: texts that never repeat must not fill the memory
# values that differ in nothing but their length, as written, each with a line end: no placeholder, no further
# value, no doubled quotation mark, no blank at an end
ALIKE = {
    ALIKE_NAMES: lazy_pattern(r"(?>(?:\((?:[A-Za-z0-9./]++|'[A-Za-z0-9./]++')\)\n)*)\Z"),
    ALIKE_TEXTS: lazy_pattern(
        r"(?>(?:\((?:[A-Za-z0-9./]++|'[A-Za-z0-9./*=][A-Za-z0-9./*=:,() -]*+(?<! )')\)\n)*)\Z"
    ),
}
WRITTEN = attrgetter("written")


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
        return self.are_alike is not None and self.are_alike.match(written + "\n") is not None


class LineRules:
    """The line rules of one verb and type, and the lines and words that they found clean."""

    __slots__ = (
        "_clean",
        "_indexes",
        "_keywords",
        "_unclean",
        "_used",
        "_verb_and_type",
        "dialect",
        "rules",
    )

    def __init__(
        self,
        rules: tuple[Rule, ...],
        dialect: Dialect,
        verb: str | None,
        type: str,
        indexes: WordIndexes,
    ) -> None:
        """`indexes` are those of the run."""
        self.rules = rules
        self.dialect = dialect
        self._verb_and_type = (verb, type)
        self._clean: set[Line] = set()
        self._keywords: dict[str, KeywordVerdicts] = {}
        self._indexes = indexes
        # of an index: the words that are not clean by keyword, and which keywords commands use
        self._unclean: dict[tuple[WordIndex, str], set[Word]] = {}
        self._used: dict[tuple[WordIndex, frozenset[str]], list[tuple[str, str]]] = {}

    def judge(self, statements: Sequence[Statement], runner: Runner) -> None:
        """Run the rules over commands of one head, which are all intact, or none of them is."""
        may_skip = statements[0].head.is_usual and statements[0].command.intact
        if may_skip:
            statements = self._with_unclean_words(statements)
        is_clean_command = self._clean.issuperset
        for statement in statements:
            lines = statement.lines
            first = lines[0]
            if not may_skip or (len(first.words) > 2 and not self._are_clean(first.words[2:])):
                self._judge_line(statement, 0, first, runner)
            if is_clean_command(lines[1:]):
                continue
            for number, line in enumerate(lines[1:], 1):
                if line in self._clean:
                    continue
                if may_skip and (not line.words or self._are_clean(line.words)):
                    self._clean.add(line)
                else:
                    self._judge_line(statement, number, line, runner)

    def _with_unclean_words(self, statements: Sequence[Statement]) -> Sequence[Statement]:
        """Those of some commands that may have a word which is not clean.

        First all words of the run with a keyword of these commands are judged, also those that only other
        commands have: mostly all of them are clean, and no line of a command has to be looked at.
        """
        # of irregular commands words may be missing in the index, of repeated words layouts have the last one
        suspects = {
            statement for statement in statements if statement.command.irregular or statement.layout.repeats
        }
        type = self._verb_and_type[1]
        columns, bits = WordColumns(type), attribute_bits(type)
        columns.statements += statements
        used = frozenset().union(*[layout.words for layout in {statement.layout for statement in statements}])
        options: dict[str, set[Word]] = {}  # get no columns: a single command may have an unknown word
        for index in self._indexes.of_scripts({statement.command.script for statement in statements}):
            for keyword, attribute in self._used_keywords(used, index):
                unclean = self._unclean_words(keyword, index, attribute, columns)
                if unclean and attribute in bits:
                    pairs = zip(statements, columns[attribute], strict=True)
                    suspects.update([statement for statement, word in pairs if word in unclean])
                elif unclean:
                    options[attribute] = options.get(attribute, set()) | unclean
        if options:
            for statement in statements:
                if any(
                    statement.word(option) in options.get(option, ()) for option in statement.layout.options
                ):
                    suspects.add(statement)
        return [statement for statement in statements if statement in suspects] if suspects else ()

    def _used_keywords(self, used: frozenset[str], index: WordIndex) -> list[tuple[str, str]]:
        """The keywords in an index that commands use, each with the one under which layouts have it: `used`
        are the words of these layouts.
        """
        keywords = self._used.get((index, used))
        if keywords is None:
            attributes = canonical_keywords(self._verb_and_type[1])
            pairs = [(word, word) for word in used if word not in attributes]
            pairs += [pair for pair in attributes.items() if pair[1] in used]
            keywords = self._used[index, used] = [pair for pair in pairs if pair[0] in index.by_keyword]
        return keywords

    def _unclean_words(
        self, keyword: str, index: WordIndex, attribute: str, columns: WordColumns
    ) -> set[Word]:
        """The words with a keyword that are not clean: of the index, or of the commands if they are fewer."""
        unclean = self._unclean.get((index, keyword))
        if unclean is not None:
            return unclean
        verdicts, statement = self.verdicts(keyword), columns.statements[0]
        words: Collection[Word] = index.by_keyword[keyword]
        longest = None
        if verdicts.are_alike is not None:
            longest, others = index.partition(keyword, verdicts.are_alike.match)
            if longest is None or self._test(verdicts, longest, statement):
                words, longest = others, None  # it decides for all that are alike
        of_index = len(words) <= len(columns.statements)
        if not of_index:
            words = {word for word in columns[attribute] if word is not None and word.keyword == keyword}
        unclean = set()
        for tested, word in enumerate(sorted(words, key=WRITTEN)):
            if word is longest or not self._test(verdicts, word, statement):
                unclean.add(word)
                if len(unclean) > ENOUGH_UNCLEAN and 2 * len(unclean) > tested:
                    unclean = set(words)  # the commands are judged word by word: no need to do it twice
                    break
        if of_index:
            self._unclean[index, keyword] = unclean
        return unclean

    def _test(self, verdicts: KeywordVerdicts, word: Word, statement: Statement) -> bool:
        """Whether the rules find nothing in a word, judged as if a command had it.

        Their hits are dropped: they are found again, with their places, in the commands that have the word.
        """
        if not word.is_plain or verdicts.is_clean(word):
            return word.is_plain
        form, number = word.value_form, statement.command.first
        parameter = PlainParameter(word.keyword, word.written, word.keyword + word.written, 0)
        rules = verdicts.of_value if form in verdicts.forms else verdicts.of_word + verdicts.of_value
        try:
            for rule in rules:
                for _ in rule.check(statement, number, parameter, self.dialect):
                    return False
        except Exception:  # reported for a command that has the word
            return False
        verdicts.forms.add(form)
        verdicts.remember_clean(word)
        return True

    def _are_clean(self, words: Iterable[Word]) -> bool:
        """Whether all these words are known to be clean."""
        keywords = self._keywords
        for word in words:
            verdicts = keywords.get(word.keyword)
            if verdicts is None or not verdicts.is_clean(word):
                return False
        return True

    def _judge_line(self, statement: Statement, number: int, line: Line, runner: Runner) -> None:
        """Run the rules over a line of a command, its number counted from the first line."""
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
                for hit in rule.check(statement, number, parameter, self.dialect):
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
