"""The examples of every rule page are tests: bad ones give exactly the marked findings, good ones none.

`pytest tests/engine/test_page_examples.py -k PUB002` runs those of one rule.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mqtune._build.page_head import wrong_message
from mqtune._build.pages import page_files
from mqtune.engine.page_text import BAD, FIXED, GOOD, Example, read_page
from mqtune.engine.pages import all_pages
from mqtune.findings.finding import DISPLAY, SAFE, UNSAFE, Finding
from mqtune.fixing.fixes import fix_workspace
from mqtune.report.secrets import masked
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace

# what a page may promise, from less to more
FIXES = ("none", DISPLAY, UNSAFE, SAFE)


# every page of the table by its code
PAGES = {path.name[:6]: path for path in page_files() if path.name[:6] in all_pages()}


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


@pytest.mark.parametrize("code", PAGES)
def test_the_examples_of_a_page(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = read_page(PAGES[code].read_text(encoding="utf-8")).examples
    for number, example in enumerate(examples):
        if example.kind == FIXED:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        lay_out(example, folder)
        told = f"example {number + 1}: {example.title}"
        if example.kind == GOOD:
            check_good(code, told)
        if example.kind == BAD:
            check_bad(code, example, told)
            after = examples[number + 1] if number + 1 < len(examples) else None
            if after is not None and after.kind == FIXED:
                check_fixes(code, example, after, told)


def check_good(code: str, told: str) -> None:
    """A good example is silent."""
    assert [f"{one.place}: {one.message}" for one in of_rule(code, lint(code))] == [], told


def check_bad(code: str, example: Example, told: str) -> None:
    """A bad example gives exactly the marked findings."""
    found = of_rule(code, lint(code))
    marked = {snippet.file: list(snippet.lines) for snippet in example.snippets if snippet.lines}
    lines = "\n".join([told, *(f"{one.place}: {one.message}" for one in found)])
    assert lines_of(found) == dict(sorted(marked.items())), lines
    for finding in found:
        check_words(code, finding)


def check_fixes(code: str, example: Example, fixed: Example, told: str) -> None:
    """The fixes of a bad example give the fixed one, and that one is silent."""
    outcome = fix_workspace(Workspace([open_session(code)]), unsafe=all_pages()[code].fix == UNSAFE)
    assert [f"{one.reason}: {one.fix.message}" for one in outcome.dropped] == [], told
    before = {snippet.file: snippet.content for snippet in example.snippets}
    wanted = before | {snippet.file: snippet.content for snippet in fixed.snippets}
    assert before | outcome.texts == wanted, told
    outcome.write()
    assert of_rule(code, lint(code)) == [], told


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
