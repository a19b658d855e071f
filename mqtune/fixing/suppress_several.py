"""Suppresses several findings for one reason: with directives in their files, or in `mqtune.toml`.

Returns one `FileChanges`, verified before the preview. Findings that would still be reported are `left`.
"""

from __future__ import annotations

from mqtune.engine.suppression import is_object
from mqtune.findings.fingerprint import key_of
from mqtune.fixing.change import FileChange, FileChanges, sessions_of
from mqtune.fixing.proof import counted_keys
from mqtune.fixing.suppress import (
    NO_COMMENT,
    NO_PROJECT,
    add_to_project,
    directive,
    edit_of,
    exception,
    file_of,
    sign_of,
)
from mqtune.text.editing import apply_edits
from mqtune.text.wording import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from mqtune.findings.finding import Finding
    from mqtune.findings.fingerprint import Key
    from mqtune.session.lint_result import LintResult
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace
    from mqtune.text.spans import Edit

NO_OBJECT = "it has no object, so that an exception would apply to the whole rule"
ALSO = "an exception for {} would apply to {} too; suppress it in its file"


def suppress_several_in_files(
    workspace: Workspace,
    result: LintResult,
    findings: Sequence[Finding],
    reason: str,
    until: date | None,
) -> FileChanges:
    """The change that adds a directive before each command, attribute, entry or stanza of the findings."""
    files: list[FileChange] = []
    left: list[tuple[Finding, str]] = []
    for session in sessions_of(workspace, findings):
        known = result if len(workspace.sessions) == 1 else session.lint()
        mine = [one for one in findings if workspace.session_of(one.place.file) is session]
        texts, stays, refusal = _texts(session, known, mine, reason, until)
        if refusal:
            return FileChanges(_title(findings), (), refusal)
        left += stays
        for shown, text in texts.items():
            source = session.sources[shown]
            files.append(FileChange(source.path, shown, source.data, source.encode(text)))
    count = len(findings) - len(left)
    refusal = left[0][1] if not count and left else ""
    return FileChanges(_title(findings), files if count else (), refusal, (), count, left)


def suppress_several_in_project(
    workspace: Workspace, findings: Sequence[Finding], reason: str, until: date | None, whole: bool
) -> FileChanges:
    """Tables `[[exception]]` at the end of `mqtune.toml`, one for each rule and object.

    With `whole` one for each rule, which applies to every object and to later findings of the rule.
    """
    files: list[FileChange] = []
    left: list[tuple[Finding, str]] = []
    for session in sessions_of(workspace, findings):
        mine = [one for one in findings if workspace.session_of(one.place.file) is session]
        if not session.project.file:
            return FileChanges(_title(findings), (), NO_PROJECT)
        if not whole:
            refusals = _refusals(session, mine)
            left += [(one, refusals[id(one)]) for one in mine if refusals[id(one)]]
            mine = [one for one in mine if not refusals[id(one)]]
        tables = list(dict.fromkeys(exception(one, reason, until, whole) for one in mine))
        if not tables:
            continue
        change, refusal = add_to_project(session.project, tables)
        if change is None:
            return FileChanges(_title(findings), (), refusal)
        files.append(change)
    refusal = left[0][1] if left and not files else ""
    return FileChanges(_title(findings), files, refusal, (), len(findings) - len(left), left)


def _refusals(session: Session, findings: list[Finding]) -> dict[int, str]:
    """By the identity of a finding, why no exception is written for it, empty if one is.

    An asterisk in the name of an object, such as `CHLAUTH(*)`, is a wildcard in an exception.
    """
    accepted = {(one.code, str(one.object)) for one in findings}
    is_wide = any("*" in name for _, name in accepted)
    others = {(one.code, str(one.object)): one for one in (session.lint().findings if is_wide else ())}
    for key in accepted:
        others.pop(key, None)
    refusals = {}
    for finding in findings:
        name = str(finding.object)
        refusals[id(finding)] = NO_OBJECT if finding.object is None else ""
        for (code, reported), one in others.items() if "*" in name else ():
            if code == finding.code and is_object(one, name):
                refusals[id(finding)] = ALSO.format(name, reported)
                break
    return refusals


def _title(findings: Sequence[Finding]) -> str:
    codes = sorted({finding.code for finding in findings})
    about = f" of {codes[0]}" if len(codes) == 1 else ""
    return f"suppress {plural(len(findings), 'finding')}{about}"


def _texts(
    session: Session, known: LintResult, findings: list[Finding], reason: str, until: date | None
) -> tuple[dict[str, str], list[tuple[Finding, str]], str]:
    """The changed texts, the findings that they do not suppress, and why the change is refused, if it is.

    A line alone is enough for most findings; those that would still be reported get a directive before
    their whole command.
    """
    left = [(one, NO_COMMENT) for one in findings if not _can(session, one)]
    without = {id(one) for one, _ in left}
    able = [one for one in findings if id(one) not in without]
    whole: set[int] = set()
    texts: dict[str, str] = {}
    for again in (False, True):
        texts = _with_directives(session, able, whole, reason, until)
        after = session.with_texts(texts).lint()
        was, now = counted_keys(known.findings), counted_keys(after.findings)
        stays = _staying(able, was, now)
        if not stays:
            break
        if again:
            return {}, [], f"{stays[0].code} would still be reported"
        whole = {id(one) for one in stays}
    for key in now:
        if key not in was:
            return {}, [], f"it would cause {key[0]}"
    return texts, left, ""


def _staying(findings: list[Finding], was: dict[Key, int], now: dict[Key, int]) -> list[Finding]:
    """The findings of which as many would still be reported as their keys allow."""
    wanted = counted_keys(findings)
    return [one for one in findings if now.get(key_of(one), 0) > was[key_of(one)] - wanted[key_of(one)]]


def _with_directives(
    session: Session, findings: list[Finding], whole: set[int], reason: str, until: date | None
) -> dict[str, str]:
    """The texts with one directive before each place, which lists the codes of all findings there."""
    places: dict[tuple[str, int], tuple[set[str], LoadedFile, Finding]] = {}
    for finding in findings:
        file = file_of(session, finding)
        edit = edit_of(file, finding, "", id(finding) in whole) if file is not None else None
        if file is not None and edit is not None:
            place = (file.shown, edit.place.span.line)
            places.setdefault(place, (set(), file, finding))[0].add(finding.code)
    edits: dict[str, list[Edit]] = {}
    for codes, file, finding in places.values():
        words = directive(",".join(sorted(codes)), reason, until, sign_of(file, finding))
        made = edit_of(file, finding, words, id(finding) in whole)
        if made is not None:
            edits.setdefault(file.shown, []).append(made)
    sources = session.sources
    return {
        shown: apply_edits(sources[shown].text, [(one.place.span, one.content) for one in made])
        for shown, made in edits.items()
    }


def _can(session: Session, finding: Finding) -> bool:
    file = file_of(session, finding)
    return file is not None and file.source is not None and edit_of(file, finding, "") is not None
