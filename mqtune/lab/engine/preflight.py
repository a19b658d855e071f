"""Checks before anything is touched: role, driver, user, cores, disk, queue managers. Changes nothing.

A failed check prevents the experiment from being started; a warning or an unknown state does not.
"""

from __future__ import annotations

import os
import shutil
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache, partial

from mqtune.assets import asset_text
from mqtune.hosts.inventory import Host
from mqtune.hosts.machine import usable_cores
from mqtune.hosts.ssh import RemoteGuarded
from mqtune.lab.core.definition import LabError, of_hosts
from mqtune.lab.core.experiment import Mqsc, Work
from mqtune.lab.core.job import MANUAL, NOTICE, PRODUCTION, Job, pilot_block
from mqtune.lab.core.plan import FAILED, OK, UNKNOWN, Check, ExperimentPlan, make_plan, work_of
from mqtune.lab.drivers.base import Driver
from mqtune.lab.drivers.queue_managers import QueueManagers
from mqtune.lab.drivers.real import Programs
from mqtune.text.messages import listed

TRUSTED_USER = "mqm"
NAMES = "names on "
CLIENT = ("-jt", "mqc")
SPARE_CORES = 2  # in addition to the threads of the driver
BUSY = 0.2  # of the cores, by the load of the last minute
LEAST_DISK_GIB = 1.0
LEAST_FILES = 1024
FILES_A_THREAD = 4
SIMULATED = "not checked: simulated"
UNASKED = ("role", "64 bit", "user", "idle", "ulimit", "cores", "disk", "queue manager", "names", "noise")
_ELF, _ELF_CLASS, _BITS_64 = b"\x7fELF", 4, 2


def preflight(job: Job, driver: Driver, folder: str, left_behind: bool = False) -> tuple[Check, ...]:
    """All checks of a job; `folder` is that of its journal.

    Objects that an earlier session has `left_behind` are deleted before anything is defined, so that their
    names need not be free.
    """
    if job.simulated:
        return (Check("driver", OK, NOTICE), *(Check(name, UNKNOWN, SIMULATED) for name in UNASKED))
    if job.driver == MANUAL:
        return _role(job), *_level(job), _finding("host-manual"), _disk(folder)
    checks = _checks(job, driver, folder)
    return tuple(check for check in checks if not (left_behind and check.name.startswith(NAMES)))


def _checks(job: Job, driver: Driver, folder: str) -> Iterator[Check]:
    plan, queue_managers = make_plan(job), QueueManagers(hosts=job.queue_manager_hosts)
    works = [work_of(job, order) for block in plan.blocks for order in block.orders]
    yield _role(job)
    yield from _level(job)
    hosts = {host.name: host for host in (*job.hosts, *job.queue_manager_hosts.values())}
    for host in hosts.values():
        yield (reached := _checked(f"host {host.name}", partial(_reached, host)))
        if reached.state == FAILED:
            return
    yield _checked("driver", driver.version)
    if not job.hosts:
        yield from _bits(job)
        yield from _user(works)
        yield _load()
        yield from _files(works)
    yield _cores(job, works)
    yield _disk(folder)
    yield from _queue_managers(job, plan, works, queue_managers)
    yield _finding("noise-without-pilot" if pilot_block(job) is None else "noise-by-pilot")


def _finding(name: str, **values: object) -> Check:
    """A finding of preflight.toml with its placeholders filled."""
    row = _findings()[name]
    texts = (row["check"], row["message"], row.get("help", ""))
    check, message, help = (text.format(**values) for text in texts)
    return Check(check, row["state"], message, help)


@cache  # the file is part of the program
def _findings() -> dict[str, dict[str, str]]:
    return tomllib.loads(asset_text("lab/engine/preflight.toml"))


def _role(job: Job) -> Check:
    declared = "declared" if job.role else "unknown"
    finding = PRODUCTION if job.role == PRODUCTION else declared
    return _finding(f"role-{finding}", qmgr=job.target.qmgr, role=job.role)


def _level(job: Job) -> Iterator[Check]:
    """What is needed of the queue manager for a calibration, and is not known: better now than at the end."""
    if job.target.level is None:
        yield _finding("level-unknown", qmgr=job.target.qmgr)
    if job.driver == MANUAL and job.target.cores is None:
        yield _finding("cores-unknown", qmgr=job.target.qmgr)


def _reached(host: Host) -> str:
    """How far the clock of a host is from that of this machine. Raises LabError if it is not reached."""
    with of_hosts(), closing(RemoteGuarded(host, ("true",), grace=1.0)) as process:
        process.synchronize()
    return (
        f"reached by ssh {host.destination}, the clock is known to within {1000 * process.uncertainty:.1f} ms"
    )


def _checked(name: str, find: Callable[[], str]) -> Check:
    """A check that is ok with the found text, and fails with the LabError that `find` raises."""
    try:
        return Check(name, OK, find())
    except LabError as error:
        return Check(name, FAILED, error.message, error.help)


def _bits(job: Job) -> Iterator[Check]:
    """Whether the program has 64 bits: a 32-bit program cannot connect with fastpath."""
    try:
        path = Programs().path(job.driver, str(job.settings.get("java", "")))
        with open(path, "rb") as file:
            head = file.read(_ELF_CLASS + 1)
    except (LabError, OSError):
        return
    if head.startswith(_ELF) and len(head) > _ELF_CLASS:
        yield _finding("bits-64" if head[_ELF_CLASS] == _BITS_64 else "bits-32", path=path)


