"""The examples of every rule page are tests: bad ones give exactly the marked findings, good ones none.

`pytest tests/engine/test_page_examples.py -k PUB002` runs those of one rule.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune._build.page_head import wrong_message
from mqtune._build.pages import page_files
from mqtune.engine.page_text import BAD, FIXED, GOOD, Example, PageText, read_page
from mqtune.engine.pages import all_pages
from mqtune.findings.finding import DISPLAY, SAFE, UNSAFE, Finding
from mqtune.fixing.fixes import fix_session
from mqtune.report.secrets import masked
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session

Case = tuple[str, Example, Example | None]
# what a page may promise, from less to more
FIXES = ("none", DISPLAY, UNSAFE, SAFE)


def texts() -> dict[str, PageText]:
    """Every page of the table by its code."""
    known = all_pages()
    found = {path.name[:6]: path for path in page_files()}
    return {code: read_page(found[code].read_text(encoding="utf-8")) for code in known if code in found}


def cases(kind: str) -> list[object]:
    """Every example of a kind, with the one behind it."""
    found = []
    for code, text in texts().items():
        for number, example in enumerate(text.examples):
            if example.kind == kind:
                after = text.examples[number + 1] if number + 1 < len(text.examples) else None
                case: Case = (code, example, after if after and after.kind == FIXED else None)
                found.append(pytest.param(case, id=f"{code}-{example.title or number}"))
    return found


def lay_out(example: Example, folder: Path) -> None:
    for snippet in example.snippets:
        path = folder / snippet.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(snippet.content.encode("utf-8", "surrogateescape"))


def open_session(code: str) -> Session:
    # suppression tells of rules that ran, so the rules of the run itself need the others beside them
    select = [code, "ALL"] if all_pages()[code].scope == "run" else [code]
    return Session.open(Options(["."], select=select))


def lint(code: str) -> LintResult:
    result = open_session(code).lint()
    assert [str(crash) for crash in result.crashes] == []
    return result


def of_rule(code: str, result: LintResult) -> list[Finding]:
    return [finding for finding in result.findings if finding.code == code]


def lines_of(findings: list[Finding]) -> dict[str, list[int]]:
    lines: dict[str, list[int]] = {}
    for finding in findings:
        lines.setdefault(finding.place.file, []).append(finding.place.span.line)
    return {file: sorted(numbers) for file, numbers in sorted(lines.items())}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", cases(BAD))
def test_a_bad_example_gives_exactly_the_marked_findings(case: Case, folder: Path) -> None:
    code, example, _ = case
    lay_out(example, folder)
    found = of_rule(code, lint(code))
    marked = {snippet.file: list(snippet.lines) for snippet in example.snippets if snippet.lines}
    told = "\n".join(f"{one.place}: {one.message}" for one in found)
    assert lines_of(found) == dict(sorted(marked.items())), told
    for finding in found:
        check_words(code, finding)


@pytest.mark.parametrize("case", cases(GOOD))
def test_a_good_example_is_silent(case: Case, folder: Path) -> None:
    code, example, _ = case
    lay_out(example, folder)
    assert [f"{one.place}: {one.message}" for one in of_rule(code, lint(code))] == []


@pytest.mark.parametrize("case", [case for case in cases(BAD) if case.values[0][2]])  # type: ignore[attr-defined]
def test_the_fixes_of_a_bad_example_give_the_fixed_one(case: Case, folder: Path) -> None:
    code, example, fixed = case
    assert fixed is not None
    lay_out(example, folder)
    outcome = fix_session(open_session(code), unsafe=all_pages()[code].fix == UNSAFE)
    assert [f"{one.reason}: {one.fix.message}" for one in outcome.dropped] == []
    before = {snippet.file: snippet.content for snippet in example.snippets}
    wanted = before | {snippet.file: snippet.content for snippet in fixed.snippets}
    assert before | outcome.texts == wanted
    outcome.write()
    assert of_rule(code, lint(code)) == []


def check_words(code: str, finding: Finding) -> None:
    """Messages, notes and helps follow the convention, and fixes are no bolder than the page says."""
    for words in (finding.message, finding.note, finding.help):
        assert wrong_message(words) == [], words
        assert masked(words, prose=True) == words, "`password (…)` is masked in every output"
    assert finding.message
    assert finding.place.span.key()[:2] <= finding.place.span.key()[2:]
    promised = FIXES.index(all_pages()[code].fix)
    for fix in finding.fixes:
        assert fix.message, "a fix says what it does"
        assert FIXES.index(fix.applicability) <= promised, f"{code} gives a {fix.applicability} fix"
