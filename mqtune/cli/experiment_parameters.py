"""Parameters that the commands `mqtune experiment …` share."""

from __future__ import annotations

from typing import Annotated

import typer

from mqtune.cli.completing import completer
from mqtune.cli.options import EXPERIMENT_NAMES

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
