"""`mqtune init`: writes a commented `mqtune.toml` based on the files. Never overwrites one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from mqtune.cli.command import cannot_write, open_workspace
from mqtune.cli.commands import Init
from mqtune.estate.model import QueueManager
from mqtune.project.load import FILE_NAME
from mqtune.project.toml_text import toml_string
from mqtune.report.summary import plural
from mqtune.session.options import UsageError
from mqtune.text.writing import write_file

NEWEST = "9.4"  # in the example line, if no file states the level

HEAD = """\
# Settings of mqtune for this folder and all below it. Every key is optional.
# What is not declared is unknown: no rule guesses a value.

{version}
{platform}
# lab, default, production or regulated: how strict the rules are
profile = "default"
# files and folders to exclude, besides those in .gitignore
# exclude = ["archive/**"]
# clients that read the CCDT files: the Java client rejects a whole file for one unknown key
# ccdt-clients = ["java", "c"]

[lint]
# select = ["ALL"]
# ignore = ["SEC"]
"""

MANAGER = """
[[queue-manager]]
name = {name}
# in the order they are applied
files = [{files}]
# complete = true           # these files are the complete queue manager: rules may report missing objects
# role = "test"             # test or production
# cores = 24
# memory = "96 GiB"
# queue-disk = "200 GB"     # the file system with the queue files
# environment = {{ MQ_CHANNEL_SUPPRESS_MSGS = "9001,9002,9202" }}
"""

LOAD = """
# The expected load, for rules and models that need it (below its queue manager):
#
# [[queue-manager.topic]]
# topic = "prices/#"
# publish-rate = 120000       # publications per second, all publishers together
# subscribers = 60            # largest number of subscriptions that one publication matches
# message-size = "2 KiB"
# persistent = false
# ordered = true
#
# [[queue-manager.queue]]
# queue = "ORDERS"
# put-rate = 2000
# message-size = "2 KiB"
# persistent = true
#
# [[queue-manager.cluster]]
# cluster = "RETAIL"
# channel-pairs = 1000        # channels that may fail and restart together

# An accepted finding:
#
# [[exception]]
# rule = "SEC012"
# object = "CHANNEL(DEV.*)"
# reason = "lab only"
# owner = "messaging team"
# until = 2027-03-31          # last day; after it the finding is reported again
"""


def init(options: Init) -> int:
    """Write the file to a folder. Raises UsageError and ProjectError."""
    folder = options.folder
    if not os.path.isdir(folder):
        raise UsageError(f"not a folder: {folder}", "name the folder with the MQ files")
    path = os.path.normpath(os.path.join(folder, FILE_NAME))
    if os.path.exists(path):
        raise UsageError(f"{path} already exists", "edit it, or move it first")
    managers = [
        manager
        for estate in open_workspace([folder], options, apart=True).first.estates
        for manager in estate.queue_managers
    ]
    text = project_text(managers, folder)
    try:
        write_file(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise cannot_write(path, error, "check the permissions of the folder") from error
    if not options.quiet:
        found = plural(len(managers), "queue manager")
        sys.stdout.write(f"wrote {path}: {found} in {plural(_files(managers), 'file')}\n")
    return 0


def project_text(managers: Sequence[QueueManager], folder: str) -> str:
    """The text of a project file for queue managers; values that the files do not state are comments."""
    levels = {manager.level for manager in managers if manager.level is not None}
    platforms = {manager.platform for manager in managers if manager.platform is not None}
    version = ".".join(map(str, min(levels))) if levels else ""
    text = HEAD.format(
        version=f'# the lowest level recorded in a dump\nmq-version = "{version}"'
        if version
        else f'# the level of the queue managers\n# mq-version = "{NEWEST}"',
        platform=f'platform = "{next(iter(platforms))}"'
        if len(platforms) == 1
        else '# platform = "linux"         # linux, aix, windows, ibmi, zos, appliance',
    )
    for manager in managers:
        text += _manager(manager, folder)
    return text + LOAD


def _manager(manager: QueueManager, folder: str) -> str:
    files = dict.fromkeys(_documents(manager))
    names = [os.path.relpath(path, folder).replace(os.sep, "/") for path in files]
    name = manager.name or os.path.basename(os.path.abspath(manager.folder or folder)) or "QM1"
    table = MANAGER.format(name=toml_string(name), files=", ".join(map(toml_string, names)))
    if manager.name:
        return table
    return table.replace("name = ", "# the name is unknown; this is the folder name\nname = ", 1)


def _documents(manager: QueueManager) -> Iterator[str]:
    yield from (script.document.source.path for script in manager.scripts)
    yield from (ini.document.source.path for ini in manager.inis)


def _files(managers: Sequence[QueueManager]) -> int:
    return len({path for manager in managers for path in _documents(manager)})