def _user(works: list[Work]) -> Iterator[Check]:
    """Fastpath needs the user mqm; otherwise MQ silently uses standard bindings."""
    if any(process.trusted for work in works for process in work.processes):
        user = _user_name()
        yield _finding("user-mqm" if user == TRUSTED_USER else "user-other", user=user)


def _user_name() -> str:
    if sys.platform == "win32":
        return os.environ.get("USERNAME", "unknown")
    import pwd  # not on Windows

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _cores(job: Job, works: list[Work]) -> Check:
    cores = job.target.cores
    threads = _most_threads(works)
    if cores is None:
        return _finding("cores-unknown", qmgr=job.target.qmgr)
    usable, wanted = usable_cores(), threads + SPARE_CORES
    if not job.hosts and cores > usable and not all(_is_client(work) for work in works):
        return _finding("cores-unusable", cores=cores, usable=usable)
    if cores < wanted:
        return _finding("cores-few", cores=cores, threads=threads, wanted=wanted, spare=SPARE_CORES)
    return _finding("cores-enough", cores=cores, threads=threads)


def _most_threads(works: list[Work]) -> int:
    return max((sum(process.threads for process in work.processes) for work in works), default=0)


def _load() -> Check:
    cores = usable_cores()
    try:
        load = os.getloadavg()[0]
    except (OSError, AttributeError):
        return _finding("load-unknown")
    return _finding("load-high" if load > BUSY * cores else "load-low", load=load, cores=cores)


def _disk(folder: str) -> Check:
    existing = folder
    while existing and not os.path.isdir(existing):
        existing = os.path.dirname(existing)
    try:
        free = shutil.disk_usage(existing or ".").free / 1024**3
    except OSError as error:
        return _finding("disk-unknown", folder=folder, error=error.strerror)
    return _finding("disk-low" if free < LEAST_DISK_GIB else "disk-enough", free=free, folder=folder)


def _files(works: list[Work]) -> Iterator[Check]:
    if sys.platform == "win32":
        return
    import resource  # not on Windows

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    threads = _most_threads(works)
    needed = max(LEAST_FILES, FILES_A_THREAD * threads)
    few = soft != resource.RLIM_INFINITY and soft < needed
    yield _finding("files-few" if few else "files-enough", soft=soft, needed=needed)


def _queue_managers(
    job: Job, plan: ExperimentPlan, works: list[Work], queue_managers: QueueManagers
) -> Iterator[Check]:
    """Each queue manager that runs MQSC of the plan, accepts a driver's connections, or has manual steps."""
    setup = job.case.setup()
    ours = {step.qmgr for step in plan.scripts}
    remote = all(_is_client(work) for work in works) if works else False
    if not remote and job.words != "mqldt":
        ours.add(job.target.qmgr)
    for qmgr in sorted(ours):
        yield (running := _checked(f"queue manager {qmgr}", partial(_answering, queue_managers, qmgr)))
        if running.state == OK:
            scripts = [step for step in setup if isinstance(step, Mqsc) and step.qmgr == qmgr]
            yield from _free_names(qmgr, scripts, queue_managers)
            yield from _applications(qmgr, queue_managers)
    for qmgr in sorted({step.qmgr for step in plan.by_hand} - ours):
        yield _with_manual_steps(queue_managers, qmgr)
    if remote and job.target.qmgr not in ours:
        yield _finding("queue-manager-remote", qmgr=job.target.qmgr)


def _applications(qmgr: str, queue_managers: QueueManagers) -> Iterator[Check]:
    """Whether other applications are connected: their load would be measured, too."""
    try:
        others = sorted(queue_managers.applications(qmgr))
    except LabError:
        return
    what = "connections-others" if others else "connections-none"
    yield _finding(what, qmgr=qmgr, shown=listed(others, 5))


def _answering(queue_managers: QueueManagers, qmgr: str) -> str:
    """Raises LabError unless it runs and this user is allowed to run MQSC."""
    queue_managers.require_running(qmgr)
    queue_managers.displayed(qmgr, "DISPLAY QMGR QMNAME")
    return "runs, and accepts MQSC from this user"


def _with_manual_steps(queue_managers: QueueManagers, qmgr: str) -> Check:
    """The check of a queue manager with manual steps: it may be on another machine, or not running yet."""
    try:
        status = queue_managers.status(qmgr)
    except LabError:
        return _finding("queue-manager-elsewhere", qmgr=qmgr)
    finding = "queue-manager-running" if status.running else "queue-manager-stopped"
    return _finding(finding, qmgr=qmgr, status=status.state)


def _is_client(work: Work) -> bool:
    return all(CLIENT[1] in process.argv for process in work.processes)


def _free_names(qmgr: str, scripts: list[Mqsc], queue_managers: QueueManagers) -> Iterator[Check]:
    """Whether the names of the set-up are free: queues of an earlier experiment may contain messages."""
    for step in scripts:
        for command in step.absent:
            try:
                shown = queue_managers.displayed(qmgr, command)
            except LabError as error:
                yield Check(f"{NAMES}{qmgr}", UNKNOWN, error.message, error.help)
                return
            if shown:
                yield _finding("names-taken", qmgr=qmgr, command=command)
                return
    if scripts:
        yield _finding("names-free", qmgr=qmgr)
