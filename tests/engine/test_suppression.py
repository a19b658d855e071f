"""Ignores in comments and exceptions in mqtune.toml: what they silence, and when they speak themselves."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mqtune.engine.regions import Region
from mqtune.engine.suppression import Suppression, SuppressionsByPlace
from mqtune.project.directives import parse_directive
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.editing import Place, Span
from mqtune.text.finding import Finding

TODAY = date(2027, 1, 15)
# a string that belongs to no keyword is SYN007, a bracket too many SYN003
STRAY = "DEFINE QLOCAL(ORDERS) DESCR 'x'\n"


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Lints files given by name, with the whole SYN family."""
    monkeypatch.chdir(tmp_path)

    def run(script: str = "", select: tuple[str, ...] = ("SYN",), paths=(".",), **files: str) -> LintResult:
        texts = {name.replace("__", "/").replace("_", "."): text for name, text in files.items()}
        if script:
            texts["example.mqsc"] = script
        for name, text in texts.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return Session.open(Options(paths, select=select, today=TODAY)).lint()

    return run


def codes(result: LintResult) -> list[str]:
    return [finding.code for finding in result.findings]


def exception(**keys: str) -> str:
    table = {"rule": '"SYN007"', "reason": '"an example"'} | keys
    return "[[exception]]\n" + "".join(f"{key} = {value}\n" for key, value in table.items())


def test_an_ignore_on_the_line_before_a_command_silences_it(lint) -> None:
    result = lint(f"* mqtune: ignore SYN007\n{STRAY}{STRAY}")
    assert codes(result) == ["SYN007"]
    assert result.findings[0].place.span.line == 3
    assert result.summary.suppressed == 1


def test_an_ignore_may_stand_above_other_comments(lint) -> None:
    assert codes(lint(f"* mqtune: ignore SYN007\n* orders of today\n\n{STRAY}")) == []


def test_an_ignore_of_a_family_silences_all_its_rules(lint) -> None:
    assert codes(lint(f"* mqtune: ignore SYN\n{STRAY}")) == []


def test_an_ignore_of_another_rule_silences_nothing(lint) -> None:
    assert codes(lint(f"* mqtune: ignore SYN001\n{STRAY}")) == ["SYN091", "SYN007"]


def test_an_ignore_inside_a_command_silences_the_next_line_only(lint) -> None:
    script = "DEFINE QLOCAL(ORDERS) +\n* mqtune: ignore SYN016\n MAXDEPTH=5 +\n MAXMSGL=6\n"
    result = lint(script)
    assert [(one.code, one.place.span.line) for one in result.findings] == [("SYN016", 4)]


def test_an_ignore_of_a_file_silences_all_of_it(lint) -> None:
    result = lint(f"* mqtune: ignore-file SYN007\n{STRAY}{STRAY}")
    assert codes(result) == []
    assert result.summary.suppressed == 2


def test_an_ignore_of_a_file_below_the_first_command_is_bad(lint) -> None:
    result = lint(f"{STRAY}* mqtune: ignore-file SYN007\n{STRAY}")
    assert sorted(codes(result)) == ["SYN007", "SYN007", "SYN093"]


def test_an_ignore_before_a_stanza_silences_all_of_it_and_before_a_key_only_the_key(lint) -> None:
    stanza = "# mqtune: ignore SYN033\nTCP:\n   KeepAlive,Yes\n   Linger,Yes\n"
    assert codes(lint(qm_ini=stanza)) == []
    key = "TCP:\n   # mqtune: ignore SYN033\n   KeepAlive,Yes\n   Linger,Yes\n"
    assert [one.place.span.line for one in lint(qm_ini=key).findings] == [4]


def test_an_idle_ignore_is_a_finding_that_removes_it(lint) -> None:
    result = lint("* mqtune: ignore SYN007\nDEFINE QLOCAL(ORDERS)\n")
    (finding,) = result.findings
    assert finding.code == "SYN091"
    assert finding.fixes[0].applicability == "safe"


def test_an_ignore_of_rules_that_did_not_run_is_not_called_idle(lint) -> None:
    script = "* mqtune: ignore SYN007\nDEFINE QLOCAL(ORDERS)\n"
    assert codes(lint(script, select=("SYN091", "SYN001"))) == []


def test_an_ignore_of_two_rules_names_the_idle_one_and_stays(lint) -> None:
    (finding,) = lint(f"* mqtune: ignore SYN007 SYN001\n{STRAY}").findings
    assert "SYN001" in finding.message
    assert "SYN007" not in finding.message
    assert finding.fixes == ()


