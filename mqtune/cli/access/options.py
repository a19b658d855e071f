"""The options of `mqtune access`."""

from __future__ import annotations

from mqtune.access.question import CREDENTIALS
from mqtune.cli.options import (
    ENVIRONMENTS,
    JSON,
    PATHS,
    QMGRS,
    VALUES,
    CommonOptions,
    arguments,
    flag,
    value,
    values,
)
from mqtune.session.options import UsageError

TEXT, CSV = "text", "csv"


class Access(CommonOptions):
    """Show whether a client can connect, as which user, and what it can do, and which record decides.

    Each check has its record, what the application and the error log show, and what would change the answer.
    Exit status: 0 allowed, 1 refused, 4 cannot tell from the files, 2 invalid use.
    """

    command = "access"
    run = "mqtune.cli.access.access:access"
    examples = (
        "mqtune access --channel APP.SVRCONN --address 10.1.2.3 --user app hub/ · "
        "mqtune access --channel APP.SVRCONN --address 10.1.2.3 --user app --group apps "
        "--object 'QLOCAL(ORDERS)' --for put · "
        "mqtune access --local --user batch --object topic:prices/uk --for publish · "
        "mqtune access --matrix --format csv hub/ · mqtune access --matrix --since main hub/ · "
        "mqtune access --tests"
    )

    paths: list[str] = arguments("[PATH]...", PATHS)
    channel: str | None = value("--channel", metavar="NAME", help="the channel that the client names")
    address: str | None = value("--address", metavar="IP", help="the address of the client")
    user: str | None = value(
        "--user", "--clntuser", metavar="NAME", help="the user that the client reports; with --local its user"
    )
    credentials: str | None = value(
        "--credentials",
        metavar="WHAT",
        help="the user and password that the client sends",
        choices=CREDENTIALS,
    )
    login: str | None = value(
        "--login", metavar="NAME", help="the user whose password is sent, if it is not that of --user"
    )
    cert: str | None = value(
        "--cert", "--sslpeer", metavar="DN", help="the subject of the client's certificate, or none"
    )
    issuer: str | None = value("--issuer", "--sslcerti", metavar="DN", help="the issuer of the certificate")
    groups: list[str] = values(
        "--group", metavar="NAME", help="a group of the user as which the connection runs, repeatable"
    )
    partner: str | None = value(
        "--partner", "--qmname", metavar="QM", help="the queue manager at the other end of a message channel"
    )
    local: bool = flag("--local", help="a program on the host of the queue manager, without a channel")
    object: str | None = value(
        "--object", metavar="'TYPE(NAME)'", help="an object, such as QLOCAL(ORDERS), QMGR or topic:prices/uk"
    )
    at: str | None = value(
        "--object-qmgr", metavar="QM", help="the queue manager that the application names with the queue"
    )
    purpose: str | None = value(
        "--for", metavar="OPERATION", help="put, get, browse, inquire, set, publish, subscribe and others"
    )
    tests: bool = flag("--tests", help="run the access-test tables of mqtune.toml")
    matrix: bool = flag("--matrix", help="show what every user and group holds on every object")
    since: str | None = value(
        "--since", metavar="REV", help="with --matrix: only what differs from this git revision"
    )
    complete: bool = flag("--complete", help="the files are the complete configuration of the queue manager")
    qmgrs: list[str] = QMGRS
    environments: list[str] = ENVIRONMENTS
    values_files: list[str] = VALUES
    format: str = value(
        "--format", metavar="NAME", help="output format", choices=(TEXT, JSON, CSV), default=TEXT
    )

    def check(self) -> None:
        """Raise UsageError for options that exclude each other."""
        super().check()
        asks = self.channel or self.local or self.purpose
        if self.tests and (self.matrix or asks):
            raise UsageError("--tests asks the questions of mqtune.toml", "omit the other options")
        if self.matrix and asks:
            help = "omit --channel, --local and --for; --user, --group and --object limit it"
            raise UsageError("--matrix covers every operation", help)
        if self.since is not None and not self.matrix:
            raise UsageError("--since without --matrix", "add --matrix")
        if self.format == CSV and not self.matrix:
            raise UsageError("--format csv without --matrix", "choose text or json, or add --matrix")
