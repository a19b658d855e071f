"""The container image of MQ: what it requires, what starts it, which files its queue manager gets."""

from __future__ import annotations

import posixpath
import re

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.names import INI_NAMES, container_name, without_endings
from mqtune.syntax.carriers.result import ELSEWHERE, AppliedFiles, CarrierResult
from mqtune.syntax.carriers.shell_facts import (
    CONTAINER_NAME,
    CONTAINER_VALUES,
    is_variable_of_mq,
    output_of_entries,
    spread,
)
from mqtune.syntax.carriers.shell_output import ShellWord, base_name
from mqtune.syntax.carriers.yaml_scalars import pieces_of
from mqtune.syntax.document import CONTAINER, CREATION, ENVIRONMENT, MQSC, QM_INI
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.syntax.carriers.excerpt import Piece
    from mqtune.syntax.carriers.result import Surroundings
    from mqtune.syntax.carriers.shell_facts import Entry
    from mqtune.syntax.carriers.shell_output import ShellCommand
    from mqtune.syntax.carriers.yaml_text import YamlPath, YamlScalar, YamlText

    ScalarsByPath = dict[YamlPath, YamlScalar]


LICENSE = "LICENSE"  # without it the image does not start, so the container of a client has none
AUTOMATIC = "/etc/mqm"  # the folder whose files the image passes to crtmqm
DATA = "/mnt/mqm"  # the folder of the queue manager's data
ENDINGS = {MQSC: ".mqsc", QM_INI: ".ini"}
AROUND = ("", "/etc", AUTOMATIC, "/run", "/run/mqm")  # what is unpacked there may be configuration

_IN_AUTOMATIC = lazy_pattern(rf"(?<![\w:.-]){AUTOMATIC}(?![\w.-])")


def kinds_at(target: str) -> list[str]:
    """The kinds of documents that are applied from a file or folder mounted at a path."""
    target = target.rstrip("/")
    if target == AUTOMATIC:
        return list(ENDINGS)
    if posixpath.dirname(target) != AUTOMATIC:
        return []
    return [kind for kind, ending in ENDINGS.items() if target.endswith(ending)]


def is_of_image(target: str) -> bool:
    """Whether only a container of the image has something mounted at a path."""
    return target.startswith((AUTOMATIC, DATA))


def is_configuration(path: str) -> bool:
    """Whether a file is configuration of a queue manager, by its path in a container or by its name."""
    name, _ = without_endings(posixpath.basename(path.rstrip("/")).lower())
    return names_automatic(path) or name.endswith(ENDINGS[MQSC]) or name in INI_NAMES


def names_automatic(text: str) -> bool:
    """Whether a text names the folder of automatic configuration, or a file in it, and not as a mount."""
    return AUTOMATIC in text and _IN_AUTOMATIC.search(text) is not None


# Containers of the MQ image that a YAML document starts: services of Compose files, pods, Ansible tasks.

_ENVIRONMENTS = ("environment", "env")
_WITH_DEFAULT = lazy_pattern(r"\$\{\w+:?-([^{}]*)\}")


@record
class Variable:
    """A variable of a container: the scalar that sets it, and where its value begins in it."""

    scalar: YamlScalar
    start: int

    @property
    def value(self) -> str:
        """The value, with the default of each variable of Compose that has one."""
        return _WITH_DEFAULT.sub(r"\1", self.scalar.value[self.start :])


def image_runs(scalars: ScalarsByPath, base: Excerpt, text: YamlText, where: Surroundings) -> CarrierResult:
    """What the containers of the MQ image in a YAML document state, and the files applied to them.

    The variables of such a container name its queue manager and state facts about it. What a Compose service
    mounts into the folder of automatic configuration is applied to that queue manager.
    """
    result = CarrierResult()
    every_mount = _mounts(scalars)
    for path, variables in _containers(scalars).items():
        name = variables[CONTAINER_NAME].value if CONTAINER_NAME in variables else ""
        mounts = every_mount.get(path, [])
        # LICENSE may come from an anchor, which is not followed
        if not name or not (LICENSE in variables or any(is_of_image(target) for _, target, _ in mounts)):
            continue
        inside = where.inside(container_name(path), editable=False)
        for kind, entries in _entries(variables, text):
            output = output_of_entries(entries, entries[0][3], CONTAINER)
            excerpt = Excerpt.of(output.parts, output.at).within(base)
            template = recognise.has_template_word(excerpt.text)
            carrier = CREATION if kind == QM_INI else CONTAINER
            result.documents.append(inside.document(kind, excerpt, template, carrier, name))
        if where.depth == 0:  # otherwise the folder from which paths count is unknown
            for source, target, at in mounts:
                position = where.table.position(base.offset(text.offset(at)))
                result.applied += _applied(source, target, name, position)
                if kinds_at(target) and not _is_beside(source):
                    result.unread = ELSEWHERE
    return result


