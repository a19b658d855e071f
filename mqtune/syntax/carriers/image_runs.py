"""Containers of the MQ image that a YAML document starts: services of Compose files, pods, Ansible tasks.

The variables of such a container name its queue manager and state facts about it. What a Compose service
mounts into the folder of automatic configuration is applied to that queue manager.
"""

from __future__ import annotations

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.containers import container_name
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.image import ENDINGS, LICENSE, is_of_image, kinds_at
from mqtune.syntax.carriers.result import ELSEWHERE, AppliedFiles, CarrierResult
from mqtune.syntax.carriers.shell_facts import (
    CONTAINER_NAME,
    CONTAINER_VALUES,
    is_variable_of_mq,
    output_of_entries,
    spread,
)
from mqtune.syntax.carriers.yaml_scalars import pieces_of
from mqtune.syntax.document import CONTAINER, CREATION, ENVIRONMENT, QM_INI
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.syntax.carriers.excerpt import Piece
    from mqtune.syntax.carriers.shell_facts import Entry
    from mqtune.syntax.carriers.surroundings import Surroundings
    from mqtune.syntax.carriers.yaml_text import YamlText
    from mqtune.syntax.carriers.yaml_walk import YamlPath, YamlScalar

    ScalarsByPath = dict[YamlPath, YamlScalar]

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
    """What the containers of the MQ image in a YAML document state, and the files applied to them."""
    result = CarrierResult()
    every_mount = _mounts(scalars)
    for path, variables in _containers(scalars).items():
        name = variables[CONTAINER_NAME].value if CONTAINER_NAME in variables else ""
        mounts = every_mount.get(path, [])
        # LICENSE may come from an anchor, which is not followed
        if not name or not (LICENSE in variables or any(is_of_image(target) for _, target, _ in mounts)):
            continue
        there = where.inside(container_name(path), editable=False)
        for kind, entries in _entries(variables, text):
            output = output_of_entries(entries, entries[0][3], CONTAINER)
            excerpt = Excerpt.of(output.parts, output.at).within(base)
            template = recognise.has_template_word(excerpt.text)
            carrier = CREATION if kind == QM_INI else CONTAINER
            result.documents.append(there.document(kind, excerpt, template, carrier, name))
        if where.depth == 0:  # otherwise the folder from which paths count is unknown
            for source, target, at in mounts:
                position = where.table.position(base.offset(text.offset(at)))
                result.applied += _applied(source, target, name, position)
                if kinds_at(target) and not _is_beside(source):
                    result.unread = ELSEWHERE
    return result


def _containers(scalars: ScalarsByPath) -> dict[YamlPath, dict[str, Variable]]:
    """The variables of each container of a document, by its path."""
    found: dict[YamlPath, dict[str, Variable]] = {}
    for path, scalar in scalars.items():
        if path[-3:-2] == ("env",) and path[-1] == "value":  # - {name: X, value: Y}
            name = scalars.get((*path[:-1], "name"))
            if name is not None:
                found.setdefault(path[:-3], {})[name.value] = Variable(scalar, 0)
        elif path[-2:-1] and path[-2] in _ENVIRONMENTS:
            key, sign, _ = scalar.value.partition("=")
            if isinstance(path[-1], str):
                found.setdefault(path[:-2], {})[path[-1]] = Variable(scalar, 0)
            elif sign:
                found.setdefault(path[:-2], {})[key] = Variable(scalar, len(key) + 1)
    return found


def _entries(variables: dict[str, Variable], text: YamlText) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of the documents that state what the variables do, by the kind of document."""
    own: list[Entry] = []
    inis: list[Entry] = []
    for name, variable in variables.items():
        if not variable.value or any(sign in variable.value for sign in "\n#;"):
            continue  # as for exported variables
        parts = _parts(variable, text)
        at = text.offset(variable.scalar.start)
        if name in CONTAINER_VALUES:
            inis.append((*CONTAINER_VALUES[name], parts, at))
        elif is_variable_of_mq(name):
            own.append(("Environment", name, parts, at))
    if own:
        yield ENVIRONMENT, own
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
    found: dict[YamlPath, list[tuple[str, str, int]]] = {}
    for path, scalar in scalars.items():
        if path[-2:-1] == ("volumes",):
            source, _, rest = _WITH_DEFAULT.sub(r"\1", scalar.value).partition(":")
            found.setdefault(path[:-2], []).append((source, rest.partition(":")[0], scalar.start))
        elif path[-3:-2] == ("volumes",) and path[-1] == "source":
            target = scalars.get((*path[:-1], "target"))
            name = target.value if target is not None else ""
            found.setdefault(path[:-3], []).append((scalar.value, name, scalar.start))
    return found


def _is_beside(source: str) -> bool:
    """Whether a mounted path is one beside the file, and not a volume or a path of the machine."""
    return source.startswith(".") and "$" not in source


def _applied(source: str, target: str, name: str, position: tuple[int, int]) -> list[AppliedFiles]:
    """The files of a mount that the image applies to its queue manager."""
    kinds = kinds_at(target) if _is_beside(source) else ()
    return [AppliedFiles(kind, [source], name, ending=ENDINGS[kind], position=position) for kind in kinds]
