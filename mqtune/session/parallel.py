"""Runs the rules of a large project in several processes, each with a share of the work.

The estates are built once and inherited by forking, so that only findings are transferred. If a process
cannot be forked, or one dies, its share is done here. The result does not depend on the number of processes.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import threading

from mqtune.engine.engine import Engine, Share
from mqtune.engine.runner import Crashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection

    from mqtune.estate.model import Estate
    from mqtune.syntax.document import Diagnostic
    from mqtune.text.editing import Place

    Loose = list[tuple[Diagnostic, Place]]


def run_shared(engine: Engine, estates: Sequence[Estate], loose: Loose, jobs: int) -> None:
    """Run the engine's rules over the estates with `jobs` processes, this one included."""
    engine.load(estates)
    if not can_fork():
        engine.run(estates, loose)
        return
    # keeps the collector of a child from writing to, and so copying, inherited memory
    gc.freeze()
    context = multiprocessing.get_context("fork")
    waiting = []
    for number in range(1, jobs):
        share = Share(number, jobs)
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(engine, estates, share, sender), daemon=True)
        process.start()
        sender.close()
        waiting.append((process, receiver, share))
    engine.share = Share(0, jobs)
    engine.run(estates, loose)
    for process, receiver, share in waiting:
        _collect(engine, estates, receiver, share)
        process.join()
    gc.unfreeze()


def can_fork() -> bool:
    """Whether this process can be forked safely: on Linux, with no other thread running."""
    return sys.platform == "linux" and threading.active_count() == 1


def _work(engine: Engine, estates: Sequence[Estate], share: Share, pipe: Connection) -> None:
    """The work of a child: do its share and send what it found."""
    # an interrupt is the parent's to answer: it ends its children when it ends
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    engine.crashes = Crashes()
    engine.share = share
    engine.run(estates)
    pipe.send((engine.findings, engine.held_back, engine.crashes.all()))


def _collect(engine: Engine, estates: Sequence[Estate], pipe: Connection, share: Share) -> None:
    """Receive the findings of a child; if it died, do its share here."""
    try:
        findings, held_back, crashes = pipe.recv()
    except (EOFError, OSError):
        engine.share = share
        engine.run(estates)
        return
    engine.take(findings)
    for check in held_back:
        engine.hold_back(check.code, check.reason, check.count)
    engine.crashes.add(crashes)
