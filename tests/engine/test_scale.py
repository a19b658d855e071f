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
from mqtune.engine.word_index import WordIndex
from mqtune.session.options import Options
from mqtune.session.session import Session
from mqtune.syntax.mqsc.words import WordMemo

SMALL, TIMES = 300, 4
FEW = 4000  # calls that are too few to tell anything


@pytest.fixture(autouse=True)
def bench_importable(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.setattr(sys, "path", [str(root), *sys.path])


def calls_by_rule(objects: int) -> Counter[str]:
    """How many calls each rule makes over a dump."""
    from bench.dumps import dump  # beside the package, not in it

    session = Session.open(Options(stdin_text="".join(dump(objects)), stdin_name="dump.mqsc"))
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


def test_no_rule_looks_at_everything_for_each_thing() -> None:
    small, big = calls_by_rule(SMALL), calls_by_rule(SMALL * TIMES)
    growing = {
        code: f"{small[code]} calls, {count} for {TIMES} times as many objects"
        for code, count in big.items()
        if count > FEW and count > 2 * TIMES * max(small[code], 1)
    }
    assert growing == {}


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
