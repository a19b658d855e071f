"""What the fast path relies on, with the example of docs/developing/speed.md."""

from __future__ import annotations

import copy
import re
from collections import Counter
from pathlib import Path
from random import Random

from mqtune.engine.engine import Engine
from mqtune.engine.rule import LINE, OBJECT, STATEMENT, Rule
from mqtune.estate.model import Estate
from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.tree import Line
from mqtune.syntax.mqsc.words import Word
from mqtune.text.source import Source

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "developing" / "speed.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.partition("```mqsc\n")[2].partition("```")[0]
# attributes with values that a queue may have
VALUES = {
    "DESCR": ("'a'", "'b c'", "'it is'"),
    "MAXDEPTH": ("1", "5000", "999999999"),
    "PUT": ("ENABLED", "DISABLED"),
    "BOQNAME": ("X", "'Y.Z'"),
}


def opened(text: str) -> Session:
    return Session.open(Options(select=["ALL"], stdin_text=text, stdin_name="example.mqsc"))


def facts(line: Line) -> tuple[object, ...]:
    words = [(word.keyword, word.written, word.signature, word.text) for word in line.words]
    return (line.text, line.shape, line.signature, words)


def test_equal_lines_are_one_object_in_all_scripts_of_a_run() -> None:
    memo = LineMemo()
    scripts = [
        parse_script(Document(MQSC, Source(name, name, EXAMPLE.encode())), memo)
        for name in ("a.mqsc", "b.mqsc")
    ]
    for first, second in zip(*(script.lines for script in scripts), strict=True):
        assert first is second


def test_no_line_changes_while_rules_and_fixes_run() -> None:
    from bench.dumps import dump  # beside the package, not in it

    session = opened("".join(dump(60)))
    scripts = [script for manager in session.estates[0].queue_managers for script in manager.scripts]
    lines = [line for script in scripts for line in script.lines]
    before = [facts(line) for line in lines]
    assert session.lint().findings
    fix_workspace(Workspace([session]), unsafe=True)
    assert [facts(line) for line in lines] == before


def test_lines_and_words_have_no_position() -> None:
    assert set(Line.__slots__) == {"signature", "shape", "text", "words"}
    assert set(Word.__slots__) == {"keyword", "signature", "text", "written"}


def test_a_layout_does_not_depend_on_values() -> None:
    random = Random(7)
    for _ in range(50):
        keywords = random.sample(sorted(VALUES), random.randint(1, len(VALUES)))
        shape = "".join(random.choice((" ", " +\n  ")) + f"{one}({{{one}}})" for one in keywords)
        values = [{one: random.choice(VALUES[one]) for one in keywords} for _ in range(3)]
        text = "".join(
            f"DEFINE QLOCAL(Q{number}){shape}\n".format(**one) for number, one in enumerate(values)
        )
        (manager,) = opened(text).estates[0].queue_managers
        assert len({id(statement.layout) for statement in manager.statements}) == 1, text


def test_the_figures_of_the_example_are_right() -> None:
    (manager,) = opened(EXAMPLE.rstrip("\n")).estates[0].queue_managers
    (script,) = manager.scripts
    statements = manager.statements
    inner = [word for statement in statements for line in statement.lines[1:] for word in line.words]
    first = [statement.lines[0].words[0] for statement in statements]
    assert figure("text") == len(script.lines)
    assert figure("line") == len({id(line) for line in script.lines})
    assert figure("word") == len({id(word) for word in [*inner, *first]}) + len(statements)
    assert figure("layout") == len({id(statement.layout) for statement in statements})
    assert figure("statement") == len(statements)
    assert statements[0].layout.words["DESCR"] == (3, 0)
    assert statements[0].layout.words["REPLACE"] == (5, 0)


def figure(step: str) -> int:
    found = re.search(rf"^{step} +(\d+) ", PAGE, re.MULTILINE)
    assert found is not None, step
    return int(found[1])


def test_more_queues_of_one_kind_cost_no_more_runs_of_rules() -> None:
    queue = EXAMPLE[EXAMPLE.index("DEFINE QLOCAL('ORDERS.REPLY')") :]
    many = EXAMPLE + "".join(queue.replace("ORDERS.REPLY", f"ORDERS.R{number}") for number in range(300))
    few, more = runs(EXAMPLE), runs(many)
    assert (few.pop("CAT030"), more.pop("CAT030")) == (2, 302)  # it compares the layout itself
    assert more == few


def runs(text: str) -> Counter[str]:
    """How often rules of a narrow scope run, by their codes."""
    counted: Counter[str] = Counter()

    class Counting(Engine):
        def load(self, estate: Estate) -> None:
            super().load(estate)
            self.rules = [counting(rule, counted) for rule in self.rules or []]

    session = opened(text)
    engine = Counting(session.selection)
    engine.run(session.estates)
    assert [str(crash) for crash in engine.crashes.all()] == []
    assert engine.findings == []
    return counted


def counting(rule: Rule, counted: Counter[str]) -> Rule:
    found, check = copy.copy(rule), rule.check

    def counted_check(*arguments: object) -> object:
        counted[rule.code] += rule.scope in (LINE, STATEMENT, OBJECT)
        return check(*arguments)

    found.check = counted_check  # type: ignore[assignment]
    return found
