"""What a run or a set-up does to the outside: processes, things watched, MQSC and steps done by hand.

Plain data: it is shown in a plan exactly as it is run. Does not run anything.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Process:
    """One driver process of a run.

    `driver` names the format of its output (cph, jms, mqldt). Background processes (getters, subscribers) are
    started first, must have all `threads` running before the others start, and are ended with SIGINT after
    them. The rates of the processes that are `measured` add up to the rate of the run.
    A `trusted` process (fastpath) must never be ended by SIGKILL without the consequence shown and the queue
    manager's name typed. `seconds` is its own bounded run length; None runs until it is told to end.
    """

    role: str
    argv: tuple[str, ...]
    driver: str
    threads: int
    seconds: float | None
    measured: bool = False
    background: bool = False
    trusted: bool = False


@dataclass(frozen=True, slots=True)
class Watch:
    """Something read every so many seconds while a run goes on.

    Either an MQSC command of which the integer `keyword` is summed over all replies (CURDEPTH), or counted
    where `keyword` is empty (running channels); or the size in bytes of the file or folder `path`; or, with
    `processor`, the share of the processors of this machine that was in use since the reading before.
    """

    name: str
    unit: str
    every: float
    qmgr: str = ""
    mqsc: str = ""
    keyword: str = ""
    path: str = ""
    processor: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """Everything that one run does: processes in order of their start, and what is watched."""

    processes: tuple[Process, ...]
    watches: tuple[Watch, ...] = ()


@dataclass(frozen=True, slots=True)
class Mqsc:
    """MQSC for one queue manager, and the MQSC that takes it back; each a whole script.

    `absent` holds DISPLAY commands that must find nothing before the script is run: then `undo`, which
    deletes by name, touches only what the script has made.
    """

    qmgr: str
    what: str
    script: str
    undo: str
    absent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ByHand:
    """A step that a person does: what to do, how to take it back, and how mqtune verifies that it was done.

    `verify` is an MQSC DISPLAY command whose reply must hold `expect`; empty where the position of the
    effect verifies it later. `restart` names the queue manager that has to be restarted.
    """

    qmgr: str
    what: str
    undo: str
    verify: str = ""
    expect: str = ""
    restart: bool = False
    minutes: float = 2.0


Step = Mqsc | ByHand
