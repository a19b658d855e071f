"""How the processes of a run are divided among the hosts of its drivers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from mqtune.hosts.host import Host
from mqtune.lab.core.work import Process, Work

FIRST, LAST, COUNT = "-db", "-dx", "-dn"  # the destinations that threads use in turn


def divided(work: Work, hosts: Sequence[Host]) -> Work:
    """The work with each process divided by threads among the hosts.

    Watches of this machine's processors and files are omitted, since nothing runs on it.
    """
    if not hosts:
        return work
    processes = tuple(part for one in work.processes for part in _parts(one, [host.name for host in hosts]))
    return Work(processes, tuple(one for one in work.watches if one.qmgr))


def _parts(process: Process, hosts: Sequence[str]) -> list[Process]:
    """The parts of a process; as a whole on the first host if its destinations cannot be divided."""
    each, rest = divmod(process.threads, len(hosts))
    counts = [each + (at < rest) for at in range(min(len(hosts), process.threads))]
    parts = []
    for host, count, before in zip(hosts, counts, accumulate(counts, initial=0), strict=False):
        argv = _argv(process, before, count)
        if argv is None:
            return [replace(process, host=hosts[0])]
        role = process.role if count == process.threads else f"{process.role} on {host}"
        parts.append(replace(process, role=role, host=host, threads=count, argv=argv))
    return parts


def _argv(process: Process, before: int, count: int) -> tuple[str, ...] | None:
    """The command of `count` threads after the first `before` ones; None if it cannot be divided."""
    if count == process.threads:
        return process.argv
    words = list(process.argv)
    values = {
        word: at + 1 for at, word in enumerate(words[:-1]) if word in ("-nt", "-id", FIRST, LAST, COUNT)
    }
    if "-nt" not in values:
        return None
    words[values["-nt"]] = str(count)
    if "-id" in values:
        words[values["-id"]] += f"H{before}"
    if FIRST in values:
        begin = int(words[values[FIRST]])
        many = int(words[values[COUNT]]) if COUNT in values else int(words[values[LAST]]) - begin + 1
        at = before % many
        if at and at + count > many:
            return None
        words[values[FIRST]] = str(begin + at)
        used = min(count, many - at)
        if COUNT in values:
            words[values[COUNT]] = str(used)
        else:
            words[values[LAST]] = str(begin + at + used - 1)
    return tuple(words)
