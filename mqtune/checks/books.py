"""The rules of one verb and type of commands, and of one type of objects, with what was found clean.

Each rule says when it need not be asked (`Rule`), and a dump has thousands of commands that differ in
nothing a rule looks at, so most of them cost a few look-ups. Does not know which rules there are.
"""

from __future__ import annotations

import re
from operator import itemgetter

from mqtune.checks.rule import HEAD, NAME, WORDS
from mqtune.estate.keywords import bits_of
from mqtune.estate.statement import Statement
from mqtune.language import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from mqtune.checks.faults import Faults
    from mqtune.checks.hit import Hit
    from mqtune.checks.lines import Add, LineBook
    from mqtune.checks.rule import Rule
    from mqtune.estate.layout import Layout
    from mqtune.estate.model import MqObject, QueueManager
    from mqtune.estate.statement import Head

    AddToObject = Callable[[Rule, Hit, MqObject], None]

LEAST_LENGTH = 20  # what fits into the names of all objects, but for a few of z/OS
PLAIN_NAME = re.compile(r"(?!SYSTEM\.)[A-Z0-9._/%]+\Z").match


class Asked:
    """Which of some rules are to be asked of a command or object, by what it gives."""

    __slots__ = ("_by_given", "_guards", "_looked_at", "_type", "rules")

    def __init__(self, rules: Iterable[Rule], type: str) -> None:
        self.rules = tuple(rules)
        self._type = type
        given = (keyword for rule in self.rules for keyword in rule.given)
        read = (keyword for rule in self.rules if rule.may_concern for keyword in rule.reads or ())
        # sets of attributes are numbers with a bit for each (estate/layout.py)
        self._guards = bits_of(type, tuple(given))
        self._looked_at = bits_of(type, tuple(read))
        self._by_given: dict[int | tuple[int, int], tuple[Rule, ...]] = {}

    def of(self, layout: Layout, object: MqObject | None = None) -> tuple[Rule, ...]:
        """Those for a command of some layout, and the object that it alone makes."""
        filled = layout.filled & self._guards
        key = (filled, layout.given & self._looked_at) if self._looked_at else filled
        rules = self._by_given.get(key)
        if rules is None:
            rules = self._by_given[key] = self.of_filled(layout.filled, object)
        return rules

    def of_filled(self, filled: int, object: MqObject | None = None) -> tuple[Rule, ...]:
        """Those for something that gives more than a blank for some attributes."""
        return tuple(
            rule
            for rule in self.rules
            if not rule.given or filled & bits_of(self._type, rule.given)
            if object is None or rule.may_concern is None or rule.may_concern(object)
        )


class Reader:
    """A rule that says which attributes it reads, and the words for these that it found clean.

    None stands for an attribute that is not given, so that its value is that of the type. What is clean in
    one queue manager need not be so in another one.
    """

    __slots__ = ("_clean", "_of", "_one", "reads", "rule")

    def __init__(self, rule: Rule, reads: tuple[str, ...]) -> None:
        self.rule = rule
        self.reads = reads
        self._one = reads[0] if len(reads) == 1 else None
        self._of: QueueManager | None = None
        self._clean: set[object] = set()

    def judge(
        self,
        thing: MqObject | Statement,
        queue_manager: QueueManager,
        add: Callable[[Rule, Hit, Any], None],
        faults: Faults,
    ) -> bool:
        """Ask the rule, unless it found something of the same words clean; true where this is clean."""
        word = thing.word
        words = word(self._one) if self._one is not None else tuple(map(word, self.reads))
        return self._judge(words, thing, queue_manager, add, faults)

    def judge_made(
        self,
        object: MqObject,
        statement: Statement,
        queue_manager: QueueManager,
        add: AddToObject,
        faults: Faults,
    ) -> bool:
        """As `judge`, for an object that one command alone makes."""
        lines, attributes = statement.lines, statement.layout.attributes
        if self._one is not None:
            spot = attributes.get(self._one)
            word = None if spot is None else lines[spot[0]].words[spot[1]]
            return self._judge(word, object, queue_manager, add, faults)
        words = []
        for keyword in self.reads:
            spot = attributes.get(keyword)
            words.append(None if spot is None else lines[spot[0]].words[spot[1]])
        return self._judge(tuple(words), object, queue_manager, add, faults)

    def _judge(
        self,
        words: object,
        thing: MqObject | Statement,
        queue_manager: QueueManager,
        add: Callable[[Rule, Hit, Any], None],
        faults: Faults,
    ) -> bool:
        """Ask the rule, unless it found something of these words clean."""
        if thing.name is None:
            words = (words, None)
        if queue_manager is not self._of:
            self._of = queue_manager
            self._clean = set()
        if words in self._clean:
            return True
        clean = ask(self.rule, thing, queue_manager, add, faults)
        if clean:
            self._clean.add(words)
        return clean


def ask(
    rule: Rule,
    thing: MqObject | Statement,
    queue_manager: QueueManager,
    add: Callable[[Rule, Hit, Any], None],
    faults: Faults,
) -> bool:
    """Ask a rule on statements or objects; true where it finds nothing."""
    clean = True
    try:
        for hit in rule.check(thing, queue_manager):
            add(rule, hit, thing)
            clean = False
    except Exception as error:
        clean = False
        faults.record(rule.code, thing.name_place() if isinstance(thing, Statement) else thing, error)
    return clean


