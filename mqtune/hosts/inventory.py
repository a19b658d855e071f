"""Hosts that are reached by ssh, and the Ansible inventory (INI or YAML) from which they are read.

Only what is written in the file counts: no variables of folders, no plugins, no vault. The file may be a
stranger's, so few destinations and options of ssh are accepted from it: none makes ssh run a program on this
machine, load a library, write a file, or forward an agent, a port or variables. What is refused still works
in the user's own configuration of ssh. Source: ssh(1), ssh_config(5).
"""

from __future__ import annotations

import getopt
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mqtune.project.load import ProjectError
from mqtune.text.messages import CorrectableError
from mqtune.text.source import read_typed

# A host, and why a program could not be run on a host.

# IBM's default installation folders: they are not on the PATH of a shell without a terminal
INSTALLED = ("/opt/mqm/bin", "/usr/mqm/bin", "/opt/mqm/samp/bin")


class HostError(CorrectableError):
    """What is wrong (`message`), and what to do next (`help`)."""


@dataclass(frozen=True, slots=True)
class Host:
    """A host that is reached by ssh: its name, and the destination and options of ssh.

    `path` are folders to look for programs in, before those of the login; `environment` are variables of the
    drivers, `python` the command of Python 3.7 or later, `queue_managers` those that run there, `source` the
    file, or the option, that names it.
    """

    name: str
    destination: str
    options: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    python: str = "python3"
    queue_managers: tuple[str, ...] = ()
    source: str = ""

    @property
    def address(self) -> str:
        """The name or address by which others on the network reach it."""
        return self.destination.rpartition("@")[2]


# The destinations and options of ssh that are accepted from a file.

_NAME = r"[A-Za-z0-9_][\w.+-]*"
_DESTINATION = rf"(?:ssh://)?(?:{_NAME}@)?[A-Za-z0-9_:\[][\w.:%\[\]-]*"
_JUMPS = rf"{_DESTINATION}(?:,{_DESTINATION})*"
_FILE = r"[^-\x00-\x1f\x7f][^\x00-\x1f\x7f]*"
_WORDS = r"[A-Za-z0-9+^-][\w.,@+^*: -]*"
# options with a letter, and what their values have to match; None for those without a value
_LETTERS: dict[str, str | None] = dict.fromkeys("46Cqv")
_LETTERS |= {"p": r"\d+", "l": _NAME, "i": _FILE, "J": _JUMPS, "c": _WORDS, "m": _WORDS, "b": _DESTINATION}
# options by name, in lower case
_NAMED = dict.fromkeys(
    (
        *("addressfamily", "checkhostip", "ciphers", "compression", "connectionattempts", "connecttimeout"),
        *("controlmaster", "controlpersist", "gssapiauthentication", "hostkeyalgorithms", "identitiesonly"),
        *("ipqos", "kbdinteractiveauthentication", "kexalgorithms", "loglevel", "macs"),
        *("numberofpasswordprompts", "passwordauthentication", "port", "preferredauthentications"),
        *("pubkeyacceptedalgorithms", "pubkeyacceptedkeytypes", "pubkeyauthentication", "rekeylimit"),
        *("serveralivecountmax", "serveraliveinterval", "stricthostkeychecking", "tcpkeepalive"),
    ),
    _WORDS,
)
_NAMED |= dict.fromkeys(("bindaddress", "hostkeyalias", "hostname"), _DESTINATION)
_NAMED |= dict.fromkeys(("forwardagent", "forwardx11", "permitlocalcommand"), "no")
_NAMED |= dict.fromkeys(("controlpath", "knownhostscommand", "proxycommand"), "none")
_NAMED |= dict.fromkeys(("globalknownhostsfile", "userknownhostsfile"), "/dev/null")
_NAMED |= {"identityfile": _FILE, "proxyjump": _JUMPS, "user": _NAME}
_ANY_KEY = {
    "stricthostkeychecking": ("no", "off"),
    "userknownhostsfile": ("/dev/null",),
}
_OPTIONS_HELP = "set it for this host in your own ~/.ssh/config, which stays in effect"


