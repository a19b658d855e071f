"""Suppresses findings for a stated reason: with directives in their files, or in `mqtune.toml`.

Returns `FileChanges`, verified before the preview: the findings must be gone and no other may appear.
"""

from __future__ import annotations

from mqtune.engine.suppression import is_object
from mqtune.project.load import ProjectError, read_project
from mqtune.project.tables import toml_string
from mqtune.session.fixing.fixes import FileChange, FileChanges, sessions_of
from mqtune.session.fixing.proof import counted_keys
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import Span, apply_edits
from mqtune.text.finding import key_of
from mqtune.text.messages import plural, reason_of
from mqtune.text.source import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from mqtune.project.settings import Project
    from mqtune.session.lint_result import LintResult
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.loading import Tree
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace
    from mqtune.text.editing import Edit
    from mqtune.text.finding import Finding, Key


NO_COMMENT = "this file cannot contain a directive; suppress the finding in mqtune.toml"
NO_PROJECT = "no mqtune.toml found; `mqtune init` writes one"


def directive(code: str, reason: str, until: date | None, sign: str = "*") -> str:
    """The comment that suppresses a code: `* mqtune: ignore PUB001 until=2027-03-31 reason="…"`."""
    last = f" until={until.isoformat()}" if until is not None else ""
    return f"{sign} mqtune: ignore {code}{last} reason={_quoted(reason)}"


def exception(finding: Finding, reason: str, until: date | None, for_rule: bool = False) -> str:
    """The table of `mqtune.toml` that suppresses a rule for the object of a finding, or as a whole."""
    lines = ["[[exception]]", f'rule = "{finding.code}"']
    if finding.object is not None and not for_rule:
        lines.append(f"object = {toml_string(str(finding.object))}")
    lines.append(f"reason = {toml_string(' '.join(reason.split()))}")
    if until is not None:
        lines.append(f"until = {until.isoformat()}")
    return "\n".join(lines) + "\n"


def can_suppress_in_file(workspace: Workspace, finding: Finding) -> bool:
    """Whether the file of a finding can contain a directive for it."""
    file = file_of(workspace.session_of(finding.place.file), finding)
    return file is not None and edit_of(file, finding, "") is not None


def suppress_in_file(
    workspace: Workspace, result: LintResult, finding: Finding, reason: str, until: date | None
) -> FileChanges:
    """The change that adds a directive before the command, attribute, entry or stanza of the finding."""
    session = workspace.session_of(finding.place.file)
    known = result if len(workspace.sessions) == 1 else session.lint()
    file = file_of(session, finding)
    title = f"suppress {finding.code}"
    if file is None or file.source is None:
        return FileChanges(title, (), NO_COMMENT)
    for at_command in (False, True):  # the line alone if that is enough, else its whole command
        words = directive(finding.code, reason, until, sign_of(file, finding))
        edit = edit_of(file, finding, words, at_command)
        if edit is None:
            return FileChanges(title, (), NO_COMMENT)
        text = apply_edits(file.source.text, [(edit.place.span, edit.content)])
        refusal = _refusal(session, known, finding, {file.shown: text})
        if not refusal:
            break
    if refusal:
        return FileChanges(title, (), refusal)
    source = file.source
    return FileChanges(title, [FileChange(source.path, file.shown, source.data, source.encode(text))])


def add_to_project(project: Project, tables: Sequence[str]) -> tuple[FileChange | None, str]:
    """The project file with tables added at its end, or why that is not possible."""
    path = project.file or ""
    try:
        before = read_file(path)
    except OSError as error:
        return None, f"cannot read {path}: {reason_of(error)}"
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    gap = b"" if before.endswith(b"\n") or not before else newline
    text = "\n".join(tables).encode().replace(b"\n", newline)
    after = before + gap + newline + text
    try:
        read_project(after, path, project.folder)
    except ProjectError as error:
        return None, f"{path} would not be valid: {error.message}"
    return FileChange(path, path, before, after), ""


def _refusal(session: Session, known: LintResult, finding: Finding, texts: dict[str, str]) -> str:
    """Why changed texts do not suppress exactly this finding; empty if they do."""
    after = session.with_texts(texts).lint()
    wanted = key_of(finding)
    was = [key_of(reported) for reported in known.findings]
    now = [key_of(reported) for reported in after.findings]
    if now.count(wanted) >= was.count(wanted):
        return f"{finding.code} would still be reported"
    for key in set(now).difference(was):
        return f"it would cause {key[0]}"
    return ""


def file_of(session: Session, finding: Finding) -> LoadedFile | None:
    """The file of a finding, None if the session does not have it."""
    for file in session.inputs.files:
        if file.shown == finding.place.file:
            return file
    return None


def edit_of(file: LoadedFile, finding: Finding, words: str, at_command: bool = False) -> Edit | None:
    """The edit that inserts a comment line before the subject of the finding."""
    for tree in file.trees:
        number = _line_in(tree, finding)
        if number:
            first = _first_line(tree, number, at_command)
            return tree.document.edit(Span(first, 1, first, 1), f"{words}\n")
    return None


