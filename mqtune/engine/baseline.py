"""The baseline: the findings at the time when linting was introduced, so that only new ones count.

An entry states what a finding is about, in which file it was, and how often; no line numbers, no values. A
finding is known if an entry is about the same thing, or if one of the same rule is about the same object in
the same file: the second holds if `mqtune.toml` now declares what was inferred, or if only a part was
checked. All paths are relative to the folder of the baseline. Does not open files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from mqtune.text.finding import Finding, Key, key_of
from mqtune.text.messages import CorrectableError
from mqtune.text.paths import relative_path
from mqtune.text.record import record

VERSION = 1
_FIELDS = ("code", "scope", "type", "name", "attribute")
AGAIN = "write it again with `mqtune lint --write-baseline FILE`"


class BaselineError(CorrectableError):
    """A baseline that cannot be used: what is wrong with it."""

    def __init__(self, message: str) -> None:
        super().__init__(message, AGAIN)


@record
class Entry:
    """What `count` known findings are about, and their file, empty in an old baseline."""

    key: Key
    file: str = ""
    count: int = 1


@record
class Located:
    """A finding with its key and its file as a baseline names them."""

    finding: Finding
    key: Key
    file: str


class Anchor:
    """Names findings as the baseline in a folder does."""

    __slots__ = ("_files", "folder")

    def __init__(self, folder: str) -> None:
        self.folder = os.path.abspath(folder)
        self._files: dict[str, str] = {}

    def file(self, shown: str) -> str:
        """A displayed path, or any other, relative to the folder of the baseline, with `/`."""
        path = self._files.get(shown)
        if path is None:
            path = relative_path(shown, self.folder).replace(os.sep, "/")
            self._files[shown] = path
        return path

    def located(self, finding: Finding, project_folder: str | None = None) -> Located:
        """A finding of a project; the names of queue managers are those of its project file."""
        code, scope, type, name, attribute = key_of(finding, self.file)
        key = (code, scope, type, name, attribute)
        if project_folder is not None and not is_inferred(key):
            folder = self.file(project_folder)
            key = key if folder == "." else with_scope(key, f"project:{folder} {scope}")
        return Located(finding, key, self.file(finding.place.file))


@record
class Baseline:
    """The known findings.

    `paths` are the files and folders that were checked when it was written; None in a baseline of an earlier
    version, whose `files` may be relative to another folder and whose entries have no file.
    """

    entries: tuple[Entry, ...]
    paths: tuple[str, ...] | None = ()
    files: tuple[str, ...] = ()

    def split(self, findings: Sequence[Located]) -> tuple[list[Finding], list[Finding]]:
        """The new findings and the known ones, each in their order."""
        known = Matching(self).match(findings)
        new = [located.finding for number, located in enumerate(findings) if number not in known]
        return new, [located.finding for number, located in enumerate(findings) if number in known]

    def without_gone(self, findings: Sequence[Located], is_compared: Callable[[Entry], bool]) -> Baseline:
        """The baseline without what is no longer found, of the entries that are compared. It never grows."""
        matching = Matching(self)
        matching.match(findings)
        entries = []
        for entry, left in zip(self.entries, matching.left, strict=True):
            count = entry.count - left if is_compared(entry) else entry.count
            if count:
                entries.append(Entry(entry.key, entry.file, count))
        kept = {entry.file for entry in entries}
        files = tuple(file for file in self.files if file in kept) if self.paths is not None else self.files
        return Baseline(tuple(entries), self.paths, files)

    def size(self) -> int:
        """The number of findings."""
        return sum(entry.count for entry in self.entries)


class Matching:
    """Findings matched with the entries of a baseline; `left` is what remains of the count of each entry."""

    __slots__ = ("_by_inferred", "_by_key", "_by_name", "_by_object", "_is_old", "left")

    def __init__(self, baseline: Baseline) -> None:
        self.left = [entry.count for entry in baseline.entries]
        self._is_old = baseline.paths is None
        self._by_key: dict[Key, list[int]] = {}
        self._by_object: dict[Key, list[int]] = {}
        self._by_inferred: dict[Key, list[int]] = {}
        self._by_name: dict[Key, list[Key]] = {}
        for number, entry in enumerate(baseline.entries):
            self._by_key.setdefault(entry.key, []).append(number)
            by_object = with_scope(entry.key, entry.file)
            self._by_object.setdefault(by_object, []).append(number)
            if is_inferred(entry.key):
                by_name = with_scope(entry.key, entry.key[1].rpartition(" ")[2])
                self._by_name.setdefault(by_name, []).append(entry.key)
                self._by_inferred.setdefault(by_object, []).append(number)

    def match(self, findings: Sequence[Located]) -> set[int]:
        """The numbers of the findings that are known; each uses up one of the count of an entry."""
        known: set[int] = set()
        self._pass(findings, known, self._by_key, lambda located: (located.key,))
        # two declared names differ for good: the file of a template belongs to several environments
        self._pass(findings, known, self._by_inferred, in_file)
        self._pass(
            findings,
            known,
            self._by_object,
            lambda located: in_file(located) if is_inferred(located.key) else (),
        )
        self._pass(findings, known, self._by_key, self._as_inferred)
        if self._is_old:
            self._pass(findings, known, self._by_key, old_keys)
        return known

    def _as_inferred(self, located: Located) -> list[Key]:
        """The keys of a finding on a declared queue manager before it was declared: its name with a folder.

        An environment that is declared is named by a folder.
        """
        finding = located.finding
        if is_inferred(located.key) or not finding.queue_manager:
            return []
        keys = self._by_name.get(with_scope(located.key, finding.queue_manager), ())
        return [key for key in keys if not finding.environment or finding.environment in folders_of(key)]

    def _pass(
        self,
        findings: Sequence[Located],
        known: set[int],
        index: dict[Key, list[int]],
        keys: Callable[[Located], Iterable[Key]],
    ) -> None:
        for number, located in enumerate(findings):
            if number not in known and any(self._use(index.get(key, ())) for key in keys(located)):
                known.add(number)

    def _use(self, entries: Iterable[int]) -> bool:
        for number in entries:
            if self.left[number]:
                self.left[number] -= 1
                return True
        return False


def with_scope(key: Key, scope: str) -> Key:
    """The key with another scope."""
    return (key[0], scope, *key[2:])


def is_inferred(key: Key) -> bool:
    """Whether the scope was inferred from the place of the file."""
    return key[1].startswith(("folder:", "file:"))


def folders_of(key: Key) -> list[str]:
    """The names in the folder of an inferred scope."""
    return key[1].partition(":")[2].rpartition(" ")[0].split("/")


def in_file(located: Located) -> tuple[Key]:
    """The file in place of the scope."""
    return (with_scope(located.key, located.file),)


def old_keys(located: Located) -> list[Key]:
    """The keys that earlier versions wrote: the name of the queue manager alone, else folder or file."""
    name = located.finding.queue_manager
    if name:
        return [with_scope(located.key, name)]
    files = (located.file, located.finding.place.file)
    if located.finding.object is None:
        return [with_scope(located.key, f"file:{file}") for file in files]
    return [with_scope(located.key, f"folder:{file.rpartition('/')[0]}") for file in files]


def of_findings(findings: Iterable[Located], paths: Iterable[str] = ()) -> Baseline:
    """A baseline with all of the findings of a run over some paths."""
    counts: dict[tuple[Key, str], int] = {}
    for located in findings:
        counts[located.key, located.file] = counts.get((located.key, located.file), 0) + 1
    entries = tuple(Entry(key, file, count) for (key, file), count in sorted(counts.items()))
    return Baseline(entries, tuple(sorted(paths)), tuple(sorted({entry.file for entry in entries})))


def write(baseline: Baseline) -> str:
    """The text of a baseline file: one entry a line, sorted, so that it reviews well as a diff."""
    import json  # a plain run does not need it

    entries = []
    for known in sorted(baseline.entries, key=lambda entry: (entry.key, entry.file)):
        entry: dict[str, str | int] = {
            field: part for field, part in zip(_FIELDS, known.key, strict=True) if part
        }
        if known.file:
            entry["file"] = known.file
        if known.count > 1:
            entry["count"] = known.count
        entries.append(json.dumps(entry))
    paths = "" if baseline.paths is None else f' "paths": {json.dumps(list(baseline.paths))},\n'
    files = [json.dumps(file) for file in baseline.files]
    return (
        f'{{"mqtune-baseline": {VERSION},\n{paths} "files": {_rows(files)},\n'
        f' "findings": {_rows(entries)}}}\n'
    )


def _rows(rows: list[str]) -> str:
    body = ",\n  ".join(rows)
    return f"[\n  {body}\n ]" if rows else "[]"


def read(text: str) -> Baseline:
    """The baseline of a file's text. Raises BaselineError."""
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"the baseline is not valid JSON: {error}") from error
    version = data.get("mqtune-baseline") if isinstance(data, dict) else None
    if version is None:
        raise BaselineError("the file is not a baseline: it has no `mqtune-baseline` number")
    if version != VERSION:
        raise BaselineError(f"the baseline has version {version!r}; this program supports {VERSION}")
    entries = data.get("findings")
    if not isinstance(entries, list):
        raise BaselineError("the baseline has no list of `findings`")
    read_entries = tuple(_entry(entry, number) for number, entry in enumerate(entries, 1))
    paths = _texts(data, "paths") if "paths" in data else None
    return Baseline(read_entries, paths, _texts(data, "files"))


def _texts(data: dict[str, object], key: str) -> tuple[str, ...]:
    """A list of paths."""
    paths = data.get(key, [])
    if not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        raise BaselineError(f"`{key}` of the baseline is not a list of paths")
    return tuple(paths)


def _entry(entry: object, number: int) -> Entry:
    """One entry; an error names its number."""
    if not isinstance(entry, dict):
        raise BaselineError(f"entry {number} of the baseline is not an object")
    parts = [entry.get(field, "") for field in (*_FIELDS, "file")]
    count = entry.get("count", 1)
    if not all(isinstance(part, str) for part in parts) or not parts[0]:
        raise BaselineError(f"entry {number} of the baseline has no code, or a field that is not a string")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BaselineError(f"entry {number} of the baseline has the count {count!r}")
    code, scope, type, name, attribute, file = parts
    return Entry((code, scope, type, name, attribute), file, count)
