"""Fixes are verified before they are accepted. A small language of `name=value` lines stands in for MQSC."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mqtune.session.fixing import proof
from mqtune.session.fixing.proof import MOST_TRIALS, Fact, Snapshot, VerifiedFixes, appeared, choose, fix_all
from mqtune.text.editing import Edit, Place, Span
from mqtune.text.finding import Finding, Fix, ObjectName

MOST = 1 + MOST_TRIALS  # lints: that of the texts as they are, and those of changed ones

Values = dict[Fact, str]
Rule = Callable[[str, int, str, str], Iterable[Finding]]


def finding(
    code: str, file: str, line: int, name: str, edits: tuple[Edit, ...], applicability: str = "safe"
) -> Finding:
    fixes = (Fix(applicability, f"mend {name}", edits),) if edits else ()
    place = Place(file, Span(line, 1, line, 2))
    return Finding(
        code,
        "a-rule",
        "warning",
        "high",
        "m",
        place,
        object=ObjectName("QLOCAL", name),
        attribute="V",
        fixes=fixes,
    )


def edit(file: str, line: int, start: int, end: int, content: str) -> Edit:
    return Edit(Place(file, Span(line, start, line, end)), content)


class Bench:
    """Lints texts with one rule and counts the lints."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.lints = 0

    def lint(self, texts: dict[str, str]) -> Snapshot[Values]:
        self.lints += 1
        found: list[Finding] = []
        diagnostics: dict[str, list[int]] = {}
        values: dict[Fact, str] = {}
        for file, text in texts.items():
            for number, line in enumerate(text.splitlines(), 1):
                name, equals, value = line.partition("=")
                if not equals:
                    diagnostics.setdefault(file, []).append(number)
                    continue
                values[("", "QLOCAL", name, "V")] = value
                found += self.rule(file, number, name, value)
        return Snapshot(found, diagnostics, values)

    @staticmethod
    def changes(before: Snapshot[Values], after: Snapshot[Values]) -> Iterable[Fact]:
        old, new = before.context, after.context
        return [fact for fact in old.keys() | new.keys() if old.get(fact) != new.get(fact)]

    def fix(self, texts: dict[str, str], unsafe: bool = False) -> VerifiedFixes[Values]:
        return fix_all(texts, self.lint(texts), self.lint, self.changes, unsafe)


def bad_to(replacement: str, applicability: str = "safe") -> Rule:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        if value == "bad":
            start = len(name) + 2
            mend = edit(file, number, start, start + 3, replacement)
            yield finding("QUE001", file, number, name, (mend,), applicability)

    return rule


def test_a_fix_that_removes_its_finding_passes() -> None:
    fixed = Bench(bad_to("good")).fix({"a": "X=bad\nY=bad\n", "b": "Z=ok\n"})
    assert fixed.texts == {"a": "X=good\nY=good\n"}
    assert len(fixed.applied) == 2
    assert fixed.dropped == []


def test_an_unsafe_fix_needs_to_be_asked_for() -> None:
    bench = Bench(bad_to("good", "unsafe"))
    assert bench.fix({"a": "X=bad\n"}).texts == {}
    assert bench.fix({"a": "X=bad\n"}, unsafe=True).texts == {"a": "X=good\n"}


def test_a_display_fix_is_never_applied() -> None:
    assert Bench(bad_to("good", "display")).fix({"a": "X=bad\n"}, unsafe=True).texts == {}


def test_a_fix_that_leaves_its_finding_is_dropped() -> None:
    fixed = Bench(bad_to("bad ".strip())).fix({"a": "X=bad\n"})
    assert fixed.texts == {}
    assert [dropped.reason for dropped in fixed.dropped] == ["QUE001 would still be reported"]


def test_a_fix_that_breaks_the_file_is_dropped_and_the_others_pass() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        if value == "bad":
            end = len(name) + 5
            broken = name == "BREAK"
            mend = edit(file, number, 1 if broken else len(name) + 2, end, "no equals" if broken else "good")
            yield finding("QUE001", file, number, name, (mend,))

    text = "A=bad\nB=bad\nBREAK=bad\nC=bad\nD=bad\n"
    fixed = Bench(rule).fix({"a": text})
    assert fixed.texts == {"a": "A=good\nB=good\nBREAK=bad\nC=good\nD=good\n"}
    assert [dropped.reason for dropped in fixed.dropped] == ["a would no longer parse"]