def test_an_ignore_that_nothing_follows_is_idle(lint) -> None:
    assert codes(lint("DEFINE QLOCAL(ORDERS)\n* mqtune: ignore SYN007\n")) == ["SYN091"]


def test_an_ignore_of_a_code_that_no_rule_has_is_bad(lint) -> None:
    (finding,) = lint("* mqtune: ignore XYZ123\nDEFINE QLOCAL(ORDERS)\n").findings
    assert finding.code == "SYN093"
    assert "XYZ123" in finding.message


def test_an_ignore_holds_on_its_last_day_and_not_after_it(lint) -> None:
    assert codes(lint(f"* mqtune: ignore SYN007 until=2027-01-15\n{STRAY}")) == []
    result = lint(f"* mqtune: ignore SYN007 until=2027-01-14\n{STRAY}")
    assert codes(result) == ["SYN092", "SYN007"]


def test_a_finding_that_is_back_says_why(lint) -> None:
    result = lint(f"* mqtune: ignore SYN007 until=2027-01-14\n{STRAY}")
    back = next(one for one in result.findings if one.code == "SYN007")
    assert "2027-01-14" in back.related[0].message
    assert back.related[0].place.span.line == 1


def test_an_exception_silences_its_rule_everywhere(lint) -> None:
    result = lint(STRAY, mqtune_toml=exception())
    assert codes(result) == []
    assert result.summary.suppressed == 1


def test_an_idle_exception_is_told_where_the_whole_project_was_read(lint) -> None:
    script = "DEFINE QLOCAL(ORDERS)\n"
    (finding,) = lint(script, mqtune_toml=exception()).findings
    assert (finding.code, finding.place.file) == ("SYN094", "mqtune.toml")
    assert codes(lint(script, mqtune_toml=exception(), paths=("example.mqsc",))) == []


def test_an_exception_past_its_day_lets_the_finding_through(lint) -> None:
    result = lint(STRAY, mqtune_toml=exception(until="2026-12-31", owner='"messaging team"'))
    assert codes(result) == ["SYN007", "SYN095"]
    assert "messaging team" in result.findings[1].message
    assert "2026-12-31" in result.findings[0].related[0].message


def test_nothing_is_told_of_directives_where_no_rule_asks(lint) -> None:
    assert codes(lint(f"* mqtune: ignore SYN001\n{STRAY}", select=("SYN007", "SYN001"))) == ["SYN007"]


def test_directives_work_in_the_text_of_a_config_map(lint) -> None:
    block = "data:\n  a.mqsc: |\n    * mqtune: ignore SYN007\n" + 2 * f"    {STRAY}"
    (finding,) = lint(cm_yaml=block).findings
    assert (finding.code, finding.place.span.line) == ("SYN007", 5)


def test_on_one_line_of_yaml_only_what_follows_is_silenced(lint) -> None:
    text = r'"Channels:\n  # mqtune: ignore SYN033\n  MaxChannels,5\n  MaxActive,5\n"'
    (finding,) = lint(cm_yaml=f"data:\n  qm.ini: {text}\n").findings
    assert "MaxActive" in finding.message


def test_thousands_of_directives_above_one_command_silence_it_and_count_as_used(lint) -> None:
    result = lint("* mqtune: ignore SYN007\n" * 8000 + STRAY + STRAY)
    assert [one.place.span.line for one in result.findings if one.code == "SYN007"] == [8002]
    assert result.summary.suppressed == 1
    assert {one.code for one in result.findings} == {"SYN007"}


def test_thousands_of_directives_for_a_file_silence_thousands_of_findings(lint) -> None:
    script = "* mqtune: ignore-file SYN007\n" * 3000 + STRAY * 3000
    result = lint(script)
    assert result.findings == []
    assert result.summary.suppressed == 3000