class CommandBook:
    """The line and statement rules of one verb and type."""

    __slots__ = ("_heads", "_longest", "_of_head", "_of_name", "_of_words", "_others", "_readers", "lines")

    def __init__(self, rules: Iterable[Rule], lines: LineBook, verb: str | None, type: str) -> None:
        self.lines = lines
        rules = tuple(rule for rule in rules if rule.commands is None or rule.commands(str(verb), type))
        self._of_head = tuple(rule for rule in rules if rule.about == HEAD)
        self._of_name = tuple(rule for rule in rules if rule.about == NAME)
        self._of_words = tuple(rule for rule in rules if rule.about == WORDS)
        self._others = Asked((rule for rule in rules if not rule.about), type)
        self._readers = {
            rule: Reader(rule, rule.reads) for rule in self._others.rules if rule.reads is not None
        }
        self._heads: set[Head] = set()
        entry = catalogue.type_entry(type)
        self._longest = LEAST_LENGTH
        if entry is not None and entry.name_length is not None:
            self._longest = min(LEAST_LENGTH, entry.name_length)

    def judge(self, statement: Statement, queue_manager: QueueManager, add: Add, faults: Faults) -> None:
        """Run the rules over a command."""
        self.lines.judge(statement, add, faults)
        head, layout, intact = statement.head, statement.layout, statement.command.intact
        if head not in self._heads or not intact:
            clean = [ask(rule, statement, queue_manager, add, faults) for rule in self._of_head]
            if all(clean) and head.is_usual and intact:
                self._heads.add(head)
        if statement.name is not None and self._is_odd(statement.name, statement):
            for rule in self._of_name:
                ask(rule, statement, queue_manager, add, faults)
        if layout.repeats or len(layout.options) > 1:
            for rule in self._of_words:
                ask(rule, statement, queue_manager, add, faults)
        if self._others.rules:
            readers = self._readers
            for rule in self._others.of(layout):
                if rule in readers and intact:
                    readers[rule].judge(statement, queue_manager, add, faults)
                else:
                    ask(rule, statement, queue_manager, add, faults)

    def _is_odd(self, name: str, statement: Statement) -> bool:
        """Whether there could be anything to say of a name: long, folded, reserved, or with odd signs."""
        if len(name) > self._longest or PLAIN_NAME(name) is None or not statement.head.is_usual:
            return True
        return name not in statement.lines[0].words[1].written


class Twins:
    """The objects of one layout: the lines on which the readers look.

    `clean` are the combinations of such lines in which no reader found anything.
    """

    __slots__ = ("clean", "lines_of", "others", "readers")

    def __init__(self, readers: tuple[Reader, ...], others: tuple[Rule, ...], layout: Layout) -> None:
        self.readers = readers
        self.others = others
        keywords = {keyword for reader in readers for keyword in reader.reads}
        numbers = sorted({layout.attributes[keyword][0] for keyword in keywords & layout.attributes.keys()})
        self.lines_of = itemgetter(*numbers) if numbers else no_lines
        self.clean: set[object] = set()


def no_lines(lines: object) -> object:
    """Where a command gives none of the attributes, all commands of its layout are alike."""
    return None


class ObjectBook:
    """The object rules of one type, for the objects of one queue manager."""

    __slots__ = ("_asked", "_parted", "_readers", "_twins")

    def __init__(self, rules: Iterable[Rule], type: str) -> None:
        self._asked = Asked(rules, type)
        self._readers = {
            rule: Reader(rule, rule.reads) for rule in self._asked.rules if rule.reads is not None
        }
        self._parted: dict[tuple[Rule, ...], tuple[tuple[Reader, ...], tuple[Rule, ...]]] = {}
        self._twins: dict[Layout, Twins | None] = {}

    def judge(self, object: MqObject, queue_manager: QueueManager, add: AddToObject, faults: Faults) -> None:
        """Run the rules over an object."""
        statements = object.statements
        if object.base is not None or object.carried is not None or object.like_name:
            rules = self._asked.rules
        elif len(statements) != 1 or statements[0].verb != "DEFINE" or object.name.startswith("SYSTEM."):
            rules = self._asked.of_filled(object.filled)
        else:
            rules = self._judge_readers(object, queue_manager, add, faults)
        for rule in rules:
            ask(rule, object, queue_manager, add, faults)

    def _judge_readers(
        self, object: MqObject, queue_manager: QueueManager, add: AddToObject, faults: Faults
    ) -> tuple[Rule, ...]:
        """Run the rules that say what they read over an object that one command makes; gives the others."""
        statement = object.statements[0]
        layout = statement.layout
        twins = self._twins.get(layout)
        if twins is None:
            readers, others = self._part(self._asked.of(layout, object))
            if layout not in self._twins:
                self._twins[layout] = None  # most layouts of scripts written by hand come once only
                for reader in readers:
                    reader.judge_made(object, statement, queue_manager, add, faults)
                return others
            twins = self._twins[layout] = Twins(readers, others, layout)
        if twins.readers:
            lines = twins.lines_of(statement.lines)
            if lines not in twins.clean:
                clean = [
                    reader.judge_made(object, statement, queue_manager, add, faults)
                    for reader in twins.readers
                ]
                if all(clean):
                    twins.clean.add(lines)
        return twins.others

    def _part(self, rules: tuple[Rule, ...]) -> tuple[tuple[Reader, ...], tuple[Rule, ...]]:
        """The rules that say what they read, and the others."""
        parted = self._parted.get(rules)
        if parted is None:
            readers = self._readers
            parted = self._parted[rules] = (
                tuple(readers[rule] for rule in rules if rule in readers),
                tuple(rule for rule in rules if rule not in readers),
            )
        return parted
