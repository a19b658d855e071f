"""Fingerprints and baselines: what a finding is about outlives its line number."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from mqtune.engine import baseline
from mqtune.text.editing import Place, Span
from mqtune.text.finding import Finding, ObjectName, counted, fingerprint, key_of


def finding(
    code: str = "QUE001",
    line: int = 1,
    name: str | None = "Q1",
    queue_manager: str | None = "QM1",
    attribute: str = "MAXDEPTH",
    file: str = "qm1/a.mqsc",
    message: str = "m",
) -> Finding:
    subject = ObjectName("QLOCAL", name) if name else None
    place = Place(file, Span(line, 1, line, 5))
    return Finding(
        code,
        "n",
        "warning",
        "high",
        message,
        place,
        queue_manager=queue_manager,
        declared=queue_manager is not None,
        object=subject,
        attribute=attribute,
    )


ROOT = baseline.Anchor(".")


def base_of(findings: Iterable[Finding]) -> baseline.Baseline:
    return baseline.of_findings((ROOT.located(one) for one in findings), ["."])


def split(base: baseline.Baseline, findings: list[Finding]) -> tuple[list[Finding], list[Finding]]:
    return base.split([ROOT.located(one) for one in findings])


def prints(findings: list[Finding]) -> list[str]:
    return [fingerprint(key, number) for _, key, number in counted(findings)]


def test_a_fingerprint_survives_moved_lines_and_changed_values() -> None:
    assert prints([finding(line=3)]) == prints([finding(line=77, message="other value", file="qm1/b.mqsc")])


@pytest.mark.parametrize(
    "other",
    [finding(code="QUE002"), finding(name="Q2"), finding(queue_manager="QM2"), finding(attribute="PUT")],
)
def test_a_fingerprint_tells_findings_apart(other: Finding) -> None:
    assert prints([finding()]) != prints([other])


def test_equal_findings_are_counted() -> None:
    found = prints([finding(line=1), finding(line=2)])
    assert len(set(found)) == 2
    assert found == prints([finding(line=5), finding(line=9)])


def test_queue_managers_without_a_name_are_told_apart_by_their_folder() -> None:
    first = finding(queue_manager=None, file="a/x.mqsc")
    assert key_of(first) == key_of(finding(queue_manager=None, file="a/y.mqsc"))
    assert key_of(first) != key_of(finding(queue_manager=None, file="b/x.mqsc"))


def test_a_fault_of_form_belongs_to_its_file() -> None:
    first = finding(name=None, queue_manager=None, file="a/x.mqsc")
    assert key_of(first) != key_of(finding(name=None, queue_manager=None, file="a/y.mqsc"))


def test_known_findings_are_split_off_and_new_ones_are_left() -> None:
    new, known = split(base_of([finding(line=4)]), [finding(line=1), finding(line=2), finding(name="Q2")])
    assert [one.place.span.line for one in known] == [1]
    assert len(new) == 2


def test_a_baseline_shrinks_and_never_grows() -> None:
    base = base_of([finding(), finding(), finding(name="Q2")])
    left = base.without_gone([ROOT.located(finding()), ROOT.located(finding(name="Q3"))], lambda entry: True)
    assert left.size() == 1
    assert split(left, [finding(name="Q3")])[1] == []


def test_entries_that_are_not_compared_stay_in_the_baseline() -> None:
    base = base_of([finding(), finding(code="SEC001")])
    left = base.without_gone([], lambda entry: entry.key[0] != "SEC001")
    assert baseline.write(left) == baseline.write(base_of([finding(code="SEC001")]))


def test_a_name_that_was_declared_later_does_not_make_findings_new() -> None:
    unnamed, named = finding(queue_manager=None), finding(queue_manager="QM1")
    assert split(base_of([unnamed]), [named])[1] == [named]
    assert split(base_of([unnamed]), [finding(queue_manager="QM1", file="qm2/a.mqsc")])[1] == []


def test_a_declared_queue_manager_keeps_what_was_known_of_its_folder() -> None:
    known = finding(file="prod/mq/a.mqsc")
    known.declared = False
    declared = finding(file="mqtune.toml")
    declared.environment = "prod"
    assert split(base_of([known]), [declared]) == ([], [declared])
    declared.environment = "test"
    assert split(base_of([known]), [declared]) == ([declared], [])
    declared.queue_manager = "QM2"
    declared.environment = None
    assert split(base_of([known]), [declared]) == ([declared], [])


def test_a_template_of_two_queue_managers_does_not_share_entries() -> None:
    assert split(base_of([finding(queue_manager="QM1")]), [finding(queue_manager="QM2")])[1] == []


def test_names_of_another_project_are_other_names() -> None:
    base = baseline.of_findings([ROOT.located(finding(file="dev/a.mqsc"), "dev")])
    there = ROOT.located(finding(file="prod/a.mqsc"), "prod")
    assert base.split([there])[1] == []


def test_paths_are_relative_to_the_folder_of_the_baseline() -> None:
    one = finding(name=None, queue_manager=None, file="scripts/a.mqsc")
    found = baseline.Anchor("ci").located(one)
    assert found.file == "../scripts/a.mqsc"
    assert found.key[1] == "file:../scripts/a.mqsc"


OLD = """{"mqtune-baseline": 1, "files": ["qm1/a.mqsc"], "findings": [
 {"code": "QUE001", "scope": "QM1", "type": "QLOCAL", "name": "Q1", "attribute": "MAXDEPTH"},
 {"code": "QUE002", "scope": "folder:qm1", "type": "QLOCAL", "name": "Q1", "attribute": "MAXDEPTH"},
 {"code": "SYN001", "scope": "file:qm1/a.mqsc", "attribute": "MAXDEPTH"}]}"""


def test_a_baseline_of_an_earlier_version_is_still_accepted() -> None:
    old = baseline.read(OLD)
    found = [
        finding(),
        finding(code="QUE002", queue_manager=None),
        finding(code="SYN001", queue_manager=None, name=None),
    ]
    assert split(old, found) == ([], found)
    assert baseline.read(baseline.write(old)).paths is None


def test_a_written_baseline_reads_back_and_is_sorted() -> None:
    found = [finding(name="Z"), finding(name="A"), finding(name="A"), finding(name=None, queue_manager=None)]
    text = baseline.write(base_of(found))
    assert baseline.write(baseline.read(text)) == text
    assert baseline.read(text).files == ("qm1/a.mqsc",)
    assert baseline.read(text).paths == (".",)
    assert text == baseline.write(base_of(reversed(found)))
    assert '"line"' not in text


def test_an_empty_baseline_reads_back() -> None:
    assert baseline.read(baseline.write(baseline.Baseline(()))).entries == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"findings": []}',
        '{"mqtune-baseline": 99, "findings": []}',
        '{"mqtune-baseline": 1}',
        '{"mqtune-baseline": 1, "findings": [1]}',
        '{"mqtune-baseline": 1, "findings": [], "files": 1}',
        '{"mqtune-baseline": 1, "findings": [], "paths": [1]}',
        '{"mqtune-baseline": 1, "findings": [{"code": "QUE001", "file": 1}]}',
        "[" * 100_000,
        '{"mqtune-baseline": 1, "findings": [{"type": "QLOCAL"}]}',
        '{"mqtune-baseline": 1, "findings": [{"code": "QUE001", "count": 0}]}',
    ],
)
def test_a_file_that_is_no_baseline_is_told_with_what_to_do(text: str) -> None:
    with pytest.raises(baseline.BaselineError) as caught:
        baseline.read(text)
    assert "--write-baseline" in caught.value.help
