"""`mqtune trace --connect`: where a client connects by its table, and what its messages reach from there."""

from __future__ import annotations

import os

from mqtune.cli.command import open_workspace
from mqtune.cli.options import JSON
from mqtune.cli.tracing.client_output import print_connection, print_json
from mqtune.cli.tracing.connection import Connection, connections_of
from mqtune.cli.tracing.question import NOT_AS_EXPECTED, Result
from mqtune.flow.client_routes import REACHED
from mqtune.session.named_paths import nothing_found
from mqtune.session.set_authority import add_authorities
from mqtune.session.trace_question import check_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.cli.tracing.options import TraceOptions
    from mqtune.estate.model import Estate, QueueManager


def connect(options: TraceOptions, trace: Callable[[Estate, QueueManager, str], Result]) -> int:
    """Print where a client connects, and the traces from there. Raises UsageError and ProjectError."""
    name, paths = split(options)
    if name:
        check_name(name)
    workspace = open_workspace([*(paths or ["."]), *([options.ccdt] if options.ccdt else [])], options)
    if workspace.is_empty:
        raise nothing_found(paths)
    add_authorities(workspace)
    connections = connections_of(workspace.estates, options.ccdt, options.connect or "")
    for one in connections:
        one.results = [trace(one.estate, manager, name) for manager in one.reached] if name else []
    if options.format == JSON:
        print_json(connections, options)
    else:
        for one in connections:
            print_connection(one, options)
    return NOT_AS_EXPECTED if any(is_unexpected(one, options) for one in connections) else 0


def is_unexpected(one: Connection, options: TraceOptions) -> bool:
    """Whether a client does not end where --expect states."""
    if options.expect == [REACHED]:
        return bool(one.failing)
    return bool(options.expect) and (not one.results or any(result.failing for result in one.results))


def split(options: TraceOptions) -> tuple[str, list[str]]:
    """The name to trace, "" for none, and the paths: a first word that exists is a path."""
    words = list(options.words)
    if words and not os.path.exists(words[0]):
        return words[0], words[1:]
    return "", words
