"""Parameters that commands share, as typer declares them, and choices that are checked and completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer

from mqtune.cli import command as options
from mqtune.cli.command import EXPERIMENT_NAMES, JSON, MODELS, RULES, TABLES, invalid, listed

# Values that shell completion offers.


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
        return [word for word in choices or names(completes) if word.startswith(incomplete)]

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
        from mqtune.questions.models import all_models

        return [model.name for model in all_models()]
    if of == TABLES:
        from mqtune.questions.models import table_names

        return table_names()
    assert of == EXPERIMENT_NAMES
    from mqtune.lab.experiments import NAMES

    return list(NAMES)


# Parameters of the commands `mqtune experiment …`.

NAMES = completer(completes=EXPERIMENT_NAMES)
ID_HELP = "id of an experiment, the beginning of an id, or the path of a journal"

Name = Annotated[
    str, typer.Argument(metavar="NAME", help="the experiment: topic-limit, fan-out, …", autocompletion=NAMES)
]
Id = Annotated[str, typer.Argument(metavar="ID", help=ID_HELP)]
Manager = Annotated[str, typer.Option("--qmgr", metavar="QM", help="the queue manager to measure")]
Driver = Annotated[
    str | None,
    typer.Option(
        "--driver",
        metavar="NAME",
        help="cph, jms, mqldt, simulated or manual; the default depends on the experiment",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="a setting; `experiment list NAME` lists them"),
]
Hosts = Annotated[
    list[str] | None,
    typer.Option("--host", metavar="HOST", help="run the driver there by ssh; several divide its threads"),
]
Inventory = Annotated[
    str | None,
    typer.Option("--inventory", metavar="FILE", help="Ansible inventory in which --host is looked up"),
]
Repeat = Annotated[
    int | None, typer.Option("--repeat", metavar="N", help="least number of blocks before a verdict")
]
MaxMinutes = Annotated[
    float | None, typer.Option("--max-minutes", metavar="M", help="stop as undecided after this time")
]
Yes = Annotated[
    bool,
    typer.Option(
        "--yes",
        "-y",
        help="consent in advance to the plan and its connections; not valid for production",
    ),
]
Store = Annotated[str | None, typer.Option("--store", metavar="DIR", help="folder of the journals")]
Plain = Annotated[bool, typer.Option("--plain", help="print one line per event, even on a terminal")]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="write to this file")]


def choice(
    *names: str, choices: Sequence[str], help: str, metavar: str = "NAME", panel: str | None = None
) -> Any:
    """An option whose values are listed."""
    return typer.Option(
        *names,
        metavar=metavar,
        help=f"{help}: {listed(choices)}",
        rich_help_panel=panel,
        callback=checked(names[0], choices),
        autocompletion=completer(choices),
    )


def chosen(metavar: str, choices: Sequence[str], help: str) -> Any:
    """An argument whose values are listed."""
    return typer.Argument(
        metavar=metavar,
        help=f"{help}: {listed(choices)}",
        callback=checked(metavar, choices),
        autocompletion=completer(choices),
    )


def checked(name: str, choices: Sequence[str]) -> Callable[[Any], Any]:
    """The check of a value that is not absent."""

    def check(value: Any) -> Any:
        for text in value if isinstance(value, list) else (value,):
            if text is not None and text not in choices:
                raise invalid(name, text, choices)
        return value

    return check


def codes(*names: str, help: str, panel: str | None = None) -> Any:
    """A repeatable option that names rules."""
    return typer.Option(
        *names, metavar="CODES", help=help, rich_help_panel=panel, autocompletion=completer(completes=RULES)
    )


# absent lists are None
Paths = Annotated[list[str] | None, typer.Argument(metavar="[PATH]...", help=options.PATHS)]
TextOrJson = Annotated[str, choice("--format", choices=("text", JSON), help="output format")]
Values = Annotated[list[str] | None, typer.Option("--values", metavar="FILE", help=options.VALUES.help)]
Environments = Annotated[
    list[str] | None, typer.Option("--environment", metavar="NAME", help=options.ENVIRONMENTS.help)
]
Managers = Annotated[list[str] | None, typer.Option("--qmgr", metavar="NAME", help=options.QMGRS.help)]
