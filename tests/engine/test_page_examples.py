"""The examples of every rule page are tests: bad ones give exactly the marked findings, good ones none.

`pytest tests/engine/test_page_examples.py -k PUB002` runs those of one rule.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from mqtune._build.page_head import wrong_message
from mqtune._build.pages import page_files
from mqtune.engine.pages import all_pages
from mqtune.language.masking import masked
from mqtune.present.rule_page import BAD, FIXED, GOOD, Example, page_markdown, read_page
from mqtune.session.fixing.fixes import fix_workspace
from mqtune.session.lint_result import LintResult
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.session.workspace import Workspace
from mqtune.text.finding import DISPLAY, SAFE, UNSAFE, Finding

# what a page may promise, from less to more
FIXES = ("none", DISPLAY, UNSAFE, SAFE)

# from the section on suppression: the place with its directive, and the tables of mqtune.toml
RECOMMENDED = re.compile(r"^(In [^`\n]*), on the line before:\n\n```text\n(.*)\n```", re.MULTILINE)
TABLES = re.compile(r"^(?:Or in|In) `mqtune.toml`.*:\n\n```toml\n((?:.*\n)*?)```", re.MULTILINE)
SYSTEM = "In a file of the operating system"
PLACES = {
    "mqsc": "In MQSC",
    "ini": "In an ini file",
    "sysctl": SYSTEM,
    "limits": SYSTEM,
    "systemd": SYSTEM,
}

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


@pytest.mark.parametrize("code", PAGES)
def test_what_a_page_recommends_suppresses_its_examples(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = read_page(PAGES[code].read_text(encoding="utf-8")).examples
    recommended = dict(RECOMMENDED.findall(page_markdown(all_pages()[code])))
    tables = "\n".join(TABLES.findall(page_markdown(all_pages()[code])))
    for number, example in enumerate(item for item in examples if item.kind == BAD):
        monkeypatch.chdir(tmp_path)
        (tmp_path / str(number)).mkdir()
        monkeypatch.chdir(str(number))
        lay_out(example, Path())
        before = codes_of(code)
        for snippet in example.snippets:
            directive = recommended.get(PLACES.get(snippet.language, ""))
            if directive is None or "\0" in snippet.content:
                continue
            lines = snippet.content.split("\n")
            for line in sorted(snippet.lines, reverse=True):
                lines.insert(line - 1, directive)
            Path(snippet.file).write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
            assert codes_of(code) == before - Counter({code: len(snippet.lines)}), (example.title, directive)
            Path(snippet.file).write_bytes(snippet.content.encode("utf-8", "surrogateescape"))
        with open("mqtune.toml", "a", encoding="utf-8") as project:
            project.write("\n" + tables.replace('object = "TYPE(NAME)"', ""))
        assert codes_of(code)[code] == 0, (example.title, tables)


def codes_of(code: str) -> Counter[str]:
    """The findings of a rule, and those that a directive causes, by code."""
    # what an option selects, no project file switches off
    select = () if all_pages()[code].scope == "run" else (code, "SYN")
    result = Session.open(Options(["."], select=select)).lint()
    return Counter(finding.code for finding in result.findings)


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
