"""Cut texts end in a mark, and never inside a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.content import Content
from textual.css.styles import RulesMap
from textual.style import Style
from textual.visual import RenderOptions

from mqtune.tui.cells import brief_paths, cut
from mqtune.tui.widgets.lists import OneLine


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("takes 4194304 bytes", 10, "takes …"),
        ("takes 4,194,304 bytes", 13, "takes …"),
        ("takes 4194304 bytes", 14, "takes 4194304…"),
        ("QUEUE005 has", 6, "QUEUE…"),
        ("4194304", 4, "419…"),  # nothing else would be left
        ("short", 10, "short"),
    ],
)
def test_a_number_is_shown_as_a_whole_or_not_at_all(text: str, width: int, shown: str) -> None:
    assert cut(text, width) == shown


@given(st.text(), st.integers(0, 30))
def test_a_cut_text_fits(text: str, width: int) -> None:
    assert cell_len(cut(text, width)) <= max(width, 0) or cut(text, width) == text


def test_a_path_keeps_the_folders_that_distinguish_it() -> None:
    paths = ["inv/dev/files/QM1.mqsc", "inv/prod/files/QM1.mqsc", "inv/prod/files/QM2.mqsc"]
    assert list(brief_paths(paths).values()) == [
        "dev/…/QM1.mqsc",
        "prod/…/QM1.mqsc",
        "inv/prod/files/QM2.mqsc",
    ]
    assert brief_paths(["a/x.ini", "x.ini"]) == {"a/x.ini": "a/x.ini", "x.ini": "x.ini"}


@pytest.mark.parametrize(
    ("width", "shown"), [(14, "has 4,194,304…"), (10, "has …"), (30, "has 4,194,304 bytes")]
)
def test_a_line_of_a_widget_is_cut_before_a_number(width: int, shown: str) -> None:
    line = OneLine(Content.assemble("has ", ("4,194,304", "bold"), " bytes"))
    options = RenderOptions(lambda style: Style(), RulesMap())
    assert [one.text for one in line.render_strips(width, 1, Style(), options)] == [shown]
