"""Looks before anything is touched: role, driver, user, cores, disk, queue managers. Changes nothing.

Each check has a state in words. What failed keeps the experiment from being started; a warning, and what
nobody can know from here, does not.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial

from mqtune.lab.core.check import FAILED, OK, UNKNOWN, WARNING, Check
from mqtune.lab.core.errors import LabError
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
SPARE_CORES = 2  # beside the threads of the driver
BUSY = 0.2  # of the cores, by the load of the last minute
LEAST_DISK_GIB = 1.0
LEAST_FILES = 1024
FILES_A_THREAD = 4
_ELF, _ELF_CLASS, _BITS_64 = b"\x7fELF", 4, 2


def preflight(job: Job, driver: Driver, folder: str, left_behind: bool = False) -> tuple[Check, ...]:
    """All checks of a job; `folder` is where its journal will lie.

    What an earlier session has `left_behind` is taken back before anything is made, so that its names need
    not be free.
    """
    if job.simulated:
        return (Check("driver", OK, NOTICE),)
    if job.driver == MANUAL:
        return (
            _role(job),
            Check("host", UNKNOWN, "a person runs the commands where the driver is"),
            _disk(folder),
        )
    checks = _checks(job, driver, folder)
    return tuple(one for one in checks if not (left_behind and one.name.startswith(NAMES)))


def blocking(checks: tuple[Check, ...]) -> Check | None:
    """The first check that keeps the experiment from being started."""
    return next((one for one in checks if one.state == FAILED), None)


def _checks(job: Job, driver: Driver, folder: str) -> Iterator[Check]:
    plan, here = make_plan(job), QueueManagers()
    works = [work_of(job, order) for block in plan.blocks for order in block.orders]
    yield _role(job)
    yield _version(driver)
    yield from _bits(job)
    yield from _user(works)
    yield _cores(job, works)
    yield _load()
    yield _disk(folder)
    yield from _files(works)
    yield from _queue_managers(job, plan, works, here)
    yield _noise(job)


def _role(job: Job) -> Check:
    qmgr = job.target.qmgr
    if job.role == PRODUCTION:
        help = "take a test queue manager; nothing is touched unless the name is typed"
        return Check("role", WARNING, f"{qmgr} is in production", help)
    if job.role:
        return Check("role", OK, f"{qmgr} is declared as {job.role}")
    help = f'declare it in mqtune.toml: [[queue-manager]] name = "{qmgr}", role = "test"'
    return Check("role", WARNING, f"nobody declared what {qmgr} is for", help)


def _version(driver: Driver) -> Check:
    return _told("driver", driver.version)


def _told(name: str, look: Callable[[], str]) -> Check:
    """A check that fails as what it looks at fails."""
    try:
        return Check(name, OK, look())
    except LabError as fault:
        return Check(name, FAILED, fault.message, fault.help)


def _bits(job: Job) -> Iterator[Check]:
    """Whether the program is one of 64 bits: one of 32 cannot connect with fastpath."""
    try:
        path = Programs().path(job.driver, str(job.settings.get("java", "")))
        with open(path, "rb") as file:
            head = file.read(_ELF_CLASS + 1)
    except (LabError, OSError):
        return
    if head.startswith(_ELF) and len(head) > _ELF_CLASS:
        if head[_ELF_CLASS] == _BITS_64:
            yield Check("64 bit", OK, f"{path} is a program of 64 bits")
        else:
            yield Check("64 bit", FAILED, f"{path} is a program of 32 bits", "build it for 64 bits")


def _user(works: list[Work]) -> Iterator[Check]:
    """Fastpath needs the user mqm; otherwise MQ takes standard bindings without a word."""
    if not any(process.trusted for work in works for process in work.processes):
        return
    user = _user_name()
    if user == TRUSTED_USER:
        yield Check("user", OK, f"runs as {user}, as fastpath needs")
    else:
        help = "run mqtune as user mqm; the connections are verified while the first run goes on"
        yield Check("user", WARNING, f"runs as {user}: MQ may lower fastpath to standard bindings", help)


def _user_name() -> str:
    if sys.platform == "win32":
        return os.environ.get("USERNAME", "unknown")
    import pwd  # only where there is one

    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def _cores(job: Job, works: list[Work]) -> Check:
    cores = job.target.cores
    threads = max((_threads(work) for work in works), default=0)
    if cores is None:
        help = "declare cores in mqtune.toml; without spare cores the scheduler is measured"
        return Check("cores", UNKNOWN, f"nobody declared the cores of {job.target.qmgr}", help)
    if cores < threads + SPARE_CORES:
        message = (
            f"{cores} cores for {threads} threads: {threads + SPARE_CORES} would leave {SPARE_CORES} spare"
        )
        return Check("cores", WARNING, message, "take fewer threads, or a machine with more cores")
    return Check("cores", OK, f"{cores} cores for at most {threads} threads")


def _threads(work: Work) -> int:
    return sum(process.threads for process in work.processes)


def _load() -> Check:
    cores = os.cpu_count() or 1
    try:
        load = os.getloadavg()[0]
    except (OSError, AttributeError):
        return Check("idle", UNKNOWN, "this system does not tell its load")
    if load > BUSY * cores:
        help = "end other work on this machine, or expect noise"
        return Check("idle", WARNING, f"load {load:.1f} on {cores} cores in the last minute", help)
    return Check("idle", OK, f"load {load:.1f} on {cores} cores in the last minute")


def _disk(folder: str) -> Check:
    there = folder
    while there and not os.path.isdir(there):
        there = os.path.dirname(there)
    try:
        free = shutil.disk_usage(there or ".").free / 1024**3
    except OSError as fault:
        return Check("disk", UNKNOWN, f"the room for journals in {folder} is unknown: {fault.strerror}")
    if free < LEAST_DISK_GIB:
        help = "make room, or keep the journals elsewhere: --store DIR"
        return Check("disk", WARNING, f"{free:.2f} GiB free for journals in {folder}", help)
    return Check("disk", OK, f"{free:.0f} GiB free for journals in {folder}")


def _files(works: list[Work]) -> Iterator[Check]:
    if sys.platform == "win32":
        return
    import resource  # only where there are limits

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    threads = max((_threads(work) for work in works), default=0)
    needed = max(LEAST_FILES, FILES_A_THREAD * threads)
    if soft != resource.RLIM_INFINITY and soft < needed:
        yield Check("ulimit", WARNING, f"{soft} open files allowed, {needed} wanted", f"ulimit -n {needed}")
    else:
        yield Check("ulimit", OK, "open files suffice")


def _queue_managers(
    job: Job, plan: ExperimentPlan, works: list[Work], here: QueueManagers
) -> Iterator[Check]:
    """Each queue manager that runs MQSC of the plan, that a driver connects to, or that a person sees to."""
    setup = job.experiment.setup(job.settings, job.target)
    ours = {step.qmgr for step in plan.scripts}
    remote = all(_is_client(work) for work in works) if works else False
    if not remote and job.words != "mqldt":
        ours.add(job.target.qmgr)
    for qmgr in sorted(ours):
        yield (running := _told(f"queue manager {qmgr}", partial(_answering, here, qmgr)))
        if running.state == OK:
            scripts = [step for step in setup if isinstance(step, Mqsc) and step.qmgr == qmgr]
            yield from _free_names(qmgr, scripts, here)
    for qmgr in sorted({step.qmgr for step in plan.by_hand} - ours):
        yield _looked_at(here, qmgr)
    if remote and job.target.qmgr not in ours:
        yield Check(
            "queue manager", UNKNOWN, f"{job.target.qmgr} is reached as a client: nobody looked at it"
        )


def _answering(here: QueueManagers, qmgr: str) -> str:
    """Raises LabError unless it runs and lets this user run MQSC."""
    here.require_running(qmgr)
    here.found(qmgr, "DISPLAY QMGR QMNAME")
    return "runs, and takes MQSC from this user"


def _looked_at(here: QueueManagers, qmgr: str) -> Check:
    """One of which a person has steps to do: it may be on another machine, or not run yet."""
    name = f"queue manager {qmgr}"
    try:
        status = here.status(qmgr)
    except LabError:
        return Check(name, UNKNOWN, "not on this machine: its steps by hand cannot be verified from here")
    if status.running:
        return Check(name, OK, "runs")
    return Check(name, UNKNOWN, f"dspmq says {status.state}: a step by hand is about it")


def _is_client(work: Work) -> bool:
    return all(CLIENT[1] in process.argv for process in work.processes)


def _free_names(qmgr: str, scripts: list[Mqsc], here: QueueManagers) -> Iterator[Check]:
    """Whether the names of the set-up are free: what an earlier experiment left has its depth as well."""
    for step in scripts:
        for command in step.absent:
            try:
                there = here.found(qmgr, command)
            except LabError as fault:
                yield Check(f"{NAMES}{qmgr}", UNKNOWN, fault.message, fault.help)
                return
            if there:
                help = (
                    "`mqtune experiment clean` takes back what an earlier experiment left; else rename yours"
                )
                yield Check(f"{NAMES}{qmgr}", FAILED, f"{command} finds objects already", help)
                return
    if scripts:
        yield Check(f"{NAMES}{qmgr}", OK, "free: queues are made empty, with depth 0")


def _noise(job: Job) -> Check:
    if pilot_block(job) is None:
        return Check("noise", UNKNOWN, "no pilot for this experiment: its runs show the noise")
    return Check("noise", UNKNOWN, "a pilot of a minute measures it after the set-up")
