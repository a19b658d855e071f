"""When a rule runs, and when its `Skip` keeps it from running."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mqtune.engine.engine import Engine
from mqtune.engine.pages import Page, Selection
from mqtune.engine.rule import ALIKE_NAMES, ALIKE_TEXTS, HEAD, NAME, WORDS, Dialect, Hit, Rule, Skip
from mqtune.estate.build import build_estates
from mqtune.estate.statement import Statement
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, Document
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.syntax.mqsc.words import Parameter
from mqtune.text.editing import Place, Span
from mqtune.text.source import Source

HERE = Place("example.mqsc", Span(1, 1, 1, 2))


def runs_of(script: str, scope: str, finds: bool = False, **facts: object) -> list[str]:
    """The names of the objects that a rule gets, in order; for a line rule the parameters."""
    passed: list[str] = []

    def check(subject: object, *others: object) -> Iterator[Hit]:
        if scope == "line":
            parameter = others[1]
            passed.append(f"{parameter.keyword}({parameter.text})" if parameter.text else parameter.keyword)  # type: ignore[attr-defined]
        else:
            passed.append(str(subject.name))  # type: ignore[attr-defined]
        if finds:
            yield Hit(HERE, f"finding {len(passed)}")

    rule = Rule("QUE001", scope, check, skip=Skip(**facts))  # type: ignore[arg-type]
    run(rule, script)
    return passed


def run(rule: Rule, script: str) -> Engine:
    """The engine after one rule ran over a script."""
    page = Page(
        "QUE001", "name", "warning", (), "high", rule.scope, ("QLOCAL",), None, None, (), "none", (), "", ""
    )
    engine = Engine(Selection({"QUE001": page}, {"QUE001": "warning"}, "default", "low"), rules=[rule])
    document = Document(MQSC, Source("example.mqsc", "example.mqsc", script.encode()))
    engine.run(build_estates(Project(), [parse_script(document, LineMemo())]))
    assert [str(crash) for crash in engine.crashes.all()] == []
    return engine


def test_given_runs_a_rule_if_a_script_sets_more_than_a_blank() -> None:
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(C) STREAMQ(' ')\nDEFINE QLOCAL(D) PUT(ENABLED)\n"
    assert runs_of(script, "object", given=("STREAMQ",)) == ["A"]
    assert runs_of(script, "statement", given=("STREAMQ",)) == ["A"]


def test_a_flag_is_more_than_a_blank() -> None:
    assert runs_of("DEFINE QLOCAL(A) NOTRIGGER\n", "object", given=("TRIGGER",)) == ["A"]


def test_an_attribute_that_comes_by_like_may_be_anything() -> None:
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nDEFINE QLOCAL(C) LIKE(A)\n"
    assert sorted(runs_of(script, "object", given=("STREAMQ",))) == ["A", "C"]


def test_an_attribute_that_a_later_command_blanks_is_not_given() -> None:
    script = "DEFINE QLOCAL(A) STREAMQ(B)\nALTER QLOCAL(A) STREAMQ(' ')\n"
    assert runs_of(script, "object", given=("STREAMQ",)) == []


QUEUES = "".join(
    f"DEFINE QLOCAL({name}) +\n  MAXMSGL({length}) +\n  DESCR('{name}')\n"
    for name, length in (("A", 100), ("B", 100), ("C", 200), ("D", 100), ("E", 200))
)


def test_reads_runs_a_rule_once_for_equal_values() -> None:
    assert runs_of(QUEUES, "object", reads=("MAXMSGL",)) == ["A", "C"]


def test_a_rule_with_findings_runs_for_every_object() -> None:
    passed = runs_of(QUEUES, "object", finds=True, reads=("MAXMSGL",))
    assert sorted(passed) == ["A", "B", "C", "D", "E"]


def test_objects_of_the_product_do_not_share_verdicts_with_others() -> None:
    script = QUEUES.replace("QLOCAL(D)", "QLOCAL(SYSTEM.D)")
    assert "SYSTEM.D" in runs_of(script, "object", reads=("MAXMSGL",))


def test_objects_with_an_unknown_name_do_not_share_verdicts_with_others() -> None:
    script = QUEUES.replace("QLOCAL(A)", "QLOCAL('${A}')")
    assert runs_of(script, "object", reads=("MAXMSGL",)) == ["${A}", "B", "C"]


@pytest.mark.parametrize("name", ["orders", "SYSTEM.X", "'SYSTEM.X'", "'A B'", "A" * 49, f"'{'A' * 49}'"])
def test_rules_on_names_get_odd_names(name: str) -> None:
    assert len(runs_of(f"DEFINE QLOCAL({name})\n", "statement", about=NAME)) == 1


@pytest.mark.parametrize("name", ["ORDERS.IN", "'ORDERS.OUT'", "'orders'", "A" * 48])
def test_rules_on_names_do_not_get_plain_names(name: str) -> None:
    assert runs_of(f"DEFINE QLOCAL({name})\n", "statement", about=NAME) == []


def test_verb_and_object_word_are_judged_once() -> None:
    script = "DEFINE QLOCAL(A)\nDEFINE QLOCAL(B)\nDEFINE QALIAS(C)\nALTER QLOCAL(A)\n"
    assert runs_of(script, "statement", about=HEAD) == ["A", "C", "A"]
    assert runs_of(script, "statement", finds=True, about=HEAD) == ["A", "B", "C", "A"]


def test_a_command_without_a_name_does_not_share_verdicts_with_named_ones() -> None:
    assert runs_of("DEFINE QLOCAL(A)\nDEFINE QLOCAL()\nDEFINE QLOCAL\n", "statement", about=HEAD) == [
        "A",
        "None",
        "None",
    ]


def test_rules_on_words_get_commands_with_repeated_or_several_options() -> None:
    script = (
        "DEFINE QLOCAL(A) PUT(ENABLED) REPLACE\n"
        "DEFINE QLOCAL(B) PUT(ENABLED) PUT(DISABLED)\n"
        "DEFINE QLOCAL(C) SHARE NOSHARE\n"
        "DEFINE QLOCAL(D) REPLACE NOREPLACE\n"
    )
    assert runs_of(script, "statement", about=WORDS) == ["B", "C", "D"]


def test_values_decides_whether_a_rule_runs_once_for_a_form_or_for_each_value() -> None:
    script = "DEFINE QLOCAL(A) DESCR('x')\nDEFINE QLOCAL(B) DESCR('y')\nDEFINE QLOCAL(C) DESCR\n"
    assert runs_of(script, "line", values=()) == ["DESCR(x)", "DESCR"]
    assert runs_of(script, "line", values=("string",)) == ["DESCR", "DESCR(x)", "DESCR(y)"]
    assert runs_of(script, "line") == ["DESCR", "DESCR(x)", "DESCR(y)"]


def test_kinds_limits_a_rule_to_attributes_of_these_kinds() -> None:
    script = "DEFINE QLOCAL(A) DESCR('x') MAXDEPTH(5) PUT(ENABLED)\nALTER QLOCAL(A) MAXDEPTH(6)\n"
    assert runs_of(script, "line", kinds=("integer",)) == ["MAXDEPTH(5)", "MAXDEPTH(6)"]


def test_no_verdict_of_an_incomplete_command_is_remembered() -> None:
    script = (
        "{{- if .x }}\nDEFINE QLOCAL(A) +\n{{- end }}\n  PUT(ENABLED)\nDEFINE QLOCAL(B) +\n  PUT(ENABLED)\n"
    )
    assert runs_of(script, "line", values=()) == ["PUT(ENABLED)", "PUT(ENABLED)"]


DESCRIPTIONS = (
    "DEFINE QLOCAL(A) DESCR('as long')\n"
    "DEFINE QLOCAL(B) DESCR('no more')\n"
    "DEFINE QLOCAL(C) DESCR('a bit longer')\n"
    "DEFINE QLOCAL(D) DESCR('it''s')\n"
    "DEFINE QLOCAL(E) DESCR('${WHAT}')\n"
    "DEFINE QLOCAL(F) DESCR('blank ')\n"
    "DEFINE QLOCAL(G) DESCR(a b)\n"
)


def test_of_values_that_differ_in_length_only_the_longest_is_passed() -> None:
    assert sorted(runs_of(DESCRIPTIONS, "line", alike=ALIKE_TEXTS)) == [
        "DESCR(${WHAT})",
        "DESCR(A,B)",
        "DESCR(a bit longer)",
        "DESCR(blank )",
        "DESCR(it's)",
    ]


def test_names_with_other_characters_do_not_share_verdicts() -> None:
    script = (
        "DEFINE QLOCAL(A) BOQNAME('ORDERS.BACK')\n"
        "DEFINE QLOCAL(B) BOQNAME(X/Y)\n"
        "DEFINE QLOCAL(C) BOQNAME('X Y')\n"
    )
    assert runs_of(script, "line", alike=ALIKE_NAMES) == ["BOQNAME(ORDERS.BACK)", "BOQNAME(X Y)"]


def test_a_value_with_a_finding_shares_no_verdict() -> None:
    script = "DEFINE QLOCAL(A) DESCR('long')\nDEFINE QLOCAL(B) DESCR('l')\n"
    passed = runs_of(script, "line", finds=True, alike=ALIKE_TEXTS)
    assert passed == ["DESCR(long)", "DESCR(l)"] * 2  # as words of the run, then in the commands


@pytest.mark.parametrize("times", [1, 4])
def test_a_finding_is_repeated_for_each_command_with_the_word(times: int) -> None:
    def check(statement: Statement, number: int, parameter: Parameter, dialect: Dialect) -> Iterator[Hit]:
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
