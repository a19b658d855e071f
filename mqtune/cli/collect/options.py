"""The options of `mqtune collect`."""

from __future__ import annotations

from mqtune.cli.options import CommonOptions, arguments, flag, value
from mqtune.session.options import UsageError

LOCAL, SSH, CLIENT, REST, KUBECTL = "local", "ssh", "client", "rest", "kubectl"
SOURCES = {
    LOCAL: "local",
    SSH: "ssh:DESTINATION",
    CLIENT: "client:CHANNEL/HOST(PORT)",
    REST: "rest:URL",
    KUBECTL: "kubectl:NAMESPACE/POD",
}


class Collect(CommonOptions):
    """Collect the current state of real queue managers into a folder, with read-only commands.

    The folder is complete for lint, plan, access and query if nothing is missing; collected.json states
    when and how it was collected, and what is missing. Passwords are requested on the terminal, or read
    from the variable MQTUNE_PASSWORD; they are never written.
    """

    command = "collect"
    run = "mqtune.cli.collect.run:collect"
    examples = (
        "mqtune collect --to state/ · mqtune collect HUB.QM --to state/ --from ssh:mq@hub1 --plan · "
        "mqtune collect QM1 --to state/ --from 'client:ADMIN.SVRCONN/hub1(1414)' --user admin · "
        "mqtune collect --to state/ --from rest:https://hub1:9443/ibmmq/rest/v3 --user reader · "
        "mqtune collect --to state/ --from kubectl:mq/hub-ibm-mq-0"
    )

    names: list[str] = arguments("[QMGR]...", "queue managers, by default all that the host lists")
    to: str | None = value("--to", metavar="DIR", help="the folder to write; it must be new or empty")
    source: str = value(
        "--from", metavar="SOURCE", help=f"where from: {', '.join(SOURCES.values())}", default=LOCAL
    )
    plan: bool = flag("--plan", help="print every command and run none")
    replace: bool = flag("--replace", help="replace the collection in the folder")
    user: str | None = value(
        "--user", metavar="USER", help="user of the client channel or the REST interface"
    )
    sudo: str | None = value("--sudo", metavar="USER", help="run the commands as this user, with sudo -n")
    authorities: str | None = value(
        "--ca-file", metavar="FILE", help="certificates of the authorities that the REST client trusts"
    )

    def check(self) -> None:
        """Raise UsageError for an invalid source."""
        super().check()
        kind, _, place = self.source.partition(":")
        if kind not in SOURCES or (kind in (SSH, REST, KUBECTL) and not place):
            raise UsageError(f"invalid --from {self.source!r} (choose from {', '.join(SOURCES.values())})")
        if not self.plan and not self.to:
            raise UsageError("--to is missing", "name the folder to write: --to state/")
