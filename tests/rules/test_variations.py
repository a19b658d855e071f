"""What a rule finds in its examples with one part changed, as recorded in variations.txt: `$ CODE`.

Findings that differ from those of the whole example are in the answer, without places and figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mqtune.present.rule_page import FIXED, Example, read_page
from mqtune.project.load import ProjectError
from mqtune.session.options import Options
from mqtune.session.session import Session
from tests.engine.test_page_examples import PAGES, lay_out
from tests.recorded import check
from tests.variations import FIGURES, variations

ANSWERS = Path(__file__).with_name("variations.txt")
MOST_LINES = 12  # of a file of which each line is left out


def findings(code: str) -> list[str]:
    """The findings of the rule without their places and figures."""
    result = Session.open(Options(["."], select=[code])).lint()
    assert [str(crash) for crash in result.crashes] == []
    return [
        f"{one.severity} {one.confidence} {one.attribute}: {FIGURES.sub('N', one.message)}"
        for one in result.findings
        if one.code == code
    ]


def answer(code: str, example: Example, folder: Path) -> Iterator[str]:
    """The findings of an example with one change that differ from its own, the same ones once."""
    lay_out(example, folder)
    usual = findings(code)
    for snippet in example.snippets:
        path = folder / snippet.file
        content = path.read_bytes()
        for words, text in variations(snippet.content, MOST_LINES):
            path.write_bytes(text.encode("utf-8", "surrogateescape"))
            try:
                found = findings(code)
            except ProjectError:
                continue  # of a file that is read before any rule runs
            if found != usual:
                new = [one for one in found if one not in usual]
                yield f"  {words}: {len(found)}{': ' if new else ''}{'; '.join(new)}"
        path.write_bytes(content)


@pytest.mark.parametrize("code", PAGES)
def test_the_findings_are_the_recorded_ones(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = []
    for number, example in enumerate(read_page(PAGES[code].read_text(encoding="utf-8")).examples, 1):
        if example.kind == FIXED:
            continue
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        found = list(answer(code, example, folder))
        lines += [f"{example.kind} {number}", *found] * bool(found)
    check(ANSWERS, code, "\n".join(lines))
