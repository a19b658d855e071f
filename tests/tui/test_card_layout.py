"""The lines of a card: texts fit the width, also with letters of two columns, and none is cut."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from mqtune.present.answer import Row, Rows, Section
from mqtune.tui.card.row_list import lines_of

LONG = "漢字の説明 " * 12 + "plain words as well " * 4


@pytest.mark.parametrize("title", ["definition", "source"])
@pytest.mark.parametrize("width", [58, 78])
def test_every_line_fits(title: str, width: int) -> None:
    row = Row("DESCR", LONG, LONG)
    verbatim = title == "source"
    sections = [Section(title, Rows((row,), "", verbatim)), Section("empty", Rows(()), empty=LONG)]
    lines, _ = lines_of(sections, width)
    texts = ["".join(text for text, _ in line.parts) for line in lines]
    assert max(cell_len(text) for text in texts) <= width
    shown = "".join(texts).replace(" ", "").replace("DESCR", "")
    assert shown == f"{title}{LONG}{LONG}empty{LONG}".replace(" ", "")
