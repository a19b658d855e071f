"""LOG001, LOG003 to LOG005, LOG007 to LOG009, LOG011, LOG013, LOG014: the recovery log.

Settings that are fixed when a queue manager is created, files, buffer and management in the Log stanza, and
the log compared with the declared persistent load. The bytes that the log writes are those that tuning and
budget count, too (`analysis/flow/log_need.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.analysis.flow.log_need import (
    lasting,
    log_outputs,
    log_rule,
    log_space,
    logged_bytes,
    persistent_loads,
    remedy,
)
from mqtune.engine.rule import Hit, Outcome, rule
from mqtune.estate.build import is_from_command, is_qm_ini
from mqtune.estate.model import QueueManager
from mqtune.estate.rewriting import in_config_map, override
from mqtune.project.settings import QueueLoad
from mqtune.rules.common import entry_place, incomplete, load_place, number_of, qm_inis, stanza_name
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.text.finding import INFO, LOW, Impact, ObjectName, Related

# LOG003, LOG004: settings that are fixed at creation, but changed later.

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
    originals = [ini for ini in qm_inis(queue_manager) if is_qm_ini(ini)]
    if len(originals) != 1:
        return
    original = originals[0].get(STANZA, "LogFilePages")
    if original is None or has_placeholder(original.value):
        return
    for ini in qm_inis(queue_manager):
        entry = (
            ini.get(STANZA, "LogFilePages") if ini is not originals[0] and not is_from_command(ini) else None
        )
        if entry is not None and differs(entry, original):
            yield changed_hit(ini, entry, originals[0], original)


def differs(entry: Entry, original: Entry) -> bool:
    """Whether two known values differ."""
    return not has_placeholder(entry.value) and entry.value.strip() != original.value.strip()


def changed_hit(ini: IniFile, entry: Entry, original_file: IniFile, original: Entry) -> Hit:
    """The finding, related to the size in the queue manager's own qm.ini."""
    return Hit(
        entry_place(ini, entry),
        f"LogFilePages={entry.value} differs from LogFilePages={original.value} in the queue manager's own "
        "qm.ini",
        help=HOW["LogFilePages"],
        object=stanza_name(STANZA),
        attribute="LogFilePages",
        related=(
            Related(entry_place(original_file, original), "the size in the queue manager's own qm.ini"),
        ),
    )


@rule("LOG004")
def creation_time_key_in_override(queue_manager: QueueManager) -> Iterator[Hit]:
    """A setting of stanza Log that belongs to the creation of the queue manager is in a file that is merged
    into qm.ini when it starts.
    """
    if not queue_manager.inis:
        return
    inis = list(qm_inis(queue_manager))
    originals = [ini for ini in inis if is_qm_ini(ini) and not in_config_map(ini)]
    for ini in inis:
        why = override(ini, queue_manager)
        if not why:
            continue
        for key in FIXED:
            entry = ini.get(STANZA, key)
            if entry is not None and not any(original.get(STANZA, key) for original in originals):
                yield override_hit(ini, entry, key, why)
        for key in COUNTS:
            entry = ini.get(STANZA, key)
            if entry is not None and not any(original.get(STANZA, key) for original in originals):
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


# LOG001, LOG005, LOG007, LOG008, LOG013, LOG014: files, buffer and management in the Log stanza.

# IBM MQ documentation, Log stanza: primary plus secondary files
MOST_FILES = 511
MOST_FILES_WINDOWS = 255
DEFAULT_BUFFER_PAGES = 512  # the meaning of 0 (IBM MQ Performance: Best Practises and tuning, p. 27)
INSTANCES = 3


