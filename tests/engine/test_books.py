"""When a rule is asked, and when what it declares keeps it from being asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mqtune.engine.engine import Engine
from mqtune.engine.hit import Hit
from mqtune.engine.pages import Page
from mqtune.engine.rule import ALIKE_NAMES, ALIKE_TEXTS, HEAD, NAME, WORDS, Language, Rule, Skip
from mqtune.engine.selection import Selection
from mqtune.estate.build import build_estate
from mqtune.estate.statement import Statement
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.source import Source
from mqtune.text.spans import Place, Span

HERE = Place("example.mqsc", Span(1, 1, 1, 2))


def asked_of(script: str, scope: str, finds: bool = False, **facts: object) -> list[str]:
    """The names of the objects that a rule is asked of; of a line rule the parameters."""
    asked: list[str] = []

    def check(subject: object, *others: object) -> Iterator[Hit]:
        if scope == "line":
            parameter = others[1]
            asked.append(f"{parameter.keyword}({parameter.text})" if parameter.text else parameter.keyword)  # type: ignore[attr-defined]
        else:
            asked.append(str(subject.name))  # type: ignore[attr-defined]
        if finds:
            yield Hit(HERE, f"finding {len(asked)}")

    rule = Rule("QUE001", scope, check, skip=Skip(**facts))  # type: ignore[arg-type]
    run(rule, script)
    return asked


def run(rule: Rule, script: str) -> Engine:
    """The engine after one rule ran over a script."""
    page = Page(
        "QUE001", "name", "warning", (), "high", rule.scope, ("QLOCAL",), None, None, (), "none", (), "", ""
    )
    engine = Engine(Selection({"QUE001": page}, {"QUE001": "warning"}, "default", "low"), rules=[rule])
    document = Document(MQSC, Source("example.mqsc", "example.mqsc", script.encode()))
    engine.run(build_estate(Project(), [parse_script(document, LineMemo())]))
    assert [str(fault) for fault in engine.faults.all()] == []
    return engine


def test_a_rule_about_an_attribute_is_asked_where_a_script_gives_more_than_a_blank() -> None:
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(C) STREAMQ(' ')\nDEFINE QLOCAL(D) PUT(ENABLED)\n"
    assert asked_of(script, "object", given=("STREAMQ",)) == ["A"]
    assert asked_of(script, "statement", given=("STREAMQ",)) == ["A"]


def test_a_flag_is_more_than_a_blank() -> None:
    assert asked_of("DEFINE QLOCAL(A) NOTRIGGER\n", "object", given=("TRIGGER",)) == ["A"]


def test_what_an_object_has_by_like_may_be_anything() -> None:
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(C) LIKE(A)\n"
    assert sorted(asked_of(script, "object", given=("STREAMQ",))) == ["A", "C"]


def test_what_a_later_command_blanks_is_not_given() -> None:
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nALTER QLOCAL(A) STREAMQ(' ')\n"
    assert asked_of(script, "object", given=("STREAMQ",)) == []


QUEUES = "".join(
    f"DEFINE QLOCAL({name}) +\n  MAXMSGL({length}) +\n  DESCR('{name}')\n"
    for name, length in (("A", 100), ("B", 100), ("C", 200), ("D", 100), ("E", 200))
)


def test_a_rule_that_says_what_it_reads_is_not_asked_again_of_the_same_values() -> None:
    assert asked_of(QUEUES, "object", reads=("MAXMSGL",)) == ["A", "C"]


def test_a_rule_that_finds_something_is_asked_of_every_object() -> None:
    asked = asked_of(QUEUES, "object", finds=True, reads=("MAXMSGL",))
    assert sorted(asked) == ["A", "B", "C", "D", "E"]


def test_objects_of_the_product_are_not_taken_for_others() -> None:
    script = QUEUES.replace("QLOCAL(D)", "QLOCAL(SYSTEM.D)")
    assert "SYSTEM.D" in asked_of(script, "object", reads=("MAXMSGL",))


def test_an_object_of_which_nobody_knows_the_name_is_not_taken_for_others() -> None:
    script = QUEUES.replace("QLOCAL(A)", "QLOCAL('${A}')")
    assert asked_of(script, "object", reads=("MAXMSGL",)) == ["${A}", "B", "C"]


@pytest.mark.parametrize("name", ["orders", "SYSTEM.X", "'SYSTEM.X'", "'A B'", "A" * 49, f"'{'A' * 49}'"])
def test_an_odd_name_is_shown_to_rules_on_names(name: str) -> None:
    assert len(asked_of(f"DEFINE QLOCAL({name})\n", "statement", about=NAME)) == 1


@pytest.mark.parametrize("name", ["ORDERS.IN", "'ORDERS.OUT'", "'orders'", "A" * 48])
def test_a_plain_name_is_not(name: str) -> None:
    assert asked_of(f"DEFINE QLOCAL({name})\n", "statement", about=NAME) == []


def test_verb_and_object_word_are_judged_once() -> None:
    script = "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B)\nDEFINE QALIAS(C)\nALTER QLOCAL(A)\n"
    assert asked_of(script, "statement", about=HEAD) == ["A", "C", "A"]
    assert asked_of(script, "statement", finds=True, about=HEAD) == ["A", "B", "C", "A"]


def test_a_command_without_a_name_is_another_one() -> None:
    assert asked_of("DEFINE QLOCAL(A)\nDEFINE QLOCAL()\nDEFINE QLOCAL\n", "statement", about=HEAD) == [
        "A",
        "None",
        "None",
    ]


def test_words_that_stand_twice_or_beside_each_other_are_looked_at() -> None:
    script = (
        "DEFINE QLOCAL(A) PUT(ENABLED) REPLACE\n"
        "DEFINE QLOCAL(B) PUT(ENABLED) PUT(DISABLED)\n"
        "DEFINE QLOCAL(C) SHARE NOSHARE\n"
        "DEFINE QLOCAL(D) REPLACE NOREPLACE\n"
    )
    assert asked_of(script, "statement", about=WORDS) == ["B", "C", "D"]


def test_a_rule_on_words_is_asked_once_for_each_form_of_a_word() -> None:
    script = "DEFINE QLOCAL(A) DESCR('x')\nDEFINE QLOCAL(B) DESCR('y')\nDEFINE QLOCAL(C) DESCR\n"
    assert asked_of(script, "line", values=()) == ["DESCR(x)", "DESCR"]
    assert asked_of(script, "line", values=("string",)) == ["DESCR", "DESCR(x)", "DESCR(y)"]
    assert asked_of(script, "line") == ["DESCR", "DESCR(x)", "DESCR(y)"]


def test_a_rule_on_kinds_of_attributes_sees_no_others() -> None:
    script = "DEFINE QLOCAL(A) DESCR('x') MAXDEPTH(5) PUT(ENABLED)\nALTER QLOCAL(A) MAXDEPTH(6)\n"
    assert asked_of(script, "line", kinds=("integer",)) == ["MAXDEPTH(5)", "MAXDEPTH(6)"]


def test_nothing_is_learnt_from_a_command_that_was_not_read_to_its_end() -> None:
    script = (
        "{{- if .x }}\nDEFINE QLOCAL(A) +\n{{- end }}\n  PUT(ENABLED)\nDEFINE QLOCAL(B) +\n  PUT(ENABLED)\n"
    )
    assert asked_of(script, "line", values=()) == ["PUT(ENABLED)", "PUT(ENABLED)"]


DESCRIPTIONS = (
    "DEFINE QLOCAL(A) DESCR('as long')\n"
    "DEFINE QLOCAL(B) DESCR('no more')\n"
    "DEFINE QLOCAL(C) DESCR('a bit longer')\n"
    "DEFINE QLOCAL(D) DESCR('it''s')\n"
    "DEFINE QLOCAL(E) DESCR('${WHAT}')\n"
    "DEFINE QLOCAL(F) DESCR('blank ')\n"
    "DEFINE QLOCAL(G) DESCR(a b)\n"
)


def test_values_that_are_alike_but_for_their_length_are_judged_by_the_longest() -> None:
    asked = asked_of(DESCRIPTIONS, "line", alike=ALIKE_TEXTS)
    assert sorted(asked) == [
        "DESCR(${WHAT})",
        "DESCR(A,B)",
        "DESCR(a bit longer)",
        "DESCR(blank )",
        "DESCR(it's)",
    ]


def test_names_are_alike_where_they_hold_no_other_sign() -> None:
    script = (
        "DEFINE QLOCAL(A) BOQNAME('ORDERS.BACK')\n"
        "DEFINE QLOCAL(B) BOQNAME(X/Y)\n"
        "DEFINE QLOCAL(C) BOQNAME('X Y')\n"
    )
    assert asked_of(script, "line", alike=ALIKE_NAMES) == ["BOQNAME(ORDERS.BACK)", "BOQNAME(X Y)"]


def test_a_value_with_a_finding_says_nothing_of_others() -> None:
    script = "DEFINE QLOCAL(A) DESCR('long')\nDEFINE QLOCAL(B) DESCR('l')\n"
    asked = asked_of(script, "line", finds=True, alike=ALIKE_TEXTS)
    # first together with the words of all commands, then in its command
    assert asked == ["DESCR(long)", "DESCR(l)"] * 2


@pytest.mark.parametrize("times", [1, 4])
def test_a_word_with_a_finding_counts_in_the_commands_that_have_it(times: int) -> None:
    def check(statement: Statement, number: int, parameter: Parameter, language: Language) -> Iterator[Hit]:
        if parameter.text == "bad":
            yield Hit(statement.place(number, parameter.extent), str(statement.name))

    script = (
        "DEFINE QLOCAL(A) +\n  DESCR('good')\n"
        "DEFINE QALIAS(B) DESCR('bad')\n"
        "DEFINE QLOCAL(C) +\n  DESCR('bad')\n"
        "DEFINE QLOCAL(D) DESCR('bad') DESCR('good')\n"
        "DEFINE QLOCAL(E) DESCR('b+\nad')\n"
        "DEFINE TOPIC(F) DESCR('good')\n"
    )
    found = run(Rule("QUE001", "line", check), script * times).findings
    assert [finding.message for finding in found] == ["B", "C", "D", "E"] * times
    wanted = run(Rule("QUE001", "line", check, types=("TOPIC",)), script * times).findings
    assert wanted == []
