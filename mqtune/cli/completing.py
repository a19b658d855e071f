"""The values that shell completion offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mqtune.cli.options import EXPERIMENT_NAMES, MODELS, RULES, TABLES


def completer(choices: Sequence[str] = (), completes: str = "") -> Callable[[str], list[str]] | None:
    """The function that offers listed values or names of a kind; None to leave it to the shell, which offers
    files.
    """
    if not choices and not completes:
        return None

    def complete(incomplete: str) -> list[str]:
        if completes == RULES:
            # several codes can be joined by commas
            before, comma, last = incomplete.rpartition(",")
            return [f"{before}{comma}{code}" for code in rule_codes() if code.startswith(last)]
        return [one for one in choices or names(completes) if one.startswith(incomplete)]

    return complete


def rule_codes() -> list[str]:
    """The families and codes of all rules, policies of the project included."""
    from mqtune.engine.pages import all_pages
    from mqtune.project.load import ProjectError, load_project
    from mqtune.project.rule_codes import FAMILIES
    from mqtune.session.options import pages_of

    try:
        pages = pages_of(load_project())
    except ProjectError:
        pages = all_pages()
    return ["ALL", *dict.fromkeys((*FAMILIES, *(page.family for page in pages.values()))), *pages]


def names(of: str) -> list[str]:
    """The names of all models, tables or experiments."""
    if of == MODELS:
        from mqtune.views.models import all_models

        return [model.name for model in all_models()]
    if of == TABLES:
        from mqtune.views.figures import table_names

        return table_names()
    assert of == EXPERIMENT_NAMES
    from mqtune.lab.experiments import NAMES

    return list(NAMES)
