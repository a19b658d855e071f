"""Conditions of pages without a function: what they ask, and that they stay silent on the unknown."""

from __future__ import annotations

import pytest

from mqtune._build.page_head import ConditionError, compile_condition, keywords
from mqtune.engine.declared import attributes_of, compiled
from mqtune.text.patterns import whole_number


class Facts:
    """A thing with some values; those in `given` were set by somebody."""

    def __init__(self, name: str = "ORDERS", given: tuple[str, ...] = (), **values: str) -> None:
        self.name = name
        self.values = values
        self.set = given

    def value(self, keyword: str) -> str | None:
        return self.values.get(keyword)

    def number(self, keyword: str) -> int | None:
        return whole_number(self.value(keyword) or "")

    def is_given(self, keyword: str) -> bool:
        return keyword in self.set


def test_of(text: str) -> tuple[object, ...]:
    return compile_condition(f"QLOCAL: {text}")[1]


test_of.__test__ = False  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("condition", "facts", "outcome"),
    [
        ("MAXDEPTH > 999", Facts(MAXDEPTH="1000"), True),
        ("MAXDEPTH > 999", Facts(MAXDEPTH="999"), False),
        ("MAXDEPTH > 999", Facts(), None),
        ("MAXDEPTH > 999", Facts(MAXDEPTH="{{ depth }}"), None),
        ("MONQ = LOW", Facts(MONQ="low"), True),
        ("MONQ != LOW", Facts(MONQ="${MONQ}"), None),
        ("QDEPTHLO >= QDEPTHHI", Facts(QDEPTHLO="80", QDEPTHHI="80"), True),
        ("QDEPTHLO >= QDEPTHHI", Facts(QDEPTHLO="80"), None),
        ("MONQ in (LOW, MEDIUM)", Facts(MONQ="MEDIUM"), True),
        ("MONQ in (LOW, MEDIUM)", Facts(MONQ="OFF"), False),
        ("name like 'ORD*'", Facts(), True),
        ("blank(XMITQ)", Facts(XMITQ=" "), True),
        ("blank(XMITQ)", Facts(XMITQ="Q"), False),
        ("given(MAXDEPTH)", Facts(given=("MAXDEPTH",)), True),
        ("not given(MAXDEPTH)", Facts(), True),
        ("MAXDEPTH > 1 or name = ORDERS", Facts(), True),
        ("MAXDEPTH > 1 and name = ORDERS", Facts(), None),
        ("MAXDEPTH > 1 and name = OTHER", Facts(), False),
        ("not MAXDEPTH > 1", Facts(), None),
        ("(MAXDEPTH > 1 or MONQ = LOW) and given(MONQ)", Facts(MONQ="LOW", given=("MONQ",)), True),
    ],
)
def test_a_condition_holds_or_does_not_or_is_not_known(
    condition: str, facts: Facts, outcome: bool | None
) -> None:
    assert compiled(test_of(condition))(facts) is outcome


def test_the_target_names_types_or_a_stanza() -> None:
    objects = compile_condition("QLOCAL, CHANNEL/SVRCONN: given(A)")[0]
    assert objects == ("objects", ("QLOCAL", "CHANNEL/SVRCONN"))
    assert compile_condition("qm.ini Channels: MaxChannels > 5")[0] == ("stanza", "qm.ini", "Channels")


@pytest.mark.parametrize(
    "text", ["", "QLOCAL", "QLOCAL:", "QLOCAL: MAXDEPTH >", "QLOCAL: and", "MAXDEPTH > 1"]
)
def test_a_condition_that_cannot_be_read_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(ConditionError, match="cannot be read here"):
        compile_condition(text)


def test_the_attributes_are_known_in_their_order() -> None:
    condition = test_of("name like 'A' and QDEPTHLO > QDEPTHHI and not MONQ = LOW")
    assert keywords(condition) == ["QDEPTHLO", "QDEPTHHI", "MONQ"]
    assert attributes_of(condition) == ["QDEPTHLO", "QDEPTHHI", "MONQ"]
