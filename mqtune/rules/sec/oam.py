"""SEC053: queue managers that are created without the object authority manager."""

from __future__ import annotations

from collections.abc import Iterator

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.estate.model import Estate
from mqtune.findings.finding import ObjectName
from mqtune.rules.common.load_places import declaration_place
from mqtune.syntax.carriers.result import Deployment
from mqtune.text.spans import Place

VARIABLE = "MQSNOAUT"
OFF = ("", "NO", "FALSE", "0")


@rule("SEC053")
def object_authorities_not_checked(estate: Estate) -> Iterator[Hit]:
    """MQSNOAUT is set in a QueueManager resource, or in the environment of a queue manager."""
    for deployment in estate.deployments:
        place = variable_place(deployment)
        if place is not None:
            yield hit(place, deployment.name)
    for manager in estate.queue_managers:
        if manager.environment.get(VARIABLE, "").upper() not in OFF:
            yield hit(manager.variable_place(VARIABLE) or declaration_place(manager), manager.label)


def variable_place(deployment: Deployment) -> Place | None:
    """The position of the variable in a QueueManager resource; None if it does not turn the checks off."""
    for path, (value, place) in deployment.settings.items():
        owner, _, last = path.rpartition(".")
        if value == VARIABLE and last == "name" and ".env." in path:
            return place if deployment.setting(f"{owner}.value").upper() not in OFF else None
    return None


def hit(place: Place, name: str) -> Hit:
    """A finding on a queue manager whose object authorities are not checked."""
    return Hit(
        place,
        f"{VARIABLE} creates queue manager {name} without the object authority manager: whoever connects "
        "can use every object",
        note="authority records have no effect, and the object authority manager cannot be added to an "
        "existing queue manager",
        help="remove the variable before the queue manager is created, and grant authorities with SET "
        "AUTHREC",
        object=ObjectName("ENVIRONMENT", VARIABLE),
        attribute=VARIABLE,
    )
