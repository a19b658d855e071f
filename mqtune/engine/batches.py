"""The rules of one verb and type of commands, or of one type of objects, run over a batch of them.

A dump has thousands of commands that differ in nothing that a rule depends on, and `Skip` declares what that
is. So each rule runs over the whole batch, and for most of its subjects that is one look-up.
docs/developing/speed.md explains the design.
"""

from __future__ import annotations

import sys

from mqtune.engine.rule import HEAD, NAME, WORDS
from mqtune.engine.runner import Runner, WordColumns
from mqtune.estate.statement import Statement
from mqtune.estate.words import bits_of
from mqtune.language import catalogue
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mqtune.engine.line_rules import LineRules
    from mqtune.engine.rule import Rule
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Head
    from mqtune.estate.words import Layout

    Subject = Statement | MqObject

# names as written, each with a line end, that no rule on names reports: not folded, not reserved, no odd sign
PLAIN_NAMES = lazy_pattern(r"(?>(?:\((?:(?!SYSTEM\.)[A-Z0-9._/%]+|'(?!SYSTEM\.)[A-Za-z0-9._/%]+')\)\n)*)\Z")


class RuleIndex:
    """Which of some rules have to run for a command or object, by the attributes that it sets."""

    __slots__ = ("_by_filled", "_guards", "_has_words", "_type", "rules")

    def __init__(self, rules: Iterable[Rule], key: str) -> None:
        """`key` is the type, with the subtype, of the commands or objects."""
        self.rules = tuple(rules)
        self._type = key.partition("/")[0]
        # sets of attributes are numbers with a bit for each (estate/words.py)
        self._guards = self._bits(keyword for rule in self.rules for keyword in rule.skip.given)
        self._has_words = any(rule.skip.about == WORDS for rule in self.rules)
        self._by_filled: dict[tuple[int, bool], tuple[Rule, ...]] = {}

    def grouped(
        self, subjects: Sequence[Subject], statements: Sequence[Statement]
    ) -> list[tuple[tuple[Rule, ...], WordColumns]]:
        """Subjects, each with the one command that makes it, in groups with the rules that have to run."""
        guards, look_for_clashes = self._guards, self._has_words
        groups: dict[tuple[int, bool], WordColumns] = {}
        by_layout: dict[Layout, WordColumns] = {}  # few layouts for many commands
        for subject, statement in zip(subjects, statements, strict=True):
            layout = statement.layout
            columns = by_layout.get(layout)
            if columns is None:
                clashes = look_for_clashes and layout.may_conflict
                key = (layout.filled & guards, clashes)
                columns = groups.get(key)
                if columns is None:
                    columns = groups[key] = WordColumns(self._type)
                by_layout[layout] = columns
            columns.subjects.append(subject)
            columns.statements.append(statement)
        return [(self._needed(*key), columns) for key, columns in groups.items()]

    def _needed(self, filled: int, clashes: bool) -> tuple[Rule, ...]:
        """The rules for commands that set these attributes; `clashes` means that words may conflict."""
        rules = self._by_filled.get((filled, clashes))
        if rules is None:
            rules = tuple(rule for rule in self.of_filled(filled) if rule.skip.about != WORDS or clashes)
            self._by_filled[filled, clashes] = rules
        return rules

    def of_filled(self, filled: int) -> tuple[Rule, ...]:
        """The rules for something of which these attributes are set to more than a blank."""
        return tuple(
            rule for rule in self.rules if not rule.skip.given or filled & self._bits(rule.skip.given)
        )

    def _bits(self, keywords: Iterable[str]) -> int:
        return bits_of(self._type, tuple(keywords))


class VerdictCache:
    """A rule that declares which attributes it reads, and the words for these that it found clean.

    None in place of a word means that the attribute is not set, and has the default of the type. A clean
    verdict does not apply to other queue managers; subjects with and without a name share none.
    """

    __slots__ = ("_clean", "_queue_manager", "_reads", "_rule")

    def __init__(self, rule: Rule, reads: tuple[str, ...]) -> None:
        self._rule = rule
        self._reads = reads
        self._queue_manager: QueueManager | None = None
        self._clean: dict[bool, set[object]] = {}

    def judge(self, columns: WordColumns, runner: Runner) -> None:
        """Run the rule, except on subjects whose words are clean. All have a name, or none has one."""
        if runner.queue_manager is not self._queue_manager:
            self._queue_manager = runner.queue_manager
            self._clean = {}
        clean = self._clean.setdefault(columns.statements[0].name is None, set())
        read = [columns[keyword] for keyword in self._reads]
        rows: list[object] = [*read[0]] if len(read) == 1 else [*zip(*read, strict=True)]
        if clean.issuperset(rows):
            return
        # the first subject of each row of words
        examples = dict(zip(reversed(rows), reversed(columns.subjects), strict=True))
        unclean: dict[object, Subject] = {}
        for words, subject in reversed(examples.items()):
            if words in clean:
                continue
            if runner.is_clean(self._rule, subject):
                clean.add(words)
            else:
                unclean[words] = subject
        if unclean and len(examples) < len(rows):
            others = [
                subject
                for words, subject in zip(rows, columns.subjects, strict=True)
                if words in unclean and unclean[words] is not subject
            ]
            runner.run((self._rule,), others)


