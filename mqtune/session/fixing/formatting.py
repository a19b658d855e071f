"""Formats the MQSC of files: edits, verification, and the changed texts.

The formatted text is parsed again. It is used only if it contains the same commands with the same values
and the same comments, so that it has the same effect on every queue manager.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mqtune.engine.format import Lines, ScriptLayout
from mqtune.estate.grouping import dump_header
from mqtune.session.fixing.fixes import FileChange
from mqtune.session.loading import Inputs
from mqtune.syntax.mqsc.tree import COMMENT, Script
from mqtune.text.editing import EditError, Span, apply_edits
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.session.loaded_file import LoadedFile
    from mqtune.session.workspace import Workspace
    from mqtune.syntax.mqsc.tree import Command
    from mqtune.syntax.mqsc.words import Word
    from mqtune.text.source import Source

ZOS = "zos"
DUMP = "written by dmpmqcfg"
NO_MQSC = "no MQSC"
REFUSED = "formatting would change its meaning"

TextEdit = tuple[Span, str]


@record
class FormattedFile:
    """A file with its formatted text. `left` are the lines, from 1, of the commands that were not
    understood, `edits` the changes; `reason` states why it is not formatted, empty if it is.
    """

    source: Source
    text: str
    edits: list[TextEdit]
    left: Sequence[int] = ()
    reason: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the text differs from that of the file."""
        return self.text != self.source.text

    @property
    def change(self) -> FileChange:
        """The change of the file, for a preview and for writing."""
        return FileChange(
            self.source.path, self.source.shown, self.source.data, self.source.encode(self.text)
        )


def format_workspace(
    workspace: Workspace, dumps: bool = False, within: Lines | None = None
) -> list[FormattedFile]:
    """The files with MQSC, formatted, in the order of their paths. Nothing is written.

    The output of dmpmqcfg is formatted only with `dumps`, because another dump is compared with it. `within`
    limits the changes to commands in these lines of the file.
    """
    files = [file for session in workspace.sessions for file in format_inputs(session.inputs, dumps, within)]
    return sorted(files, key=lambda formatted: formatted.source.shown)


def format_text(
    name: str, text: str, platform: str | None = None, within: Lines | None = None
) -> list[TextEdit]:
    """The edits that format a text; its name decides its kind. None overlaps another.

    `platform` decides how long a line may be; `within` are the first and last line, from 1, of a part: the
    commands of which a line is in it are formatted as a whole. A text that is not understood has no edits.
    """
    inputs = Inputs(platform)
    try:
        data = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, as an editor may send it
        data = "".join("?" if "\ud800" <= char <= "\udfff" else char for char in text).encode()
    inputs.load_text(name, data)
    return [edit for file in format_inputs(inputs, dumps=True, within=within) for edit in file.edits]


def format_inputs(
    inputs: Inputs, dumps: bool = False, within: Lines | None = None
) -> Iterator[FormattedFile]:
    """The formatted files of one project."""
    files = [file for file in inputs.distinct if file.source is not None and file.shown not in inputs.beyond]
    formatted = [
        _formatted(file, file.source, inputs.platform, dumps, within) for file in files if file.source
    ]
    changed = {edited.source.shown: edited.text for edited in formatted if edited.is_changed}
    after = inputs.with_texts(changed) if changed else inputs
    read_again = {file.shown: file for file in after.distinct}
    for file, result in zip(files, formatted, strict=True):
        if result.is_changed and not same_contents(file, read_again[file.shown]):
            result = FormattedFile(result.source, result.source.text, [], result.left, REFUSED)
        yield result


def _formatted(
    file: LoadedFile, source: Source, platform: str | None, dumps: bool, within: Lines | None
) -> FormattedFile:
    """A file with its formatted text, not yet verified."""
    scripts = [tree for tree in file.trees if isinstance(tree, Script)]
    if not scripts:
        return FormattedFile(source, source.text, [], (), NO_MQSC)
    if not dumps and any(dump_header(script) is not None for script in scripts):
        return FormattedFile(source, source.text, [], (), DUMP)
    layouts = [
        ScriptLayout(script, ZOS in (platform, script.document.platform), within) for script in scripts
    ]
    edits = [(edit.place.span, edit.content) for layout in layouts for edit in layout.edits()]
    left = [line for layout in layouts for line in layout.left]
    try:
        return FormattedFile(source, apply_edits(source.text, edits), edits, left)
    except EditError:  # documents that share lines of the file
        return FormattedFile(source, source.text, [], left, REFUSED)


def same_contents(before: LoadedFile, after: LoadedFile) -> bool:
    """Whether two files have what formatting must preserve: the commands with their values, the comments
    between and inside them, and the number of diagnostics.
    """
    if len(before.diagnostics) != len(after.diagnostics) or len(before.trees) != len(after.trees):
        return False
    return all(
        len(old.diagnostics) == len(new.diagnostics)
        and isinstance(old, Script) == isinstance(new, Script)
        and (not isinstance(old, Script) or not isinstance(new, Script) or _same_script(old, new))
        for old, new in zip(before.trees, after.trees, strict=True)
    )


def _same_script(old: Script, new: Script) -> bool:
    """Whether two scripts have the same commands and comments."""
    comments = [[line.text for line in script.lines if line.kind == COMMENT] for script in (old, new)]
    if comments[0] != comments[1] or len(old.commands) != len(new.commands):
        return False
    return all(
        mine.intact == theirs.intact
        and counts == other_counts
        # equal words are one object, and most commands keep theirs
        and (_words(mine) == _words(theirs) or _values(mine) == _values(theirs))
        for (mine, *counts), (theirs, *other_counts) in zip(_commands(old), _commands(new), strict=True)
    )


def _commands(script: Script) -> Iterator[tuple[Command, int, int]]:
    """The commands with the number of comments before each, and up to its end."""
    before = [0]
    for line in script.lines:
        before.append(before[-1] + (line.kind == COMMENT))
    for command in script.commands:
        yield command, before[command.first], before[command.last + 1]


def _words(command: Command) -> list[Word]:
    return [word for line in command.all_lines for word in line.words]


def _values(command: Command) -> list[tuple[str, str, str | None]]:
    return [(word.keyword, word.form, word.text) for _, word in command.words()]
