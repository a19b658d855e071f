"""The engine: what a rule gets, what becomes of its hits, and what a crash costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from mqtune.engine.dispatch import applies
from mqtune.engine.engine import Engine
from mqtune.engine.pages import Page, Selection
from mqtune.engine.rule import Dialect, Hit, Rule
from mqtune.estate.build import build_estates
from mqtune.estate.model import Estate
from mqtune.language.available import parse_level
from mqtune.project.settings import Project
from mqtune.syntax.document import MQSC, QM_INI, Document
from mqtune.syntax.ini.parse import parse_ini
from mqtune.syntax.mqsc.lines import LineMemo
from mqtune.syntax.mqsc.parse import parse_script
from mqtune.text.editing import Place, Span
from mqtune.text.source import Source

HERE = Place("example.mqsc", Span(1, 1, 1, 2))


def page(code: str, **facts: object) -> Page:
    values: dict[str, object] = {
        "code": code,
        "name": f"name-{code.lower()}",
        "severity": "warning",
        "profiles": (),
        "confidence": "high",
        "scope": "object",
        "applies_to": ("QLOCAL",),
        "since": None,
        "until": None,
        "platforms": (),
        "fix": "none",
        "references": (("source", "", None),),
        "summary": "",
        "path": "",
        "note": "note of the page",
        "help": "help of the page",
    }
    return Page(**(values | facts))  # type: ignore[arg-type]


def estate_of(script: str, ini: str = "", project: Project | None = None) -> Estate:
    memo = LineMemo()
    trees: list[object] = [
        parse_script(Document(MQSC, Source("example.mqsc", "example.mqsc", script.encode())), memo)
    ]
    if ini:
        trees.append(parse_ini(Document(QM_INI, Source("qm.ini", "qm.ini", ini.encode()))))
    return build_estates(project or Project(), trees)[0]  # type: ignore[arg-type]


def run(script: str, *rules: Rule, ini: str = "") -> Engine:
    known = {rule.code: page(rule.code, scope=rule.scope) for rule in rules}
    selection = Selection(known, {code: one.severity for code, one in known.items()}, "default", "low")
    made = Engine(selection, rules=list(rules))
    made.run([estate_of(script, ini)])
    return made


Seen = list[tuple[object, ...]]


def every(scope: str, code: str = "QUE001", **limits: tuple[str, ...]) -> tuple[Rule, Seen]:
    """A rule that remembers what it got and finds nothing."""
    seen: Seen = []

    def check(*arguments: object) -> Iterator[Hit]:
        seen.append(arguments)
        return iter(())

    return Rule(code, scope, check, **limits), seen


def finding(code: str = "QUE001", scope: str = "object", **hit: object) -> Rule:
    def check(*_: object) -> Iterator[Hit]:
        yield Hit(HERE, "a is b", **hit)  # type: ignore[arg-type]

    return Rule(code, scope, check)


TWO_QUEUES = "DEFINE QLOCAL(A) MAXDEPTH(5)\nDEFINE QREMOTE(B) RNAME(C)\n"


def test_an_object_rule_sees_each_object_of_its_types_that_a_script_touches() -> None:
    rule, seen = every("object", types=("QLOCAL",))
    run(TWO_QUEUES, rule)
    assert [str(arguments[0]) for arguments in seen] == ["QLOCAL(A)"]


def test_a_type_stands_for_all_its_subtypes() -> None:
    script = "DEFINE CHANNEL(A) CHLTYPE(SVRCONN)\nDEFINE CHANNEL(B) CHLTYPE(RCVR)\n"
    channels, all_channels = every("object", types=("CHANNEL",))
    servers, one_kind = every("object", "QUE002", types=("CHANNEL/SVRCONN",))
    run(script, channels, servers)
    assert len(all_channels) == 2
    assert len(one_kind) == 1


def test_a_statement_rule_sees_commands_in_their_order() -> None:
    rule, seen = every("statement")
    run(TWO_QUEUES, rule)
    assert [arguments[0].name for arguments in seen] == ["A", "B"]  # type: ignore[attr-defined]


def test_a_line_rule_sees_a_parameter_once_and_never_the_name() -> None:
    script = "".join(f"DEFINE QLOCAL(Q{number}) +\n  MAXDEPTH(5) +\n  USAGE(XMITQ)\n" for number in range(9))
    rule, seen = every("line")
    run(script, rule)
    assert [arguments[2].keyword for arguments in seen] == ["MAXDEPTH", "USAGE"]  # type: ignore[attr-defined]


def test_a_line_rule_finds_the_same_fault_in_every_command() -> None:
    def check(statement: object, number: int, parameter: object, language: object) -> Iterator[Hit]:
        if parameter.keyword == "MAXDEPTH":  # type: ignore[attr-defined]
            yield Hit(statement.place(number, parameter.extent), "a is b")  # type: ignore[attr-defined]

    script = "".join(f"DEFINE QLOCAL(Q{number}) +\n  MAXDEPTH(5)\n" for number in range(3))
    findings = run(script, Rule("QUE001", "line", check)).findings
    assert [one.place.span.line for one in findings] == [2, 4, 6]
    assert [one.object.name for one in findings if one.object] == ["Q0", "Q1", "Q2"]


def test_a_line_rule_is_asked_again_for_another_verb_or_type() -> None:
    commands = ("DEFINE QLOCAL(A)", "ALTER QLOCAL(A)", "DEFINE QMODEL(M)")
    script = "".join(f"{command} +\n DESCR('x')\n" for command in commands)
    rule, seen = every("line", keywords=("DESCR",))
    run(script, rule)
    assert len(seen) == 3


def test_ini_rules_see_the_kinds_they_name() -> None:
    mine, seen = every("ini", types=("qm.ini",))
    others, nothing = every("ini", "QUE002", types=("mqclient.ini",))
    run("", mine, others, ini="TCP:\n  KeepAlive=Yes\n")
    assert len(seen) == 1
    assert nothing == []


@pytest.mark.parametrize(
    "scope", ["object", "statement", "line", "queue-manager", "estate", "ini", "document"]
)
def test_a_rule_that_raises_costs_its_own_findings_only(scope: str) -> None:
    def check(*_: object) -> Iterator[Hit]:
        raise ZeroDivisionError("no such thing")
        yield

    sound = finding("QUE002", "queue-manager")
    engine = run(TWO_QUEUES, Rule("QUE001", scope, check), sound, ini="TCP:\n  KeepAlive=Yes\n")
    assert [one.code for one in engine.findings] == ["QUE002"]
    (fault,) = engine.crashes.all()
    assert fault.code == "QUE001"
    assert "ZeroDivisionError: no such thing" in fault.error
    assert "test_engine.py" in fault.trace


def test_what_a_rule_found_before_it_raised_is_kept() -> None:
    def check(*_: object) -> Iterator[Hit]:
        yield Hit(HERE, "a is b")
        raise ValueError

    engine = run(TWO_QUEUES, Rule("QUE001", "queue-manager", check))
    assert len(engine.findings) == 1
    assert len(engine.crashes.all()) == 1


def test_a_hit_lowers_the_severity_and_never_raises_it() -> None:
    (lower,) = run(TWO_QUEUES, finding(scope="queue-manager", severity="info")).findings
    (higher,) = run(TWO_QUEUES, finding(scope="queue-manager", severity="error")).findings
    assert lower.severity == "info"
    assert higher.severity == "warning"


def test_a_finding_takes_object_queue_manager_and_references_from_where_it_was_found() -> None:
    (found,) = run("DEFINE QLOCAL(A)\n", Rule("QUE001", "object", finding().check, ("QLOCAL",))).findings
    assert str(found.object) == "QLOCAL(A)"
    assert found.name == "name-que001"
    assert found.references[0].title == "source"


def test_a_finding_has_the_texts_of_its_page_unless_the_hit_has_some() -> None:
    (plain,) = run(TWO_QUEUES, finding(scope="queue-manager")).findings
    (worded,) = run(TWO_QUEUES, finding(scope="queue-manager", note="note of the hit")).findings
    assert (plain.note, plain.help) == ("note of the page", "help of the page")
    assert (worded.note, worded.help) == ("note of the hit", "help of the page")


def test_the_same_words_at_the_same_place_count_once() -> None:
    assert len(run(TWO_QUEUES, finding()).findings) == 1


def test_findings_come_by_file_position_and_code() -> None:
    rules = [finding(code, "queue-manager") for code in ("QUE003", "QUE001", "QUE002")]
    assert [one.code for one in run(TWO_QUEUES, *rules).findings] == ["QUE001", "QUE002", "QUE003"]


def holds(level: str | None, platform: str | None, **facts: object) -> bool:
    read: Callable[[str], object] = parse_level
    given = {key: read(str(value)) if key in ("since", "until") else value for key, value in facts.items()}
    return applies(page("QUE001", **given), Dialect(parse_level(level) if level else None, platform))


def test_a_rule_holds_from_its_first_to_its_last_level() -> None:
    assert not holds("9.2", None, since="9.3")
    assert holds("9.3", None, since="9.3")
    assert holds("10.0", None, since="9.4")
    assert holds("9.3.0.5", None, until="9.3")
    assert not holds("9.4", None, until="9.3")


def test_an_undeclared_level_counts_as_the_newest() -> None:
    assert holds(None, None, since="9.4")
    assert not holds(None, None, until="9.3")


def test_a_rule_holds_on_its_platforms() -> None:
    assert not holds("9.4", "zos", platforms=("multiplatforms",))
    assert holds("9.4", "aix", platforms=("multiplatforms",))
    assert not holds("9.4", None, platforms=("zos",))
    assert not holds("9.4", "linux", platforms=("windows",))
    assert holds("9.4", None, platforms=("linux",))
