"""`explain` gives the same pages in each front end, policies of the project included."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from mqtune.cli.main import main
from mqtune.engine.pages import all_pages
from mqtune.present.answer import Page, Section
from mqtune.present.answer_text import section_lines
from mqtune.present.layout import Medium, layout
from mqtune.present.rule_page import page_markdown
from mqtune.questions.asking import ask
from mqtune.questions.table import QUESTIONS
from mqtune.session.opened import Settings
from tests.questions.conftest import Asker, within

POLICY = """\
[[policy]]
code = "BANK001"
name = "no-depth"
display = "DISPLAY QLOCAL(*) WHERE(MAXDEPTH GT 5)"
message = "too deep"
"""
WORDS = ("PUB001", "sec016", "unmatched-files", "bank001", "SEC029,SYN001", "NOPE", "expiry", "PUB", "", ",")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mqtune.toml").write_text(POLICY)
    (tmp_path / "a.mqsc").write_text("DEFINE QLOCAL(A)\n")
    return tmp_path


def test_all_front_ends_explain_the_same(folder: Path, asker: Callable[[Path], Asker]) -> None:
    chance, statuses = random.Random(1), set()
    codes = [*all_pages(), *WORDS]
    with within(folder):
        asks = asker(folder)
        for _ in range(200):
            some = chance.sample(codes if chance.random() < 0.6 else WORDS, chance.randrange(1, 4))
            statuses.add(asks.agree("explain", {"codes": some}).status)
    assert statuses == {0, 2}


def test_the_examples_of_a_page_are_data_without_covers(folder: Path, asker: Callable[[Path], Asker]) -> None:
    (rule,) = asker(folder).agree("explain", {"codes": "SEC029"}).data["rules"]
    assert rule["text"] == page_markdown(all_pages()["SEC029"])
    assert "PASSWORD('s3cret')" in rule["text"]


def test_a_password_in_a_policy_is_covered(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mqtune.toml").write_text(POLICY.replace("too deep", "set LDAPPWD('Geheim99')"))
    with within(folder):
        for format in ("text", "json"):
            assert main(["explain", "BANK001", "--format", format]) == 0
            out = capsys.readouterr().out
            assert "Geheim99" not in out
            assert "WHERE(MAXDEPTH GT 5)" in out


def test_a_faulty_project_file_does_not_matter_for_a_rule_of_the_product(folder: Path) -> None:
    (folder / "mqtune.toml").write_text("[[policy")
    with within(folder):
        answer = ask(QUESTIONS["explain"], Settings(), {"codes": "PUB001"})
    assert answer.headline == "PUB001 inherited-topic-under-load"


def laid(page: str, width: int) -> list[str]:
    lines = layout(Page(page), Medium(width))
    return ["".join(text for text, _ in line.parts) for line in lines]


@pytest.mark.parametrize("width", [30, 72, 200])
def test_a_page_is_laid_out_with_all_its_words(width: int) -> None:
    for rule in all_pages().values():
        page = page_markdown(rule)
        lines = laid(page, width)
        assert max(map(len, lines)) <= min(width, 100)
        shown = "".join("".join(lines).split()).replace("•", "")
        marks = ("```mqsc", "```ini", "```json", "```yaml", "```sh", "```sysctl", "```limits", "```systemd")
        for mark in (*marks, "```toml", "```text", "```", "#", "**", "- "):
            page = page.replace(mark, "")
        assert set(shown.replace("#", "").replace("-", "")) == set("".join(page.split()).replace("-", ""))


def test_a_page_is_as_written_without_a_width() -> None:
    page = page_markdown(all_pages()["PUB001"])
    text = "\n".join(section_lines([Section("", Page(page, covered=True))]))
    assert text == page.rstrip("\n")


def test_paragraphs_are_filled_and_examples_are_kept() -> None:
    page = "# A\n\none\ntwo **three**\n- first\n  more\n- second\n```mqsc\n# B\n  C +\n```\n## D\n"
    assert laid(page, 60) == [
        "A",
        "",
        "one two three",
        "• first more",
        "• second",
        "",
        "  # B",
        "    C +",
        "",
        "D",
    ]
