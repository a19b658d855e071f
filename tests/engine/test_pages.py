"""Pages, compiled heads and functions belong together, and what is made from them is fresh."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mqtune._build.page_head import compile_head, wrong_message
from mqtune._build.pages import (
    ROOT,
    compile_heads,
    compile_pages,
    outputs,
    page_files,
    stale,
    with_functions,
    wrong_function,
)
from mqtune.engine.dispatch import load_rules
from mqtune.engine.pages import Page, all_pages
from mqtune.engine.rule import DECLARED, NEVER, RUN, Declared, Hit, rule
from mqtune.engine.runner import Crashes
from mqtune.present.rule_page import PageError, read_page

TEMPLATE = (ROOT / "rules" / "_template.md").read_text(encoding="utf-8")


def test_every_page_is_valid() -> None:
    assert compile_pages()[1] == []


def test_generated_files_are_fresh() -> None:
    rows, _ = compile_pages()
    assert [path.name for path in stale(outputs(rows))] == [], "run python -m mqtune._build.pages"


def test_every_page_has_a_rule() -> None:
    crashes = Crashes()
    pages = all_pages()
    loaded = {rule.code for rule in load_rules(pages, pages, crashes)}
    assert [str(crash) for crash in crashes.all()] == []
    assert loaded == {code for code, page in pages.items() if page.scope != RUN}


def test_a_rule_without_module_or_function_is_a_crash_that_affects_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pages = all_pages()
    load_rules(pages, pages, Crashes())
    monkeypatch.delitem(DECLARED, "QUE004")
    monkeypatch.setattr(pages["QUE002"], "module", "que.nowhere")
    crashes = Crashes()
    assert [rule.code for rule in load_rules(pages, ["QUE005", "QUE004", "QUE002"], crashes)] == ["QUE005"]
    assert [crash.code for crash in crashes.all()] == ["QUE002", "QUE004"]


@pytest.mark.parametrize(
    ("scope", "check", "told"),
    [
        ("object", lambda queue, queue_manager: (), "the parameters must be (MqObject, QueueManager)"),
        ("condition", lambda queue: (), "must not have a function"),
        ("object", None, 'no function is declared with @rule("QUE000")'),
    ],
)
def test_a_page_and_a_function_that_do_not_match_are_reported(
    scope: str, check: Callable[..., Iterator[Hit]] | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, _ = compile_head(read_page(TEMPLATE), "que/QUE000-words-that-read-well-after-allow.md")
    page = Page(*row)
    page.scope = scope
    if check is not None:
        monkeypatch.setitem(DECLARED, "QUE000", Declared("QUE000", check, (), NEVER))
    assert any(told in fault for fault in wrong_function(page))


def test_a_function_without_a_page_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DECLARED, "QUE000", Declared("QUE000", wrong, (), NEVER))
    assert any("QUE000 has no page" in fault for fault in with_functions([])[1])


def test_two_functions_with_one_code_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DECLARED, "QUE000", Declared("QUE000", wrong, (), NEVER))
    with pytest.raises(ValueError, match="QUE000 is both"):
        rule("QUE000")(every_page_is_sound)


def every_page_is_sound() -> Iterator[Hit]:
    yield from ()


def wrong(text: str, path: str = "que/QUE000-words-that-read-well-after-allow.md") -> list[str]:
    return compile_head(read_page(text), path)[1]


def test_the_template_is_a_valid_page() -> None:
    assert wrong(TEMPLATE) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("severity: warning", "severity: grave", "must be one of error, warning, info, off"),
        ("scope: object", "scope: queue", "must be one of diagnostic"),
        ("name: words", "name: Words", "must be lower-case words"),
        ("fix: none", "fix: safe", "needs a `### Fixed`"),
        ("confidence: high\n", "", "the head has no `confidence`"),
        ("fix: none", "fix: none\ncolour: red", "unknown key `colour`"),
        ("{lab: info}", "{home: info}", "the profile `home` must be one of"),
        ("{lab: info}", "{lab: warning}", "repeats the severity"),
        ("# QUE000 words", "# QUE001 words", "the title must be"),
        ("```mqsc line=1", "```mqsc", "must mark its lines"),
        ("### Good: what is right\n```mqsc", "### Good: x\n```mqsc line=1", "only a bad example may mark"),
        ("fix: none", "fix: none\nsince: 9.4", "must be a level in quotation marks"),
        ("fix: none", "fix: none\nmessage: red", "unknown key `message`"),
        ('note: "why', 'note: "Why {NAME}', "no condition gives `{NAME}` in `note` a value"),
        ('help: "what to do', 'help: "Please', "no `please`"),
        ('where: "section", page: 1', 'page: "one"', "the page of a reference must be a number"),
    ],
)
def test_an_invalid_page_is_reported(old: str, new: str, told: str) -> None:
    assert old in TEMPLATE
    assert any(told in fault for fault in wrong(TEMPLATE.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("---\ncode", "code", "must begin with a head"),
        ("## Why it matters", "## Why", "headings must be"),
        ("### Bad: what is wrong", "### Wrong", "must be `### Bad: …`"),
        ("```mqsc line=1", "```sql", "the fence's language must be one of"),
        ("```mqsc line=1", "```mqsc colour=red", "must be `line=2,5`"),
    ],
)
def test_a_page_that_cannot_be_parsed_is_reported_with_its_line(old: str, new: str, told: str) -> None:
    with pytest.raises(PageError, match=told) as caught:
        read_page(TEMPLATE.replace(old, new, 1))
    assert caught.value.line > 0


def test_a_file_in_the_wrong_folder_is_reported() -> None:
    assert wrong(TEMPLATE, "pub/QUE000-other.md")[0].startswith("the file must be que/QUE000-")


CONDITION_HEAD = 'scope: condition\nwhen: "QLOCAL: MAXDEPTH = 0"\nmessage: "MESSAGE"'
CONDITION_PAGE = TEMPLATE.replace("scope: object", CONDITION_HEAD)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("{object} has MAXDEPTH({MAXDEPTH})", None),
        ("{object} has {USAGE}", "no condition gives `{USAGE}` in `message` a value"),
        ("{object} is shallow.", "must not end with a full stop"),
        ("is {object} shallow?", "no question"),
        ("The queue is shallow", "must begin in lower case"),
    ],
)
def test_the_texts_of_a_condition_follow_the_conventions(message: str, told: str | None) -> None:
    faults = wrong(CONDITION_PAGE.replace("MESSAGE", message))
    assert (faults == []) if told is None else any(told in fault for fault in faults)


def test_applies_to_lists_the_types_of_the_condition() -> None:
    other = CONDITION_PAGE.replace("QLOCAL: ", "QMODEL: ")
    assert any("does not list QMODEL" in fault for fault in wrong(other))


def test_a_name_in_capitals_may_begin_a_message() -> None:
    assert wrong_message("QLOCAL(A) has MAXDEPTH(0)") == []
    assert wrong_message("MaxChannels is 5") == []


def test_an_invalid_page_does_not_affect_the_others(tmp_path: Path) -> None:
    (tmp_path / "que").mkdir()
    good = tmp_path / "que" / "QUE000-words-that-read-well-after-allow.md"
    good.write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "que" / "QUE001-broken.md").write_text("nothing", encoding="utf-8")
    rows, faults = compile_heads(tmp_path)
    assert [row[0] for row in rows] == ["QUE000"]
    assert len(faults) == 1
    assert "QUE001-broken.md" in faults[0]


def test_two_pages_with_one_code_are_reported(tmp_path: Path) -> None:
    (tmp_path / "que").mkdir()
    for name in ("words-that-read-well-after-allow", "other"):
        text = TEMPLATE.replace("words-that-read-well-after-allow", name)
        (tmp_path / "que" / f"QUE000-{name}.md").write_text(text, encoding="utf-8")
    _, faults = compile_heads(tmp_path)
    assert any("QUE000 is also" in fault for fault in faults)


def test_pages_are_sorted_by_code() -> None:
    names = [path.name for path in page_files()]
    assert names == sorted(names)
