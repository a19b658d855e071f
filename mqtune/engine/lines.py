"""Line rules and their memory: a line that was found clean once is not looked at again.

A verdict depends on nothing but verb, object type and parameter (and the level and platform of the
plan that owns the book), so it is kept for a whole green line, for one parameter as written, which
repeats even where whole lines do not, and for one word, where the rule says that its value is nothing
to it. The words of many commands are judged together; only the commands in which there is something to
find are gone through line by line.
"""

from __future__ import annotations

import re
from itertools import filterfalse
from operator import attrgetter

from mqtune.engine.columns import Columns
from mqtune.engine.rule import ALIKE_NAMES, ALIKE_TEXTS
from mqtune.estate.keywords import attribute_bits, canonical_keywords
from mqtune.language import catalogue
from mqtune.syntax.mqsc.words import PlainParameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from mqtune.engine.faults import Faults
    from mqtune.engine.hit import Hit
    from mqtune.engine.rule import Language, Rule
    from mqtune.engine.used_words import MemoWords, UsedWords
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.tree import Line, Parameter
    from mqtune.syntax.mqsc.words import Word

    Add = Callable[[Rule, Hit, Statement], None]

MOST_TEXTS = 10_000  # kept for one keyword: texts that never repeat must not fill the memory
# values that are alike but for their length, as written, each with a line end: nothing in them reads as a
# placeholder, a further value, a doubled quotation mark, or a blank at an end
ALIKE = {
    ALIKE_NAMES: re.compile(r"(?:\((?:[A-Za-z0-9./]++|'[A-Za-z0-9./]++')\)\n)*+\Z").match,
    ALIKE_TEXTS: re.compile(
        r"(?:\((?:[A-Za-z0-9./]++|'[A-Za-z0-9./*=][A-Za-z0-9./*=:,() -]*+(?<! )')\)\n)*+\Z"
    ).match,
}
WRITTEN = attrgetter("written")


