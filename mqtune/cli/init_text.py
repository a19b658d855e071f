"""The text of a new `mqtune.toml`: what the files show as settings, everything else as comments."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from mqtune import SCHEMA_URL
from mqtune.estate.grouping import QMGR_NAME, dump_header
from mqtune.estate.model import Estate, QueueManager
from mqtune.estate.statement import Statement
from mqtune.project.environments import is_structural
from mqtune.project.patterns import literal_pattern
from mqtune.project.tables import toml_string
from mqtune.syntax.carriers.names import shape_of, states_form
from mqtune.text.messages import printable
from mqtune.text.paths import relative_path
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.language.available import Level


# Sections: settings and what can be set, as comments.

HEAD = """\
#:schema {schema}
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

ENVIRONMENTS = """
# A queue manager is identified by environment and name: nothing is compared across environments. The names
# are guesses: those of folders, or parts of the names of files.
"""

ENVIRONMENT = """
[[environment]]
name = {name}
files = [{files}]
"""

FIRST = """\
# If the files are the whole queue manager, declare it: then rules also report what is missing, such as a
# queue that is named but not defined. A dump of all objects counts as complete without it.
# complete = true
# role = "test"             # test or production
# cores = 24
# memory = "96 GiB"
# queue-disk = "200 GB"     # the file system with the queue files
# environment = { MQ_CHANNEL_SUPPRESS_MSGS = "9001,9002,9202" }
"""
NEXT = """\
# complete = true
# role = "test"
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

# A rule of your own: a DISPLAY that must find nothing, or a pattern for names:
#
# [[policy]]
# code = "BANK001"            # letters and three digits
# name = "queue-without-backout"
# display = "DISPLAY QLOCAL(APP.*) WHERE(BOQNAME EQ ' ')"
# message = "{name} has no backout queue"
# severity = "warning"        # error, warning, info
# owner = "messaging team"
#
# [[policy]]
# code = "BANK002"
# name = "queue-name"
# object = "QLOCAL"
# pattern = '[A-Z]{3}\\.(IN|OUT|BO)\\.[A-Z0-9.]+'
# message = "{name} does not follow the naming standard"
"""


SCHEMA_COPY = "mqtune.schema.json"  # as `mqtune schema project` may have written it
NEWEST = "9.4"  # in the example line, if no file states the level
VALID_NAME = re.compile(r"[A-Za-z0-9._/%]{1,48}")
ENDINGS = (".mqsc", ".mqs", ".tst", ".txt", ".sh", ".yaml", ".yml", ".json", ".ini")
MOST_GUESSED = 8  # more files without a name in one folder are a collection, not queue managers
FILE, FOLDER = "file", "folder"  # of which the name is a guess


@record
class Table:
    """One `[[queue-manager]]` table: its files, and whether the name is a guess or several dumps show it.
    `objects` are those that the files define, `is_ordered` is false if the order of the files matters, which
    is unknown.
    """

    name: str
    environment: str | None
    files: dict[str, None]
    guess: str = ""
    dumps: int = 0
    objects: frozenset[tuple[str, str]] = frozenset()
    is_ordered: bool = True

    @classmethod
    def of(cls, manager: QueueManager, name: str, guess: str = "") -> Table:
        """The table of a queue manager with a name."""
        files = dict.fromkeys(documents_of(manager))
        defined = frozenset(key for key, object in manager.objects.items() if object.statements)
        return cls(name, manager.environment_name, files, guess, 0, defined, is_in_order(manager))

    def add(self, more: Table) -> None:
        """Add the files of another table."""
        self.files |= more.files
        self.objects |= more.objects

    @property
    def home(self) -> str:
        """The folder of its first file."""
        return os.path.dirname(next(iter(self.files), ""))


@record
class Draft:
    """The text of a project file, its tables, and how many queue managers only its comments mention."""

    text: str
    tables: list[Table]
    mentioned: int


