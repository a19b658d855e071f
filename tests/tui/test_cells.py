"""Cut texts end in a mark, and never inside a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from mqtune.tui.cells import cut


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