def checked_host(host: Host) -> Host:
    """The same host. Raises HostError if its destination or an option is not accepted."""
    if host.destination.startswith("-") or "@-" in host.destination:
        raise HostError(f"host {host.name} has an address that begins with a hyphen", "name it without")
    if not re.fullmatch(_DESTINATION, host.destination):
        raise HostError(
            f"host {host.name} has the address {host.destination!r}, which is not a name or an address",
            "write HOST or USER@HOST, with letters, digits and . _ - only",
        )
    for refused in _refused(host.options):
        raise HostError(
            f"host {host.name} has the ssh option {refused}, which is not accepted", _OPTIONS_HELP
        )
    return host


def any_key_options(host: Host) -> list[str]:
    """The options of an accepted host with which ssh takes any key of it, or remembers none."""
    named = [_name_and_value(value) for option, value in _split(host.options)[0] if option == "-o"]
    return [f"{name}={value}" for name, value in named if value.lower() in _ANY_KEY.get(name.lower(), ())]


def _split(options: Sequence[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """Options with their values, and the other words. Raises getopt.GetoptError."""
    letters = "".join(letter + ":" * (value is not None) for letter, value in _LETTERS.items())
    return getopt.getopt(list(options), f"{letters}o:")


def _name_and_value(text: str) -> tuple[str, str]:
    """An option by name: `NAME=VALUE`, `NAME VALUE`."""
    name, _, value = re.sub(r"\s*=\s*|\s+", "=", text.strip(), count=1).partition("=")
    return name, value


def _refused(options: Sequence[str]) -> Iterator[str]:
    """The options that are not accepted, each as it would be written."""
    try:
        pairs, rest = _split(options)
    except getopt.GetoptError as error:
        yield f"-{error.opt}"
        return
    yield from ["--"] * ("--" in options)
    yield from map(repr, rest)  # ssh would connect to it, and run what follows
    for option, value in pairs:
        if option == "-o":
            name, value = _name_and_value(value)
            if not re.fullmatch(_NAMED.get(name.lower(), r"(?!)"), value):
                yield f"{name} {value}".rstrip()
        elif (form := _LETTERS[option[1:]]) is not None and not re.fullmatch(form, value):
            yield f"{option} {value}"


# The inventory.

_HELP = "name an Ansible inventory in INI or YAML form"
_LEAST, _MOST = 1, 1000  # hosts of a range
_DIGITS = 9  # of its bounds
MOST_MEMBERS = 1_000_000  # hosts and variables of all groups together, those of their children included

Variables = dict[str, str]


class _Inventory:
    """Hosts with their variables, the hosts and groups of each group, and the variables of groups."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.hosts: dict[str, Variables] = {}
        self.members: dict[str, dict[str, None]] = {}
        self.children: dict[str, dict[str, None]] = {}
        self.variables: dict[str, Variables] = {}
        self._left = MOST_MEMBERS

    def add(self, group: str, host: str, variables: Mapping[str, str]) -> None:
        """Add a host to a group."""
        self._count(1 + len(variables))
        self.hosts.setdefault(host, {}).update(variables)
        self.members.setdefault(group, {})[host] = None

    def inside(self, group: str) -> list[str]:
        """The hosts of a group and of its children, each once."""
        hosts: dict[str, None] = {}
        seen: set[str] = set()
        waiting = [group]
        while waiting:
            current = waiting.pop()
            if current not in seen:
                seen.add(current)
                members, children = self.members.get(current, {}), self.children.get(current, {})
                self._count(1 + len(members) + len(children))
                hosts |= members
                waiting += reversed(children)
        return list(hosts)

    def read(self) -> dict[str, tuple[Host, ...]]:
        """The hosts of each name and group. Of the variables of their groups the more specific ones count."""
        groups = {"all": list(self.hosts)}
        for group in {**self.members, **self.children, **self.variables}:
            groups.setdefault(group, self.inside(group))
        values: dict[str, Variables] = {name: {} for name in self.hosts}
        for group in sorted(self.variables, key=lambda group: (group != "all", -len(groups[group]))):
            self._count(len(groups[group]) * len(self.variables[group]))
            for name in groups[group]:
                values[name].update(self.variables[group])
        hosts = {
            name: _host(name, values[name] | variables, self.path) for name, variables in self.hosts.items()
        }
        known = {name: (host,) for name, host in hosts.items()}
        return {group: tuple(map(hosts.__getitem__, names)) for group, names in groups.items()} | known

    def _count(self, number: int) -> None:
        """Raise HostError if the groups have too many hosts: each of many may contain all of the others."""
        self._left -= number
        if self._left < 0:
            raise HostError(f"the groups of {self.path} have more than {MOST_MEMBERS:,} hosts", _HELP)


def read_inventory(path: str) -> dict[str, tuple[Host, ...]]:
    """The hosts of each name and group of an inventory file, which are not checked. Raises HostError if it
    cannot be read.
    """
    try:
        text = read_typed(path).decode().replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise HostError(f"cannot read the inventory {path}: {error}", _HELP) from None
    inventory = _Inventory(path)
    lines = [line for line in text.splitlines() if line.strip() and line.strip()[0] not in "#;"]
    if path.endswith((".yml", ".yaml", ".json")) or (lines and lines[0].strip() in ("---", "all:")):
        _read_yaml(inventory, text)
    else:
        _read_ini(inventory, lines)
    return inventory.read()


def _read_ini(inventory: _Inventory, lines: list[str]) -> None:
    group, kind = "ungrouped", ""
    for line in lines:
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            group, _, kind = line[1:-1].partition(":")
            inventory.members.setdefault(group, {})
            continue
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise HostError(f"{inventory.path}: {error}: {line}", _HELP) from None
        if kind == "children":
            inventory.children.setdefault(group, {})[words[0]] = None
        elif kind == "vars":
            key, _, value = line.partition("=")
            inventory.variables.setdefault(group, {})[key.strip()] = value.strip().strip("'\"")
        else:
            pairs = [word.partition("=") for word in words[1:]]
            for name in _range(words[0]):
                inventory.add(group, name, {key: value for key, _, value in pairs})


def _range(pattern: str) -> list[str]:
    """The names of a pattern such as `driver[01:04]`."""
    head, opening, rest = pattern.partition("[")
    bounds, closing, tail = rest.partition("]")
    first, colon, last = bounds.partition(":")
    if not (opening and closing and colon and (first + last).isdecimal() and first and last):
        return [pattern]
    if max(len(first), len(last)) > _DIGITS:
        return [pattern]
    if not _LEAST <= int(last) - int(first) + 1 <= _MOST:
        return [pattern]
    return [f"{head}{number:0{len(first)}}{tail}" for number in range(int(first), int(last) + 1)]


def _read_yaml(inventory: _Inventory, text: str) -> None:
    from mqtune.project.placeholder_values import yaml_tree  # slow to load

    try:
        groups = yaml_tree(text, inventory.path)
    except ProjectError as error:
        raise HostError(str(error), error.help or _HELP) from None
    waiting = _pairs(groups)[::-1]
    seen: set[tuple[str, int]] = set()
    while waiting:
        group, body = waiting.pop()
        if (group, id(body)) not in seen:
            seen.add((group, id(body)))
            waiting += _add_group(inventory, group, body)[::-1]


def _add_group(inventory: _Inventory, group: str, body: object) -> list[tuple[str, object]]:
    """Add a group; returns its children, which may be aliases of other groups."""
    parts = dict(_pairs(body))
    inventory.members.setdefault(group, {})
    for pattern, variables in _pairs(parts.get("hosts")):
        for name in _range(pattern):
            inventory.add(group, name, _texts(variables))
    inventory.variables.setdefault(group, {}).update(_texts(parts.get("vars")))
    children = _pairs(parts.get("children"))
    inventory.children.setdefault(group, {}).update(dict.fromkeys(name for name, _ in children))
    return children


def _pairs(part: object) -> list[tuple[str, object]]:
    return list(part.items()) if isinstance(part, dict) else []


def _texts(part: object) -> Variables:
    return {key: str(value) for key, value in _pairs(part) if isinstance(value, str | bool)}


def _host(name: str, values: Variables, path: str) -> Host:
    """The host of these variables; those that name a program for ssh are not read."""
    user, address = values.get("ansible_user", ""), values.get("ansible_host", name)
    options: list[str] = []
    if port := values.get("ansible_port", ""):
        options += ["-p", port]
    if key := values.get("ansible_ssh_private_key_file", ""):
        options += ["-i", key]
    for variable in ("ansible_ssh_common_args", "ansible_ssh_extra_args"):
        try:
            options += shlex.split(values.get(variable, ""))
        except ValueError as error:
            raise HostError(f"host {name} of {path}: {variable}: {str(error).lower()}", _HELP) from None
    python = values.get("ansible_python_interpreter", "python3")
    python = "python3" if python.startswith("auto") else python
    destination = f"{user}@{address}" if user else address
    return Host(name, destination, tuple(options), python=python, source=path)