def draft_of(estates: Sequence[Estate], folder: str) -> Draft:
    """A project file for the files below a folder."""
    managers = [manager for estate in estates for manager in estate.queue_managers]
    text = _head(managers, schema_of(folder))
    named = [estate for estate in estates if estate.environment is not None]
    if named:
        text += ENVIRONMENTS
        paths = {estate.environment: files_of(estate) for estate in estates}
        for name, patterns in environment_patterns(paths, folder).items():
            listed = ", ".join(map(toml_string, patterns))
            text += ENVIRONMENT.format(name=toml_string(name), files=listed)
    tables, unknown = tables_of(managers, folder)
    declared = [table for table in tables if table.is_ordered]
    details = FIRST
    for table in declared:
        text += _table(table, folder) + details
        details = NEXT
    text += _unordered([table for table in tables if not table.is_ordered], folder)
    mentioned = len(tables) - len(declared) + len(unknown)
    return Draft(text + _unknown(unknown, folder) + LOAD, declared, mentioned)


def is_in_order(manager: QueueManager) -> bool:
    """Whether the order of the files of a queue manager decides nothing: no command depends on another file.
    Otherwise the files may be copies, or alternatives, and their order is unknown.
    """
    makers: dict[tuple[str | None, str | None], set[str]] = {}
    for statement in manager.statements:
        if statement.verb == "DEFINE":
            makers.setdefault((statement.type, statement.name), set()).add(_path(statement))
    pairs = [
        (statement, path)
        for statement in manager.statements
        if statement.verb == "DELETE"
        for path in makers.get((statement.type, statement.name), ())
    ]
    pairs += [(event.statement, _path(event.earlier)) for event in manager.events if event.earlier]
    return all(_path(statement) == path for statement, path in pairs)


def _path(statement: Statement) -> str:
    return statement.command.script.document.source.path


def schema_of(folder: str) -> str:
    """The address of the JSON Schema for editors: that of a copy in the folder, else that of the project."""
    is_copied = os.path.isfile(os.path.join(folder, SCHEMA_COPY))
    return f"./{SCHEMA_COPY}" if is_copied else f"{SCHEMA_URL}/project.json"


def _head(managers: Sequence[QueueManager], schema: str) -> str:
    """The settings of all queue managers: a level and a platform that all files show, else comments."""
    shown = [state for manager in managers for state in _states(manager)]
    levels = {".".join(map(str, level)) if level else "" for level, _ in shown}
    platforms = {platform or "" for _, platform in shown}
    return HEAD.format(
        schema=schema,
        version=_setting(
            "mq-version", levels, f'# the level of the queue managers\n# mq-version = "{NEWEST}"'
        ),
        platform=_setting(
            "platform",
            platforms,
            '# platform = "linux"         # linux, aix, windows, ibmi, zos, appliance',
        ),
    )


def _states(manager: QueueManager) -> Iterator[tuple[Level | None, str | None]]:
    """The level and the platform that each file of a queue manager shows, with those of its dump."""
    for script in manager.scripts:
        header = dump_header(script)
        if header is not None:
            yield header.level, header.platform
        else:
            yield manager.level, script.document.platform or manager.platform
    if not manager.scripts and manager.inis:
        yield None, None


def _setting(key: str, values: Collection[str], otherwise: str) -> str:
    """A setting that all files show; a comment if they show several values, or not all of them show one."""
    known = sorted(filter(None, values))
    if len(known) == len(values) == 1:
        return f'# all files show it\n{key} = "{known[0]}"'
    if not known:
        return otherwise
    listed = ", ".join(known)
    return f"# the files show {listed}, but not all of them the same\n{otherwise.splitlines()[-1]}"