@rule("LOG001")
def too_many_log_files(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """The number of primary and secondary log files together is greater than 511, or greater than 255 on
    Windows.
    """
    entries = [ini.get(STANZA, key) for key in ("LogPrimaryFiles", "LogSecondaryFiles")]
    known = [
        (entry, count) for entry in entries if entry is not None and (count := number_of(entry)) is not None
    ]
    windows = queue_manager is not None and queue_manager.platform == "windows"
    most = MOST_FILES_WINDOWS if windows else MOST_FILES
    if len(known) < 2 or sum(count for _, count in known) <= most:
        return
    entry = max(known, key=lambda pair: pair[1])[0]
    counts = " and ".join(f"{setting.key}={count}" for setting, count in known)
    yield Hit(
        entry_place(ini, entry),
        f"{counts} together exceed the maximum of {most} log files",
        object=stanza_name(STANZA),
        attribute=entry.key,
    )


@rule("LOG005")
def small_log_buffer(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """LogBufferPages is set to less than 512 pages, which the default of 0 means."""
    entry = ini.get(STANZA, "LogBufferPages")
    pages = number_of(entry)
    if entry is None or not pages or pages >= DEFAULT_BUFFER_PAGES:
        return
    loads = queue_manager.queue_loads if queue_manager is not None else []
    persistent = any(load.persistent and load.put_rate_per_s for load in loads)
    yield Hit(
        entry_place(ini, entry),
        f"LogBufferPages={pages} makes the log buffer smaller than the default",
        note=f"the default of 0 means {DEFAULT_BUFFER_PAGES} pages of 4 KB (IBM MQ Performance: Best "
        "Practises and tuning, 2020, p. 27), and reports on persistent messages use 4096, which takes 16 MB "
        "(Persistent Messaging Performance in IBM MQ for Linux, 2017, p. 15)",
        object=stanza_name(STANZA),
        attribute="LogBufferPages",
        severity=None if persistent else INFO,
    )


@rule("LOG007")
def linear_log_without_housekeeping(queue_manager: QueueManager) -> Iterator[Hit]:
    """A linear log is managed manually."""
    setting = queue_manager.ini_entry(STANZA, "LogType")
    if setting is None or setting[1].value.strip().upper() != "LINEAR":
        return
    ini, entry = setting
    management = queue_manager.ini_value(STANZA, "LogManagement")
    if management is not None and management.strip().upper() != "MANUAL":
        return
    missing = "without LogManagement, which defaults to Manual"
    yield Hit(
        entry_place(ini, entry),
        f"LogType=LINEAR {missing if management is None else 'with LogManagement=Manual'}",
        object=stanza_name(STANZA),
        attribute="LogManagement",
        # the file into which a fragment is merged may contain the key
        severity=None if management is not None or is_qm_ini(ini) else INFO,
    )


@rule("LOG008")
def replicated_log_without_three_instances(queue_manager: QueueManager) -> Iterator[Hit]:
    """LogType is REPLICATED, and the number of NativeHAInstance stanzas in the files is not three."""
    setting = queue_manager.ini_entry(STANZA, "LogType")
    if setting is None or setting[1].value.strip().upper() != "REPLICATED":
        return
    counts = [len(ini.named("NativeHAInstance")) for ini in qm_inis(queue_manager)]
    templated = any(ini.directives for ini in qm_inis(queue_manager))
    if INSTANCES in (*counts, sum(counts)) or templated:
        return
    yield instances_hit(*setting, sum(counts))


def instances_hit(ini: IniFile, entry: Entry, count: int) -> Hit:
    """The finding; info without any stanza, because they may be in a file that is not included."""
    stanzas = f"{count} NativeHAInstance stanzas" if count != 1 else "one NativeHAInstance stanza"
    return Hit(
        entry_place(ini, entry),
        f"LogType=REPLICATED with {stanzas} instead of {INSTANCES}",
        object=stanza_name("NativeHAInstance"),
        attribute="Name",
        severity=INFO if not count else None,
    )


@rule("LOG014")
def local_instance_not_listed(ini: IniFile, queue_manager: QueueManager | None) -> Iterator[Hit]:
    """NativeHALocalInstance has a name that no NativeHAInstance stanza of the same file has."""
    local = ini.get("NativeHALocalInstance", "Name")
    names = [stanza.get("Name") for stanza in ini.named("NativeHAInstance")]
    listed = [entry.value for entry in names if entry is not None]
    if local is None or not listed or ini.directives:
        return
    if any(has_placeholder(name) for name in (local.value, *listed)):
        return
    if local.value.casefold() in {name.casefold() for name in listed}:
        return
    yield Hit(
        entry_place(ini, local),
        f"NativeHALocalInstance has Name={local.value}, but no NativeHAInstance stanza has this name",
        help=f"use one name in both stanzas; the others are {', '.join(listed)}",
        object=stanza_name("NativeHALocalInstance"),
        attribute="Name",
    )


@rule("LOG013")
def automatic_log_without_images(queue_manager: QueueManager) -> Iterator[Outcome]:
    """The queue manager manages a linear log itself, but records no media images."""
    setting = queue_manager.ini_entry(STANZA, "LogType")
    if setting is None or setting[1].value.strip().upper() != "LINEAR":
        return
    management = (queue_manager.ini_value(STANZA, "LogManagement") or "").strip().upper()
    master = queue_manager.qmgr
    if management not in {"AUTOMATIC", "ARCHIVE"} or master.value("IMGSCHED") != "MANUAL":
        return
    if not master.is_given("IMGSCHED") and not queue_manager.complete:
        yield incomplete(queue_manager)  # another file may set it
        return
    place = master.place("IMGSCHED") if master.is_given("IMGSCHED") else entry_place(*setting)
    assert place is not None  # set by a script, or the entry in the ini file
    yield Hit(
        place,
        f"IMGSCHED(MANUAL) with LogManagement={management.capitalize()}: media images are not scheduled",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="IMGSCHED",
        related=(Related(entry_place(*setting), "the linear log"),),
    )


# LOG009, LOG011: the recovery log compared with the declared persistent load.

LARGEST_PAGES = 65_535


@rule("LOG009")
def log_file_too_short(queue_manager: QueueManager) -> Iterator[Hit]:
    """The declared persistent messages fill one log file in less than ten seconds."""
    messages, rate = queue_manager.persistent_per_s
    pages = queue_manager.ini_number(STANZA, "LogFilePages") if rate else None
    setting = queue_manager.ini_entry(STANZA, "LogFilePages")
    if not pages or setting is None:
        return
    written = log_outputs(log_rate=logged_bytes(messages, rate), log_file_pages=pages)
    if written is not None and written["extent_bytes"] < written["extent_at_least_bytes"]:
        yield short_hit(*setting, persistent_loads(queue_manager), rate, written)


def short_hit(
    ini: IniFile, entry: Entry, loads: list[tuple[QueueLoad, float]], rate: float, outputs: dict[str, float]
) -> Hit:
    """One log file lasts less than ten seconds; `rate` is that of the messages alone, in bytes/s."""
    wanted = round(outputs["log_file_pages_at_least"])
    advice = f"-lf {wanted}" if wanted < LARGEST_PAGES else f"-lf {LARGEST_PAGES}, the maximum"
    logged = outputs["log_rate_bytes_per_s"]
    seconds = outputs["extent_bytes"] / logged
    return Hit(
        entry_place(ini, entry),
        f"a log file of {entry.value} pages lasts about {lasting(seconds)}: {rate / 1e6:,.1f} MB/s of "
        f"persistent messages make the log write about {logged / 1e6:,.1f} MB/s",
        help=f"the size is fixed at creation: create the next queue manager with crtmqm {advice}",
        object=stanza_name(STANZA),
        attribute="LogFilePages",
        impact=Impact(
            "time in one log file",
            "s",
            float(f"{seconds:.2g}"),
            float(f"{seconds * wanted / int(entry.value):.2g}"),
            "model log: size of a file compared with what the declared persistent messages make it write",
        ),
        related=declared(loads),
    )


def declared(loads: list[tuple[QueueLoad, float]]) -> tuple[Related, ...]:
    """The places of the largest loads."""
    largest = sorted(loads, key=lambda pair: -pair[1])[:8]
    return tuple(
        Related(load_place(load), f"{bytes_per_s / 1e6:,.1f} MB/s to {load.queue}")
        for load, bytes_per_s in largest
    )


@rule("LOG011")
def log_space_below_load(queue_manager: QueueManager) -> Iterator[Hit]:
    """The log is too small for the declared persistent messages during the longest transaction, of one
    second if none is declared, or during a declared checkpoint.
    """
    messages, rate = queue_manager.persistent_per_s
    setting = queue_manager.ini_entry(STANZA, "LogPrimaryFiles") if rate else None
    outputs = log_space(queue_manager, messages, rate) if setting is not None else None
    if setting is None or outputs is None:
        return
    space, needed, logged = (outputs[key] for key in ("log_bytes", "needed_bytes", "log_rate_bytes_per_s"))
    if space >= needed:
        return
    how = remedy(queue_manager, outputs)
    yield Hit(
        entry_place(*setting),
        f"the log has {space / 1e6:,.0f} MB, but {rate / 1e6:,.1f} MB/s of persistent messages make it write "
        f"about {logged / 1e6:,.1f} MB/s, which needs {needed / 1e6:,.0f} MB",
        note="the documentation requires 2 * (N + 1) * B bytes, with N the duration of the longest "
        "transaction in seconds and B the bytes logged per second, and the log keeps what is written during "
        f"a checkpoint. Here it is {log_rule(queue_manager)}; B is estimated within 15%. If the log is full, "
        "the oldest transaction is backed out (AMQ7469)",
        help=f"{how.text}: {how.reason}" if how.reason else how.text,
        object=stanza_name(STANZA),
        attribute="LogPrimaryFiles",
        impact=Impact("log space", "bytes", space, round(needed), f"model log: {log_rule(queue_manager)}"),
        related=declared(persistent_loads(queue_manager)),
    )
