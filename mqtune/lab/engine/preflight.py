"""Checks before anything is touched: role, driver, user, cores, disk, queue managers. Changes nothing.

A failed check prevents the experiment from being started; a warning or an unknown state does not.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

from mqtune.hosts.host import Host
from mqtune.hosts.machine import usable_cores
from mqtune.hosts.remote import RemoteGuarded
from mqtune.lab.core.check import FAILED, OK, UNKNOWN, WARNING, Check
from mqtune.lab.core.errors import LabError, of_hosts
from mqtune.lab.core.job import MANUAL, NOTICE, PRODUCTION, Job
from mqtune.lab.core.pilot import pilot_block
from mqtune.lab.core.plan import ExperimentPlan, make_plan, work_of
from mqtune.lab.core.work import Mqsc, Work
from mqtune.lab.drivers.base import Driver
from mqtune.lab.drivers.programs import Programs
from mqtune.lab.drivers.queue_managers import QueueManagers

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
        return (
            _role(job),
            Check("host", UNKNOWN, "not checked: the commands are run by hand on another host"),
            _disk(folder),
        )
    checks = _checks(job, driver, folder)
    return tuple(one for one in checks if not (left_behind and one.name.startswith(NAMES)))


def blocking(checks: tuple[Check, ...]) -> Check | None:
    """The first check that prevents the experiment from being started."""
    return next((one for one in checks if one.state == FAILED), None)


def _checks(job: Job, driver: Driver, folder: str) -> Iterator[Check]:
    plan, here = make_plan(job), QueueManagers(hosts=job.queue_manager_hosts)
    works = [work_of(job, order) for block in plan.blocks for order in block.orders]
    yield _role(job)
    hosts = {host.name: host for host in (*job.hosts, *job.queue_manager_hosts.values())}
    for host in hosts.values():
        yield (reached := _checked(f"host {host.name}", partial(_reached, host)))
        if reached.state == FAILED:
            return
    yield _version(driver)
    if not job.hosts:
        yield from _bits(job)
        yield from _user(works)
        yield _load()
        yield from _files(works)
    yield _cores(job, works)
    yield _disk(folder)
    yield from _queue_managers(job, plan, works, here)
    yield _noise(job)


def _role(job: Job) -> Check:
    qmgr = job.target.qmgr
    if job.role == PRODUCTION:
        help = "use a test queue manager; nothing is touched unless the name is typed"
        return Check("role", WARNING, f"{qmgr} is in production", help)
    if job.role:
        return Check("role", OK, f"{qmgr} is declared as {job.role}")
    help = f'declare it in mqtune.toml: [[queue-manager]] name = "{qmgr}", role = "test"'
    return Check("role", WARNING, f"the role of {qmgr} is not declared", help)


def _reached(host: Host) -> str:
    """How far the clock of a host is from that of this machine. Raises LabError if it is not reached."""
    with of_hosts(), closing(RemoteGuarded(host, ("true",), grace=1.0)) as process:
        process.synchronize()
    return (
        f"reached by ssh {host.destination}, the clock is known to within {1000 * process.uncertainty:.1f} ms"
    )


def _version(driver: Driver) -> Check:
    return _checked("driver", driver.version)


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
        if head[_ELF_CLASS] == _BITS_64:
            yield Check("64 bit", OK, f"{path} is a 64-bit program")
        else:
            yield Check("64 bit", FAILED, f"{path} is a 32-bit program", "build it for 64 bits")


def _user(works: list[Work]) -> Iterator[Check]:
    """Fastpath needs the user mqm; otherwise MQ silently uses standard bindings."""
    if not any(process.trusted for work in works for process in work.processes):
        return
    user = _user_name()
    if user == TRUSTED_USER:
        yield Check("user", OK, f"mqtune runs as {user}, as fastpath requires")
    else:
        help = "run mqtune as user mqm; the connections are verified during the first run"
        yield Check(
            "user", WARNING, f"mqtune runs as {user}: MQ may use standard bindings instead of fastpath", help
        )


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
    threads = max((_threads(work) for work in works), default=0)
    if cores is None:
        help = "declare cores in mqtune.toml; without spare cores the scheduler is measured"
        return Check("cores", UNKNOWN, f"the cores of {job.target.qmgr} are not declared", help)
    if not job.hosts and cores > usable_cores() and not all(_is_client(work) for work in works):
        message = f"{cores} cores are declared, and processes of this machine may use {usable_cores()}"
        help = "correct cores in mqtune.toml, or lift the affinity or the quota of the control group"
        return Check("cores", WARNING, message, help)
    if cores < threads + SPARE_CORES:
        message = (
            f"{cores} cores for {threads} threads: {threads + SPARE_CORES} would leave {SPARE_CORES} spare"
        )
        return Check("cores", WARNING, message, "use fewer threads, or a machine with more cores")
    return Check("cores", OK, f"{cores} cores for at most {threads} threads")


def _threads(work: Work) -> int:
    return sum(process.threads for process in work.processes)


def _load() -> Check:
    cores = usable_cores()
    try:
        load = os.getloadavg()[0]
    except (OSError, AttributeError):
        return Check("idle", UNKNOWN, "load average not available")
    if load > BUSY * cores:
        help = "stop other work on this machine, or expect noise"
        return Check("idle", WARNING, f"load {load:.1f} on {cores} cores in the last minute", help)
    return Check("idle", OK, f"load {load:.1f} on {cores} cores in the last minute")


def _disk(folder: str) -> Check:
    there = folder
    while there and not os.path.isdir(there):
        there = os.path.dirname(there)
    try:
        free = shutil.disk_usage(there or ".").free / 1024**3
    except OSError as error:
        return Check("disk", UNKNOWN, f"the free space for journals in {folder} is unknown: {error.strerror}")
    if free < LEAST_DISK_GIB:
        help = "free disk space, or store the journals elsewhere: --store DIR"
        return Check("disk", WARNING, f"{free:.2f} GiB free for journals in {folder}", help)
    return Check("disk", OK, f"{free:.0f} GiB free for journals in {folder}")


def _files(works: list[Work]) -> Iterator[Check]:
    if sys.platform == "win32":
        return
    import resource  # not on Windows

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    threads = max((_threads(work) for work in works), default=0)
    needed = max(LEAST_FILES, FILES_A_THREAD * threads)
    if soft != resource.RLIM_INFINITY and soft < needed:
        yield Check("ulimit", WARNING, f"{soft} open files allowed, {needed} needed", f"ulimit -n {needed}")
    else:
        yield Check("ulimit", OK, "the limit of open files is sufficient")


def _queue_managers(
    job: Job, plan: ExperimentPlan, works: list[Work], here: QueueManagers
) -> Iterator[Check]:
    """Each queue manager that runs MQSC of the plan, accepts a driver's connections, or has manual steps."""
    setup = job.case.setup()
    ours = {step.qmgr for step in plan.scripts}
    remote = all(_is_client(work) for work in works) if works else False
    if not remote and job.words != "mqldt":
        ours.add(job.target.qmgr)
    for qmgr in sorted(ours):
        yield (running := _checked(f"queue manager {qmgr}", partial(_answering, here, qmgr)))
        if running.state == OK:
            scripts = [step for step in setup if isinstance(step, Mqsc) and step.qmgr == qmgr]
            yield from _free_names(qmgr, scripts, here)
            yield from _applications(qmgr, here)
    for qmgr in sorted({step.qmgr for step in plan.by_hand} - ours):
        yield _with_manual_steps(here, qmgr)
    if remote and job.target.qmgr not in ours:
        yield Check(
            "queue manager", UNKNOWN, f"{job.target.qmgr} is remote (client connections): not checked"
        )


