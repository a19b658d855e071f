"""The use of the host's processors during a run, if driver and queue manager share the host."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from mqtune.lab.core.run import Run
from mqtune.lab.core.work import Watch
from mqtune.lab.methods.ramp import CPU

EVERY_SECONDS = 2.0


def processor_watch() -> Watch:
    """A watch of the share of the processors in use."""
    return Watch(CPU, "1", EVERY_SECONDS, processor=True)


def with_use(run: Run) -> Run:
    """The run with the processor use as a figure: the median after the warm-up."""
    series = run.series.get(CPU)
    if series is None or CPU in run.figures:
        return run
    cut = run.cut.seconds if run.cut is not None else run.order.cut
    shares = [value for at, value in zip(series.at, series.values, strict=True) if at > cut]
    return replace(run, figures={**run.figures, CPU: median(shares)}) if shares else run
