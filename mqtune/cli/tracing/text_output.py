"""A trace as text: one hop a line, then how each branch ends."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.flow.graph import DELIVERED, UNKNOWN
from mqtune.flow.trace_lines import Line, branch_text, lines_of
from mqtune.report.secrets import safe
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.tracing.options import TraceOptions
    from mqtune.cli.tracing.question import Result
    from mqtune.flow.hops import Branch
    from mqtune.flow.trace import Trace
    from mqtune.report.colour import Palette
    from mqtune.text.spans import Place

WIDEST = 64  # characters of a column; longer texts move what follows to the right
INCOMPLETE = "if the files are the complete queue managers: --complete, or `complete = true` in mqtune.toml"
PLACEHOLDERS = "the files define names that are placeholders: --values supplies them"
OUTCOME = 17  # width of the longest outcome


def print_trace(result: Result, palette: Palette, options: TraceOptions, first: bool = True) -> None:
    """Print the hops and branches of a trace, and whether it ends as expected."""
    trace = result.trace
    if trace is None:
        return
    environment = trace.queue_manager.environment_name
    if environment or result.title:
        title = result.title or f"{trace.name} of {trace.queue_manager.label}, environment {environment}"
        console.write(("" if first else "\n") + palette.bold(printable(title)) + "\n")
    shown, left_out = lines_of(trace, options.max_branches)
    print_lines(trace, shown, palette, notes=not options.quiet)
    console.line(printable(summary(trace, left_out)))
    unsure = [one for one in trace.ends if depends_on_completeness(one)]
    if unsure and not options.quiet:
        stated = all(one.queue_manager.stated_complete for one in unsure)
        console.line(f"{PLACEHOLDERS if stated else INCOMPLETE}")
    if result.expectation is not None:
        print_verdict(result, palette)


def depends_on_completeness(branch: Branch) -> bool:
    """Whether the outcome would be known if the files were the complete queue managers."""
    if branch.outcome != UNKNOWN or not branch.assumed or branch.conditional:
        return False
    return not branch.queue_manager.complete


def print_verdict(result: Result, palette: Palette) -> None:
    """Print whether a trace ends as expected."""
    expected = result.expectation.text if result.expectation is not None else ""
    if not result.failing:
        console.line(f"as expected: {printable(expected)}")
        return
    console.line(palette.bold(f"not as expected: {printable(expected)}"))
    for text in result.failing:
        console.line(f"  {safe(text)}")


def print_lines(trace: Trace, lines: list[Line], palette: Palette, notes: bool) -> None:
    """Print hops in columns, and each branch behind the hop where it ends."""
    hops = [one for one in lines if one.hop is not None]
    managers = min(max((len(one.head + one.manager) for one in hops), default=0), WIDEST)
    names = min(max((len(one.name) for one in hops), default=0), WIDEST)
    effects = min(max((len(one.effect) for one in hops), default=0), WIDEST)
    for one in lines:
        if one.branch is not None:
            console.line(branch_line(one, palette))
            continue
        cells = f"{one.head + one.manager:<{managers}}  {one.name:<{names}}  {one.effect:<{effects}}"
        text = f"{cells}  {place_text(one.hop.place)}" if one.hop is not None and one.hop.place else cells
        console.line(safe(text).rstrip())
        for note in one.hop.notes if notes and one.hop is not None else ():
            console.line(safe(f"{one.below}    {note}"))


def place_text(place: Place | None) -> str:
    """`hub/20.mqsc:14`."""
    return f"{place.file}:{place.span.line}" if place is not None else ""


def branch_line(line: Line, palette: Palette) -> str:
    """` └ refused  2051 MQRC_PUT_INHIBITED: …`."""
    branch = line.branch
    if branch is None:
        return ""
    if branch.again >= 0:
        return safe(f"{line.head}as above, from {line.effect}")
    outcome = palette.bold(f"{branch.outcome:<{OUTCOME}}")
    text = branch_text(branch, line.limit)
    place = place_text(branch.place) if branch.outcome != DELIVERED else ""
    return (safe(line.head) + outcome + "  " + safe(f"{text}  {place}" if place else text)).rstrip()


def summary(trace: Trace, left_out: int) -> str:
    """`2 branches: 1 delivered, 1 discarded`."""
    counts: dict[str, int] = {}
    for one in trace.ends:
        counts[one.outcome] = counts.get(one.outcome, 0) + 1
    if len(trace.ends) == 1 and not left_out:
        return f"1 branch: {trace.ends[0].outcome}"
    listed = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
    more = f"; {left_out} not shown, see --max-branches" if left_out else ""
    return f"{len(trace.ends)} branches: {listed}{more}"