def _applications(qmgr: str, here: QueueManagers) -> Iterator[Check]:
    """Whether other applications are connected: their load would be measured, too."""
    try:
        others = sorted(here.applications(qmgr))
    except LabError:
        return
    name = f"connections to {qmgr}"
    if others:
        shown = ", ".join(others[:5]) + (f" and {len(others) - 5} more" if len(others) > 5 else "")
        help = "stop them, or expect their load in the figures"
        yield Check(name, WARNING, f"other applications are connected: {shown}", help)
    else:
        yield Check(name, OK, "no other application is connected")


def _answering(here: QueueManagers, qmgr: str) -> str:
    """Raises LabError unless it runs and this user is allowed to run MQSC."""
    here.require_running(qmgr)
    here.found(qmgr, "DISPLAY QMGR QMNAME")
    return "runs, and accepts MQSC from this user"


def _with_manual_steps(here: QueueManagers, qmgr: str) -> Check:
    """The check of a queue manager with manual steps: it may be on another machine, or not running yet."""
    name = f"queue manager {qmgr}"
    try:
        status = here.status(qmgr)
    except LabError:
        return Check(name, UNKNOWN, "not on this machine: manual steps there cannot be verified")
    if status.running:
        return Check(name, OK, "runs")
    return Check(name, UNKNOWN, f"dspmq reports {status.state}: will be handled by a manual step")


def _is_client(work: Work) -> bool:
    return all(CLIENT[1] in process.argv for process in work.processes)


def _free_names(qmgr: str, scripts: list[Mqsc], here: QueueManagers) -> Iterator[Check]:
    """Whether the names of the set-up are free: queues of an earlier experiment may contain messages."""
    for step in scripts:
        for command in step.absent:
            try:
                there = here.found(qmgr, command)
            except LabError as error:
                yield Check(f"{NAMES}{qmgr}", UNKNOWN, error.message, error.help)
                return
            if there:
                help = "`mqtune experiment clean` deletes objects of an earlier experiment; else rename yours"
                yield Check(f"{NAMES}{qmgr}", FAILED, f"{command} already finds objects", help)
                return
    if scripts:
        yield Check(f"{NAMES}{qmgr}", OK, "free: queues are new, with depth 0")


def _noise(job: Job) -> Check:
    if pilot_block(job) is None:
        return Check("noise", UNKNOWN, "this experiment has no pilot: its runs show the noise")
    return Check("noise", UNKNOWN, "measured after the set-up by a pilot of one minute")
