"""Commands that start a container of the MQ image, and the steps of a build file that copy files into it."""

from __future__ import annotations

import re

from mqtune.syntax.carriers.image import AROUND, LICENSE, is_configuration, names_automatic
from mqtune.syntax.carriers.shell_facts import CONTAINER_NAME
from mqtune.syntax.carriers.shell_output import base_name
from mqtune.syntax.carriers.shell_tree import ShellWord
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_tree import ShellCommand

_CLIENTS = frozenset({"docker", "nerdctl", "podman"})
_VERBS = frozenset({"create", "run"})
_STEPS = frozenset({"ADD", "COPY"})  # of a build file, in any case
_REMOTE = re.compile(r"(?:https?|ftp|git|ssh)://|git@").match
_ARCHIVE = re.compile(r".*\.(?:tar(?:\.\w+)?|t[bgx]z2?)", re.IGNORECASE).fullmatch
_FETCHING = frozenset({"curl", "wget"})
_SENDING = frozenset({"-T", "--upload-file", "-F", "--form", "-d", "--data", "--data-binary"})
_EDITING = frozenset({"perl", "sed"})
_IN_PLACE = re.compile(r"--in-place|-[A-Za-z]*i").match
# words that put nothing into a file that they name
_LEAVING = frozenset(
    {
        "ARG",
        "ENV",
        "LABEL",
        "USER",
        "VOLUME",
        "WORKDIR",
        "[",
        "[[",
        "cat",
        "cd",
        "chgrp",
        "chmod",
        "chown",
        "crtmqm",
    }
    | {
        "echo",
        "export",
        "find",
        "grep",
        "ls",
        "mkdir",
        "print",
        "printf",
        "rm",
        "rmdir",
        "stat",
        "strmqm",
        "test",
    }
)
_OPTIONS = {
    "-e": "env",
    "--env": "env",
    "-v": "volume",
    "--volume": "volume",
    "--mount": "mount",
    "--name": "name",
}


@record
class ImageRun:
    """A started container: its name, that of its queue manager, its variables, and its mounts.

    `variables` are each the word that sets it and where its value begins in it; `mounts` are each a path of
    this machine and the one in the container.
    """

    container: str
    queue_manager: str
    variables: dict[str, tuple[ShellWord, int]]
    mounts: list[tuple[ShellWord, str]]


def image_run(command: ShellCommand) -> ImageRun | None:
    """The container of the MQ image that a command starts; None if it starts none."""
    words = command.words
    client = next((at for at, word in enumerate(words[:4]) if base_name(word) in _CLIENTS), None)
    if client is None or not any(word.value in _VERBS for word in words[client + 1 : client + 3]):
        return None
    options = _options(words[client + 1 :])
    variables: dict[str, tuple[ShellWord, int]] = {}
    for kind, word, start in options:
        name, sign, _ = word.value[start:].partition("=")
        if kind == "env" and sign:
            variables[name] = (word, start + len(name) + 1)
    if LICENSE not in variables or CONTAINER_NAME not in variables:
        return None
    word, start = variables[CONTAINER_NAME]
    names = [word.value[start:] for kind, word, start in options if kind == "name"]
    mounts = [_mount(kind, word, start) for kind, word, start in options if kind in ("volume", "mount")]
    return ImageRun(names[0] if names else "", word.value[start:], variables, mounts)


def copies(command: ShellCommand) -> list[tuple[ShellWord, str]]:
    """The files that a step of a build file copies from its folder, each with its path in the image."""
    return [one for one in _copied(command) if not _is_elsewhere(command, one[0])]


def takes_from_elsewhere(command: ShellCommand) -> bool:
    """Whether a command fetches configuration of a queue manager, or puts some where the image applies it,
    and the script does not state which: `ADD https://…`, `COPY --from=`, `curl -o`, `cp … /etc/mqm`.
    """
    words = command.words
    if words and words[0].value.upper() in _STEPS:
        return any(
            _is_unpacked(source, target) or (_is_elsewhere(command, source) and is_configuration(target))
            for source, target in _copied(command)
        )
    programs = {base_name(word) for word in words[:12]}
    if programs & _FETCHING:
        return any(map(is_configuration, _fetched(words)))
    return not programs & _LEAVING and any(names_automatic(word.value) for word in words)


def edited(command: ShellCommand) -> list[str]:
    """The names of the files that a command edits or fetches: `sed -i`, `curl -o`."""
    words = command.words
    programs = {base_name(word) for word in words[:4]}
    if programs & _EDITING and any(_IN_PLACE(word.value) for word in words):
        return [base_name(word) for word in words[1:]]
    return [path.rpartition("/")[2] for path in _fetched(words)] if programs & _FETCHING else []


def _copied(command: ShellCommand) -> list[tuple[ShellWord, str]]:
    """What a step of a build file copies, also from elsewhere, each with its path in the image."""
    words = command.words
    if not words or words[0].value.upper() not in _STEPS or command.last_input is not None:
        return []
    paths = [word for word in words[1:] if not word.value.startswith("--")]
    if paths and paths[0].value.startswith("["):  # a list of JSON
        paths = [
            ShellWord(word.start, word.end, [(text, word.start, False)], True)
            for word in paths
            for text in filter(None, word.value.strip("[]").split(","))
        ]
    if len(paths) < 2:
        return []
    *sources, last = paths
    target = last.value
    return [
        (one, target if "." in base_name(last) else f"{target.rstrip('/')}/{base_name(one)}")
        for one in sources
    ]


def _is_elsewhere(command: ShellCommand, source: ShellWord) -> bool:
    """Whether a step of a build file copies something from another stage or from the network."""
    return bool(_REMOTE(source.value)) or any(word.value.startswith("--from") for word in command.words)


def _is_unpacked(source: ShellWord, target: str) -> bool:
    """Whether ADD unpacks an archive where configuration may be in it."""
    return _ARCHIVE(source.value) is not None and target.rpartition("/")[0] in AROUND


def _fetched(words: list[ShellWord]) -> list[str]:
    """The files that a command of curl or wget fetches or writes; none if it sends something."""
    values = [word.value for word in words]
    return [] if _SENDING & set(values) else [value.partition("=")[2] or value for value in values]


def _options(words: list[ShellWord]) -> list[tuple[str, ShellWord, int]]:
    """The options with a value: what it is, its word, and where it begins in it."""
    found: list[tuple[str, ShellWord, int]] = []
    for number, word in enumerate(words):
        name, sign, _ = word.value.partition("=")
        if name in _OPTIONS and sign:
            found.append((_OPTIONS[name], word, len(name) + 1))
        elif name in _OPTIONS and number + 1 < len(words):
            found.append((_OPTIONS[name], words[number + 1], 0))
    return found


def _mount(kind: str, word: ShellWord, start: int) -> tuple[ShellWord, str]:
    """The two paths of a mount: `./a:/b:ro`, or `type=bind,source=./a,target=/b`."""
    text = word.value[start:]
    if kind == "mount":
        values = dict(part.partition("=")[::2] for part in text.split(","))
        source = values.get("source", values.get("src", ""))
        target = values.get("target", values.get("destination", values.get("dst", "")))
    else:
        source, _, rest = text.partition(":")
        target = rest.partition(":")[0]
    if "/" not in source:  # a volume
        source = ""
    return ShellWord(word.start, word.end, [(source, word.start, False)], word.quoted), target
