"""Suppresses a finding for a stated reason: with a directive in its file, or in `mqtune.toml`.

Returns `FileChanges`, verified before the preview: the finding must be gone and no other may appear.
"""

from __future__ import annotations

from mqtune.findings.fingerprint import key_of
from mqtune.fixing.change import FileChange, FileChanges
from mqtune.project.load import ProjectError, read_project
from mqtune.project.toml_text import toml_string
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import apply_edits
from mqtune.text.errors import reason_of
from mqtune.text.reading import read_file
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from mqtune.findings.finding import Finding
    from mqtune.project.settings import Project
    from mqtune.session.lint_result import LintResult
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.loading import Tree
    from mqtune.session.session import Session
    from mqtune.session.workspace import Workspace
    from mqtune.text.spans import Edit

NO_COMMENT = "this file cannot contain a directive; suppress the finding in mqtune.toml"
NO_PROJECT = "no mqtune.toml found; `mqtune init` writes one"


def directive(code: str, reason: str, until: date | None, sign: str = "*") -> str:
    """The comment that suppresses a code: `* mqtune: ignore PUB001 until=2027-03-31 reason="…"`."""
    last = f" until={until.isoformat()}" if until is not None else ""
    return f"{sign} mqtune: ignore {code}{last} reason={_quoted(reason)}"


def exception(finding: Finding, reason: str, until: date | None, whole: bool = False) -> str:
    """The table of `mqtune.toml` that suppresses a rule for the object of a finding, or as a whole."""
    lines = ["[[exception]]", f'rule = "{finding.code}"']
    if finding.object is not None and not whole:
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
    for whole in (False, True):  # the line alone if that is enough, else its whole command
        words = directive(finding.code, reason, until, sign_of(file, finding))
        edit = edit_of(file, finding, words, whole)
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
    was = [key_of(one) for one in known.findings]
    now = [key_of(one) for one in after.findings]
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


def edit_of(file: LoadedFile, finding: Finding, words: str, whole: bool = False) -> Edit | None:
    """The edit that inserts a comment line before the subject of the finding."""
    for tree in file.trees:
        number = _line_in(tree, finding)
        if number:
            first = _first_line(tree, number, whole)
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


def _first_line(tree: Tree, number: int, whole: bool) -> int:
    """The line before which the comment is inserted: that of the finding, or the first of its command."""
    if not isinstance(tree, Script):
        return number
    for command in tree.commands:
        if command.first < number <= command.last + 1 and (whole or command.irregular):
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
