"""LOG001, LOG005, LOG007, LOG008, LOG013, LOG014: files, buffer and management in the Log stanza."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit, Outcome
from mqtune.engine.rule import rule
from mqtune.estate.build import is_qm_ini
from mqtune.estate.model import QueueManager
from mqtune.findings.finding import INFO, ObjectName, Related
from mqtune.rules.common.held import incomplete
from mqtune.rules.common.ini_places import entry_place, number_of, qm_inis, stanza_name
from mqtune.syntax.ini.tree import Entry, IniFile
from mqtune.syntax.placeholders import has_placeholder

STANZA = "Log"
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
    entry = max(known, key=lambda one: one[1])[0]
    counts = " and ".join(f"{one.key}={count}" for one, count in known)
    yield Hit(
        entry_place(ini, entry),
        f"{counts} together exceed the maximum of {most} log files",
        note="the documentation does not allow more, and a queue manager with more is expected not to "
        "start; the limit is 511 on AIX and Linux and "
        "255 on Windows (IBM MQ documentation, Log stanza of the qm.ini file)",
        help="use fewer and larger files: the size is set when the queue manager is created, "
        "crtmqm -lf, up to 65535 pages of 4 KB",
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
        help="set LogBufferPages=0, or 4096 for persistent messages, and restart",
        object=stanza_name(STANZA),
        attribute="LogBufferPages",
        severity=None if persistent else INFO,
    )


@rule("LOG007")
def linear_log_without_housekeeping(queue_manager: QueueManager) -> Iterator[Hit]:
    """A linear log is managed manually."""
    found = queue_manager.ini_entry(STANZA, "LogType")
    if found is None or found[1].value.strip().upper() != "LINEAR":
        return
    ini, entry = found
    management = queue_manager.ini_value(STANZA, "LogManagement")
    if management is not None and management.strip().upper() != "MANUAL":
        return
    missing = "without LogManagement, which defaults to Manual"
    yield Hit(
        entry_place(ini, entry),
        f"LogType=LINEAR {missing if management is None else 'with LogManagement=Manual'}",
        note="the files of a linear log are kept until they are deleted; without a job that records media "
        "images and removes the files they make superfluous, the log fills its disk",
        help="set LogManagement=Automatic in stanza Log, restart, and ALTER QMGR IMGSCHED(AUTO); or make "
        "sure that rcdmqimg and the removal of old files are scheduled",
        object=stanza_name(STANZA),
        attribute="LogManagement",
        # the file into which a fragment is merged may contain the key
        severity=None if management is not None or is_qm_ini(ini) else INFO,
    )


@rule("LOG008")
def replicated_log_without_three_instances(queue_manager: QueueManager) -> Iterator[Hit]:
    """LogType is REPLICATED, and the number of NativeHAInstance stanzas in the files is not three."""
    found = queue_manager.ini_entry(STANZA, "LogType")
    if found is None or found[1].value.strip().upper() != "REPLICATED":
        return
    counts = [len(ini.named("NativeHAInstance")) for ini in qm_inis(queue_manager)]
    templated = any(ini.directives for ini in qm_inis(queue_manager))
    if INSTANCES in (*counts, sum(counts)) or templated:
        return
    yield instances_hit(*found, sum(counts))


def instances_hit(ini: IniFile, entry: Entry, count: int) -> Hit:
    """The finding; info without any stanza, because they may be in a file that is not included."""
    stanzas = f"{count} NativeHAInstance stanzas" if count != 1 else "one NativeHAInstance stanza"
    return Hit(
        entry_place(ini, entry),
        f"LogType=REPLICATED with {stanzas} instead of {INSTANCES}",
        note="a Native HA group consists of three instances, including the local one: two of them must "
        "confirm a record before it counts as written",
        help="define one NativeHAInstance stanza for each of the three instances, including the local one",
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
        note="one of the NativeHAInstance stanzas is that of the local instance",
        help=f"use one name in both stanzas; the others are {', '.join(listed)}",
        object=stanza_name("NativeHALocalInstance"),
        attribute="Name",
    )


@rule("LOG013")
def automatic_log_without_images(queue_manager: QueueManager) -> Iterator[Outcome]:
    """The queue manager manages a linear log itself, but records no media images."""
    found = queue_manager.ini_entry(STANZA, "LogType")
    if found is None or found[1].value.strip().upper() != "LINEAR":
        return
    management = (queue_manager.ini_value(STANZA, "LogManagement") or "").strip().upper()
    master = queue_manager.qmgr
    if management not in {"AUTOMATIC", "ARCHIVE"} or master.value("IMGSCHED") != "MANUAL":
        return
    if not master.is_given("IMGSCHED") and not queue_manager.complete:
        yield incomplete(queue_manager)  # another file may set it
        return
    place = master.place("IMGSCHED") if master.is_given("IMGSCHED") else entry_place(*found)
    assert place is not None  # set by a script, or the entry in the ini file
    yield Hit(
        place,
        f"IMGSCHED(MANUAL) with LogManagement={management.capitalize()}: media images are not scheduled",
        note="the queue manager reuses a file of a linear log only if it is older than the last media image "
        "of every object; without images the log keeps growing",
        help="ALTER QMGR IMGSCHED(AUTO), with IMGINTVL or IMGLOGLN; or schedule rcdmqimg",
        object=ObjectName("QMGR", queue_manager.name or ""),
        attribute="IMGSCHED",
        related=(Related(entry_place(*found), "the linear log"),),
    )
