"""Runs the `[[flow-test]]` tables of mqtune.toml."""

from __future__ import annotations

import os

from mqtune.cli import console
from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.tracing.connection import connections_of
from mqtune.cli.tracing.json_output import print_traces
from mqtune.cli.tracing.question import NOT_AS_EXPECTED, Result, managers_of
from mqtune.cli.tracing.text_output import print_trace
from mqtune.flow.client_routes import REACHED
from mqtune.flow.expectation import Expectation, ExpectationError
from mqtune.flow.message import Message
from mqtune.project.load import ProjectError
from mqtune.report.secrets import safe
from mqtune.report.summary import plural
from mqtune.session.named_paths import nothing_found
from mqtune.session.options import UsageError
from mqtune.session.set_authority import add_authorities
from mqtune.session.trace_question import check_name, traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.cli.tracing.options import TraceOptions
    from mqtune.estate.model import Estate
    from mqtune.flow.trace import Trace
    from mqtune.project.flow_tests import FlowTest

NEEDS_PUT = 'without `put` only `expect = "reached"` can be met'


def run_tests(options: TraceOptions) -> int:
    """Run all flow tests, and print those that fail. Raises UsageError and ProjectError."""
    workspace = open_workspace(options.words, options)
    if workspace.is_empty:
        raise nothing_found(options.words)
    add_authorities(workspace)
    tests = [(session.estates, test) for session in workspace.sessions for test in session.project.flow_tests]
    if not tests:
        raise UsageError("no [[flow-test]] is declared", "add one to mqtune.toml: put = …, expect = …")
    results = [one for estates, test in tests for one in results_of(estates, test, options)]
    if options.format == JSON:
        print_traces(results)
    else:
        print_results(results, options)
    return NOT_AS_EXPECTED if any(one.failing for one in results) else 0


def results_of(estates: list[Estate], test: FlowTest, options: TraceOptions) -> Iterator[Result]:
    """The traces of one test: one in each environment. Raises ProjectError."""
    try:
        if test.connect is not None:
            yield from client_results(estates, test)
            return
        check_name(test.put)
        expectation = Expectation.of(test.expect, test.at, test.reason_code)
        managers = managers_of(estates, test.queue_manager)
    except (ExpectationError, UsageError) as error:
        raise ProjectError(test.file, test.line, f"[[flow-test]]: {error.message}", error.help) from error
    chosen = [one for one in managers if test.environment_name in (None, one[1].environment_name)]
    if not chosen:
        message = f"[[flow-test]]: no such queue manager in environment {test.environment_name}"
        raise ProjectError(test.file, test.line, message)
    for estate, manager in chosen:
        if options.qmgr not in (None, manager.label):
            continue
        sent = Message(test.size_bytes, test.persistent)
        found = traced(
            estate, manager, test.put, sent, test.user or options.user, tuple(options.groups) or test.groups
        )
        yield Result(found, expectation, tuple(expectation.failing(found.ends)), title_of(test, found))


def client_results(estates: list[Estate], test: FlowTest) -> Iterator[Result]:
    """The results of a test of a client: whether it reaches what it should, or the traces from what it
    reaches. Raises ExpectationError and UsageError.
    """
    ccdt = os.path.join(test.folder, test.ccdt) if test.ccdt else None
    chosen = [one for one in estates if test.environment_name in (None, one.environment)]
    for one in connections_of(chosen, ccdt, test.connect or ""):
        name = test.name or f"{test.put or 'connection'} of a client of {test.connect}"
        where = f", environment {one.estate.environment}" if one.estate.environment else ""
        title = f"{name}{where} ({test.file}:{test.line})"
        if not test.put or not one.reached:
            failing = one.failing if test.expect == (REACHED,) or not one.reached else [NEEDS_PUT]
            yield Result(None, None, tuple(failing), title)
            continue
        check_name(test.put)
        expectation = Expectation.of(test.expect, test.at, test.reason_code)
        for manager in one.reached:
            sent = Message(test.size_bytes, test.persistent)
            found = traced(one.estate, manager, test.put, sent, test.user, test.groups)
            yield Result(found, expectation, tuple(expectation.failing(found.ends)), title)


def title_of(test: FlowTest, trace: Trace) -> str:
    """What a test is called: its name, else what it puts where, and its line in mqtune.toml."""
    name = test.name or f"{test.put} of {trace.queue_manager.label}"
    environment = trace.queue_manager.environment_name
    where = f", environment {environment}" if environment else ""
    return f"{name}{where} ({test.file}:{test.line})"


def print_results(results: list[Result], options: TraceOptions) -> None:
    """Print a line for each test, the trace of each that fails, and the counts."""
    palette = console.palette(options.color)
    for one in results:
        if not one.failing:
            if not options.quiet:
                console.line(f"ok    {safe(one.title)}")
            continue
        console.line(palette.bold(f"FAIL  {safe(one.title)}"))
        if one.trace is not None:
            print_trace(Result(one.trace, one.expectation, one.failing), palette, options)
            continue
        for text in one.failing:
            console.line(f"  {safe(text)}")
    failed = sum(bool(one.failing) for one in results)
    console.line(f"{plural(len(results), 'test')}: {len(results) - failed} ok, {failed} failed")
