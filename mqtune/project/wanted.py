"""Whether a file found by a walk may contain MQ text, by its name or its first bytes."""

from __future__ import annotations

from mqtune.syntax.carriers import names
from mqtune.syntax.carriers.sniff import holds_script, may_carry

# shapes of files whose names show that they may contain MQ text
CARRIERS = (names.MQSC, names.INI, names.YAML, names.SHELL, names.JCL, names.BATCH)


def is_wanted_by_name(name: str, path: str) -> bool:
    """Whether the name of a file shows that it may contain MQ text, whatever its content is."""
    told = names.shape_of(name)
    if told.shape in CARRIERS or told.certain or told.template:
        return True
    return is_of_system(name, path)


def is_wanted_by_content(name: str, path: str, any_name: bool = False) -> bool:
    """Whether a file whose name does not decide may contain MQ text; with `any_name` also one whose name
    belongs to something else.
    """
    shape = names.shape_of(name).shape
    if any_name and shape == names.JSON:  # the kind of a manifest may be its last key
        return True
    return (shape != names.OTHER and may_carry(path, shape)) or (any_name and holds_script(path))


def names_mq(path: str) -> bool:
    """Whether a file that is not wanted names commands or programs of IBM MQ."""
    from mqtune.syntax.mqsc.named import file_names_mq  # only under a gate

    try:
        return file_names_mq(path)
    except OSError:
        return True  # it is not known to be without


def is_of_system(name: str, path: str) -> bool:
    """Whether a path is that of a sysctl or limits file or a systemd unit."""
    if ".conf" not in name and ".service" not in name:
        return False
    from mqtune.syntax.system.kinds import kind_of_path  # few folders have such names

    return bool(kind_of_path(path))