def _containers(scalars: ScalarsByPath) -> dict[YamlPath, dict[str, Variable]]:
    """The variables of each container of a document, by its path."""
    containers: dict[YamlPath, dict[str, Variable]] = {}
    for path, scalar in scalars.items():
        if path[-3:-2] == ("env",) and path[-1] == "value":  # - {name: X, value: Y}
            name = scalars.get((*path[:-1], "name"))
            if name is not None:
                containers.setdefault(path[:-3], {})[name.value] = Variable(scalar, 0)
        elif path[-2:-1] and path[-2] in _ENVIRONMENTS:
            key, sign, _ = scalar.value.partition("=")
            if isinstance(path[-1], str):
                containers.setdefault(path[:-2], {})[path[-1]] = Variable(scalar, 0)
            elif sign:
                containers.setdefault(path[:-2], {})[key] = Variable(scalar, len(key) + 1)
    return containers


def _entries(variables: dict[str, Variable], text: YamlText) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of the documents that state what the variables do, by the kind of document."""
    environment: list[Entry] = []
    inis: list[Entry] = []
    for name, variable in variables.items():
        if not variable.value or any(sign in variable.value for sign in "\n#;"):
            continue  # as for exported variables
        parts = _parts(variable, text)
        at = text.offset(variable.scalar.start)
        if name in CONTAINER_VALUES:
            inis.append((*CONTAINER_VALUES[name], parts, at))
        elif is_variable_of_mq(name):
            environment.append(("Environment", name, parts, at))
    if environment:
        yield ENVIRONMENT, environment
    if inis:
        yield QM_INI, inis


def _parts(variable: Variable, text: YamlText) -> list[Piece]:
    """The value of a variable as parts of the file."""
    scalar = variable.scalar
    pieces = pieces_of(text, scalar.start, scalar.style, scalar.value)
    if pieces is None:
        pieces = [(scalar.value, text.offset(scalar.start), False)]
    value = Excerpt.of(pieces).part(variable.start, len(scalar.value))
    if variable.value != value.text:
        return spread(variable.value, value.offset(0), value.end)
    return value.pieces(0, len(value.text))


def _mounts(scalars: ScalarsByPath) -> dict[YamlPath, list[tuple[str, str, int]]]:
    """The mounts of each Compose service: a path beside the file, the one in the container, and where they
    are stated.
    """
    mounts: dict[YamlPath, list[tuple[str, str, int]]] = {}
    for path, scalar in scalars.items():
        if path[-2:-1] == ("volumes",):
            source, _, rest = _WITH_DEFAULT.sub(r"\1", scalar.value).partition(":")
            mounts.setdefault(path[:-2], []).append((source, rest.partition(":")[0], scalar.start))
        elif path[-3:-2] == ("volumes",) and path[-1] == "source":
            target = scalars.get((*path[:-1], "target"))
            name = target.value if target is not None else ""
            mounts.setdefault(path[:-3], []).append((scalar.value, name, scalar.start))
        elif path[-3:-2] in (("configs",), ("secrets",)) and path[-1] == "source":
            store = (path[-3], scalar.value)
            target, file = scalars.get((*path[:-1], "target")), scalars.get((*store, "file"))
            source = posixpath.join(".", file.value) if file is not None else ""
            if target is not None and (*store, "content") not in scalars:
                mounts.setdefault(path[:-3], []).append((source, target.value, scalar.start))
    return mounts


def _is_beside(source: str) -> bool:
    """Whether a mounted path is one beside the file, and not a volume or a path of the machine."""
    return source.startswith(".") and "$" not in source


def _applied(source: str, target: str, name: str, position: tuple[int, int]) -> list[AppliedFiles]:
    """The files of a mount that the image applies to its queue manager."""
    kinds = kinds_at(target) if _is_beside(source) else ()
    return [AppliedFiles(kind, [source], name, ending=ENDINGS[kind], position=position) for kind in kinds]


# Build files of container images: continued lines are joined before a shell sees them.

_FIRST_STEP = lazy_pattern(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:FROM|ARG)[ \t]+\S", re.IGNORECASE)
_GOES_ON = lazy_pattern(r"\\[ \t]*\Z")
_HERE = lazy_pattern(r"<<-?[ \t]*(['\"]?)(\w+)\1")


def is_build_file(text: str) -> bool:
    """Whether a text is the build file of an image, judged by its first step."""
    return _FIRST_STEP.match(text) is not None


def with_joined_lines(base: Excerpt) -> Excerpt:
    """A build file with each of its steps on one line.

    The builder removes a backslash at the end of a line in any context, even inside single quotation marks,
    and also the comment lines between such lines. Here-documents are left unchanged.
    """
    pieces: list[Piece] = []
    step = ""  # the part of the current step that has been read
    open_here: list[str] = []  # delimiters of here-documents that are open
    goes_on = False
    at = 0
    for line in base.text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        end = at + len(line)
        if open_here:
            if body.lstrip("\t") == open_here[0]:
                open_here.pop(0)
            pieces += base.pieces(at, end)
        elif not (goes_on and body.lstrip().startswith("#")):
            match = _GOES_ON.search(body)
            goes_on = match is not None
            pieces += base.pieces(at, end if match is None else at + match.start())
            step += body
            if not goes_on:
                open_here = [match[2] for match in _HERE.finditer(step)]
                step = ""
        at = end
    return Excerpt(pieces, base.end)


# Commands that start a container of the image, and the steps of a build file that copy files into it.

_CLIENTS = frozenset({"docker", "nerdctl", "podman"})
_VERBS = frozenset({"create", "run"})
_STEPS = frozenset({"ADD", "COPY"})  # of a build file, in any case
_REMOTE = re.compile(r"(?:https?|ftp|git|ssh)://|git@").match
_ARCHIVE = re.compile(r".*\.(?:tar(?:\.\w+)?|t[bgx]z2?)", re.IGNORECASE).fullmatch
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
    return [copy for copy in copied(command) if not _is_elsewhere(command, copy[0])]


def takes_from_elsewhere(command: ShellCommand) -> bool:
    """Whether a step of a build file puts configuration of a queue manager where the image applies it, and
    does not state which: `ADD https://…`, `COPY --from=`.
    """
    return any(
        _is_unpacked(source, target)
        or (_is_elsewhere(command, source) and (is_configuration(target) or target.rstrip("/") in AROUND))
        for source, target in copied(command)
    )


def copied(command: ShellCommand) -> list[tuple[ShellWord, str]]:
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
        (source, target if "." in base_name(last) else f"{target.rstrip('/')}/{base_name(source)}")
        for source in sources
    ]


def _is_elsewhere(command: ShellCommand, source: ShellWord) -> bool:
    """Whether a step of a build file copies something from another stage or from the network."""
    return bool(_REMOTE(source.value)) or any(word.value.startswith("--from") for word in command.words)


def _is_unpacked(source: ShellWord, target: str) -> bool:
    """Whether ADD unpacks an archive where configuration may be in it."""
    return _ARCHIVE(source.value) is not None and target.rpartition("/")[0] in AROUND


def _options(words: list[ShellWord]) -> list[tuple[str, ShellWord, int]]:
    """The options with a value: what it is, its word, and where it begins in it."""
    options: list[tuple[str, ShellWord, int]] = []
    for number, word in enumerate(words):
        name, sign, _ = word.value.partition("=")
        if name in _OPTIONS and sign:
            options.append((_OPTIONS[name], word, len(name) + 1))
        elif name in _OPTIONS and number + 1 < len(words):
            options.append((_OPTIONS[name], words[number + 1], 0))
    return options


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