class RuleBatch:
    """The rules of one type of commands or objects, with the verdicts that they share."""

    __slots__ = ("_caches", "_index")

    def __init__(self, rules: Iterable[Rule], key: str) -> None:
        self._index = RuleIndex(rules, key)
        self._caches = {
            rule: VerdictCache(rule, rule.skip.reads) for rule in self._index.rules if rule.skip.reads
        }

    def judge_made(
        self, subjects: Sequence[Subject], statements: Sequence[Statement], runner: Runner
    ) -> None:
        """Run the rules over commands, or over objects that one command each makes; all are intact."""
        caches = self._caches
        for rules, columns in self._index.grouped(subjects, statements):
            for rule in rules:
                cache = caches.get(rule)
                if cache is not None:
                    cache.judge(columns, runner)
                else:
                    runner.run((rule,), columns.subjects)


class StatementRules(RuleBatch):
    """The statement rules of one verb and type, and its line rules."""

    __slots__ = ("_clean_heads", "_longest", "_of_head", "_of_name", "lines")

    def __init__(self, rules: Sequence[Rule], lines: LineRules, key: str) -> None:
        super().__init__((rule for rule in rules if rule.skip.about not in (HEAD, NAME)), key)
        self.lines = lines
        self._of_head = tuple(rule for rule in rules if rule.skip.about == HEAD)
        self._of_name = tuple(rule for rule in rules if rule.skip.about == NAME)
        self._clean_heads: set[Head] = set()
        entry = catalogue.type_entry(key.partition("/")[0])
        length = entry.name_length if entry is not None else None
        self._longest = sys.maxsize if length is None else length + len("()")

    def judge(self, statements: Sequence[Statement], runner: Runner) -> None:
        """Run the rules over commands that begin alike.

        All of them are intact, or none is, and all have a name, or none has one.
        """
        self.lines.judge(statements, runner)
        self._judge_heads(statements, runner)
        if statements[0].name is not None:
            runner.run(self._of_name, self._odd_ones(statements))
        if statements[0].command.intact:
            self.judge_made(statements, statements, runner)
        else:
            for rules, columns in self._index.grouped(statements, statements):
                runner.run(rules, columns.subjects)

    def _judge_heads(self, statements: Sequence[Statement], runner: Runner) -> None:
        """Run the rules on verb and object word; a clean verdict applies to all commands with these words."""
        head, intact = statements[0].head, statements[0].command.intact
        for statement in statements:
            if intact and head in self._clean_heads:
                return
            clean = [runner.is_clean(rule, statement) for rule in self._of_head]
            if all(clean) and head.is_usual and intact:
                self._clean_heads.add(head)

    def _odd_ones(self, statements: Sequence[Statement]) -> Sequence[Statement]:
        """The commands with names that a rule may report: long, folded, reserved, with an odd sign."""
        if not statements[0].head.is_usual:
            return statements
        longest = self._longest
        written = [statement.lines[0].words[1].written for statement in statements]
        if max(map(len, written)) <= longest and PLAIN_NAMES.match("\n".join(written) + "\n"):
            return ()
        return [
            statement
            for statement, name in zip(statements, written, strict=True)
            if PLAIN_NAMES.match(name + "\n") is None or len(name) > longest
        ]


class ObjectRules(RuleBatch):
    """The object rules of one type, for the objects of one queue manager."""

    __slots__ = ()

    def judge(self, objects: Sequence[MqObject], runner: Runner) -> None:
        """Run the rules over objects of the type."""
        defined: list[MqObject] = []
        statements: list[Statement] = []
        for object in objects:
            if len(object.statements) == 1 and object.base is None and object.carried is None:
                statement = object.statements[0]
                if (
                    not object.like_name
                    and not object.placeholder
                    # the name may matter if it is one of the product, or unknown
                    and object.name[:7] != "SYSTEM."
                    and statement.verb == "DEFINE"
                ):
                    defined.append(object)
                    statements.append(statement)
                    continue
            rules = self._index.rules
            if object.base is None and object.carried is None and not object.like_name:
                rules = self._index.of_filled(object.filled)
            runner.run(rules, [object])
        if defined:
            self.judge_made(defined, statements, runner)
