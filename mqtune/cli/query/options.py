"""The options of `mqtune query`."""

from __future__ import annotations

from mqtune.cli.options import (
    ENVIRONMENTS,
    JSON,
    PATHS,
    QMGRS,
    TABLE,
    VALUES,
    CommonOptions,
    argument,
    arguments,
    flag,
    value,
)

RUNMQSC, CSV = "runmqsc", "csv"


class QueryOptions(CommonOptions):
    """Answer an MQSC DISPLAY command from files, for one or all queue managers.

    The exit status is 0 if anything is found, 1 if nothing is, 2 if the command is invalid or files cannot
    answer it. A policy of mqtune.toml is the opposite: what its DISPLAY finds is a finding of lint.
    """

    command = "query"
    run = "mqtune.cli.query.command:query"
    examples = (
        'mqtune query "DISPLAY QLOCAL(APP.*) WHERE(MAXDEPTH LT 10000) MAXDEPTH" hub/ · '
        'mqtune query "DIS CHL(*) TYPE(SVRCONN) SSLCIPH MCAUSER" --format table · '
        "mqtune query \"DISPLAY CHLAUTH(APP.SVR) MATCH(RUNCHECK) ADDRESS('192.0.2.1') CLNTUSER('app')\" · "
        'mqtune query "DISPLAY QMGR ALL" --qmgr HUB.QM --format json'
    )

    text: str = argument('"DISPLAY …"', "the DISPLAY command, in one argument")
    paths: list[str] = arguments("[PATH]...", PATHS)
    values_files: list[str] = VALUES
    environments: list[str] = ENVIRONMENTS
    qmgrs: list[str] = QMGRS
    format: str = value(
        "--format",
        metavar="NAME",
        help="output format",
        choices=(RUNMQSC, TABLE, JSON, CSV),
        default=RUNMQSC,
    )
    origin: bool = flag("--origin", help="show the file and line that set each value")
