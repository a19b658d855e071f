"""Puts the hops and branches of a trace into lines: chains below each other, forks indented."""

from __future__ import annotations

from mqtune.flow.graph import DELIVERED, UNKNOWN
from mqtune.flow.hops import Branch, Hop
from mqtune.language.reasons import reason_meaning, reason_name
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.flow.trace import Trace

FORK, LAST, DOWN, NOTHING = " ├ ", " └ ", " │ ", "   "


@record
class Line:
    """One line: a hop with its columns, or a branch. `head` is what precedes it, `below` what precedes notes;
    `limit` the smallest MAXMSGL on the way to a branch.
    """

    head: str
    below: str
    hop: Hop | None = None
    branch: Branch | None = None
    manager: str = ""
    name: str = ""
    effect: str = ""
    limit: str = ""


def lines_of(trace: Trace, most_branches: int) -> tuple[list[Line], int]:
    """The lines of a trace up to a number of branches, and how many branches are left out."""
    below: dict[int, list[Hop | Branch]] = {}
    for branch in trace.branches:
        below.setdefault(branch.after, []).append(branch)
    for hop in trace.hops:
        below.setdefault(hop.after, []).append(hop)
    lines: list[Line] = []
    count = 0
    waiting = [(one, "", "") for one in reversed(below.get(-1, []))]
    while waiting:
        one, head, rest = waiting.pop()
        if isinstance(one, Branch):
            count += one.again < 0
            if count <= most_branches:
                lines.append(branch_line(trace, one, head, rest))
            continue
        following = below.get(one.number, [])
        if count < most_branches:
            lines.append(hop_line(one, head, rest))
        if len(following) == 1 and isinstance(following[0], Hop):
            waiting.append((following[0], rest, rest))
            continue
        for number in reversed(range(len(following))):
            last = number == len(following) - 1
            step = (rest + (LAST if last else FORK), rest + (NOTHING if last else DOWN))
            waiting.append((following[number], *step))
    return lines, max(count - most_branches, 0)


def hop_line(hop: Hop, head: str, rest: str) -> Line:
    """The line of a hop."""
    return Line(head, rest, hop, None, hop.queue_manager.label, hop.name, hop.effect)


def branch_line(trace: Trace, branch: Branch, head: str, rest: str) -> Line:
    """The line of a branch."""
    if branch.again >= 0:
        again = trace.hops[min(branch.again, len(trace.hops) - 1)]
        return Line(head, rest, None, branch, effect=f"{again.name} of {again.queue_manager.label}")
    limit = trace.hops[branch.after].limit if branch.after >= 0 else None
    text = f"smallest MAXMSGL on the way {limit[0]:,}, {limit[1]}" if limit is not None else ""
    return Line(head, rest, None, branch, limit=text)


def branch_text(branch: Branch, limit: str) -> str:
    """The reason code with its name, where the message is, and what decides."""
    text = branch.reason
    if branch.outcome == UNKNOWN:
        if branch.assumed:
            code = f", {branch.code} {reason_name(branch.code)}" if branch.code else ""
            text += f"; otherwise {branch.assumed}{code}"
        return text
    if branch.outcome == DELIVERED and limit:
        text += f"; {limit}"
    if branch.code:
        text = f"{branch.code} {reason_name(branch.code)}: {text or reason_meaning(branch.code)}"
    return text
