"""Shell completion: the script for a shell, and the values that it offers."""

from __future__ import annotations

import sys
from collections.abc import Callable

from mqtune.cli.commands import Completion
from mqtune.cli.options import EXPERIMENT_NAMES, MODELS, RULES, TABLES, Option

VARIABLE = "_MQTUNE_COMPLETE"


def print_script(options: Completion) -> int:
    """Print the completion script of a shell."""
    # the library is loaded by now, but its script generator is private and may move
    from typer._completion_shared import get_completion_script

    script = get_completion_script(prog_name="mqtune", complete_var=VARIABLE, shell=options.shell)
    sys.stdout.write(f"{script.strip()}\n")
    return 0


def completer(option: Option) -> Callable[[str], list[str]] | None:
    """The function that offers the values of an option; None to leave it to the shell, which offers files."""
    if not option.choices and not option.completes:
        return None

    def complete(incomplete: str) -> list[str]:
        if option.completes == RULES:
            # several codes can be joined by commas
            before, comma, last = incomplete.rpartition(",")
            return [f"{before}{comma}{code}" for code in rule_codes() if code.startswith(last)]
        return [one for one in option.choices or names(option.completes) if one.startswith(incomplete)]

    return complete


def rule_codes() -> list[str]:
    """The families and codes of all rules, policies of the project included."""
    from mqtune.engine.pages import FAMILIES, all_pages
    from mqtune.project.load import ProjectError, load_project
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
    from mqtune.lab.api import list_experiments

    return [experiment.name for experiment in list_experiments()]
