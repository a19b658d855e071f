"""Findings made safe to show together have the same output as those processed one by one."""

from __future__ import annotations

import pytest

from mqtune.present.redact import Redactor
from mqtune.present.report import MANY, Report, Totals
from mqtune.text.editing import Edit, Place, Span
from mqtune.text.finding import Finding, Fix, ObjectName, Reference, Related

PLAIN = "DEFINE QLOCAL(A)\n"
SECRET = "ALTER QMGR KEYRPWD('hunter2!')\n"
PLACE = Place("f", Span(1, 1, 1, 7))


def finding(message: str = "QLOCAL(A) is odd", code: str = "QUE001", **more: object) -> Finding:
    return Finding(code, "odd", "warning", "high", message, more.pop("place", PLACE), **more)  # type: ignore[arg-type]


def words(one: Finding) -> tuple[object, ...]:
    """Everything a format may print of a finding."""
    name = (one.object.type, one.object.name) if one.object is not None else None
    references = [(reference.title, reference.where, reference.page) for reference in one.references]
    related = [(other.place, other.message) for other in one.related]
    fixes = [(fix.message, [(edit.place, edit.content) for edit in fix.edits]) for fix in one.fixes]
    texts = (one.message, one.note, one.help, one.attribute, one.queue_manager)
    return (*texts, one.place, name, references, related, fixes)


ODD = [
    finding("QMGR has KEYRPWD(hunter2!)"),
    finding("a pass word ('hunter2!')"),
    finding("QLOCAL(A\x1b[2J) is odd"),
    finding("two\nlines"),
    finding("::error ::x"),
    finding("##vso[x]"),
    finding("x" * 5000),
    finding("DÉPÔT"),
    finding("m", note="PASSWORD(hunter2!)"),
    finding("m", help="\u202eabc"),
    finding("m", object=ObjectName("QLOCAL", "A\tB")),
    finding("m", attribute="KEYRPWD"),
    finding("m", queue_manager="Q\x07M"),
    finding("m", references=(Reference("t\x00", "LDAPPWD(hunter2!)"),)),
    finding("m", place=Place("f\n", PLACE.span)),
    finding("m", related=(Related(PLACE, "PASSWORD(hunter2!)"),)),
    finding("m", fixes=(Fix("safe", "set it", (Edit(PLACE, "PASSWORD(hunter2!)"),)),)),
]


@pytest.mark.parametrize("text", [PLAIN, SECRET])
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_finding_among_plain_ones_is_made_safe(odd: Finding, text: str) -> None:
    findings = [finding(), odd, finding("QLOCAL(B) is odd"), finding(code="QUE002")]
    report = Report(findings, Totals(1, 1), lambda name: text)
    alone = Redactor(lambda name: text)
    for item in report.items():
        assert words(item.shown) == words(alone.finding(item.finding))


def test_findings_of_several_batches_keep_their_order_and_numbers() -> None:
    lines = range(1, 2 * MANY + 6)
    findings = [finding(f"odd {line % 3}", place=Place("f", Span(line, 1, line, 2))) for line in lines]
    report = Report(findings, Totals(1, 1), lambda name: PLAIN)
    items = list(report.items())
    assert [item.finding for item in items] == report.findings
    assert len({item.fingerprint for item in items}) == len(items)