def _line_in(tree: Tree, finding: Finding) -> int:
    """The document line, from 1, on which a finding begins; 0 if it is not in the document."""
    line = finding.place.span.line
    if not isinstance(tree, Script | IniFile):
        return 0  # a client channel table has no comments
    if tree.document.map is None:
        return line
    lines = tree.document.map.lines
    return lines.index(line) + 1 if line in lines else 0


def _first_line(tree: Tree, number: int, at_command: bool) -> int:
    """The line before which the comment is inserted: that of the finding, or the first of its command."""
    if not isinstance(tree, Script):
        return number
    for command in tree.commands:
        if command.first < number <= command.last + 1 and (at_command or command.irregular):
            return command.first + 1
    return number


def sign_of(file: LoadedFile, finding: Finding) -> str:
    """The sign of comments where a finding is."""
    for tree in file.trees:
        if _line_in(tree, finding):
            return "#" if isinstance(tree, IniFile) else "*"
    return "*"


def _quoted(reason: str) -> str:
    """A reason for a directive: on one line, in quotation marks that it does not contain."""
    words = " ".join(reason.split())
    return f"'{words}'" if '"' in words and "'" not in words else '"' + words.replace('"', "'") + '"'


# Several findings for one reason. Those that would still be reported are `left`.

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
        mine = [finding for finding in findings if workspace.session_of(finding.place.file) is session]
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
    workspace: Workspace, findings: Sequence[Finding], reason: str, until: date | None, for_rule: bool
) -> FileChanges:
    """Tables `[[exception]]` at the end of `mqtune.toml`, one for each rule and object.

    With `for_rule` one for each rule, which applies to every object and to later findings of the rule.
    """
    files: list[FileChange] = []
    left: list[tuple[Finding, str]] = []
    for session in sessions_of(workspace, findings):
        mine = [finding for finding in findings if workspace.session_of(finding.place.file) is session]
        if not session.project.file:
            return FileChanges(_title(findings), (), NO_PROJECT)
        if not for_rule:
            refusals = _refusals(session, mine)
            left += [(finding, refusals[id(finding)]) for finding in mine if refusals[id(finding)]]
            mine = [finding for finding in mine if not refusals[id(finding)]]
        tables = list(dict.fromkeys(exception(finding, reason, until, for_rule) for finding in mine))
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
    accepted = {(candidate.code, str(candidate.object)) for candidate in findings}
    is_wide = any("*" in name for _, name in accepted)
    others = {
        (reported_finding.code, str(reported_finding.object)): reported_finding
        for reported_finding in (session.lint().findings if is_wide else ())
    }
    for key in accepted:
        others.pop(key, None)
    refusals = {}
    for finding in findings:
        name = str(finding.object)
        refusals[id(finding)] = NO_OBJECT if finding.object is None else ""
        for (code, reported), reported_finding in others.items() if "*" in name else ():
            if code == finding.code and is_object(reported_finding, name):
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
    left = [(finding, NO_COMMENT) for finding in findings if not _can(session, finding)]
    without = {id(finding) for finding, _ in left}
    able = [finding for finding in findings if id(finding) not in without]
    at_commands: set[int] = set()
    texts: dict[str, str] = {}
    for again in (False, True):
        texts = _with_directives(session, able, at_commands, reason, until)
        after = session.with_texts(texts).lint()
        was, now = counted_keys(known.findings), counted_keys(after.findings)
        stays = _staying(able, was, now)
        if not stays:
            break
        if again:
            return {}, [], f"{stays[0].code} would still be reported"
        at_commands = {id(unsuppressed) for unsuppressed in stays}
    for key in now:
        if key not in was:
            return {}, [], f"it would cause {key[0]}"
    return texts, left, ""


def _staying(findings: list[Finding], was: dict[Key, int], now: dict[Key, int]) -> list[Finding]:
    """The findings of which as many would still be reported as their keys allow."""
    wanted = counted_keys(findings)
    return [
        finding
        for finding in findings
        if now.get(key_of(finding), 0) > was[key_of(finding)] - wanted[key_of(finding)]
    ]


def _with_directives(
    session: Session, findings: list[Finding], at_commands: set[int], reason: str, until: date | None
) -> dict[str, str]:
    """The texts with one directive before each place, which lists the codes of all findings there."""
    places: dict[tuple[str, int], tuple[set[str], LoadedFile, Finding]] = {}
    for finding in findings:
        file = file_of(session, finding)
        edit = edit_of(file, finding, "", id(finding) in at_commands) if file is not None else None
        if file is not None and edit is not None:
            place = (file.shown, edit.place.span.line)
            places.setdefault(place, (set(), file, finding))[0].add(finding.code)
    edits: dict[str, list[Edit]] = {}
    for codes, file, finding in places.values():
        words = directive(",".join(sorted(codes)), reason, until, sign_of(file, finding))
        inserted = edit_of(file, finding, words, id(finding) in at_commands)
        if inserted is not None:
            edits.setdefault(file.shown, []).append(inserted)
    sources = session.sources
    return {
        shown: apply_edits(
            sources[shown].text, [(insertion.place.span, insertion.content) for insertion in insertions]
        )
        for shown, insertions in edits.items()
    }


def _can(session: Session, finding: Finding) -> bool:
    file = file_of(session, finding)
    return file is not None and file.source is not None and edit_of(file, finding, "") is not None
