"""Runs `mqtune collect`: chooses the transport, asks for a password, prints what was collected."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, NamedTuple, Protocol

import typer

from mqtune.cli import console
from mqtune.cli.command import CommonOptions
from mqtune.hosts.collect.collection import LIST, ClientCollection, HostCollection, client_place
from mqtune.hosts.collect.folder import ABSENT, MISSING, Folder, FolderError
from mqtune.hosts.collect.folder import NAME as LIST_FILE
from mqtune.hosts.collect.host import NAME
from mqtune.hosts.collect.rest import RestCollection
from mqtune.hosts.collect.transports import Local, Pod, Ssh, Transport
from mqtune.text.messages import UsageError, plural, printable, reason_of

EXAMPLES = (
    "mqtune collect --to state/",
    "mqtune collect HUB.QM --to state/ --from ssh:mq@hub1 --plan",
    "mqtune collect QM1 --to state/ --from 'client:ADMIN.SVRCONN/hub1(1414)' --user admin",
    "mqtune collect --to state/ --from rest:https://hub1:9443/ibmmq/rest/v3 --user reader",
    "mqtune collect --to state/ --from kubectl:mq/hub-ibm-mq-0",
)
LOCAL, SSH, CLIENT, REST, KUBECTL = "local", "ssh", "client", "rest", "kubectl"
SOURCES = {
    LOCAL: "local",
    SSH: "ssh:DESTINATION",
    CLIENT: "client:CHANNEL/HOST(PORT)",
    REST: "rest:URL",
    KUBECTL: "kubectl:NAMESPACE/POD",
}
INCOMPLETE = 1
VARIABLE = "MQTUNE_PASSWORD"
NO_PROGRAMS = (
    "IBM MQ's programs must be on the PATH: . /opt/mqm/bin/setmqenv -s; another host: --from ssh:HOST"
)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Collection(Protocol):
    """What the three kinds of collection have in common."""

    @property
    def transport(self) -> Transport | None:
        """Where commands run; None for requests."""
        ...

    def plan(self) -> list[str]:
        """Every command line."""
        ...

    def run(self) -> None:
        """Collect everything."""
        ...


class Request(NamedTuple):
    """What is collected, and how."""

    names: list[str]
    source: str
    plan: bool
    user: str | None
    sudo: str | None
    authorities: str | None


def collect(
    common: CommonOptions,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[QMGR]...", help="queue managers, by default all that the host lists"),
    ] = None,
    to: Annotated[
        str | None, typer.Option(metavar="DIR", help="the folder to write; it must be new or empty")
    ] = None,
    source: Annotated[
        str, typer.Option("--from", metavar="SOURCE", help=f"where from: {', '.join(SOURCES.values())}")
    ] = LOCAL,
    plan: Annotated[bool, typer.Option("--plan", help="print every command and run none")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="replace the collection in the folder")] = False,
    user: Annotated[
        str | None, typer.Option(metavar="USER", help="user of the client channel or the REST interface")
    ] = None,
    sudo: Annotated[
        str | None, typer.Option(metavar="USER", help="run the commands as this user, with sudo -n")
    ] = None,
    ca_file: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="certificates of the authorities that the REST client trusts"),
    ] = None,
) -> int:
    """Collect the current state of real queue managers into a folder, with read-only commands.

    The folder is complete for lint, plan, access and query if nothing is missing; collected.json states
    when and how it was collected, and what is missing. Passwords are requested on the terminal, or read
    from the variable MQTUNE_PASSWORD; they are never written.
    """
    request = Request(names or [], source, plan, user, sudo, ca_file)
    check(request, to)
    folder = Folder(to or "", source)
    collection = collection_of(request, folder)
    if plan:
        console.write("".join(printable_line(line) + "\n" for line in planned(collection)))
        return 0
    try:
        folder.create(replace)
        with closing(collection.transport):
            collection.run()
        folder.finish()
    except FolderError as error:
        raise UsageError(str(error), error.help) from None
    except OSError as error:
        reason = reason_of(error)
        raise UsageError(
            f"cannot write {error.filename}: {reason}", "name a folder that you can write"
        ) from None
    return report(folder, common)


def check(request: Request, to: str | None) -> None:
    """Raise UsageError for what cannot be collected."""
    kind, _, place = request.source.partition(":")
    if kind not in SOURCES or (kind in (SSH, REST, KUBECTL) and not place):
        raise UsageError(f"invalid --from {request.source!r} (choose from {', '.join(SOURCES.values())})")
    if not request.plan and not to:
        raise UsageError("--to is missing", "name the folder to write: --to state/")
    for name in request.names:
        if not NAME.fullmatch(name):
            raise UsageError(
                f"invalid queue manager name {name!r}",
                "a name has 1 to 48 characters: letters, digits and . _ / %",
            )


def planned(collection: Collection) -> list[str]:
    """The lines of --plan."""
    through = collection.transport.through() if collection.transport is not None else ""
    head = [f"# each COMMAND below runs as: {through}"] if through else []
    return [*head, *collection.plan()]


@contextmanager
def closing(transport: Transport | None) -> Iterator[None]:
    """Close a transport at the end, also of an interrupted collection."""
    try:
        yield
    finally:
        if transport is not None:
            transport.close()


def collection_of(request: Request, folder: Folder) -> Collection:
    """The collection for the source. Raises UsageError."""
    kind, _, place = request.source.partition(":")
    if kind in (LOCAL, SSH, KUBECTL):
        for name, given in (("--user", request.user), ("--ca-file", request.authorities)):
            if given:
                raise UsageError(
                    f"{name} applies to client and rest only", "for another user use --sudo USER"
                )
    if kind == LOCAL:
        return HostCollection(Local(request.sudo), folder, request.names)
    if kind == SSH:
        if place.startswith("-"):
            raise UsageError(f"invalid destination {place!r}", "write ssh:HOST or ssh:USER@HOST")
        return HostCollection(Ssh(place, request.sudo), folder, request.names)
    if kind == KUBECTL:
        if not 2 <= len(place.split("/")) <= 3 or not all(place.split("/")) or place.startswith("-"):
            raise UsageError(
                f"invalid pod {place!r}", "write kubectl:NAMESPACE/POD or kubectl:NAMESPACE/POD/CONTAINER"
            )
        return HostCollection(Pod(place), folder, request.names)
    if kind == CLIENT:
        return client_collection(request, folder, place)
    return rest_collection(request, folder, place)


def client_collection(request: Request, folder: Folder, place: str) -> ClientCollection:
    """One queue manager through a channel. Raises UsageError."""
    if len(request.names) != 1:
        raise UsageError(
            "a client channel reaches one queue manager", "name it: mqtune collect QM1 --from client:…"
        )
    client = client_place(place)
    if place and client is None:
        raise UsageError(
            f"invalid client connection {place!r}",
            "write client:CHANNEL/HOST(PORT), or client alone for the settings of the MQ client",
        )
    return ClientCollection(
        Local(request.sudo), folder, request.names[0], client, request.user, password(request)
    )


def rest_collection(request: Request, folder: Folder, place: str) -> RestCollection:
    """The queue managers of an mqweb server. Raises UsageError."""
    address = place.rstrip("/")
    host = address.partition("://")[2].partition("/")[0]
    name = host.rpartition(":")[0] or host
    if not address.startswith("https://") and not (address.startswith("http://") and name in LOOPBACK):
        raise UsageError(f"invalid REST address {place!r}", "write rest:https://HOST:9443/ibmmq/rest/v3")
    if "@" in host:
        raise UsageError(
            "a password must not be part of the address", "use --user; the password is requested"
        )
    if "/ibmmq/rest/" not in address:
        address += "/ibmmq/rest/v3"
    if request.authorities and not os.path.isfile(request.authorities):
        raise UsageError(f"no such file: {request.authorities}", "name a file with certificates in PEM form")
    return RestCollection(
        address, folder, request.names, request.user, password(request), authority=request.authorities
    )


def password(request: Request) -> str | None:
    """The password of --user, from the variable or the terminal; None without --user or with --plan."""
    if not request.user or request.plan:
        return None
    if (given := os.environ.get(VARIABLE)) is not None:
        return given
    if not sys.stdin.isatty():
        raise UsageError("no terminal to ask for the password", f"set the variable {VARIABLE}")
    return getpass.getpass(f"password of {request.user}: ")


def report(folder: Folder, common: CommonOptions) -> int:
    """Print what was collected and what is missing, and give the exit status."""
    palette = console.palette(common.color)
    missing = [part for part in folder.parts if part.state == MISSING]
    kept = [part for part in folder.parts if part.state not in (MISSING, ABSENT)]
    for manager in folder.managers.values():
        state = "complete" if folder.is_complete(manager.name) else "incomplete"
        console.write(palette.bold(printable(manager.name)) + f" ({printable(manager.status)}): {state}\n")
    if not folder.managers:
        console.line("no queue manager was found")
    reasons: dict[tuple[str, str], list[str]] = {}
    for part in missing:
        reasons.setdefault((part.queue_manager or "host", part.why or ""), []).append(part.what)
    for (where, why), what in reasons.items():
        console.line(printable(f"  missing: {where}: {', '.join(what)}: {why}"))
    if any(part.command == LIST.shown for part in missing) and any(
        "no such file" in why for _, why in reasons
    ):
        console.line(f"  help: {NO_PROGRAMS}")
    secrets = sum(part.replaced_secrets for part in kept)
    if secrets and not common.quiet:
        console.line(f"{plural(secrets, 'secret value')} replaced by asterisks")
    if not common.quiet:
        console.line(
            f"{plural(len(kept), 'file')} in {folder.path}; {LIST_FILE} states how each was collected"
        )
    # what the transport cannot reach has no command, and is not a failure
    return INCOMPLETE if any(part.command for part in missing) or not folder.managers else 0


def printable_line(text: str) -> str:
    """A command line with its here-document, safe for a terminal."""
    return "\n".join(map(printable, text.split("\n")))
