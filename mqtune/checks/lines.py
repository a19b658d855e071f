"""Line rules and their memory: a line that was found clean once is not looked at again.

A verdict depends on nothing but verb, object type and parameter (and the level and platform of the
plan that owns the book), so it is kept for a whole green line, and for the text of one parameter,
which repeats even where whole lines do not.
"""

from __future__ import annotations

from mqtune.syntax.mqsc.words import PlainParameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mqtune.checks.faults import Faults
    from mqtune.checks.hit import Hit
    from mqtune.checks.rule import Language, Rule
    from mqtune.estate.statement import Statement
    from mqtune.syntax.mqsc.tree import Line, Parameter

    Add = Callable[[Rule, Hit, Statement], None]

MOST_WORDS = 50_000  # kept for one verb and type: texts that never repeat must not fill the memory


class LineBook:
    """The line rules of one verb and type, and what they found clean.

    Only clean verdicts are kept: a line with a finding is judged again for each command, because the
    finding's place differs.
    """

    __slots__ = ("_by_keyword", "clean", "clean_words", "language", "rules")

    def __init__(self, rules: tuple[Rule, ...], language: Language) -> None:
        self.rules = rules
        self.language = language
        self.clean: set[Line] = set()
        self.clean_words: set[str] = set()
        self._by_keyword: dict[str, tuple[Rule, ...]] = {}

    def judge(self, statement: Statement, add: Add, faults: Faults) -> None:
        """Run the rules over the lines of a command that are not known to be clean."""
        clean = self.clean
        command = statement.command
        pairs: Iterator[tuple[int, Line]]
        if command.hard:
            pairs = iter(command.lines)
        else:
            # straight from the script: a dump has fifty lines a command, nearly all of them known
            pairs = enumerate(command.script.lines[command.first : command.last + 1], command.first)
        for number, line in pairs:
            if line not in clean:
                self._judge_line(statement, number, line, add, faults)

    def _judge_line(self, statement: Statement, number: int, line: Line, add: Add, faults: Faults) -> None:
        verb, object_word = statement.verb_word[1], statement.type_word and statement.type_word[1]
        spotless, whole = True, True
        for parameter in line.parameters:
            if parameter is verb or parameter is object_word:
                whole = False  # the same text may stand for attributes in another command
                continue
            written = _written(parameter)
            if written in self.clean_words:
                continue
            if not self._judge_parameter(statement, number, parameter, add, faults):
                spotless = False
            elif written and len(self.clean_words) < MOST_WORDS:
                self.clean_words.add(written)
        if spotless and whole:
            self.clean.add(line)

    def _judge_parameter(
        self, statement: Statement, number: int, parameter: Parameter, add: Add, faults: Faults
    ) -> bool:
        """Run the rules over one parameter; true where none of them finds anything."""
        found = False
        for rule in self._rules_for(parameter.keyword):
            try:
                for hit in rule.check(statement, number, parameter, self.language):
                    add(rule, hit, statement)
                    found = True
            except Exception as error:
                found = True
                faults.record(rule.code, statement.place(number, parameter.extent), error)
        return not found

    def _rules_for(self, keyword: str) -> tuple[Rule, ...]:
        rules = self._by_keyword.get(keyword)
        if rules is None:
            rules = tuple(rule for rule in self.rules if not rule.keywords or keyword in rule.keywords)
            self._by_keyword[keyword] = rules
        return rules


def _written(parameter: Parameter) -> str:
    """The parameter as written, without asking for its places; empty for one of a folded command."""
    if isinstance(parameter, PlainParameter):
        return parameter.keyword + parameter.written
    return ""
