"""The error of the lab: why an experiment cannot continue."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mqtune.hosts.host import HostError


class LabError(HostError):
    """What is wrong (`message`), and what to do next (`help`)."""


@contextmanager
def of_hosts() -> Iterator[None]:
    """Raise errors of hosts as LabError."""
    try:
        yield
    except HostError as error:
        raise LabError(error.message, error.help) from error
