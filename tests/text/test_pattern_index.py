"""The index of patterns finds every pattern that matches a name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.engine.suppression import is_object, name_in
from mqtune.text.editing import Place, Span
from mqtune.text.finding import Finding, ObjectName
from mqtune.text.pattern_index import PatternIndex

NAMES = st.text("AB.", max_size=4)
PATTERNS = st.builds(
    lambda name, form: form.format(name),
    st.text("AB.*", max_size=4),
    st.sampled_from(["{}", "QLOCAL({})", " QUEUE ( '{}' )", "CHANNEL({}", "*({})"]),
)


@given(st.lists(st.none() | PATTERNS, max_size=8), st.none() | NAMES)
def test_every_exception_that_covers_a_finding_is_found(patterns: list[str | None], name: str | None) -> None:
    subject = None if name is None else ObjectName("QLOCAL", name)
    finding = Finding("CAT001", "x", "error", "high", "", Place("a", Span(1, 1, 1, 1)), object=subject)
    covering = {
        number for number, pattern in enumerate(patterns) if pattern is None or is_object(finding, pattern)
    }
    found = PatternIndex([None if one is None else name_in(one) for one in patterns]).around(name)
    assert covering <= set(found)
    assert found == sorted(found)


def test_names_that_begin_alike_are_told_apart_by_a_later_part() -> None:
    patterns = [f"APP.*.ORDERS{number}.*" for number in range(20)]
    assert PatternIndex(patterns).around("APP.QM1.ORDERS7.IN") == [7]
