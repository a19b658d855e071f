"""The diff against the patch program's idea of one: applied to the old text it gives the new one."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mqtune.text.editing import unified


def patched(old: str, diff: list[str]) -> str:
    """A small strict `patch`."""
    before = old.splitlines(keepends=True)
    result: list[str] = []
    at = 0
    rows = diff[2:]
    for index, row in enumerate(rows):
        if row.startswith("@@"):
            start, _, count = row.split()[1][1:].partition(",")
            first = int(start) - (0 if count == "0" else 1)
            result += before[at:first]
            at = first
            continue
        if row.startswith("\\"):
            continue
        bare = index + 1 < len(rows) and rows[index + 1].startswith("\\")
        text = row[1:] + ("" if bare else "\n")
        if row[0] in " -":
            assert before[at] == text
            at += 1
        if row[0] in " +":
            result.append(text)
    return "".join(result + before[at:])


LINES = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=30).map("\n".join)


@settings(max_examples=200)
@given(LINES, LINES)
def test_a_diff_applied_to_the_old_text_gives_the_new_text(old: str, new: str) -> None:
    diff = list(unified(old, new, "a/x", "b/x"))
    assert patched(old, diff) == new if diff else old == new


def test_equal_texts_have_no_diff() -> None:
    assert list(unified("a\n", "a\n", "a/x", "b/x")) == []


def test_a_change_stands_between_three_lines_of_context() -> None:
    old = "".join(f"line {number}\n" for number in range(1, 12))
    new = old.replace("line 6\n", "line six\n")
    assert list(unified(old, new, "a/f", "b/f")) == [
        "--- a/f", "+++ b/f", "@@ -3,7 +3,7 @@",
        " line 3", " line 4", " line 5", "-line 6", "+line six", " line 7", " line 8", " line 9",
    ]  # fmt: skip


def test_a_lost_last_line_end_is_told() -> None:
    assert list(unified("a\n", "a", "x", "x"))[3:] == ["-a", "+a", "\\ No newline at end of file"]


def test_two_far_changes_in_a_long_text_are_two_hunks() -> None:
    lines = [f"DEFINE QLOCAL(Q{number})" for number in range(20000)]
    changed = list(lines)
    changed[3] += " REPLACE"
    changed.insert(19990, "* new")
    diff = list(unified("\n".join(lines) + "\n", "\n".join(changed) + "\n", "x", "x"))
    assert sum(row.startswith("@@") for row in diff) == 2
    assert sum(row.startswith("+") for row in diff[2:]) == 2


def test_an_unchanged_line_between_two_changed_ones_is_context() -> None:
    assert list(unified("a\nb\nc\nd\n", "A\nb\nC\nd\n", "x", "x"))[3:] == ["-a", "+A", " b", "-c", "+C", " d"]
