"""Connection names: `host(port),host(port)` in parts. Does not know channels."""

from __future__ import annotations

from mqtune.syntax.mqsc.values import read_connections

DEFAULT_PORT = 1414  # of the product where a connection name has no port


def connections(conname: str) -> tuple[tuple[str, int], ...]:
    """The hosts, in lower case, and ports of a connection name; what is no address is left out."""
    return tuple(
        (connection.host.lower(), connection.port or DEFAULT_PORT)
        for connection in read_connections(conname)
        if connection.host and not connection.diagnostic
    )
