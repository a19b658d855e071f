"""The actions of a run or a set-up: processes, watches, MQSC and manual steps.

Plain data: a plan shows it exactly as it is run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Process:
    """One driver process of a run.

    `driver` names the format of its output (cph, jms, mqldt). Background processes (getters, subscribers) are
    started first, must have all `threads` running before the others start, and are ended with SIGINT after
    them. The rates of the `measured` processes add up to the rate of the run. A `trusted` process (fastpath)
    must never be ended by SIGKILL unless the consequence was shown and the queue manager's name was typed.
    `seconds` is its own run length; None runs until it is stopped. A background process that `ends_first` is
    stopped under load, at the end of what counts: an idle getter of MQ-CPH needs 7 to 12 s to end.
    `host` is the name of another host, empty for this machine.
    """

    role: str
    argv: tuple[str, ...]
    driver: str
    threads: int
    seconds: float | None
    measured: bool = False
    background: bool = False
    trusted: bool = False
    ends_first: bool = False
    host: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """Something that is read every `every` seconds during a run.

    Either an MQSC command whose integer attribute `keyword` is summed over all replies (CURDEPTH), or whose
    replies are counted if `keyword` is empty (running channels); or the size in bytes of the file or folder
    `path`; or, with `processor`, the share of this machine's processors in use since the previous reading.
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
    """Everything that one run does: processes in the order of their start, and watches."""

    processes: tuple[Process, ...]
    watches: tuple[Watch, ...] = ()


@dataclass(frozen=True, slots=True)
class Mqsc:
    """MQSC for one queue manager, and the MQSC that undoes it; each is a whole script.

    `absent` lists DISPLAY commands that must find nothing before the script is run, so that `undo`, which
    deletes by name, affects only what the script has defined.
    """

    qmgr: str
    what: str
    script: str
    undo: str
    absent: tuple[str, ...] = ()
    hand: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ByHand:
    """A manual step: what to do, how to undo it, and how mqtune verifies that it was done.

    `verify` is an MQSC DISPLAY command whose reply must contain `expect`; empty if the measured effect
    verifies the step later. With `restart` the queue manager has to be restarted.
    """

    qmgr: str
    what: str
    undo: str
    verify: str = ""
    expect: str = ""
    restart: bool = False
    minutes: float = 2.0
    hand: ClassVar[bool] = True
    script: ClassVar[str] = ""


Step = Mqsc | ByHand
