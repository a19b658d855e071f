"""Connection names: the parts of `host(port),host(port)`."""

from __future__ import annotations

from mqtune.syntax.mqsc.values import read_connections

DEFAULT_PORT = 1414  # the product's port if a connection name has none


def connections(conname: str) -> tuple[tuple[str, int], ...]:
    """The hosts, in lower case, and ports of a connection name; parts that are not addresses are omitted."""
    return tuple(
        (connection.host.lower(), connection.port or DEFAULT_PORT)
        for connection in read_connections(conname)
        if connection.host and not connection.diagnostic
    )
