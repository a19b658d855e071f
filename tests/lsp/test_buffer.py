"""Texts as an editor counts them, compared with a naive implementation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.lsp.documents import UTF8, UTF16, UTF32, Buffer, Documents, path_of, uri_of
from mqtune.lsp.inbox import BUSY_S, Schedule

TEXTS = st.text(st.sampled_from("ab \n\r\x0b\x0c\x1c\x85\u2028é€\U0001f600"), max_size=25)
SPOTS = st.tuples(st.integers(0, 8), st.integers(0, 12))
UNITS = {UTF8: ("utf-8", 1), UTF16: ("utf-16-le", 2), UTF32: ("utf-32-le", 4)}


def naive_offset(text: str, line: int, column: int, encoding: str) -> int:
    """Character by character."""
    codec, size = UNITS[encoding]
    index = 0
    while line:
        if index >= len(text):
            return len(text)
        index += 2 if text[index : index + 2] == "\r\n" else 1
        line -= text[index - 1] in "\r\n"
    used = 0
    while index < len(text) and text[index] not in "\r\n":
        used += len(text[index].encode(codec)) // size
        if used > column:
            break
        index += 1
    return index


@given(TEXTS, SPOTS, st.sampled_from(list(UNITS)))
def test_offsets(text: str, spot: tuple[int, int], encoding: str) -> None:
    assert Buffer(text, encoding).offset(*spot) == naive_offset(text, *spot, encoding)


@given(TEXTS, st.integers(0, 25), st.sampled_from(list(UNITS)))
def test_a_position_leads_back_to_its_offset(text: str, offset: int, encoding: str) -> None:
    offset = min(offset, len(text))
    if text[offset - 1 : offset + 1] != "\r\n":
        buffer = Buffer(text, encoding)
        assert buffer.offset(*buffer.position(offset)) == offset


@settings(max_examples=50)
@given(TEXTS, st.lists(st.tuples(SPOTS, SPOTS, TEXTS), max_size=6), st.sampled_from(list(UNITS)))
def test_edits_one_after_another(text: str, edits: list, encoding: str) -> None:
    documents = Documents(encoding)
    documents.open("file:///a.mqsc", 1, text)
    documents.change("file:///a.mqsc", 2, [((start, end), content) for start, end, content in edits])
    for start, end, content in edits:
        first = naive_offset(text, *start, encoding)
        last = max(first, naive_offset(text, *end, encoding))
        text = text[:first] + content + text[last:]
    document = documents.get("file:///a.mqsc")
    assert document is not None
    buffer = document.buffer
    assert buffer.text == text
    fresh = Buffer(text, encoding)
    assert [buffer.line(number) for number in range(buffer.lines)] == [
        fresh.line(number) for number in range(fresh.lines)
    ]
    assert [buffer.position(at) for at in range(len(text) + 1)] == [
        fresh.position(at) for at in range(len(text) + 1)
    ]


def test_half_a_surrogate_pair_does_not_reach_a_parser() -> None:
    assert Buffer("a\ud83d").text == "a\ufffd"


def test_addresses_of_paths_with_spaces_and_signs() -> None:
    for path in ("/tmp/a b/ü%20#.mqsc", "/x.mqsc"):
        assert path_of(uri_of(path)) == path
    assert path_of("untitled:Untitled-1") == ""


@pytest.mark.parametrize(
    "address", ["file:///tmp/a%00.mqsc", "file:///tmp/\ud800.mqsc", "file://[bad/a.mqsc"]
)
def test_an_address_that_no_file_can_have_is_no_path(address: str) -> None:
    assert path_of(address) == ""


def test_typing_is_linted_at_once_and_then_together() -> None:
    now = 100.0
    waiting = []
    runs = []
    schedule = Schedule(lambda: runs.append(now), lambda _, work: waiting.append(work), lambda: now)
    schedule.changed()
    assert len(runs) == 1
    for _ in range(3):
        schedule.changed()
    assert (len(runs), len(waiting)) == (1, 1)
    waiting.pop()()
    assert len(runs) == 2
    now += 2 * BUSY_S
    schedule.changed()
    assert len(runs) == 3
