"""The rules of one verb and type of commands, and of one type of objects, with what was found clean.

Each rule says when it need not be asked (`Rule`), and a dump has thousands of commands that differ in
nothing a rule looks at. So rule by rule all of them are looked at together, and most cost a look-up in
each. Does not know which rules there are.
"""

from __future__ import annotations

import re
import sys

from mqtune.engine.columns import Columns
from mqtune.engine.rule import HEAD, NAME, WORDS
from mqtune.estate.keywords import bits_of
from mqtune.estate.statement import Statement
from mqtune.language import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from mqtune.engine.faults import Faults
    from mqtune.engine.hit import Hit
    from mqtune.engine.lines import LineBook
    from mqtune.engine.rule import Rule
    from mqtune.estate.layout import Layout
    from mqtune.estate.model import MqObject, QueueManager
    from mqtune.estate.statement import Head

    Add = Callable[[Rule, Hit, Any], None]
    Thing = Statement | MqObject

# names as written, each with a line end, that are taken as they stand, and none of them is of the product
PLAIN_NAMES = re.compile(r"(?:\((?:(?!SYSTEM\.)[A-Z0-9._/%]+|'(?!SYSTEM\.)[A-Za-z0-9._/%]+')\)\n)*+\Z").match


class Asked:
    """Which of some rules are to be asked of a command or object, by what it gives."""

    __slots__ = ("_by_given", "_guards", "_has_words", "_type", "rules")

    def __init__(self, rules: Iterable[Rule], key: str) -> None:
        """`key` is the type, with the subtype, of the commands or objects."""
        self.rules = tuple(rules)
        self._type = key.partition("/")[0]
        # sets of attributes are numbers with a bit for each (estate/layout.py)
        self._guards = bits_of(
            self._type, tuple([keyword for rule in self.rules for keyword in rule.skip.given])
        )
        self._has_words = any(rule.skip.about == WORDS for rule in self.rules)
        self._by_given: dict[tuple[int, bool], tuple[Rule, ...]] = {}

    def alike(
        self, things: Sequence[Thing], statements: Sequence[Statement]
    ) -> list[tuple[tuple[Rule, ...], Columns]]:
        """Commands, or objects with the command that alone makes each, with the rules to be asked of them."""
        guards, look_for_clashes = self._guards, self._has_words
        by_given: dict[tuple[int, bool], Columns] = {}
        by_layout: dict[Layout, Columns] = {}  # commands behind each other often have one
        for thing, statement in zip(things, statements, strict=True):
            layout = statement.layout
            columns = by_layout.get(layout)
            if columns is None:
                clashes = look_for_clashes and (layout.repeats or len(layout.options) > 1)
                key = (layout.filled & guards, clashes)
                columns = by_given.get(key)
                if columns is None:
                    columns = by_given[key] = Columns([], [], self._type)
                by_layout[layout] = columns
            columns.things.append(thing)
            columns.statements.append(statement)
        found = []
        for key, columns in by_given.items():
            rules = self._by_given.get(key)
            if rules is None:
                rules = self._by_given[key] = self._concerned(*key)
            found.append((rules, columns))
        return found

    def _concerned(self, filled: int, clashes: bool) -> tuple[Rule, ...]:
        """The rules to ask of whatever fills the same attributes; `clashes` says that words could clash."""
        return tuple(rule for rule in self.of_filled(filled) if rule.skip.about != WORDS or clashes)

    def of_filled(self, filled: int) -> tuple[Rule, ...]:
        """Those for something that gives more than a blank for some attributes."""
        return tuple(
            rule
            for rule in self.rules
            if not rule.skip.given or filled & bits_of(self._type, rule.skip.given)
        )


class Reader:
    """A rule that says which attributes it reads, and the words for these that it found clean.

    None stands for an attribute that is not given, so that its value is that of the type. What is clean in
    one queue manager need not be so in another one, nor what is clean with a name without one.
    """

    __slots__ = ("_clean", "_of", "_reads", "rule")

    def __init__(self, rule: Rule, reads: tuple[str, ...]) -> None:
        self.rule = rule
        self._reads = reads
        self._of: QueueManager | None = None
        self._clean: dict[bool, set[object]] = {}

    def judge(self, columns: Columns, queue_manager: QueueManager, add: Add, faults: Faults) -> None:
        """Ask the rule, but for things whose words it found clean. All have a name, or none has one."""
        if queue_manager is not self._of:
            self._of = queue_manager
            self._clean = {}
        clean = self._clean.setdefault(columns.statements[0].name is None, set())
        things, read = columns.things, [columns[keyword] for keyword in self._reads]
        rows: list[object] = [*read[0]] if len(read) == 1 else [*zip(*read, strict=True)]
        if clean.issuperset(rows):
            return
        # the first thing of each row of words
        examples = dict(zip(reversed(rows), reversed(things), strict=True))
        unclean: dict[object, Thing] = {}
        for words, thing in reversed(examples.items()):
            if words in clean:
                continue
            if ask(self.rule, thing, queue_manager, add, faults):
                clean.add(words)
            else:
                unclean[words] = thing
        if unclean and len(examples) < len(rows):
            others = [
                thing
                for words, thing in zip(rows, things, strict=True)
                if words in unclean and unclean[words] is not thing
            ]
            ask_all((self.rule,), others, queue_manager, add, faults)


