"""What a file name indicates about its content: a shape, and whether it is a template; names inside files.

A template's own extension is removed first: `qm.ini.j2` is an ini file, `config.mqsc.tmpl` MQSC.
"""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

# shapes
MQSC = "mqsc"
INI = "ini"
JSON = "json"
YAML = "yaml"
SHELL = "shell"
JCL = "jcl"
BATCH = "batch"
TEXT = "text"  # anything: the content decides
OTHER = "other"  # a name that never belongs to MQ text

CARRIERS = (YAML, SHELL, JCL, BATCH)  # around texts of MQ

INI_NAMES = ("qm.ini", "mqs.ini", "mqclient.ini", "mqat.ini")
COLLECTED = "collected.json"  # of a folder that `mqtune collect` wrote
INCOMPLETE = "incomplete-collection"  # the kind of the diagnostic for it

_TEMPLATES = "ctmpl epp erb gotmpl hbs in j2 jinja jinja2 mustache template tftpl tmpl tpl"
TEMPLATE_ENDINGS = frozenset(_TEMPLATES.split())
JOINED_ENDINGS = ("_template", "-template")
# copies and samples have the language of their original
COPY_ENDINGS = frozenset({"default", "sample", "example", "orig", "bak", "dist", "tmp"})

STDIN = "<stdin>"  # the name of a text without a name

_SHAPES = {
    "mqsc": MQSC,
    "mqs": MQSC,
    "ini": INI,
    "json": JSON,
    "yaml": YAML,
    "yml": YAML,
    "sh": SHELL,
    "bash": SHELL,
    "ksh": SHELL,
    "zsh": SHELL,
    "jcl": JCL,
    "bat": BATCH,
    "cmd": BATCH,
    "dockerfile": SHELL,
    "containerfile": SHELL,
    "txt": TEXT,
    "cfg": TEXT,
    "conf": TEXT,
    "dmp": TEXT,
    "out": TEXT,
    "dump": TEXT,
}
_BUILD_FILES = ("dockerfile", "containerfile")  # also with anything after one of `-_.`


@record
class NameShape:
    """The shape that a name indicates, and what surrounds it. `certain` means that the name alone decides."""

    shape: str
    stem: str  # the name in lower case without the extensions of templates and copies
    template: bool
    certain: bool


def states_form(folder: str) -> bool:
    """Whether the name of a folder is a file extension or the name of a language: `bat`, `jcl`, `shell`."""
    return folder.lower() in _SHAPES or folder.lower() in _SHAPES.values()


def shape_of(name: str) -> NameShape:
    """The shape that the last part of a path indicates."""
    stem, template = without_endings(name.lower())
    ending = stem.rpartition(".")[2] if "." in stem else ""
    if stem in _SHAPES and not ending:  # a template called mqsc.j2
        return NameShape(_SHAPES[stem], stem, template, certain=template)
    if ending in _BUILD_FILES or (
        stem.startswith(_BUILD_FILES) and stem.partition("file")[2][:1] in ("", "-", "_", ".")
    ):
        return NameShape(SHELL, stem, template, certain=False)
    shape = _SHAPES.get(ending)
    if shape is None or (shape == TEXT and ".mqsc." in stem):
        return _unknown_ending(stem, ending, template)
    certain = shape == MQSC or stem in INI_NAMES or (shape == JSON and ("ccdt" in stem or stem == COLLECTED))
    return NameShape(shape, stem, template, certain)


def _unknown_ending(stem: str, ending: str, template: bool) -> NameShape:
    if ".mqsc." in stem:  # config.mqsc.v2
        return NameShape(MQSC, stem, template, certain=False)
    if template or not ending or ending.isdigit():
        return NameShape(TEXT, stem, template, certain=False)
    return NameShape(OTHER, stem, template, certain=False)


def without_endings(name: str) -> tuple[str, bool]:
    """A name in lower case without the extensions of templates and copies, and whether it is a template."""
    template = False
    for joined in JOINED_ENDINGS:
        if name.endswith(joined) and "." in name:  # qm.yaml_template
            name, template = name.removesuffix(joined), True
    while True:
        rest, _, ending = name.rpartition(".")
        if not rest or ending not in TEMPLATE_ENDINGS | COPY_ENDINGS:
            return name, template
        template = template or ending in TEMPLATE_ENDINGS
        name = rest


# Names of positions inside a YAML file: `data["config.mqsc"]`, `commands[0]`.

_PLAIN = lazy_pattern(r"[\w-]+")


def container_name(path: Iterable[str | int]) -> str:
    """A path of keys and numbers in its usual notation."""
    return "".join(map(step_name, path)).removeprefix(".")


def step_name(step: str | int) -> str:
    """One step of a path."""
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if _PLAIN.fullmatch(step) else f'["{step}"]'
