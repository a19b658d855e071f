"""The baseline: the findings at the time when linting was introduced, so that only new ones count.

An entry states what a finding is about, and how often it occurs; no line numbers, no values. The files are
listed so that a later run can decide whether it covered all of them. Does not open files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mqtune.findings.finding import Finding
from mqtune.findings.fingerprint import Key, counted, key_of
from mqtune.text.record import record

VERSION = 1
_FIELDS = ("code", "scope", "type", "name", "attribute")


class BaselineError(Exception):
    """A baseline that cannot be used: what is wrong with it, and what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message = message
        self.help = help


@record
class Baseline:
    """The number of known findings for each key, and the files in which they were found."""

    counts: dict[Key, int]
    files: tuple[str, ...] = ()

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The new findings and the known ones, each in their order."""
        new: list[Finding] = []
        known: list[Finding] = []
        for finding, key, number in counted(findings):
            (known if number < self.counts.get(key, 0) else new).append(finding)
        return new, known

    def shrunk(self, findings: Iterable[Finding], ran: Callable[[str], bool]) -> Baseline:
        """The baseline without findings that are gone. It never grows; rules that did not run keep theirs."""
        now = of_findings(findings)
        counts = {
            key: min(count, now.counts.get(key, 0)) if ran(key[0]) else count
            for key, count in self.counts.items()
        }
        left = {key: count for key, count in counts.items() if count}
        idle = any(not ran(key[0]) for key in left)
        files = self.files if idle else tuple(file for file in self.files if file in now.files)
        return Baseline(left, files)

    def size(self) -> int:
        """The number of findings."""
        return sum(self.counts.values())


def of_findings(findings: Iterable[Finding]) -> Baseline:
    """A baseline with all of the findings."""
    counts: dict[Key, int] = {}
    files = set()
    for finding in findings:
        key = key_of(finding)
        counts[key] = counts.get(key, 0) + 1
        files.add(finding.place.file)
    return Baseline(counts, tuple(sorted(files)))


def write(baseline: Baseline) -> str:
    """The text of a baseline file: one entry a line, sorted, so that it reviews well as a diff."""
    import json  # a plain run does not need it

    entries = []
    for key, count in sorted(baseline.counts.items()):
        entry: dict[str, str | int] = {field: part for field, part in zip(_FIELDS, key, strict=True) if part}
        if count > 1:
            entry["count"] = count
        entries.append(json.dumps(entry))
    files = [json.dumps(file) for file in baseline.files]
    return f'{{"mqtune-baseline": {VERSION},\n "files": {_rows(files)},\n "findings": {_rows(entries)}}}\n'


def _rows(rows: list[str]) -> str:
    body = ",\n  ".join(rows)
    return f"[\n  {body}\n ]" if rows else "[]"


def read(text: str) -> Baseline:
    """The baseline of a file's text. Raises BaselineError."""
    import json

    again = "write it again with `mqtune lint --write-baseline FILE`"
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BaselineError(f"the baseline is not valid JSON: {error}", again) from error
    version = data.get("mqtune-baseline") if isinstance(data, dict) else None
    if version is None:
        raise BaselineError("the file is not a baseline: it has no `mqtune-baseline` number", again)
    if version != VERSION:
        raise BaselineError(f"the baseline has version {version!r}; this program supports {VERSION}", again)
    entries = data.get("findings")
    if not isinstance(entries, list):
        raise BaselineError("the baseline has no list of `findings`", again)
    counts: dict[Key, int] = {}
    for number, entry in enumerate(entries, 1):
        key, count = _entry(entry, number, again)
        counts[key] = counts.get(key, 0) + count
    files = data.get("files", [])
    if not isinstance(files, list) or not all(isinstance(file, str) for file in files):
        raise BaselineError("`files` of the baseline is not a list of paths", again)
    return Baseline(counts, tuple(files))


def _entry(entry: object, number: int, again: str) -> tuple[Key, int]:
    """One entry; an error names its number."""
    if not isinstance(entry, dict):
        raise BaselineError(f"entry {number} of the baseline is not an object", again)
    parts = [entry.get(field, "") for field in _FIELDS]
    count = entry.get("count", 1)
    if not all(isinstance(part, str) for part in parts) or not parts[0]:
        raise BaselineError(
            f"entry {number} of the baseline has no code, or a field that is not a string", again
        )
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BaselineError(f"entry {number} of the baseline has the count {count!r}", again)
    code, scope, type, name, attribute = parts
    return (code, scope, type, name, attribute), count
