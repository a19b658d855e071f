"""Runs `mqtune trace`: what to trace where, whether it ends as expected, and the exit status."""

from __future__ import annotations

from mqtune.cli import console
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.tracing.json_output import print_traces
from mqtune.cli.tracing.question import NOT_AS_EXPECTED, Result, managers_of
from mqtune.cli.tracing.text_output import print_trace
from mqtune.flow.client_routes import REACHED
from mqtune.flow.expectation import Expectation, ExpectationError
from mqtune.session.named_paths import nothing_found
from mqtune.session.options import UsageError
from mqtune.session.set_authority import add_authorities
from mqtune.session.trace_question import check_name, message_of, traced
from mqtune.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.cli.tracing.options import TraceOptions
    from mqtune.estate.model import Estate, QueueManager


def trace(options: TraceOptions) -> int:
    """Trace a message, or run the flow tests. Raises UsageError and ProjectError."""
    if options.tests:
        from mqtune.cli.tracing.flow_tests import run_tests

        return run_tests(options)
    persistent = True if options.persistent else False if options.non_persistent else None
    message = message_of(options.size, persistent, "--size")
    expectation = expectation_of(options)

    def result(estate: Estate, manager: QueueManager, name: str) -> Result:
        found = traced(estate, manager, name, message, options.user, tuple(options.groups))
        failing = tuple(expectation.failing(found.ends)) if expectation is not None else ()
        return Result(found, expectation, failing)

    if options.connect is not None:
        from mqtune.cli.tracing.client import connect

        return connect(options, result)
    name, *paths = options.words
    check_name(name)
    workspace = open_workspace(paths, options)
    if workspace.is_empty:
        raise nothing_found(paths)
    add_authorities(workspace)
    results = [
        result(estate, manager, name) for estate, manager in managers_of(workspace.estates, options.qmgr)
    ]
    if options.format == JSON:
        print_traces(results)
    else:
        palette = console.palette(options.color)
        for number, one in enumerate(results):
            print_trace(one, palette, options, first=number == 0)
        if not options.quiet:
            for note in workspace.notes:
                console.say(printable(note))
    return NOT_AS_EXPECTED if any(one.failing for one in results) else 0


def expectation_of(options: TraceOptions) -> Expectation | None:
    """What --expect states. Raises UsageError."""
    if not options.expect or (options.connect is not None and options.expect == [REACHED]):
        return None
    try:
        return Expectation.of(options.expect)
    except ExpectationError as error:
        raise UsageError(f"--expect: {error.message}", error.help) from error
