"""The connections of an experiment to other hosts, as lines for a plan and for the consent to them."""

from __future__ import annotations

import shlex

from mqtune.hosts.host import Host
from mqtune.hosts.ssh import ssh_command
from mqtune.hosts.ssh_options import any_key_options, checked_host
from mqtune.lab.core.errors import of_hosts
from mqtune.lab.core.job import Job
from mqtune.masking.secrets import covered_value
from mqtune.text.printable import printable


def connections(job: Job) -> tuple[str, ...]:
    """What each host of a job is connected to with, and which file or option names it.

    Raises LabError for what is not accepted from a file: hosts of a journal were not checked before.
    """
    hosts: list[Host] = []
    for host in (*job.queue_manager_hosts.values(), *job.hosts):
        hosts += [host] * (host not in hosts)
    with of_hosts():
        return tuple(line for host in hosts for line in host_lines(checked_host(host)))


def host_lines(host: Host) -> list[str]:
    """How a host is connected to, what starts there, and what names it."""
    queue_managers = f", for {', '.join(host.queue_managers)}" if host.queue_managers else ""
    of = f" of {host.source}" if host.source else ""
    lines = [f"host {host.name}{of}{queue_managers}", f"  {shlex.join(ssh_command(host))}"]
    if unverified := any_key_options(host):
        lines.append(
            f"  does not verify the host ({', '.join(unverified)}): another machine can take its place"
        )
    lines.append(f"  starts there: {host.python}, MQ's programs, the drivers")
    if host.path:
        lines.append(f"  looks for programs first in: {', '.join(host.path)}")
    variables = [
        f"{name}={printable(covered_value(name, value))}" for name, value in host.environment.items()
    ]
    if variables:
        lines.append(f"  sets for drivers: {', '.join(variables)}")
    return lines
