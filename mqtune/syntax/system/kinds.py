"""Which file of the operating system a path or a text is: sysctl, limits, or a systemd unit."""

from __future__ import annotations

from mqtune.syntax.carriers.names import without_endings
from mqtune.syntax.document import LIMITS, SYSCTL, UNIT
from mqtune.text.patterns import lazy_pattern

ENDINGS = (".conf", ".service")
FOLDERS = {"sysctl.d": SYSCTL, "limits.d": LIMITS}
NAMES = {"sysctl.conf": SYSCTL, "limits.conf": LIMITS}

_SETTING = lazy_pattern(r"-?(?:kernel|fs|net|vm)[./][A-Za-z0-9_./*-]+\s*=.*")
_LIMIT = lazy_pattern(
    r"\S+\s+(?:soft|hard|-)\s+(?:nofile|nproc|memlock|stack|core|as|data|cpu|sigpending)\s+\S+.*"
)


def kind_of_path(path: str) -> str:
    """The kind that a path indicates, "" for other paths: the name, or the folder of a `.conf`."""
    *folders, name = path.replace("\\", "/").lower().split("/")
    if not any(ending in name for ending in ENDINGS):
        return ""
    name, _ = without_endings(name)
    folder = folders[-1] if folders else ""
    if name.endswith(".service") or (name.endswith(".conf") and folder.endswith(".service.d")):
        return UNIT
    if name in NAMES:
        return NAMES[name]
    return FOLDERS.get(folder, "") if name.endswith(".conf") else ""


def starts_queue_managers(text: str) -> bool:
    """Whether a unit may start a queue manager."""
    return "strmqm" in text


def kind_of_text(text: str) -> str:
    """The kind of a text of any origin, "" if its lines do not all have one form."""
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and line[0] not in "#;"]
    if not lines:
        return ""
    if lines[0] in ("[Unit]", "[Service]") and any(line == "[Service]" for line in lines):
        return UNIT
    settings = sum(_SETTING.fullmatch(line) is not None for line in lines)
    limits = sum(_LIMIT.fullmatch(line) is not None for line in lines)
    if settings + limits < len(lines):
        return ""
    return SYSCTL if settings >= limits else LIMITS
