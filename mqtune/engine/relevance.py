"""Which rules can find anything in an estate: those whose page applies to something that it contains.

The functions of all others are not even imported.
"""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.engine.pages import Page
from mqtune.engine.rule import DIAGNOSTIC
from mqtune.estate.model import Estate
from mqtune.language import catalogue
from mqtune.syntax.document import CCDT, INI_KINDS, MQSC, SYSTEM_KINDS

PROJECT_FILE = "mqtune.toml"
KUBERNETES = "kubernetes"
KINDS = frozenset((*INI_KINDS, *SYSTEM_KINDS, MQSC, CCDT, CCDT.upper(), PROJECT_FILE, KUBERNETES))
ALWAYS = frozenset(("QMGR",))  # every queue manager has its attributes, set or not


def things_in(estate: Estate) -> set[str]:
    """Verbs, object types (with subtype too) and kinds of files in an estate."""
    things = set(ALWAYS)
    for queue_manager in estate.queue_managers:
        for head, subtype in {(statement.head, statement.subtype) for statement in queue_manager.statements}:
            things.update(word for word in (head.verb, head.type) if word)
            if head.type and subtype:
                things.add(f"{head.type}/{subtype}")
        things.update(ini.document.kind for ini in queue_manager.inis)
        if queue_manager.scripts:
            things.add(MQSC)
        if queue_manager.topic_loads or queue_manager.queue_loads or queue_manager.cluster_loads:
            things.add(PROJECT_FILE)  # a load declared in a comment counts as one in the project file
    things.update(ini.document.kind for ini in estate.client_inis)
    things.update(file.document.kind for file in estate.system_files)
    if estate.ccdts:
        things.update((CCDT, CCDT.upper()))
    if estate.project.file:
        things.add(PROJECT_FILE)
    if estate.deployments or any(
        script.document.carrier.startswith("yaml")
        for queue_manager in estate.queue_managers
        for script in queue_manager.scripts
    ):
        things.add(KUBERNETES)
    return things


def relevant(pages: dict[str, Page], codes: Iterable[str], things: set[str]) -> list[str]:
    """The codes of the pages that apply to one of these things, or to something unknown here."""
    found = []
    for code in codes:
        page = pages[code]
        # a parser reports diagnostics even for a file of which nothing could be read
        if page.scope == DIAGNOSTIC or any(_may_be_there(word, things) for word in page.applies_to):
            found.append(code)
    return found


def _may_be_there(word: str, things: set[str]) -> bool:
    if word in things:
        return True
    type = word.partition("/")[0]
    known = word in KINDS or catalogue.verb(type) is not None or catalogue.object_type(type) is not None
    return not known
