"""Commands that start a container of the MQ image, and the steps of a build file that copy files into it."""

from __future__ import annotations

from mqtune.syntax.carriers.image import LICENSE
from mqtune.syntax.carriers.shell_facts import CONTAINER_NAME
from mqtune.syntax.carriers.shell_output import base_name
from mqtune.syntax.carriers.shell_tree import ShellWord
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.shell_tree import ShellCommand

_CLIENTS = frozenset({"docker", "nerdctl", "podman"})
_VERBS = frozenset({"create", "run"})
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
    words = command.words
    if not words or words[0].value not in ("COPY", "ADD") or command.last_input is not None:
        return []
    if any(word.value.startswith("--from") for word in words):  # from another stage
        return []
    paths = [word for word in words[1:] if not word.value.startswith("--")]
    if len(paths) < 2:
        return []
    *sources, last = paths
    target = last.value
    return [
        (one, target if "." in base_name(last) else f"{target.rstrip('/')}/{base_name(one)}")
        for one in sources
    ]


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
