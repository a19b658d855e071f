"""Reads an Ansible inventory (INI or YAML): hosts and groups, and how ssh reaches each host.

Only what is written in the file counts: no variables of folders, no plugins, no vault.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from mqtune.hosts.host import Host, HostError
from mqtune.hosts.ssh_options import checked_host
from mqtune.text.reading import read_typed

_HELP = "name an Ansible inventory in INI or YAML form"
_LEAST, _MOST = 1, 1000  # hosts of a range

Variables = dict[str, str]


class _Inventory:
    """Hosts with their variables, the hosts and groups of each group, and the variables of groups."""

    def __init__(self) -> None:
        self.hosts: dict[str, Variables] = {}
        self.members: dict[str, list[str]] = {}
        self.children: dict[str, list[str]] = {}
        self.variables: dict[str, Variables] = {}

    def add(self, group: str, host: str, variables: Mapping[str, Any]) -> None:
        """Add a host to a group."""
        self.hosts.setdefault(host, {}).update({key: str(value) for key, value in variables.items()})
        self.members.setdefault(group, []).append(host)

    def inside(self, group: str, seen: frozenset[str] = frozenset()) -> list[str]:
        """The hosts of a group and of its children, each once."""
        found = dict.fromkeys(self.members.get(group, ()))
        for child in self.children.get(group, ()):
            if child not in seen:
                found.update(dict.fromkeys(self.inside(child, seen | {group})))
        return list(found)

    def host(self, name: str, path: str) -> Host:
        """A host of the file `path` with the variables of its groups; the more specific ones count."""
        groups = [group for group in self.variables if group == "all" or name in self.inside(group)]
        groups.sort(key=lambda group: (group != "all", -len(self.inside(group))))
        values: Variables = {}
        for group in groups:
            values.update(self.variables[group])
        values.update(self.hosts[name])
        return _host(name, values, path)


def read_inventory(path: str) -> dict[str, tuple[Host, ...]]:
    """The hosts of each name and group of an inventory file. Raises HostError if it cannot be read."""
    try:
        text = read_typed(path).decode().replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise HostError(f"cannot read the inventory {path}: {error}", _HELP) from None
    inventory = _Inventory()
    lines = [line for line in text.splitlines() if line.strip() and line.strip()[0] not in "#;"]
    if path.endswith((".yml", ".yaml", ".json")) or (lines and lines[0].strip() in ("---", "all:")):
        _read_yaml(inventory, text, path)
    else:
        _read_ini(inventory, lines, path)
    known = {name: (inventory.host(name, path),) for name in inventory.hosts}
    groups = {*inventory.members, *inventory.children} - known.keys()
    every = tuple(host for hosts in known.values() for host in hosts)
    found = {group: tuple(known[name][0] for name in inventory.inside(group)) for group in groups}
    return {"all": every, **found, **known}


def _read_ini(inventory: _Inventory, lines: list[str], path: str) -> None:
    group, kind = "ungrouped", ""
    for line in lines:
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            group, _, kind = line[1:-1].partition(":")
            inventory.members.setdefault(group, [])
            continue
        try:
            words = shlex.split(line, comments=True)
        except ValueError as error:
            raise HostError(f"{path}: {error}: {line}", _HELP) from None
        if kind == "children":
            inventory.children.setdefault(group, []).append(words[0])
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
    if not (opening and closing and colon and first.isdigit() and last.isdigit()):
        return [pattern]
    if not _LEAST <= int(last) - int(first) + 1 <= _MOST:
        return [pattern]
    return [f"{head}{number:0{len(first)}}{tail}" for number in range(int(first), int(last) + 1)]


def _read_yaml(inventory: _Inventory, text: str, path: str) -> None:
    import yaml  # slow to load

    try:
        data = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise HostError(f"{path} is not valid YAML: {str(error).splitlines()[0]}", _HELP) from None
    if not isinstance(data, dict):
        raise HostError(f"{path} has no groups", _HELP)
    for group, body in data.items():
        _add_group(inventory, str(group), body)


def _add_group(inventory: _Inventory, group: str, body: Any) -> None:
    parts = body if isinstance(body, dict) else {}
    inventory.members.setdefault(group, [])
    for pattern, variables in _pairs(parts.get("hosts")):
        for name in _range(pattern):
            inventory.add(group, name, variables if isinstance(variables, dict) else {})
    for key, value in _pairs(parts.get("vars")):
        inventory.variables.setdefault(group, {})[key] = str(value)
    for child, inner in _pairs(parts.get("children")):
        inventory.children.setdefault(group, []).append(child)
        _add_group(inventory, child, inner)


def _pairs(part: Any) -> list[tuple[str, Any]]:
    return [(str(key), value) for key, value in part.items()] if isinstance(part, dict) else []


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
    return checked_host(Host(name, destination, tuple(options), python=python, source=path))
