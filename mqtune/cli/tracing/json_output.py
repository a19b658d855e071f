"""Traces as JSON."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.estate.describe import place_columns
from mqtune.language.reasons import reason_name
from mqtune.report.rows import covered_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mqtune.cli.tracing.question import Result
    from mqtune.estate.describe import Row
    from mqtune.flow.hops import Branch, Hop


def print_traces(results: Sequence[Result]) -> None:
    """Print the traces."""
    from mqtune.report.encode import dumps

    rows = ",".join("\n  " + dumps(covered_row(trace_row(one))) for one in results)
    console.write(f'{{"version": 1,\n "traces": [{rows}]}}\n')


def trace_row(result: Result) -> Row:
    """One trace with its hops and branches. A hop names the one before it, a branch the hop it ends at."""
    trace = result.trace
    expected = result.expectation
    if trace is None:
        return {"title": result.title, "as_expected": not result.failing, "differences": list(result.failing)}
    return {
        "title": result.title or None,
        "environment": trace.queue_manager.environment_name,
        "queue_manager": trace.queue_manager.label,
        "name": trace.name,
        "message": {"size_bytes": trace.message.size, "persistent": trace.message.persistent},
        "hops": [hop_row(one) for one in trace.hops],
        "branches": [branch_row(one) for one in trace.branches],
        "outcomes": [*sorted({one.outcome for one in trace.ends})],
        "expected": expected.text if expected is not None else None,
        "as_expected": None if expected is None else not result.failing,
        "differences": list(result.failing),
    }


def hop_row(hop: Hop) -> Row:
    """One hop."""
    return {
        "hop": hop.number,
        "after": hop.after if hop.after >= 0 else None,
        "queue_manager": hop.queue_manager.label,
        "object": hop.name,
        "effect": hop.effect,
        "notes": list(hop.notes),
        **place_columns(hop.place),
    }


def branch_row(branch: Branch) -> Row:
    """One branch; `again` is the hop from which the way on is the same."""
    return {
        "after": branch.after if branch.after >= 0 else None,
        "outcome": branch.outcome or None,
        "reason_code": branch.code or None,
        "reason_name": reason_name(branch.code) or None,
        "reason": branch.reason,
        "assumed": branch.assumed or None,
        "queue_manager": branch.queue_manager.label,
        "queue": branch.queue or None,
        "again": branch.again if branch.again >= 0 else None,
        **place_columns(branch.place),
    }