class WordBook:
    """The rules of one keyword: those that look at its word alone, those that look at its value too.

    `forms` are the forms of the word that the first ones found clean, `clean` what was found clean by all
    of them, as written. `longest` is the length of the longest one of these that `are_alike` takes (each with
    a line end): others that it takes are clean up to that length.
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
        if written in self.clean:
            return True
        return len(written) <= self.longest and self._is_alike(written)

    def learn(self, word: Word) -> None:
        """Take it that a plain word is clean."""
        written = word.written
        if len(self.clean) < MOST_TEXTS:
            self.clean.add(written)
        if len(written) > self.longest and self._is_alike(written):
            self.longest = len(written)

    def _is_alike(self, written: str) -> bool:
        return self.are_alike is not None and self.are_alike(written + "\n") is not None


class LineBook:
    """The line rules of one verb and type, and what they found clean.

    Only clean verdicts are kept: a line with a finding is judged again for each command, because the
    finding's place differs.
    """

    __slots__ = (
        "_keywords",
        "_unclean",
        "_used",
        "_verb_and_type",
        "_words",
        "clean",
        "language",
        "rules",
    )

    def __init__(
        self, rules: tuple[Rule, ...], language: Language, verb: str | None, type: str, used: UsedWords
    ) -> None:
        self.rules = rules
        self.language = language
        self.clean: set[Line] = set()
        self._verb_and_type = (verb, type)
        self._words: dict[str, WordBook] = {}
        self._used = used
        # by the words of a memory of lines: those that are not clean, and which keywords commands have
        self._unclean: dict[tuple[MemoWords, str], set[Word]] = {}
        self._keywords: dict[tuple[MemoWords, int, frozenset[str]], list[tuple[str, str]]] = {}

    def judge(self, statements: Sequence[Statement], add: Add, faults: Faults) -> None:
        """Run the rules over commands of one head, which are all intact, or none of them is."""
        statement = statements[0]
        if statement.head.is_usual and statement.command.intact:
            statements = self._unclean_ones(statements)
        for statement in statements:
            self._judge_command(statement, add, faults)

    def _unclean_ones(self, statements: Sequence[Statement]) -> Sequence[Statement]:
        """Those of some commands that may have a word which is not clean.

        First all words of the run that have a keyword of theirs are looked at, whichever commands they are
        of: mostly all of these are clean.
        """
        # nothing is known of the words of folded commands, and of two words of one keyword only the last one
        found = {one for one in statements if one.command.hard or one.layout.repeats}
        columns = Columns([*statements], [*statements], self._verb_and_type[1])
        for words in self._used.of_scripts({one.command.script for one in statements}):
            for keyword, attribute in self._keywords_in(statements, words):
                unclean = self._unclean_words(keyword, words, attribute, columns)
                if unclean:
                    pairs = zip(statements, columns[attribute], strict=True)
                    found.update([one for one, word in pairs if word in unclean])
        return [one for one in statements if one in found] if found else ()

    def _keywords_in(self, statements: Sequence[Statement], words: MemoWords) -> list[tuple[str, str]]:
        """Those keywords of some words that commands use, each with the one it stands under in layouts."""
        given = 0
        others: set[str] = set()
        for layout in {one.layout for one in statements}:
            given |= layout.given
            others.update(layout.options)
        key = (words, given, frozenset(others))
        found = self._keywords.get(key)
        if found is None:
            type = self._verb_and_type[1]
            attributes, bits = canonical_keywords(type), attribute_bits(type)
            found = self._keywords[key] = []
            for keyword in words.by_keyword:
                attribute = attributes.get(keyword)
                if attribute is not None and given & bits[attribute]:
                    found.append((keyword, attribute))
                elif keyword in others:
                    found.append((keyword, keyword))
        return found

    def _unclean_words(self, keyword: str, words: MemoWords, attribute: str, columns: Columns) -> set[Word]:
        """Those words of a keyword in which the rules find something.

        They are words of the run, or, where these are more than the commands, words of the commands.
        """
        unclean = self._unclean.get((words, keyword))
        if unclean is not None:
            return unclean
        book, statement = self.book(keyword), columns.statements[0]
        asked: Collection[Word] = words.by_keyword[keyword]
        longest = None
        if book.are_alike is not None:
            longest, unlike = words.sorted_out(keyword, book.are_alike)
            if longest is None or self._is_clean(book, longest, statement):
                asked, longest = unlike, None  # it decides for all that are alike
        of_run = len(asked) <= len(columns.statements)
        if not of_run:
            asked = {word for word in columns[attribute] if word is not None and word.keyword == keyword}
        unclean = {
            word
            for word in sorted(asked, key=WRITTEN)
            if word is longest or not self._is_clean(book, word, statement)
        }
        if of_run:
            self._unclean[words, keyword] = unclean
        return unclean

    def _is_clean(self, book: WordBook, word: Word, statement: Statement) -> bool:
        """Whether the rules find nothing in a plain word, asked as if it stood in a command.

        What they find has other places, so they are asked again in the commands where the word stands.
        """
        if not word.is_plain:
            return False
        if book.is_clean(word):
            return True
        form, number = word.value_form, statement.command.first
        parameter = PlainParameter(word.keyword, word.written, word.keyword + word.written, 0)
        rules = book.of_value if form in book.forms else book.of_word + book.of_value
        try:
            for rule in rules:
                for _ in rule.check(statement, number, parameter, self.language):
                    return False
        except Exception:  # which is told of a command where the word stands
            return False
        book.forms.add(form)
        book.learn(word)
        return True

    def _judge_command(self, statement: Statement, add: Add, faults: Faults) -> None:
        """Run the rules over the lines of a command that are not known to be clean."""
        lines = statement.lines
        first = lines[0]
        are_usual = statement.head.is_usual and statement.command.intact
        judged: list[Line] = []
        for line in filterfalse(self.clean.__contains__, lines):
            if not line.words:
                self.clean.add(line)  # a comment
            elif line is not first:
                if are_usual and self._are_clean(line.words):
                    self.clean.add(line)
                    continue
                self._judge_line(statement, line, judged.count(line), add, faults)
                judged.append(line)
            elif len(line.words) > 2:  # verb and object word are no business of these
                if not are_usual or first in judged or not self._are_clean(line.words[2:]):
                    self._judge_line(statement, line, judged.count(line), add, faults)
                judged.append(line)

    def _are_clean(self, words: Sequence[Word]) -> bool:
        """Whether all these words are known to be clean."""
        books = self._words
        for word in words:
            book = books.get(word.keyword)
            if book is None or not book.is_clean(word):
                return False
        return True

    def _judge_line(self, statement: Statement, line: Line, times: int, add: Add, faults: Faults) -> None:
        """Run the rules over a line that stands in the command, and stood there some times before."""
        head = statement.head
        first = line is statement.lines[0] and not times
        # the places of verb and object word, which may stand for attributes in another command
        heads = () if head.is_usual and not first else head.places(statement.number_of(line, times))
        intact = statement.command.intact  # a broken command is not judged, so nothing is known of its words
        spotless = intact and not heads
        index = -1
        for word in line.words:
            index += 1
            book = self.book(word.keyword)
            if index in heads or (intact and book.is_clean(word)):
                continue
            number = statement.command.first + statement.number_of(line, times)
            if not self._judge_word(statement, number, word, line.parameter(index), add, faults):
                spotless = False
        if spotless:
            self.clean.add(line)

    def _judge_word(
        self,
        statement: Statement,
        number: int,
        word: Word,
        parameter: Parameter,
        add: Add,
        faults: Faults,
    ) -> bool:
        """Run the rules over one parameter; true where none of them finds anything and that can be kept."""
        book = self.book(word.keyword)
        if not word.is_plain:
            self._ask(book.of_word, statement, number, parameter, add, faults)
            self._ask(book.of_value, statement, number, parameter, add, faults)
            return False
        form = word.value_form
        clean = True
        if form not in book.forms:
            clean = self._ask(book.of_word, statement, number, parameter, add, faults)
            if clean and statement.command.intact:
                book.forms.add(form)
        if book.of_value:
            clean = self._ask(book.of_value, statement, number, parameter, add, faults) and clean
        if clean and statement.command.intact:
            book.learn(word)
        return clean

    def _ask(
        self,
        rules: tuple[Rule, ...],
        statement: Statement,
        number: int,
        parameter: Parameter,
        add: Add,
        faults: Faults,
    ) -> bool:
        """Ask some rules; true where none of them finds anything."""
        clean = True
        for rule in rules:
            try:
                for hit in rule.check(statement, number, parameter, self.language):
                    add(rule, hit, statement)
                    clean = False
            except Exception as error:
                clean = False
                faults.record(rule.code, statement.place(number, parameter.extent), error)
        return clean

    def book(self, keyword: str) -> WordBook:
        """The rules of a keyword."""
        book = self._words.get(keyword)
        if book is None:
            verb, type = self._verb_and_type
            attribute = catalogue.parameter(verb, type, keyword) if verb is not None else None
            kind = attribute.kind if attribute is not None else ""
            rules = [
                rule
                for rule in self.rules
                if (not rule.keywords or keyword in rule.keywords)
                and (not rule.skip.kinds or kind in rule.skip.kinds)
            ]
            book = self._words[keyword] = WordBook(rules, kind)
        return book
