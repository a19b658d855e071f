"""A host that is reached by ssh, and why a program could not be run on a host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mqtune.text.errors import CorrectableError

# IBM's default installation folders: they are not on the PATH of a shell without a terminal
INSTALLED = ("/opt/mqm/bin", "/usr/mqm/bin", "/opt/mqm/samp/bin")


class HostError(CorrectableError):
    """What is wrong (`message`), and what to do next (`help`)."""


@dataclass(frozen=True, slots=True)
class Host:
    """A host that is reached by ssh: its name, and the destination and options of ssh.

    `path` are folders to look for programs in, before those of the login; `environment` are variables of the
    drivers, `python` the command of Python 3.7 or later, `queue_managers` those that run there, `source` the
    file, or the option, that names it.
    """

    name: str
    destination: str
    options: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    python: str = "python3"
    queue_managers: tuple[str, ...] = ()
    source: str = ""

    @property
    def address(self) -> str:
        """The name or address by which others on the network reach it."""
        return self.destination.rpartition("@")[2]
