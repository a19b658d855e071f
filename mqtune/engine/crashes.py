"""Crashes: a rule that raises an exception loses its own findings and nothing else."""

from __future__ import annotations


class Crash:
    """One crash: the code of the rule (or the name of the stage), its subject, and the trace.

    `count` is the number of exceptions of the rule; the first one is kept.
    """

    __slots__ = ("code", "count", "error", "trace", "where")

    def __init__(self, code: str, where: str, error: str, trace: str) -> None:
        self.code = code
        self.where = where
        self.error = error
        self.trace = trace
        self.count = 1

    def __str__(self) -> str:
        times = f" ({self.count} times)" if self.count > 1 else ""
        return f"{self.code} failed at {self.where}: {self.error}{times}"


class Crashes:
    """The crashes of a run, one for each rule or stage, in order."""

    __slots__ = ("by_code",)

    def __init__(self) -> None:
        self.by_code: dict[str, Crash] = {}

    def record(self, code: str, where: object, error: BaseException) -> None:
        """Keep the first crash of a code and count the others."""
        known = self.by_code.get(code)
        if known is not None:
            known.count += 1
            return
        import traceback  # needed only after a crash

        trace = "".join(traceback.format_exception(error))
        self.by_code[code] = Crash(code, str(where), f"{type(error).__name__}: {error}", trace)

    def add(self, crashes: list[Crash]) -> None:
        """Add crashes that were recorded elsewhere."""
        for crash in crashes:
            known = self.by_code.setdefault(crash.code, crash)
            if known is not crash:
                known.count += crash.count

    def all(self) -> list[Crash]:
        """Every crash."""
        return list(self.by_code.values())