def test_a_fix_that_brings_in_another_finding_is_dropped() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        yield from bad_to("worse")(file, number, name, value)
        if value == "worse":
            yield finding("QUE002", file, number, name, ())

    fixed = Bench(rule).fix({"a": "X=bad\n"})
    assert fixed.texts == {}
    assert fixed.dropped[0].reason == "it would cause QUE002 on QLOCAL(X)"


def test_a_fix_may_bring_in_a_less_severe_finding() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        yield from bad_to("better")(file, number, name, value)
        if value == "better":
            found = finding("QUE002", file, number, name, ())
            found.severity = "info"
            yield found

    fixed = Bench(rule).fix({"a": "X=bad\n"})
    assert fixed.texts == {"a": "X=better\n"}


def test_a_safe_fix_that_changes_another_object_is_dropped() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        if value == "bad":
            mends = (edit(file, number, 3, 6, "good"), edit(file, 2, 3, 5, "no"))
            yield finding("QUE001", file, number, name, mends)

    fixed = Bench(rule).fix({"a": "X=bad\nY=ok\n"})
    assert fixed.texts == {}
    assert fixed.dropped[0].reason == "it would change V of QLOCAL(Y)"


def test_an_unsafe_fix_may_change_another_object() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        if value == "bad":
            mends = (edit(file, number, 3, 6, "good"), edit(file, 2, 3, 5, "no"))
            yield finding("QUE001", file, number, name, mends, "unsafe")

    assert Bench(rule).fix({"a": "X=bad\nY=ok\n"}, unsafe=True).texts == {"a": "X=good\nY=no\n"}


def test_a_fix_that_another_one_makes_possible_passes_in_the_same_run() -> None:
    values: dict[str, str] = {}

    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        values[name] = value
        yield from bad_to("good", "unsafe" if name == "FIRST" else "safe")(file, number, name, value)
        if value == "good" and values["FIRST"] == "bad":
            yield finding("QUE002", file, number, name, ())

    fixed = Bench(rule).fix({"a": "FIRST=bad\nSECOND=bad\n"}, unsafe=True)
    assert fixed.texts == {"a": "FIRST=good\nSECOND=good\n"}
    assert fixed.dropped == []


def test_fixes_that_touch_each_other_wait_for_the_next_round() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        start = len(name) + 2
        for code, sign in (("QUE001", "!"), ("QUE002", "?")):
            at = value.find(sign)
            if at >= 0:
                rest = value.replace(sign, "")
                yield finding(
                    code, file, number, name, (edit(file, number, start, start + len(value), rest),)
                )

    fixed = Bench(rule).fix({"a": "X=a!b?\n"})
    assert fixed.texts == {"a": "X=ab\n"}
    assert [choice.finding.code for choice in fixed.applied] == ["QUE001", "QUE002"]


def test_a_fix_that_does_not_fit_the_text_is_dropped() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        if value == "bad":
            yield finding("QUE001", file, number, name, (edit(file, 77, 1, 1, "x"),))

    assert "cannot be applied" in Bench(rule).fix({"a": "X=bad\n"}).dropped[0].reason


def test_the_same_edit_of_two_findings_is_done_once() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        if value == "bad":
            yield finding("QUE001", file, number, name, (edit(file, number, 3, 6, "good"),))
            yield finding("QUE002", file, number, name, (edit(file, number, 3, 6, "good"),))

    fixed = Bench(rule).fix({"a": "X=bad\n"})
    assert fixed.texts == {"a": "X=good\n"}
    assert len(fixed.applied) == 2


def test_fixes_that_undo_each_other_end_and_are_reported() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        mend = edit(file, number, 3, 3 + len(value), value + "+")
        other = finding(f"QUE{len(value):03}", file, number, name, (mend,), "unsafe")
        if len(value) < 40:
            yield other

    # each round cures one code and would cause the next
    fixed = Bench(rule).fix({"a": "X=v\n"}, unsafe=True)
    assert fixed.texts == {}
    assert "would cause" in fixed.dropped[0].reason


def test_many_fixes_that_pass_cost_one_lint_per_round() -> None:
    bench = Bench(bad_to("good"))
    text = "".join(f"Q{number}=bad\n" for number in range(500))
    assert len(bench.fix({"a": text}).applied) == 500
    assert bench.lints <= 3