def tables_of(
    managers: Sequence[QueueManager], folder: str
) -> tuple[list[Table], list[tuple[str, dict[str, None]]]]:
    """The tables of the queue managers, and the files of those whose name is unknown, with what is known."""
    tables: dict[tuple[str | None, str], Table] = {}
    unknown: list[tuple[str, dict[str, None]]] = []
    for manager in managers:
        if manager.name and VALID_NAME.fullmatch(manager.name):
            more = Table.of(manager, manager.name)
            table = tables.setdefault((manager.environment_name, manager.name), more)
            is_state = any(dump_header(script) is not None for script in manager.scripts)
            if table is not more:  # several dumps are states of it; other files may be copies
                is_apart = is_state or table.objects.isdisjoint(more.objects)
                table.is_ordered = table.is_ordered and more.is_ordered and is_apart
                table.add(more)
            table.dumps += is_state
    guessed: dict[tuple[str | None, str], list[Table]] = {}
    users = Counter(path for manager in managers for path in set(documents_of(manager)))
    meant = names_meant(managers)
    for manager in managers:
        if not (manager.name and VALID_NAME.fullmatch(manager.name)):
            name, guess = ("", "") if manager.title else guessed_name(manager, folder, meant)
            # a list of files cannot name a part of one
            if (
                name
                and VALID_NAME.fullmatch(name)
                and all(users[path] == 1 for path in documents_of(manager))
            ):
                guessed.setdefault((manager.environment_name, name), []).append(
                    Table.of(manager, name, guess)
                )
            else:
                unknown.append((manager.title, dict.fromkeys(documents_of(manager))))
    heaps = Counter(
        candidate.home for named in guessed.values() for candidate in named if candidate.guess == FILE
    )
    for key, same_name in guessed.items():
        if key in tables:  # its folder or file has the name of a queue manager
            for more in same_name:
                if tables[key].objects.isdisjoint(more.objects):
                    tables[key].add(more)
                else:
                    unknown.append(("", more.files))
        elif len(same_name) > 1 or heaps[same_name[0].home] > MOST_GUESSED:
            unknown += [("", candidate.files) for candidate in same_name]
        else:
            tables[key] = same_name[0]
    return list(tables.values()), unknown


def guessed_name(manager: QueueManager, folder: str, meant: Mapping[str, str]) -> tuple[str, str]:
    """The name of the folder or file of a queue manager without a name, and which of them it is.

    The only script gives it if its name looks like that of a queue manager, or is one of `meant`, and that of
    the folder does not. ("", "") if the name states what the files are, not whose.
    """
    files = list(documents_of(manager))
    if files and os.path.abspath(manager.folder) in map(os.path.abspath, files):
        stem = _stem(manager.folder)
        return stem if _is_qmgr_name(stem, meant) else stem.partition(".")[0], FILE
    name = os.path.basename(os.path.abspath(manager.folder or folder))
    scripts = {script.document.source.path for script in manager.scripts}
    stem = _stem(scripts.pop()) if len(scripts) == 1 else ""
    if _is_qmgr_name(stem, meant) and not _is_qmgr_name(name, meant):
        return meant.get(stem.upper(), stem), FILE
    if is_structural(name) or states_form(name) or name == manager.environment_name:
        return "", ""
    return meant.get(name.upper(), name), FOLDER


def _stem(path: str) -> str:
    """The name of a file without the endings that state its form."""
    name = os.path.basename(path)
    stem = shape_of(name).stem
    return name[: len(os.path.splitext(stem)[0] if stem.endswith(ENDINGS) else stem)]


def _is_qmgr_name(word: str, meant: Mapping[str, str]) -> bool:
    looks_so = QMGR_NAME.search(word) is not None and word.lower() not in ("qm", "qmgr")
    return looks_so or word.upper() in meant


def names_meant(managers: Sequence[QueueManager]) -> dict[str, str]:
    """The queue managers that remote queues and channels lead to, by their names in upper case."""
    return {
        object.text(keyword).upper(): object.text(keyword)
        for manager in managers
        for type, keyword in (("QREMOTE", "RQMNAME"), ("QREMOTE", "XMITQ"), ("CHANNEL", "XMITQ"))
        for object in manager.of_type(type)
        if object.text(keyword)
    }


