"""LOG003, LOG004: log settings that are fixed when a queue manager is created, but changed later."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.build import is_from_command, is_qm_ini
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import in_config_map, override
from mqtune.findings.finding import INFO, LOW, Related
from mqtune.rules.common.ini_places import entry_place, qm_inis, stanza_name
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.syntax.placeholders import has_placeholder

STANZA = "Log"
FIXED = ("LogFilePages", "LogType", "LogPath")
COUNTS = ("LogPrimaryFiles", "LogSecondaryFiles")
HOW = {
    "LogFilePages": "set the size when the queue manager is created, crtmqm -lf "
    "(MQ_QMGR_LOG_FILE_PAGES in a container), and recreate it, or use more files",
    "LogType": "set the type when the queue manager is created, crtmqm -ll or -lc; change an existing one "
    "with migmqlog",
    "LogPath": "set the folder when the queue manager is created, crtmqm -ld",
}


@rule("LOG003")
def log_file_size_changed_after_creation(queue_manager: QueueManager) -> Iterator[Hit]:
    """A file that is merged into qm.ini sets a different LogFilePages than the queue manager's own qm.ini."""
    if len(queue_manager.inis) < 2:
        return
    own = [ini for ini in qm_inis(queue_manager) if is_qm_ini(ini)]
    if len(own) != 1:
        return
    original = own[0].get(STANZA, "LogFilePages")
    if original is None or has_placeholder(original.value):
        return
    for ini in qm_inis(queue_manager):
        entry = ini.get(STANZA, "LogFilePages") if ini is not own[0] and not is_from_command(ini) else None
        if entry is not None and differs(entry, original):
            yield changed_hit(ini, entry, own[0], original)


def differs(entry: Entry, original: Entry) -> bool:
    """Whether two known values differ."""
    return not has_placeholder(entry.value) and entry.value.strip() != original.value.strip()


def changed_hit(ini: IniFile, entry: Entry, own: IniFile, original: Entry) -> Hit:
    """The finding, related to the size in the queue manager's own qm.ini."""
    return Hit(
        entry_place(ini, entry),
        f"LogFilePages={entry.value} differs from LogFilePages={original.value} in the queue manager's own "
        "qm.ini",
        note="the size of a log file is fixed when the queue manager is created; a later value in qm.ini has "
        "no effect (IBM MQ documentation, Log stanza of the qm.ini file)",
        help=HOW["LogFilePages"],
        object=stanza_name(STANZA),
        attribute="LogFilePages",
        related=(Related(entry_place(own, original), "the size in the queue manager's own qm.ini"),),
    )


@rule("LOG004")
def creation_time_key_in_override(queue_manager: QueueManager) -> Iterator[Hit]:
    """A setting of stanza Log that belongs to the creation of the queue manager is in a file that is merged
    into qm.ini when it starts.
    """
    if not queue_manager.inis:
        return
    inis = list(qm_inis(queue_manager))
    own = [ini for ini in inis if is_qm_ini(ini) and not in_config_map(ini)]
    for ini in inis:
        why = override(ini, queue_manager)
        if not why:
            continue
        for key in FIXED:
            entry = ini.get(STANZA, key)
            if entry is not None and not any(other.get(STANZA, key) for other in own):
                yield override_hit(ini, entry, key, why)
        for key in COUNTS:
            entry = ini.get(STANZA, key)
            if entry is not None and not any(other.get(STANZA, key) for other in own):
                yield count_hit(ini, entry, key, why)


def count_hit(ini: IniFile, entry: Entry, key: str, why: str) -> Hit:
    """The finding of a number of files, about which the documentation does not agree with itself."""
    return Hit(
        entry_place(ini, entry),
        f"{key}={entry.value} is set in an override file, which may not change the number of log files",
        note=f"{why}; the documentation of overrides names the number of primary files as what they cannot "
        "set (q133800_), that of stanza Log says that the number is examined at every start",
        help="set the number when the queue manager is created, crtmqm -lp and -ls, or check the files in "
        "the log folder after a restart",
        object=stanza_name(STANZA),
        attribute=key,
        severity=INFO,
        confidence=LOW,
    )


def override_hit(ini: IniFile, entry: Entry, key: str, why: str) -> Hit:
    """The finding of one key."""
    return Hit(
        entry_place(ini, entry),
        f"{key}={entry.value} is set in an override file, which is applied too late",
        note=f"{why}; by then the queue manager and its log exist, and this setting is fixed at creation",
        help=HOW[key],
        object=stanza_name(STANZA),
        attribute=key,
    )
