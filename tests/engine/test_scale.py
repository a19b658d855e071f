"""The work of a rule grows with the estate, not with its square: counted in calls, not in seconds."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from mqtune.engine.engine import Engine
from mqtune.engine.rule import Rule
from mqtune.engine.runner import WordIndex
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.syntax.mqsc.words import WordMemo

SMALL, TIMES = 300, 4
ENTRIES = 100  # of each of two lists
FEW = 4000  # calls that are too few to tell anything


@pytest.fixture(autouse=True)
def bench_importable(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.setattr(sys, "path", [str(root), *sys.path])


def calls_for(objects: int) -> Counter[str]:
    """How many calls each rule makes over a dump."""
    from bench.dumps import dump  # beside the package, not in it

    return calls_by_rule(Options(stdin_text="".join(dump(objects)), stdin_name="dump.mqsc"))


def calls_by_rule(options: Options) -> Counter[str]:
    """How many calls each rule makes."""
    session = Session.open(options)
    engine = Engine(session.selection)
    engine.load(session.estates)
    counted: Counter[str] = Counter()
    engine.rules = [counting(rule, counted) for rule in engine.rules or []]
    engine.run(session.estates)
    assert [str(crash) for crash in engine.crashes.all()] == []
    return counted


def counting(rule: Rule, counted: Counter[str]) -> Rule:
    """The same rule, which counts every call it makes."""

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            counted[rule.code] += 1

    def check(*arguments: object) -> list[object]:
        before = sys.getprofile()
        sys.setprofile(count)
        try:
            return list(rule.check(*arguments))
        finally:
            sys.setprofile(before)

    return Rule(rule.code, rule.scope, check, rule.types, rule.keywords)  # type: ignore[arg-type]


def growing(small: Counter[str], big: Counter[str]) -> dict[str, str]:
    """The rules that make far more calls than the things become more."""
    return {
        code: f"{small[code]} calls, {count} for {TIMES} times as many objects"
        for code, count in big.items()
        if count > FEW and count > 2 * TIMES * max(small[code], 1)
    }


def test_no_rule_looks_at_everything_for_each_thing() -> None:
    assert growing(calls_for(SMALL), calls_for(SMALL * TIMES)) == {}


@pytest.mark.parametrize(
    "lists", ["CHLAUTH, channels", "CHLAUTH of generic names, channels", "profiles, objects"]
)
def test_no_rule_compares_every_entry_of_a_list_with_every_entry_of_another(lists: str) -> None:
    from bench.growth import NOTHING
    from bench.growth_products import product_frames

    frame = next(one for one in product_frames() if one.name == lists)
    counts = [
        calls_by_rule(
            Options(
                stdin_text=frame.files(NOTHING, number)["a.mqsc"],
                stdin_name="a.mqsc",
                complete=True,
                profile="regulated",
            )
        )
        for number in (ENTRIES, ENTRIES * TIMES)
    ]
    assert growing(*counts) == {}


def test_words_of_commands_that_do_not_exist_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each such type is judged by itself, and must not go through the words of all others."""
    looked_up = 0

    class Counted(dict[str, object]):
        def __iter__(self) -> Iterator[str]:
            nonlocal looked_up
            looked_up += len(self)
            return super().__iter__()

    def counted(index: WordIndex, memo: WordMemo) -> None:
        read(index, memo)
        index.by_keyword = Counted(index.by_keyword)  # type: ignore[assignment]

    read = WordIndex.__init__
    monkeypatch.setattr(WordIndex, "__init__", counted)
    text = "".join(f"DEFINE QLOCL{n}(A) WORD{n}(1)\n" for n in range(SMALL))
    Session.open(Options(stdin_text=text, stdin_name="a.mqsc")).lint()
    assert looked_up <= 2 * SMALL