def test_many_fixes_that_fail_do_not_cost_a_lint_each() -> None:
    bench = Bench(bad_to("bad"))
    text = "".join(f"Q{number}=bad\n" for number in range(1000))
    assert len(bench.fix({"a": text}).dropped) == 1000
    assert bench.lints <= MOST


def one_at_most(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
    """A fix for each letter `b`, of which one passes."""
    for at, letter in enumerate(value):
        if letter == "b":
            mend = edit(file, number, len(name) + 2 + at, len(name) + 3 + at, "g")
            yield finding("QUE001", file, number, name, (mend,), "unsafe")
    for _ in range(value.count("g") - 1):
        yield finding("QUE002", file, number, name, ())


def test_fixes_that_hide_each_other_on_one_line_cost_few_lints() -> None:
    bench = Bench(one_at_most)
    text = "".join(f"Q{number}={'b' * 40}\n" for number in range(10))
    fixed = bench.fix({"a": text}, unsafe=True)
    assert fixed.texts == {"a": text.replace("=b", "=g")}
    assert {dropped.reason[:22] for dropped in fixed.dropped} == {"it would cause QUE002 "}
    assert len(fixed.dropped) == 390
    assert bench.lints <= MOST


def test_the_others_pass_when_the_new_finding_is_near_to_none() -> None:
    values: dict[str, str] = {}

    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        values[name] = value
        yield from bad_to("good")(file, number, name, value)
        if name == "LAST" and values["Q77"] == "good":
            yield finding("QUE002", file, number, name, ())

    bench = Bench(rule)
    text = "".join(f"Q{number}=bad\n" for number in range(100))
    fixed = bench.fix({"a": text, "b": "LAST=ok\n"})
    assert "Q77=bad" in fixed.texts["a"]
    assert len(fixed.applied) >= 50
    assert bench.lints <= MOST
    again = Bench(rule)
    assert again.fix({"a": fixed.texts["a"], "b": "LAST=ok\n"}).applied != []


@given(
    some.lists(some.sampled_from(["bad", "worse", "ok", "hides", "broken"]), min_size=1, max_size=12),
    some.sampled_from([("safe", "unsafe"), ("unsafe", "safe"), ("unsafe", "unsafe")]),
)
def test_no_fix_brings_in_a_finding_and_the_lints_are_few(words: list[str], kinds: tuple[str, str]) -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        mends = {"bad": "good", "worse": "new", "hides": "broken", "broken": "no="}
        if value in mends:
            start = len(name) + 2
            mend = edit(file, number, start, start + len(value), mends[value])
            yield finding(f"QUE{len(value):03}", file, number, name, (mend,), kinds[number % 2])
        if value in ("new", "no="):
            yield finding("QUE900", file, number, name if value == "new" else "Q0", ())

    bench = Bench(rule)
    text = "".join(f"Q{number // 2}={word}\n" for number, word in enumerate(words))
    before = bench.lint({"a": text})
    fixed = bench.fix({"a": text}, unsafe=True)
    assert appeared(before, bench.lint({"a": fixed.texts.get("a", text)})) == []
    assert bench.lints <= MOST + 2
    if all(dropped.is_tried for dropped in fixed.dropped):
        assert bench.fix({"a": fixed.texts.get("a", text)}, unsafe=True).texts == {}


def test_what_was_not_tried_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MOST_TRIALS", 1)
    fixed = Bench(one_at_most).fix({"a": "Q=bb\n"}, unsafe=True)
    assert [dropped.is_tried for dropped in fixed.dropped] == [False, False]


def test_choices_come_in_the_order_of_their_places() -> None:
    found = [
        finding("B", "b", 1, "X", (edit("b", 1, 1, 2, ""),)),
        finding("A", "a", 9, "Y", (edit("a", 9, 1, 2, ""),)),
    ]
    assert [choice.finding.code for choice in choose(found, unsafe=False)] == ["A", "B"]


def test_a_good_fix_passes_among_many_bad_ones_of_another_rule() -> None:
    def rule(file: str, number: int, name: str, value: str) -> Iterable[Finding]:
        good = name == "Q250"
        if value == "bad":
            start = len(name) + 2
            mend = edit(file, number, start, start + 3, "good" if good else "bad")
            yield finding("QUE002" if good else "QUE001", file, number, name, (mend,))

    text = "".join(f"Q{number}=bad\n" for number in range(500))
    fixed = Bench(rule).fix({"a": text})
    assert fixed.texts == {"a": text.replace("Q250=bad", "Q250=good")}
