"""What all rules find in the examples of each page, as recorded in answers.txt: `$ CODE`.

The findings of the page's own rule are there with all their words, those of the others with their place: an
example of one rule is a strange estate for the guards of all others.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune.present.rule_page import read_page
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.text.editing import Place
from mqtune.text.finding import Finding
from tests.engine.test_page_examples import PAGES, lay_out
from tests.recorded import check

ANSWERS = Path(__file__).with_name("answers.txt")


def place_text(place: Place) -> str:
    return f"{place.file}:{place.span.line}:{place.span.column}"


def finding_text(one: Finding) -> str:
    end, impact = one.place.span, one.impact
    where = f"{place_text(one.place)} to {end.end_line}:{end.end_column}"
    lines = [f"{one.severity} {one.confidence} {where} {one.object} {one.attribute}: {one.message}"]
    lines += [f"note: {one.note}"] * bool(one.note) + [f"help: {one.help}"] * bool(one.help)
    if impact is not None:
        lines.append(f"impact: {impact.quantity} {impact.now} {impact.after} {impact.unit} {impact.basis}")
    lines += [f"related: {place_text(related.place)} {related.message}" for related in one.related]
    for fix in one.fixes:
        edits = ", ".join(
            f"{edit.place.span.line}:{edit.place.span.column} {edit.content!r}" for edit in fix.edits
        )
        lines.append(f"fix: {fix.applicability} {fix.message}{' restart' * fix.restart}: {edits}")
    return "\n  ".join(lines)


@pytest.mark.parametrize("case", PAGES)
def test_the_findings_are_the_recorded_ones(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    for number, example in enumerate(read_page(PAGES[case].read_text(encoding="utf-8")).examples, 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        lay_out(example, folder)
        found = Session.open(Options(["."], select=["ALL"])).lint().findings
        others = [f"{one.code} {place_text(one.place)}" for one in found if one.code != case]
        lines += [f"{example.kind} {number}: {', '.join(others)}"]
        lines += [finding_text(one) for one in found if one.code == case]
    check(ANSWERS, case, "\n".join(lines))
