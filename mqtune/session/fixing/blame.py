"""Which fixes of a trial a failure may come from: those nearest to it, so that the others can pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from mqtune.text.editing import Place
from mqtune.text.finding import Finding, Fix, Key, key_of
from mqtune.text.record import record

# what a fix or a failure is near to: a line, a finding, an object, a file, a queue manager, or anything
Mark = tuple[object, ...]
# lines and objects: fixes of one command may hide each other, those of two seldom do
NARROW = 2
ANYTHING: Mark = ()


@record
class Choice:
    """A fix chosen for a finding."""

    finding: Finding
    fix: Fix


@record
class Failure:
    """Why a trial failed: the reason, the finding it would cause, if any, and the marks, nearest first."""

    reason: str
    caused: Finding | None = None
    marks: Sequence[Iterable[Mark]] = ()


@record
class Suspects:
    """The fixes from which a failure may come; they share `mark`, of an object or a line if `is_narrow`."""

    choices: list[Choice]
    failure: Failure
    mark: Mark
    is_narrow: bool


def suspected(choices: Sequence[Choice], failures: Iterable[Failure]) -> list[Suspects]:
    """The suspects of each failure of a trial: those of the nearest mark that a fix of the trial has.

    A failure near to some that are suspected already may have the same cause, and waits for the next trial.
    """
    groups: list[Suspects] = []
    known: set[int] = set()
    left = list(failures)
    for level in range(len(marks_of(choices[0]))):
        near: dict[Mark, list[Choice]] = {}
        for choice in choices:
            for mark in marks_of(choice)[level]:
                near.setdefault(mark, []).append(choice)
        unexplained: list[Failure] = []
        for failure in left:
            marks = failure.marks[level] if level < len(failure.marks) else ()
            mark = next((mark for mark in marks if mark in near), ANYTHING)
            if not mark:
                unexplained.append(failure)
            elif known.isdisjoint(map(id, near[mark])):
                groups.append(Suspects(near[mark], failure, mark, level < NARROW))
                known.update(map(id, near[mark]))
        left = unexplained
    if not groups:
        groups = [Suspects(list(choices), failure, ANYTHING, False) for failure in left[:1]]
    return groups


def marks_of(choice: Choice) -> tuple[set[Mark], ...]:
    """The marks of a fix, the nearest first: of lines, of the object, of files, of the queue manager."""
    finding, key = choice.finding, key_of(choice.finding)
    places = [finding.place, *(edit.place for edit in choice.fix.edits)]
    lines: set[Mark] = {(place.file, place.span.line) for place in places}
    objects: set[Mark] = {key}
    if finding.object is not None:
        objects |= {key[1:4], (finding.queue_manager or "", finding.object.type, finding.object.name, "")}
    manager: set[Mark] = (
        set() if finding.queue_manager is None else {("queue manager", finding.queue_manager)}
    )
    lines.add((key, finding.place.file, finding.place.span.line))
    return lines, objects, {(place.file,) for place in places}, manager


def within(choices: Iterable[Choice], limits: dict[Mark, int]) -> list[Choice]:
    """The first choices, of each mark with a limit as many as that."""
    if not limits:
        return list(choices)
    left = dict(limits)
    chosen = []
    for choice in choices:
        marks = [mark for mark in (*_all_marks(choice), ANYTHING) if mark in left]
        if all(left[mark] > 0 for mark in marks):
            chosen.append(choice)
            for mark in marks:
                left[mark] -= 1
    return chosen


def _all_marks(choice: Choice) -> Iterator[Mark]:
    for marks in marks_of(choice):
        yield from marks


def wide_marks(choice: Choice) -> list[Mark]:
    """The marks of a fix beyond its lines and its object."""
    return [mark for marks in marks_of(choice)[NARROW:] for mark in marks] + [ANYTHING]


def marks_of_finding(key: Key, finding: Finding, line: tuple[str, int]) -> list[Iterable[Mark]]:
    """The marks of a failure that is a finding, which is reported on this line of the texts before."""
    related = [(place.place.file, place.place.span.line) for place in finding.related]
    objects = [key[1:4]] if key[2] else []
    return [[line, *related], objects, [(finding.place.file,)], [("queue manager", finding.queue_manager)]]


def origins(choices: Iterable[Choice]) -> Callable[[Place], tuple[str, int]]:
    """A function that returns the file and line of a place as they were before these fixes."""
    edits = {edit.place: edit.content for choice in choices for edit in choice.fix.edits}
    moves: dict[str, list[tuple[int, int, int]]] = {}  # by file: a line, how many it became, how many it was
    for place in sorted(edits, key=Place.key):
        span, added = place.span, edits[place].count("\n")
        if added != span.end_line - span.line:
            moves.setdefault(place.file, []).append((span.line, added, span.end_line - span.line))

    def origin(place: Place) -> tuple[str, int]:
        line = place.span.line
        for first, added, removed in moves.get(place.file, ()):
            if line <= first:
                break
            if line <= first + added:
                line = first
                break
            line += removed - added
        return place.file, line

    return origin
