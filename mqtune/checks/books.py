"""The rules of one verb and type of commands, and of one type of objects, with what was found clean.

Each rule says when it need not be asked (`Rule`), and a dump has thousands of commands that differ in
nothing a rule looks at. So rule by rule all of them are looked at together, and most cost a look-up in
each. Does not know which rules there are.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict

from mqtune.checks.rule import HEAD, NAME, WORDS
from mqtune.estate.keywords import attribute_bits, bits_of
from mqtune.estate.statement import Statement
from mqtune.language import catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from mqtune.checks.faults import Faults
    from mqtune.checks.hit import Hit
    from mqtune.checks.lines import LineBook
    from mqtune.checks.rule import Rule
    from mqtune.estate.model import MqObject, QueueManager
    from mqtune.estate.statement import Head
    from mqtune.syntax.mqsc.words import Word

    Add = Callable[[Rule, Hit, Any], None]
    # a command, or an object with the command that alone makes it
    Made = tuple[Statement | MqObject, Statement]

# a name as written that is taken as it stands, and is none of the product
PLAIN_NAME = re.compile(r"\((?:(?!SYSTEM\.)[A-Z0-9._/%]+|'(?!SYSTEM\.)[A-Za-z0-9._/%]+')\)\Z").match


class Asked:
    """Which of some rules are to be asked of a command or object, by what it gives."""

    __slots__ = ("_by_given", "_guards", "_has_words", "_looked_at", "_needed", "_type", "rules")

    def __init__(self, rules: Iterable[Rule], key: str, verb: str = "") -> None:
        """`key` is the type, with the subtype, of objects, or of commands of a verb."""
        self.rules = tuple(rules)
        type, _, subtype = key.partition("/")
        self._type = type
        # sets of attributes are numbers with a bit for each (estate/layout.py)
        self._needed: dict[Rule, int] = {}
        for rule in self.rules:
            if rule.needed is not None:
                needed = rule.needed(verb, type, subtype)
                if attribute_bits(type).keys() >= set(needed):
                    self._needed[rule] = bits_of(type, needed)
        given = [keyword for rule in self.rules for keyword in rule.given]
        read = [keyword for rule in self.rules if rule.may_concern for keyword in rule.reads or ()]
        self._guards = bits_of(type, tuple(given))
        self._looked_at = bits_of(type, tuple(read))
        for bits in self._needed.values():
            self._looked_at |= bits
        self._has_words = any(rule.about == WORDS for rule in self.rules)
        self._by_given: dict[tuple[int, int, bool], tuple[Rule, ...]] = {}

    def alike(self, things: Iterable[Made]) -> list[tuple[tuple[Rule, ...], list[Made]]]:
        """The commands, or the objects that commands make, with the rules that are to be asked of them."""
        guards, looked_at, look_for_clashes = self._guards, self._looked_at, self._has_words
        by_given: dict[tuple[int, int, bool], list[Made]] = defaultdict(list)
        for thing in things:
            layout = thing[1].layout
            clashes = look_for_clashes and (layout.repeats or len(layout.options) > 1)
            by_given[layout.filled & guards, layout.given & looked_at, clashes].append(thing)
        found = []
        for key, same in by_given.items():
            rules = self._by_given.get(key)
            if rules is None:
                rules = self._by_given[key] = self._concerned(*same[0], key[2])
            found.append((rules, same))
        return found

    def _concerned(
        self, thing: Statement | MqObject, statement: Statement, clashes: bool
    ) -> tuple[Rule, ...]:
        """The rules to ask of whatever gives the same attributes; `clashes` says that words could clash."""
        layout, needed = statement.layout, self._needed
        return tuple(
            rule
            for rule in self.of_filled(layout.filled)
            if rule.about != WORDS or clashes
            if rule not in needed or needed[rule] & ~layout.given
            if isinstance(thing, Statement) or rule.may_concern is None or rule.may_concern(thing)
        )

    def of_filled(self, filled: int) -> tuple[Rule, ...]:
        """Those for something that gives more than a blank for some attributes."""
        return tuple(
            rule for rule in self.rules if not rule.given or filled & bits_of(self._type, rule.given)
        )


class Columns(dict[str, "list[Word | None]"]):
    """The words of commands by keyword: in each list one for each command, None where it has no such word."""

    __slots__ = ("_layouts", "_lines", "_type")

    def __init__(self, things: Sequence[Made], type: str) -> None:
        super().__init__()
        self._lines = [statement.lines for _, statement in things]
        self._layouts = [statement.layout for _, statement in things]
        self._type = type

    def __missing__(self, keyword: str) -> list[Word | None]:
        if keyword in attribute_bits(self._type):
            spots = [layout.attributes.get(keyword) for layout in self._layouts]
        else:
            spots = [layout.options.get(keyword) for layout in self._layouts]
        words = self[keyword] = [
            None if spot is None else lines[spot[0]].words[spot[1]]
            for spot, lines in zip(spots, self._lines, strict=True)
        ]
        return words


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

    def judge(
        self, things: Sequence[Made], columns: Columns, queue_manager: QueueManager, add: Add, faults: Faults
    ) -> None:
        """Ask the rule, but for things whose words it found clean. All have a name, or none has one."""
        if queue_manager is not self._of:
            self._of = queue_manager
            self._clean = {}
        clean = self._clean.setdefault(things[0][1].name is None, set())
        read = list(zip(*[columns[keyword] for keyword in self._reads], strict=True))
        if clean.issuperset(read):
            return
        rule = self.rule
        for (thing, _), words in zip(things, read, strict=True):
            if words in clean:
                continue
            if may_find(rule, thing):
                is_clean = ask(rule, thing, queue_manager, add, faults) and rule.may_find is None
            else:
                is_clean = True
            if is_clean:
                clean.add(words)


def may_find(rule: Rule, thing: MqObject | Statement) -> bool:
    """Whether a rule could find anything, by the words that it reads."""
    if rule.may_find is None:
        return True
    try:
        return rule.may_find(thing)
    except Exception:  # which is told where the rule itself raises it
        return True


def ask(
    rule: Rule, thing: MqObject | Statement, queue_manager: QueueManager, add: Add, faults: Faults
) -> bool:
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


def note_fault(rule: Rule, thing: MqObject | Statement, error: Exception, faults: Faults) -> None:
    """Tell of a rule that raised."""
    faults.record(rule.code, thing.name_place() if isinstance(thing, Statement) else thing, error)


def ask_all(
    rules: Iterable[Rule],
    things: Iterable[Statement | MqObject],
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

    def __init__(self, rules: Iterable[Rule], key: str, verb: str = "") -> None:
        self._type = key.partition("/")[0]
        self._asked = Asked(rules, key, verb)
        self._readers = {rule: Reader(rule, rule.reads) for rule in self._asked.rules if rule.reads}

    def judge_made(
        self, things: Iterable[Made], queue_manager: QueueManager, add: Add, faults: Faults
    ) -> None:
        """Run the rules over commands, or over objects that commands make, of which all are intact."""
        readers = self._readers
        for rules, same in self._asked.alike(things):
            columns = Columns(same, self._type)
            for rule in rules:
                reader = readers.get(rule)
                if reader is not None:
                    reader.judge(same, columns, queue_manager, add, faults)
                else:
                    ask_all((rule,), [thing for thing, _ in same], queue_manager, add, faults)


class CommandBook(Book):
    """The line and statement rules of one verb and type."""

    __slots__ = ("_heads", "_longest", "_of_head", "_of_name", "lines")

    def __init__(self, rules: Iterable[Rule], lines: LineBook, verb: str | None, key: str) -> None:
        type = key.partition("/")[0]
        rules = [rule for rule in rules if rule.commands is None or rule.commands(str(verb), type)]
        super().__init__((rule for rule in rules if rule.about not in (HEAD, NAME)), key, str(verb))
        self.lines = lines
        self._of_head = tuple(rule for rule in rules if rule.about == HEAD)
        self._of_name = tuple(rule for rule in rules if rule.about == NAME)
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
        things = zip(statements, statements, strict=True)
        if statements[0].command.intact:
            self.judge_made(things, queue_manager, add, faults)
        else:
            for rules, same in self._asked.alike(things):
                ask_all(rules, [statement for _, statement in same], queue_manager, add, faults)

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
        return [
            statement
            for statement, name in zip(statements, written, strict=True)
            if PLAIN_NAME(name) is None or len(name) > longest
        ]


class ObjectBook(Book):
    """The object rules of one type, for the objects of one queue manager."""

    __slots__ = ()

    def judge(
        self, objects: Iterable[MqObject], queue_manager: QueueManager, add: Add, faults: Faults
    ) -> None:
        """Run the rules over objects of the type."""
        made: list[Made] = []
        for object in objects:
            statements = object.statements
            # the name may count where it is one of the product, or nobody knows it
            special = object.placeholder or object.name.startswith("SYSTEM.")
            if object.base is not None or object.carried is not None or object.like_name:
                ask_all(self._asked.rules, [object], queue_manager, add, faults)
            elif special or len(statements) != 1 or statements[0].verb != "DEFINE":
                ask_all(self._asked.of_filled(object.filled), [object], queue_manager, add, faults)
            else:
                made.append((object, statements[0]))
        self.judge_made(made, queue_manager, add, faults)
