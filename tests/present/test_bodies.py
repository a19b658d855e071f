"""Each body is masked, limited to a level and laid out alike for text and screen."""

from __future__ import annotations

import csv
import io
import json

import pytest

from mqtune.present.answer import (
    BRIEF,
    DETAIL,
    NORMAL,
    Answer,
    Body,
    Code,
    Column,
    Line,
    Page,
    Records,
    Row,
    Rows,
    Section,
    Share,
    Step,
    Steps,
    Table,
    value,
)
from mqtune.present.answer_text import data_of, json_lines, markdown_lines, section_lines, write_csv
from mqtune.present.layout import Medium, items_of, layout
from mqtune.present.shown import shown

SECRET = "Geheim99x"
PROSE = f"LDAPPWD('{SECRET}')"
BODIES: dict[str, Body] = {
    "rows": Rows([Row("label", PROSE, PROSE)]),
    "table": Table([Column("A"), Column("B")], [Line([PROSE, value("LDAPPWD", SECRET)])]),
    "steps": Steps([Step("├ ", [PROSE], PROSE, PROSE, [Row("", PROSE)])]),
    "code": Code(["DEFINE AUTHINFO(A) AUTHTYPE(IDPWLDAP) +", f"  {PROSE}"], "mqsc"),
    "page": Page(f"# Title\n\n{PROSE}\n"),
}


def answer_of(body: Body) -> Answer[dict[str, object]]:
    records = Records(["A"], [[PROSE]])
    return Answer("", PROSE, lambda _: [Section("title", body)], lambda: {"text": PROSE}, lambda: records)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_secret_is_in_no_rendering(body: Body) -> None:
    answer = answer_of(body)
    out = io.StringIO()
    records = answer.records()
    assert records is not None
    write_csv(records, out)
    texts = [
        "\n".join(section_lines(answer.sections(""))),
        "\n".join(markdown_lines("Title", answer)),
        "".join(json_lines(data_of(answer, {"remark": PROSE}))),
        out.getvalue(),
        "\n".join(str(line) for line in layout(shown(body, DETAIL), Medium(60, links=True))),
    ]
    for text in texts:
        assert SECRET not in text
        assert "********" in text.replace("\\", "")


@pytest.mark.parametrize(
    "body",
    [
        Rows([Row("a\x1b[2J", "a\x1b[2J")]),
        Table([Column("A")], [Line(["a\x1b[2J"])]),
        Steps([Step("", ["a\x1b[2J"])]),
        Page("# Title\n\na\x1b[2J\n"),
    ],
)
def test_no_control_character_reaches_a_screen(body: Body) -> None:
    lines = list(layout(shown(body, DETAIL), Medium(60)))
    assert "\x1b" not in "".join(text for line in lines for text, _ in line.parts)


def test_levels_decide_what_is_shown_and_what_is_said_to_be_left_out() -> None:
    rows = Rows([Row("", "a"), Row("", "b", level=NORMAL), Row("", "c", level=DETAIL)], "1 more")
    sections = [Section("t", rows, BRIEF), Section("u", Rows([Row("", "d")]), DETAIL)]
    assert list(section_lines(sections, BRIEF)) == ["t", "  a", "  1 more: --verbose lists all"]
    assert list(section_lines(sections, NORMAL))[1:3] == ["  a", "  b"]
    assert list(section_lines(sections, DETAIL)) == ["t", "  a", "  b", "  c", "", "u", "  d"]


def test_a_narrow_screen_shows_the_most_important_columns_whole() -> None:
    columns = [Column("NAME", 0), Column("DETAILS", 2), Column("STATE", 1), Column("LAST", 1)]
    table = Table(columns, [Line(["Q", "long " * 5, "open", "x"])])
    texts = ["".join(text for text, _ in line.parts) for line in layout(table, Medium(24))]
    assert texts == ["NAME  STATE  LAST", "Q     open   x", "left out: DETAILS"]
    assert len(list(layout(table, Medium()))) == 2


def test_a_share_is_a_bar_where_there_are_bars() -> None:
    table = Table([Column("A")], [Line([Share(0.5, "50%")]), Line([None])])
    assert [line.parts[0][0] for line in layout(table, Medium())][1:] == ["50%", "?"]
    assert "█" in next(line.parts[0][0] for line in layout(table, Medium(bars=True)) if line.number == 0)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("width", [30, 80])
def test_every_item_has_a_line_and_every_line_fits(body: Body, width: int) -> None:
    safe = shown(body, DETAIL)
    lines = list(layout(safe, Medium(width)))
    assert {line.number for line in lines if line.number >= 0} == set(range(len(items_of(safe))))
    assert max(len("".join(text for text, _ in line.parts)) for line in lines) <= width


@pytest.mark.parametrize(
    "data",
    [
        {"version": 1, "rows": [{"a": [1]}, {"b": None}], "first": None, "more": {}, "none": []},
        {"rows": [1, 2], "other": {"a": 1}},
        {"version": 1},
        {},
    ],
)
def test_json_has_a_line_for_each_element(data: dict[str, object]) -> None:
    text = "".join(json_lines(data))
    assert json.loads(text) == data
    assert text.isascii()
    rows = data.get("rows")
    assert text.count("\n  ") == (len(rows) if isinstance(rows, list) else 0)


def test_no_spreadsheet_takes_a_text_for_a_formula() -> None:
    out = io.StringIO()
    write_csv(Records(["a", "b", "c"], [["=cmd()", 5, None]]), out)
    assert list(csv.reader(io.StringIO(out.getvalue()))) == [["a", "b", "c"], ["'=cmd()", "5", ""]]


@pytest.mark.parametrize("body", [Code(["a", "  b"], "mqsc"), Page("# A\n\nb\n")], ids=["code", "page"])
def test_no_line_of_a_page_contains_the_end_of_one(body: Body) -> None:
    answer = answer_of(body)
    lines = [*section_lines(answer.sections("")), *markdown_lines("T", answer)]
    assert not any("\n" in line for line in lines)
