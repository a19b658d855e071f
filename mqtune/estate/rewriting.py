"""Edits of the files from which an estate was read: attributes of an object, a further command, qm.ini
keys.
"""

from __future__ import annotations

from mqtune.estate.build import is_from_command, is_qm_ini
from mqtune.syntax.document import CREATION, QM_INI
from mqtune.text.editing import Span
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.estate.model import QueueManager
    from mqtune.estate.objects import MqObject
    from mqtune.estate.statement import Statement
    from mqtune.syntax.ini.tree import IniFile, Stanza
    from mqtune.text.editing import Edit

PLAIN = lazy_pattern(r"[A-Z0-9./_%]+")
CONTINUATION = " +\n       "


def mqsc_value(text: str) -> str:
    """A value as MQSC writes it: quoted if necessary."""
    return text if PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    """A text in quotation marks, so that its case is kept; one blank for an empty text."""
    doubled = text.replace("'", "''")
    return f"'{doubled or ' '}'"


def set_attributes(object: MqObject, values: dict[str, str]) -> tuple[Edit, ...]:
    """Edits that set attributes of an object: those already set are changed in place, others are added to
    the command that defines it. Empty if the text cannot be edited exactly.
    """
    edits: list[Edit | None] = []
    added: list[str] = []
    for keyword, value in values.items():
        written = object.written(keyword)
        text = f"{keyword}({mqsc_value(value)})"
        if written is None:
            added.append(text)
        else:
            statement, number, parameter = written
            edits.append(statement.command.edit(number, parameter.extent, text))
    if added:
        edits.append(add_words(object, added))
    return tuple(edit for edit in edits if edit is not None) if None not in edits else ()


def add_words(object: MqObject, words: list[str]) -> Edit | None:
    """An edit that inserts words after the last one of the command that defines an object."""
    if not object.statements:
        return None
    command = object.statements[0].command
    if not command.intact:
        return None
    number, last = max(
        command.words(),
        key=lambda word: (word[0] + word[1].extent[2], word[1].extent[3]),
    )
    _, _, end_line, end_column = last.extent
    text = "".join(CONTINUATION + word for word in words)
    return command.edit(number, (end_line, end_column, end_line, end_column), text)


def add_command(statement: Statement, text: str) -> Edit | None:
    """An edit that inserts a command on its own lines after another one."""
    command = statement.command
    if not command.intact:
        return None
    last = command.last
    # in a document without a final line end, both commands would be joined
    column = len(command.script.lines[last].text)
    return command.edit(last, (0, column, 0, column), "\n" + text)


def qm_ini(queue_manager: QueueManager) -> IniFile | None:
    """The qm.ini of the queue manager, which supplies the base values; None without one."""
    for ini in queue_manager.inis:
        if ini.document.kind == QM_INI and ini.document.carrier != CREATION:
            return ini
    return None


def in_config_map(ini: IniFile) -> bool:
    """Whether the text is in a Kubernetes ConfigMap, which the container merges into its own qm.ini."""
    return ini.document.resource.startswith("ConfigMap")


def override(ini: IniFile, queue_manager: QueueManager) -> str:
    """Why a file is known to be merged into qm.ini at start; empty if that is unknown."""
    if is_from_command(ini):
        return ""
    if in_config_map(ini):
        return "a ConfigMap is merged into qm.ini when the container starts"
    configured = (queue_manager.ini_value("AutoConfig", "IniConfig") or "").strip()
    name = ini.document.source.shown.rpartition("/")[2]
    if configured and not is_qm_ini(ini) and configured.replace("\\", "/").rpartition("/")[2] == name:
        return "AutoConfig merges this file into qm.ini at every start"
    return ""


def overrides_only(queue_manager: QueueManager, stanza: str, key: str) -> str:
    """Why setting a key edits a file that is merged into qm.ini at start, if the queue manager's own qm.ini
    does not set it; empty otherwise.
    """
    inis = [ini for ini in queue_manager.inis if ini.document.kind == QM_INI]
    if any(is_qm_ini(ini) and not in_config_map(ini) and ini.get(stanza, key) for ini in inis):
        return ""
    setting = queue_manager.ini_entry(stanza, key)
    edited = setting[0] if setting is not None else qm_ini(queue_manager)
    return override(edited, queue_manager) if edited is not None else ""


def set_ini(queue_manager: QueueManager, stanza: str, values: dict[str, str]) -> tuple[Edit, ...]:
    """Edits that set keys in a stanza of qm.ini; empty if qm.ini is missing or cannot be edited exactly."""
    edits: list[Edit | None] = []
    missing: dict[str, str] = {}
    for key, value in values.items():
        setting = queue_manager.ini_entry(stanza, key)
        if setting is None:
            missing[key] = value
        else:
            ini, entry = setting
            edits.append(ini.document.edit(entry.span, f"{entry.key}={value}"))
    if missing:
        ini_file = qm_ini(queue_manager)
        edits.append(add_keys(ini_file, stanza, missing) if ini_file is not None else None)
    return tuple(edit for edit in edits if edit is not None) if None not in edits else ()


def add_keys(ini: IniFile, name: str, values: dict[str, str]) -> Edit | None:
    """An edit that adds keys to the first stanza with a name, or adds the stanza at the end of the file."""
    lines = "".join(f"   {key}={value}\n" for key, value in values.items())
    stanzas = ini.named(name)
    if stanzas:
        return add_to_stanza(ini, stanzas[0], lines)
    last = max((number for number, text in enumerate(ini.lines, 1) if text.strip()), default=0)
    if not last:
        return ini.document.edit(Span(1, 1, 1, 1), f"{name}:\n{lines}")
    # after the last line, not before the next one: text inside another file has no line after its last
    column = len(ini.lines[last - 1]) + 1
    return ini.document.edit(Span(last, column, last, column), f"\n{name}:\n{lines}".rstrip("\n"))


def add_to_stanza(ini: IniFile, stanza: Stanza, lines: str) -> Edit | None:
    """An edit that inserts lines below the last entry of a stanza, else below its header."""
    span = stanza.entries[-1].span if stanza.entries else stanza.header_span
    line = span.end_line
    if stanza.entries:  # as the other entries are indented
        text = ini.lines[line - 1]
        indent = text[: len(text) - len(text.lstrip())]
        lines = "".join(f"{indent}{added.strip()}\n" for added in lines.splitlines())
    column = len(ini.lines[line - 1]) + 1
    return ini.document.edit(Span(line, column, line, column), "\n" + lines.rstrip("\n"))
