"""Fingerprints and baselines: what a finding is about outlives its line number."""

from __future__ import annotations

import pytest

from mqtune.engine import baseline
from mqtune.findings.finding import Finding, ObjectName
from mqtune.findings.fingerprint import counted, fingerprint, key_of
from mqtune.text.spans import Place, Span


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
        object=subject,
        attribute=attribute,
    )


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
    base = baseline.of_findings([finding(line=4)])
    new, known = base.split([finding(line=1), finding(line=2), finding(name="Q2")])
    assert [one.place.span.line for one in known] == [1]
    assert len(new) == 2


def test_a_baseline_shrinks_and_never_grows() -> None:
    base = baseline.of_findings([finding(), finding(), finding(name="Q2")])
    shrunk = base.shrunk([finding(), finding(name="Q3")], lambda code: True)
    assert shrunk.size() == 1
    assert shrunk.split([finding(name="Q3")])[1] == []


def test_what_a_rule_found_that_did_not_run_stays_in_the_baseline() -> None:
    base = baseline.of_findings([finding(), finding(code="SEC001")])
    assert (
        base.shrunk([], lambda code: code != "SEC001").counts
        == baseline.of_findings([finding(code="SEC001")]).counts
    )


def test_a_written_baseline_reads_back_and_is_sorted() -> None:
    found = [finding(name="Z"), finding(name="A"), finding(name="A"), finding(name=None, queue_manager=None)]
    text = baseline.write(baseline.of_findings(found))
    assert baseline.read(text).counts == baseline.of_findings(found).counts
    assert baseline.read(text).files == ("qm1/a.mqsc",)
    assert text == baseline.write(baseline.of_findings(reversed(found)))
    assert '"line"' not in text


def test_an_empty_baseline_reads_back() -> None:
    assert baseline.read(baseline.write(baseline.Baseline({}))).counts == {}


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
        '{"mqtune-baseline": 1, "findings": [{"type": "QLOCAL"}]}',
        '{"mqtune-baseline": 1, "findings": [{"code": "QUE001", "count": 0}]}',
    ],
)
def test_a_file_that_is_no_baseline_is_told_with_what_to_do(text: str) -> None:
    with pytest.raises(baseline.BaselineError) as caught:
        baseline.read(text)
    assert "--write-baseline" in caught.value.help
