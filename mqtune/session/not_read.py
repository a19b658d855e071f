"""The findings for files, folders and paths that a run does not read."""

from __future__ import annotations

from mqtune.project.boundary import OUTSIDE
from mqtune.syntax.diagnostic import Diagnostic
from mqtune.text.reading import NOT_REGULAR, TOO_LARGE
from mqtune.text.spans import Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.project.boundary import Refused
    from mqtune.session.loaded_file import LoadedFile

# the kinds of diagnostics
UNREADABLE, REFUSED = "unreadable-file", "refused-path"
FIRST = Span(1, 1, 1, 1)


def refusal(refused: Refused) -> tuple[Diagnostic, Place]:
    """A path that leads out of the project: a finding where it is named."""
    span = Span(refused.line, refused.column, refused.line, refused.column)
    help = "name a file of the project, or put a copy there"
    if refused.reason == OUTSIDE:
        help += "; the project is the folder of mqtune.toml, which you can move up, else the repository"
    return Diagnostic(REFUSED, span, refused.message, help), Place(refused.file, span)


def unreadable(file: LoadedFile, reason: str) -> LoadedFile:
    """A file or folder that exists and cannot be read: a finding, and nothing else."""
    message = f"cannot read {file.shown}: {reason}"
    help = "give this user read permission"
    if reason == NOT_REGULAR:
        help = "pass it on standard input: `mqtune lint - --stdin-filename NAME`"
    elif reason.startswith(TOO_LARGE):
        help = "exclude it, or set a larger limit with --max-file-size"
    file.diagnostics.append((Diagnostic(UNREADABLE, FIRST, message, help), Place(file.shown, FIRST)))
    return file