def _unordered(tables: Sequence[Table], folder: str) -> str:
    """Comments on queue managers of which the order of the files is unknown."""
    text = ""
    for table in tables:
        text += f"\n# In the files of {printable(table.name)} a command depends on one in another file.\n"
        text += "# They may be copies or alternatives. Declare those that are applied, in their order:\n"
        text += "".join(f"#{' ' * bool(line)}{line}\n" for line in _table(table, folder).strip().splitlines())
    return text


def _table(table: Table, folder: str) -> str:
    lines = ["", "[[queue-manager]]"]
    if table.guess:
        lines.append(f"# the name is unknown; this is a guess, the name of the {table.guess}")
    lines.append(f"name = {toml_string(table.name)}")
    if table.environment is not None:
        lines.append(f"environment-name = {toml_string(table.environment)}")
    if table.dumps > 1:
        lines.append("# several dumps are states of the queue manager, and each is checked alone")
    lines += ["# in the order they are applied", f"files = [{_patterns(table.files, folder)}]"]
    return "\n".join(lines) + "\n"


def _unknown(unknown: Sequence[tuple[str, dict[str, None]]], folder: str) -> str:
    """Comments on files whose queue manager has no name, or one that only a template supplies."""
    text = ""
    templates = [(title, files) for title, files in unknown if title]
    if templates:
        text += "\n# The names of these queue managers are placeholders; they need no table:\n"
        for title, files in templates:
            listed = ", ".join(relative(path, folder) for path in files)
            text += f"#   {printable(title)} in {printable(listed)}\n"
    others = [files for title, files in unknown if not title]
    if others:
        text += "\n# The queue managers of these files are unknown. Add the files to a table, for example:\n"
        text += '#\n# [[queue-manager]]\n# name = "QM1"\n'
        text += f"# files = [{_patterns(others[0], folder)}]\n"
        for files in others[1:]:
            text += f"#   also: {printable(_patterns(files, folder))}\n"
    return text


def _patterns(files: Collection[str], folder: str) -> str:
    return ", ".join(toml_string(literal_pattern(relative(path, folder))) for path in files)


def environment_patterns(paths: dict[str | None, set[str]], folder: str) -> dict[str, list[str]]:
    """Patterns for the files of each environment: whole folders that contain nothing else, else files."""
    owners: dict[str, set[str | None]] = {}
    for name, files in paths.items():
        for path in files:
            for above in folders_above(relative(path, folder)):
                owners.setdefault(above, set()).add(name)
    patterns_of: dict[str, list[str]] = {}
    for name, files in paths.items():
        if name is not None:
            patterns: dict[str, None] = {}
            for path in sorted(relative(path, folder) for path in files):
                top = next((parent for parent in folders_above(path) if owners[parent] == {name}), None)
                patterns[literal_pattern(path) if top is None else _all_below(top)] = None
            patterns_of[name] = list(patterns)
    return patterns_of


def folders_above(path: str) -> Iterator[str]:
    """The folders of a relative path, from the top ("") on."""
    parts = path.split("/")[:-1]
    return ("/".join(parts[:depth]) for depth in range(len(parts) + 1))


def _all_below(folder: str) -> str:
    return f"{literal_pattern(folder)}/**" if folder else "**"


def files_of(estate: Estate) -> set[str]:
    """The paths of all files of an estate."""
    paths = {path for manager in estate.queue_managers for path in documents_of(manager)}
    paths.update(ccdt.document.source.path for ccdt in estate.ccdts)
    paths.update(client_ini.document.source.path for client_ini in estate.client_inis)
    paths.update(deployment.place.file for deployment in estate.deployments)
    paths.update(store.place.file for store in estate.stores)
    return paths


def documents_of(manager: QueueManager) -> Iterator[str]:
    """The paths of the files of a queue manager, with repetitions."""
    yield from (script.document.source.path for script in manager.scripts)
    yield from (ini.document.source.path for ini in manager.inis)


def relative(path: str, folder: str) -> str:
    """A path as a pattern in the project file of a folder names it."""
    return relative_path(path, folder).replace(os.sep, "/")