def ask(rule: Rule, thing: Thing, queue_manager: QueueManager, add: Add, faults: Faults) -> bool:
    """Ask a rule on statements or objects; true where it finds nothing."""
    clean = True
    try:
        for hit in rule.check(thing, queue_manager):
            add(rule, hit, thing)
            clean = False
    except Exception as error:
        clean = False
        note_fault(rule, thing, error, faults)
    return clean


def note_fault(rule: Rule, thing: Thing, error: Exception, faults: Faults) -> None:
    """Tell of a rule that raised."""
    faults.record(rule.code, thing.name_place() if isinstance(thing, Statement) else thing, error)


def ask_all(
    rules: Iterable[Rule],
    things: Iterable[Thing],
    queue_manager: QueueManager,
    add: Add,
    faults: Faults,
) -> None:
    """Ask each of some rules on each of some statements or objects."""
    for rule in rules:
        check = rule.check
        for thing in things:
            try:
                for hit in check(thing, queue_manager):
                    add(rule, hit, thing)
            except Exception as error:
                note_fault(rule, thing, error, faults)


class Book:
    """Rules on commands or objects of one type, with what those found clean that say what they read."""

    __slots__ = ("_asked", "_readers", "_type")

    def __init__(self, rules: Iterable[Rule], key: str) -> None:
        self._type = key.partition("/")[0]
        self._asked = Asked(rules, key)
        self._readers = {rule: Reader(rule, rule.skip.reads) for rule in self._asked.rules if rule.skip.reads}

    def judge_made(
        self,
        things: Sequence[Thing],
        statements: Sequence[Statement],
        queue_manager: QueueManager,
        add: Add,
        faults: Faults,
    ) -> None:
        """Run the rules over commands, or over objects that commands make, of which all are intact."""
        readers = self._readers
        for rules, columns in self._asked.alike(things, statements):
            for rule in rules:
                reader = readers.get(rule)
                if reader is not None:
                    reader.judge(columns, queue_manager, add, faults)
                else:
                    ask_all((rule,), columns.things, queue_manager, add, faults)


class CommandBook(Book):
    """The line and statement rules of one verb and type."""

    __slots__ = ("_heads", "_longest", "_of_head", "_of_name", "lines")

    def __init__(self, rules: Sequence[Rule], lines: LineBook, key: str) -> None:
        type = key.partition("/")[0]
        super().__init__((rule for rule in rules if rule.skip.about not in (HEAD, NAME)), key)
        self.lines = lines
        self._of_head = tuple(rule for rule in rules if rule.skip.about == HEAD)
        self._of_name = tuple(rule for rule in rules if rule.skip.about == NAME)
        self._heads: set[Head] = set()
        entry = catalogue.type_entry(type)
        length = entry.name_length if entry is not None else None
        self._longest = sys.maxsize if length is None else length + len("()")

    def judge(
        self, statements: Sequence[Statement], queue_manager: QueueManager, add: Add, faults: Faults
    ) -> None:
        """Run the rules over commands that begin alike.

        All of them are intact, or none is, and all have a name, or none has one.
        """
        self.lines.judge(statements, add, faults)
        self._judge_heads(statements, queue_manager, add, faults)
        if statements[0].name is not None:
            ask_all(self._of_name, self._odd_ones(statements), queue_manager, add, faults)
        if statements[0].command.intact:
            self.judge_made(statements, statements, queue_manager, add, faults)
        else:
            for rules, columns in self._asked.alike(statements, statements):
                ask_all(rules, columns.statements, queue_manager, add, faults)

    def _judge_heads(
        self, statements: Sequence[Statement], queue_manager: QueueManager, add: Add, faults: Faults
    ) -> None:
        """Run the rules on verb and object word, of which a clean verdict holds for all commands."""
        head, intact = statements[0].head, statements[0].command.intact
        for statement in statements:
            if intact and head in self._heads:
                return
            clean = [ask(rule, statement, queue_manager, add, faults) for rule in self._of_head]
            if all(clean) and head.is_usual and intact:
                self._heads.add(head)

    def _odd_ones(self, statements: Sequence[Statement]) -> Sequence[Statement]:
        """The commands of whose names there could be anything to say: long, folded, reserved, odd signs."""
        if not statements[0].head.is_usual:
            return statements
        longest = self._longest
        written = [statement.lines[0].words[1].written for statement in statements]
        if max(map(len, written)) <= longest and PLAIN_NAMES("\n".join(written) + "\n"):
            return ()
        return [
            statement
            for statement, name in zip(statements, written, strict=True)
            if PLAIN_NAMES(name + "\n") is None or len(name) > longest
        ]


class ObjectBook(Book):
    """The object rules of one type, for the objects of one queue manager."""

    __slots__ = ()

    def judge(
        self, objects: Sequence[MqObject], queue_manager: QueueManager, add: Add, faults: Faults
    ) -> None:
        """Run the rules over objects of the type."""
        made = [
            object
            for object in objects
            if len(object.statements) == 1
            and object.base is None
            and object.carried is None
            and not object.like_name
            and not object.placeholder
            # the name may count where it is one of the product, or nobody knows it
            and object.name[:7] != "SYSTEM."
            and object.statements[0].verb == "DEFINE"
        ]
        if len(made) < len(objects):
            alone = set(made)
            for object in objects:
                if object in alone:
                    continue
                rules = self._asked.rules
                if object.base is None and object.carried is None and not object.like_name:
                    rules = self._asked.of_filled(object.filled)
                ask_all(rules, [object], queue_manager, add, faults)
        if made:
            self.judge_made(made, [object.statements[0] for object in made], queue_manager, add, faults)
