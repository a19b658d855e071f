"""Silences a finding where a person answers for it: by a directive in its file, or in `mqtune.toml`.

Gives a `Change`, tried before it is shown: the finding has to be gone and nothing new to come up. Does
not know terminals.
"""

from __future__ import annotations

from mqtune.findings.fingerprint import key_of
from mqtune.fixing.change import Change, FileChange, session_of
from mqtune.project.load import ProjectError, read_project
from mqtune.syntax.ini.tree import IniFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.editing import apply_edits
from mqtune.text.reading import read_file
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from mqtune.findings.finding import Finding
    from mqtune.session.lint_result import LintResult
    from mqtune.session.loading import Taken, Tree
    from mqtune.session.session import Session
    from mqtune.text.spans import Edit

NO_COMMENT = "this file has no place for a directive; silence it in mqtune.toml"
NO_PROJECT = "there is no mqtune.toml; `mqtune init` writes one"


def directive(code: str, reason: str, until: date | None, sign: str = "*") -> str:
    """The comment that silences a code: `* mqtune: ignore PUB001 until=2027-03-31 reason="…"`."""
    last = f" until={until.isoformat()}" if until is not None else ""
    return f"{sign} mqtune: ignore {code}{last} reason={_quoted(reason)}"


def exception(finding: Finding, reason: str, until: date | None) -> str:
    """The table of `mqtune.toml` that silences a rule for the object of a finding."""
    lines = ["[[exception]]", f'rule = "{finding.code}"']
    if finding.object is not None:
        lines.append(f"object = {_toml_text(str(finding.object))}")
    lines.append(f"reason = {_toml_text(reason)}")
    if until is not None:
        lines.append(f"until = {until.isoformat()}")
    return "\n".join(lines) + "\n"


def can_stand_in_file(session: Session, finding: Finding) -> bool:
    """Whether the file of a finding can hold a directive for it."""
    taken = _taken(session_of(session, finding.place.file), finding)
    return taken is not None and _edit(taken, finding, "") is not None


def silence_in_file(
    session: Session, result: LintResult, finding: Finding, reason: str, until: date | None
) -> Change:
    """A directive on the line before the command, attribute, entry or stanza of the finding."""
    owner = session_of(session, finding.place.file)
    known = result if owner is session else owner.lint()
    taken = _taken(owner, finding)
    title = f"silence {finding.code}"
    if taken is None or taken.source is None:
        return Change(title, (), NO_COMMENT)
    for whole in (False, True):  # the line alone where that holds, else its whole command
        words = directive(finding.code, reason, until, _sign(taken, finding))
        edit = _edit(taken, finding, words, whole)
        if edit is None:
            return Change(title, (), NO_COMMENT)
        text = apply_edits(taken.source.text, [(edit.place.span, edit.content)])
        refusal = _refusal(owner, known, finding, {taken.shown: text})
        if not refusal:
            break
    if refusal:
        return Change(title, (), refusal)
    source = taken.source
    return Change(title, [FileChange(source.path, taken.shown, source.data, source.encode(text))])


def silence_in_project(session: Session, finding: Finding, reason: str, until: date | None) -> Change:
    """A table `[[exception]]` at the end of `mqtune.toml`."""
    owner = session_of(session, finding.place.file)
    title = f"silence {finding.code} in mqtune.toml"
    path = owner.project.file
    if not path:
        return Change(title, (), NO_PROJECT)
    try:
        before = read_file(path)
    except OSError as error:
        return Change(title, (), f"{path} cannot be read: {(error.strerror or str(error)).lower()}")
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    gap = b"" if before.endswith(b"\n") or not before else newline
    table = exception(finding, reason, until).encode().replace(b"\n", newline)
    after = before + gap + newline + table
    try:
        read_project(after, path, owner.project.folder)
    except ProjectError as error:
        return Change(title, (), f"{path} would not be valid: {error.message}")
    return Change(title, [FileChange(path, path, before, after)])


def _refusal(owner: Session, known: LintResult, finding: Finding, texts: dict[str, str]) -> str:
    """Why changed texts do not silence the finding and it alone; empty where they do."""
    after = owner.with_texts(texts).lint()
    wanted = key_of(finding)
    was = [key_of(one) for one in known.findings]
    now = [key_of(one) for one in after.findings]
    if now.count(wanted) >= was.count(wanted):
        return f"{finding.code} would still be there"
    for key in set(now).difference(was):
        return f"it would bring in {key[0]}"
    return ""


def _taken(session: Session, finding: Finding) -> Taken | None:
    for taken in session.intake.files:
        if taken.shown == finding.place.file:
            return taken
    return None


def _edit(taken: Taken, finding: Finding, words: str, whole: bool = False) -> Edit | None:
    """The edit that puts a comment line before what the finding is about."""
    for tree in taken.trees:
        number = _line_in(tree, finding)
        if number:
            first = _first_line(tree, number, whole)
            return tree.document.edit(Span(first, 1, first, 1), f"{words}\n")
    return None


def _line_in(tree: Tree, finding: Finding) -> int:
    """The document line, from 1, on which a finding begins; 0 where it is not in the document."""
    line = finding.place.span.line
    if not isinstance(tree, Script | IniFile):
        return 0  # a client channel table has no comments
    if tree.document.map is None:
        return line
    lines = tree.document.map.lines
    return lines.index(line) + 1 if line in lines else 0


def _first_line(tree: Tree, number: int, whole: bool) -> int:
    """The line before which the comment stands: that of the finding, or the first of its command."""
    if not isinstance(tree, Script):
        return number
    for command in tree.commands:
        if command.first < number <= command.last + 1 and (whole or command.hard):
            return command.first + 1
    return number


def _sign(taken: Taken, finding: Finding) -> str:
    for tree in taken.trees:
        if _line_in(tree, finding):
            return "#" if isinstance(tree, IniFile) else "*"
    return "*"


def _quoted(reason: str) -> str:
    """A reason for a directive: on one line, in quotation marks that it does not hold itself."""
    words = " ".join(reason.split())
    return f"'{words}'" if '"' in words and "'" not in words else '"' + words.replace('"', "'") + '"'


def _toml_text(text: str) -> str:
    words = " ".join(text.split())
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'
