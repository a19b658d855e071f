"""The answer to the tests of mqtune.toml: a line for each test, and in full what is not as expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from mqtune.present.answer import Answer, Data
from mqtune.present.bodies import BAD, BRIEF, NORMAL, Row, Rows, Section, link
from mqtune.text.wording import plural

NOT_AS_EXPECTED = 1  # exit status


class Outcome(NamedTuple):
    """One test at its line of mqtune.toml. `sections` take what precedes their first title."""

    place: tuple[str, int]
    title: str
    failed: bool
    sections: Callable[[str], Iterable[Section]]


def tests_answer(outcomes: Sequence[Outcome], data: Callable[[], Data]) -> Answer[Data]:
    """The answer to some tests."""
    failed = sum(outcome.failed for outcome in outcomes)
    headline = f"{plural(len(outcomes), 'test')}: {len(outcomes) - failed} ok, {failed} failed"
    return Answer(
        "failed" if failed else "ok",
        headline,
        lambda _: sections(headline, outcomes),
        data,
        met=not failed,
        status=NOT_AS_EXPECTED if failed else 0,
    )


def sections(headline: str, outcomes: Sequence[Outcome]) -> Iterator[Section]:
    """A line for each test, and the sections of those that fail."""
    yield Section(headline, Rows([row_of(outcome) for outcome in outcomes]), BRIEF, "as expected")
    for outcome in outcomes:
        if outcome.failed:
            file, line = outcome.place
            yield from outcome.sections(f"{file}:{line}: ")


def row_of(outcome: Outcome) -> Row:
    """`ok  orders reach the hub (mqtune.toml:2)`."""
    place = outcome.place
    if outcome.failed:
        return Row("FAIL", outcome.title, "", link(place), "", place, BAD)
    return Row("ok", outcome.title, "", link(place), "", place, level=NORMAL)
