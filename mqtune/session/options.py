"""The options of a run combined with the project file; the stage of a run; changed files; the baseline.

An option takes precedence over the project file, which takes precedence over the default.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from mqtune.engine.pages import (
    Page,
    Selection,
    SelectionError,
    SelectionRequest,
    all_pages,
    choose,
    require_rules,
)
from mqtune.language.available import PLATFORMS, is_released, newest_releases, parse_level
from mqtune.project.boundary import is_typed_folder, typed_refusal
from mqtune.project.patterns import clean
from mqtune.project.settings import Project
from mqtune.text.finding import LOW, WARNING
from mqtune.text.messages import UsageError, reason_of
from mqtune.text.record import record
from mqtune.text.source import read_typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from mqtune.engine.baseline import Baseline
    from mqtune.project.settings import Gate


# Stages: how far a run is, for a front end that shows it while the run is in another thread.


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


# Options.


def current_folder() -> str:
    """Return the path of the current folder. Raises UsageError if it was removed."""
    try:
        return os.getcwd()
    except OSError:
        help = "go to a folder that exists, also if there is a new one of that name"
        raise UsageError("the current folder was removed", help) from None


def require_no_link(path: str) -> None:
    """Raise UsageError for a file that an option names, if a link of the repository leads elsewhere."""
    if reason := typed_refusal(path):
        raise UsageError(f"{path} is not read: it {reason}", "name the file to which the link leads")


@record
class Options:
    """The options of a run; None and () leave a choice to the project file, else to the default.

    With `stdin_text` that text is linted instead of `paths`, and `stdin_name` decides its kind.
    `ignore_unknown` treats named files as if a walk had found them: those that are excluded or of another
    kind are skipped. `baseline` is the path of a baseline file. `today` is the day that `until` is compared
    with. `complete` declares that the files are the complete configuration of their queue managers. `values`
    are files with values for placeholders; `without_values` ignores them and those of environments. `exclude`
    are patterns relative to the working folder. `isolated` ignores every project file. `list_omitted` records
    what the search for files leaves out. `tracked` reads only files that git tracks. `stage` is kept up to
    date during the run. `environments` and `queue_managers` limit what is reported; names may contain `*`.
    `gate` has the rules of the run and decides what the repository may remove from its findings.
    `top` is the folder of a revision that was written for the run. With `apart` there is one project, without
    the folders that have a project file of their own. `states` are as many as the run compares.
    """

    paths: Sequence[str] = (".",)
    config: str | None = None
    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    extend_select: Sequence[str] = ()
    profile: str | None = None
    min_confidence: str | None = None
    fail_on: str = WARNING
    mq_version: str | None = None
    platform: str | None = None
    jobs: int = 1
    baseline: str | None = None
    ignore_unknown: bool = False
    stdin_name: str | None = None
    stdin_text: str | bytes | None = None
    today: date | None = None
    complete: bool = False
    values: Sequence[str] = ()
    exclude: Sequence[str] = ()
    isolated: bool = False
    list_omitted: bool = False
    stage: Stage | None = None
    environments: Sequence[str] = ()
    queue_managers: Sequence[str] = ()
    without_values: bool = False
    tracked: bool = False
    gate: Gate | None = None
    top: str = ""
    apart: bool = False
    states: int = 1

    def __post_init__(self) -> None:
        self.paths = tuple(self.paths) or (".",)
        self.select = tuple(self.select)
        self.ignore = tuple(self.ignore)
        self.extend_select = tuple(self.extend_select)
        self.values = tuple(self.values)
        self.exclude = tuple(self.exclude)
        self.environments = tuple(self.environments)
        self.queue_managers = tuple(self.queue_managers)


def with_options(project: Project, options: Options) -> Project:
    """The project, modified by the options. Raises UsageError."""
    level = parse_level(options.mq_version or "0")
    if options.mq_version is not None and (level is None or "." not in options.mq_version):
        raise UsageError(
            f"invalid MQ version {options.mq_version!r}", "write version and release, such as 9.4"
        )
    if options.mq_version is not None and not (level and is_released(level)):
        raise UsageError(
            f"there is no MQ version {options.mq_version!r}", f"the latest are {newest_releases()}"
        )
    if options.platform is not None and options.platform not in PLATFORMS:
        raise UsageError(f"invalid platform {options.platform!r} (choose from {', '.join(PLATFORMS)})")
    values: dict[str, object] = {}
    for name in ("mq_version", "platform", "profile"):
        wanted = getattr(options, name)
        if wanted is not None:
            values[name] = wanted
    values["complete"] = options.complete
    values["top"] = options.top
    if options.exclude:
        patterns = excluded_from(project.folder, options.exclude)
        values["exclude"] = (*project.exclude, *patterns)
        values["excluded_by"] = {**dict.fromkeys(patterns, "--exclude"), **project.excluded_by}
    values["walked"] = () if options.stdin_text is not None else walked_folders(options.paths)
    return with_values(project, **values)


def with_values(project: Project, **values: object) -> Project:
    """The same project with other values."""
    return Project(**({name: getattr(project, name) for name in Project.__slots__} | values))


def excluded_from(folder: str, patterns: Iterable[str]) -> list[str]:
    """Patterns relative to the working folder as patterns relative to the folder of a project."""
    try:
        below = os.path.relpath(".", folder).replace(os.sep, "/")
        inside = os.path.relpath(folder).replace(os.sep, "/")
    except ValueError:  # another drive on Windows
        return list(patterns)
    excluded = []
    for pattern in map(clean, patterns):
        if "/" not in pattern or pattern.startswith("**") or below == ".":
            excluded.append(pattern)
        elif not below.startswith(".."):
            excluded.append(f"{below}/{pattern}")
        elif pattern.startswith(f"{inside}/"):
            excluded.append(pattern.removeprefix(f"{inside}/"))
    return excluded


def walked_folders(paths: Iterable[str]) -> tuple[str, ...]:
    """The folders among some paths, absolute and with a separator at the end."""
    return tuple(os.path.join(os.path.abspath(path), "") for path in paths if is_typed_folder(path))


def pages_of(project: Project) -> dict[str, Page]:
    """Every rule by its code, policies of the project file included. Raises ProjectError."""
    pages = all_pages()
    if project.policies:
        from mqtune.engine.policies import policy_pages  # few projects have policies

        pages |= policy_pages(project.policies)
    return pages


def selection_of(project: Project, options: Options) -> Selection:
    """The rules that the project file and the options select. Raises UsageError and ProjectError."""
    pages = pages_of(project)
    declared = SelectionRequest(project.select, project.ignore)
    asked = SelectionRequest(options.select, options.ignore, options.extend_select)
    where = f"{project.gate.file if project.gate is not None else project.file}: "
    try:
        require_rules(declared, pages)
        require_rules(SelectionRequest([*project.severities]), pages)
        where = ""
        return choose(
            pages, (declared, asked), project.profile, options.min_confidence or LOW, project.severities
        )
    except SelectionError as error:
        raise UsageError(where + error.message, error.help) from error


# Changed files, detected by times and sizes. Polling costs little, needs nothing from the operating system
# and works on network drives and in containers.

# path -> time of the last change (ns) and size (bytes); (0, 0) for a file that does not exist
Stamps = dict[str, tuple[int, int]]

POLL_S = 0.5  # between two polls


def stamps_of(paths: Iterable[str]) -> Stamps:
    """Time and size of each path."""
    stamps: Stamps = {}
    for path in paths:
        try:
            status = os.stat(path)
        except OSError:
            stamps[path] = (0, 0)
        else:
            stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps


# The baseline that options name.


def read_baseline(path: str) -> Baseline:
    """The baseline of a file. Raises UsageError."""
    from mqtune.engine.baseline import BaselineError, read

    require_no_link(path)
    try:
        return read(read_typed(path).decode("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else str(error)
        help = "create it with `mqtune lint --write-baseline FILE`"
        raise UsageError(f"cannot read the baseline {path}: {reason}", help) from error
    except BaselineError as error:
        raise UsageError(f"{path}: {error.message}", error.help) from error


# Errors about paths that a user names.

NAME_EXISTING = "name an existing file or folder"
NAME_STDIN = "state its kind with a file name, such as --stdin-filename a.mqsc"


def nothing_found(paths: Sequence[str], what: str = "MQSC, IBM MQ ini file or CCDT") -> UsageError:
    """The error for paths that contain nothing to work on."""
    if list(paths) == ["-"]:
        return UsageError(f"no {what} found in standard input", NAME_STDIN)
    only_files = bool(paths) and all(typed_refusal(path) or os.path.isfile(path) for path in paths)
    return UsageError(
        f"no {what} found in {', '.join(paths) or '.'}",
        "" if only_files else "name the files; .gitignore and `exclude` in mqtune.toml exclude some",
    )
