"""The facts of every rule page, from the compiled heads in `_pages.py`; the texts stay on disk."""

from __future__ import annotations

from functools import cache

from mqtune.findings.finding import INFO, OFF, Reference
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from mqtune.language.levels import Level
    from mqtune.project.settings import PolicyDeclaration


LAB = "lab"
DEFAULT = "default"
PRODUCTION = "production"
REGULATED = "regulated"
PROFILES = (LAB, DEFAULT, PRODUCTION, REGULATED)

CONDITION = "condition"  # the scope of a page without a function
POLICY = "policy"  # the scope of a policy of mqtune.toml

# the load that a rule needs, as the tables of mqtune.toml are named
LOADS = ("topic", "queue", "cluster")


@record
class Page:
    """The facts of one page. `path` is the page below `rules/`; `summary` its first sentence.

    `module` has the function, below `mqtune.rules` ("" if there is none). `since` and `until` are the first
    and the last level the advice holds for. `needs` is the load without which the rule finds nothing.
    `when`, `message`, `note` and `help` are set for a page without a function (scope "condition").
    `policy` is set for a policy of mqtune.toml, which has no page below `rules/` (scope "policy").
    """

    code: str
    name: str
    severity: str
    profiles: tuple[tuple[str, str], ...]
    confidence: str
    scope: str
    applies_to: tuple[str, ...]
    since: Level | None
    until: Level | None
    platforms: tuple[str, ...]
    fix: str
    references: tuple[Reference, ...]
    summary: str
    path: str
    module: str = ""
    needs: str = ""
    when: tuple[Any, ...] | None = None
    message: str = ""
    note: str = ""
    help: str = ""
    policy: PolicyDeclaration | None = None

    def __post_init__(self) -> None:
        rows = self.references
        self.references = tuple(Reference(*row) for row in rows)  # type: ignore[misc]  # rows until here

    @property
    def family(self) -> str:
        """The code without its digits: `PUB`, `K8S`, and `BANK` for policies of mqtune.toml."""
        return self.code[:-3]

    def severity_in(self, profile: str) -> str:
        """The severity in a profile; "off" if the rule runs there only when it is named."""
        for name, severity in self.profiles:
            if name == profile:
                return severity
        return self.severity

    def runs_in(self, profile: str) -> bool:
        """Whether the rule runs in a profile without being named."""
        return self.severity_in(profile) != OFF

    def severity_named(self, profile: str) -> str:
        """The severity if the user names the rule: one that is off runs with its severity elsewhere."""
        for name in (profile, DEFAULT, PRODUCTION, REGULATED, LAB):
            severity = self.severity_in(name)
            if severity != OFF:
                return severity
        return INFO


def all_pages() -> dict[str, Page]:
    """Every page by its code, in the order of the codes; the caller may add to it."""
    return _compiled().copy()


@cache
def _compiled() -> dict[str, Page]:
    from mqtune.engine._pages import PAGES  # generated and long: loaded only if needed

    return {row[0]: Page(*row) for row in PAGES}