def test_directives_for_other_rules_are_not_compared_with_findings(
    lint, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []
    covers = Region.covers
    monkeypatch.setattr(Region, "covers", lambda region, place: compared.append(1) or covers(region, place))
    attributes = "".join(f" X{number}(1)" for number in range(100))
    result = lint("* mqtune: ignore SYN001\n" * 100 + f"DEFINE QLOCAL(A){attributes}\n", select=("CAT005",))
    assert len(result.findings) == 100
    assert len(compared) < 1000


@pytest.mark.parametrize(
    ("directives", "script"),
    [
        (1, "* mqtune: ignore CAT017\nDEFINE QLOCAL(A{}) MAXDEPTH(X)\n"),  # beside one for the file
        (100, " X{}(1)"),  # above one command
    ],
)
def test_directives_that_overlap_are_not_compared_with_each_finding(
    lint, monkeypatch: pytest.MonkeyPatch, directives: int, script: str
) -> None:
    compared = []
    covers = Region.covers
    monkeypatch.setattr(Region, "covers", lambda region, place: compared.append(1) or covers(region, place))
    rows = "".join(script.format(number) for number in range(100))
    text = f"* mqtune: ignore-file SYN001\n* mqtune: ignore-file CAT until=2020-01-01\n{rows}"
    if directives > 1:
        text = "* mqtune: ignore CAT005 until=2020-01-01\n" * directives + f"DEFINE QLOCAL(A){rows}\n"
    result = lint(text, select=("CAT005", "CAT017"))
    assert len(result.findings) + result.summary.suppressed == 100
    assert len(compared) < 2000


SPANS = some.tuples(*[some.integers(1, 6)] * 4).map(
    lambda at: Span(*min(at[:2], at[2:]), *max(at[:2], at[2:])),
)


@given(some.lists(SPANS, max_size=8), SPANS)
def test_a_finding_is_compared_with_all_directives_whose_part_has_it(parts: list[Span], where: Span) -> None:
    directive = parse_directive("* mqtune: ignore CAT")
    assert directive is not None
    start = Place("a.mqsc", Span(1, 1, 1, 1))
    regions = [Region(directive, start, Place("a.mqsc", part), None) for part in parts]
    suppressions = [Suppression("", ("CAT",), None, start, region=region) for region in regions]
    finding = Finding("CAT005", "", "error", "high", "", Place("a.mqsc", where))
    groups = SuppressionsByPlace(suppressions).around(finding)
    around = [id(one) for group in groups for _, one in group.suppressions]
    assert sorted(around) == sorted(id(one) for one in suppressions if one.covers(finding))


@given(
    some.lists(some.sampled_from(["SYN007", "SYN003", "SYN", "ALL", "CAT"]), max_size=5),
    some.lists(some.sampled_from(["SYN007", "SYN003", "SYN", "ALL", "CAT"]), max_size=5),
)
def test_a_finding_is_silenced_if_any_directive_before_its_command_covers_its_code(
    first: list[str], second: list[str]
) -> None:
    script = "".join(
        "".join(f"* mqtune: ignore {code}\n" for code in words) + STRAY for words in (first, second)
    )
    options = Options(stdin_text=script, stdin_name="example.mqsc", select=("SYN007",), today=TODAY)
    lines = [finding.place.span.line for finding in Session.open(options).lint().findings]
    ends = (len(first) + 1, len(first) + len(second) + 2)
    covering = {"SYN007", "SYN", "ALL"}
    assert lines == [
        end for end, words in zip(ends, (first, second), strict=True) if not covering & set(words)
    ]


def test_of_many_expired_suppressions_a_finding_names_the_first_and_how_many_more_there_are(lint) -> None:
    ignores = "".join(f"* mqtune: ignore-file SYN007 until=2020-01-{day:02}\n" for day in range(1, 29))
    exceptions = exception(until="2020-02-01") * 5
    (finding,) = [
        one for one in lint(ignores + STRAY, mqtune_toml=exceptions).findings if one.code == "SYN007"
    ]
    assert [one.message.rpartition(" ")[2] for one in finding.related[-4:-1]] == [
        "2020-01-01",
        "2020-01-02",
        "2020-01-03",
    ]
    assert finding.related[-1].message == "30 more for this finding do not count or have expired"


def test_exceptions_for_the_same_object_are_all_used_and_the_first_gives_the_reason(lint) -> None:
    def generic(name: str, reason: str) -> str:
        return exception(rule='"CAT017"', object=f'"{name}"', reason=f'"{reason}"')

    tables = generic("*X*", "other") + generic("QLOCAL(*R*D*)", "first") + generic("QLOCAL(*R*D*)", "second")
    script = "DEFINE QLOCAL(ORDERS) MAXDEPTH(-1)\n"
    result = lint(script, mqtune_toml=tables, select=("CAT017", "SYN"))
    assert [(one.code, one.place.span.line) for one in result.findings] == [("SYN094", 1)]
    assert [one.reason for one in result.suppressed] == ["first"]
