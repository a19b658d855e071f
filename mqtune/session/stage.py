"""How far a run is, for a front end that shows it while the run is at work in another thread."""

from __future__ import annotations


class Stage:
    """What the run does now: it reads files, and then checks them."""

    __slots__ = ("checking", "done", "total")

    def __init__(self) -> None:
        self.checking = False
        self.done = 0  # files that were read
        self.total = 0  # files that were found so far

    def __str__(self) -> str:
        if not self.total:
            return "looking for files"
        files = f"{self.total:,} file{'s' if self.total != 1 else ''}"
        return f"checking {files}" if self.checking else f"reading {min(self.done, self.total):,} of {files}"
