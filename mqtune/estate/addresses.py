"""Connection names: `host(port),host(port)` in parts. Does not know channels."""

from __future__ import annotations

import re

DEFAULT_PORT = 1414  # of the product where a connection name has no port
ONE = re.compile(r"\s*([^,()\s]+)\s*(?:\(\s*(\d+)\s*\))?\s*(?:,|$)")


def connections(conname: str) -> tuple[tuple[str, int], ...]:
    """The hosts, in lower case, and ports of a connection name; what is no address is left out."""
    return tuple((host.lower(), int(port) if port else DEFAULT_PORT) for host, port in ONE.findall(conname))
