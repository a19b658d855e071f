"""Faults of the program itself: a rule that raises an exception loses its own findings and nothing else."""

from __future__ import annotations


class Fault:
    """One fault: the rule's code (or the name of the stage), what it was processing, and the trace.

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


class Faults:
    """The faults of a run, one for each rule or stage, in the order they came."""

    __slots__ = ("by_code",)

    def __init__(self) -> None:
        self.by_code: dict[str, Fault] = {}

    def record(self, code: str, where: object, error: BaseException) -> None:
        """Keep the first fault of a code and count the others."""
        known = self.by_code.get(code)
        if known is not None:
            known.count += 1
            return
        import traceback  # needed only if something failed

        trace = "".join(traceback.format_exception(error))
        self.by_code[code] = Fault(code, str(where), f"{type(error).__name__}: {error}", trace)

    def take(self, faults: list[Fault]) -> None:
        """Add faults that were recorded elsewhere."""
        for fault in faults:
            known = self.by_code.setdefault(fault.code, fault)
            if known is not fault:
                known.count += fault.count

    def all(self) -> list[Fault]:
        """Every fault."""
        return list(self.by_code.values())
