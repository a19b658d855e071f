"""What the files of a hub suppress in its error log, and whether it is a repository alone."""

from __future__ import annotations

import pytest

from mqtune.analysis.topology.channels import (
    is_dedicated_repository,
    recommended_settings,
    suppressed_numbers,
    suppresses,
)
from mqtune.project.settings import Project, QueueManagerDeclaration

VARIABLE = "MQ_CHANNEL_SUPPRESS_MSGS"
# the large-cluster report, p. 2 and 5, without the numbers that QMErrorLog does not accept
USUAL = ["9001", "9002", "9202", "9208", "9209", "9558", "9999"]


@pytest.fixture
def hub(manager_of):
    """A queue manager with a stanza QMErrorLog and a variable in its environment."""

    def hub(entry: str = "", variable: str = "", script: str = "DEFINE QLOCAL(A)\n"):
        ini = f"QMErrorLog:\n   {entry}\n" if entry else "Log:\n   LogPrimaryFiles=3\n"
        declared = QueueManagerDeclaration("QM1", environment={VARIABLE: variable} if variable else {})
        return manager_of(script, Project(queue_managers=(declared,)), **{"qm.ini": ini})

    return hub


@pytest.mark.parametrize(
    ("entry", "variable", "done", "listed"),
    [
        ("", "", False, []),
        ("SuppressMessage=9202", "", True, ["9202"]),
        ("ExcludeMessage=9202", "", True, ["9202"]),
        ("SuppressMessage=9001,9002", "", False, ["9001", "9002"]),  # of a normal start and end
        ("SuppressMessage=9203", "", False, []),  # not accepted
        ("SuppressMessage=7234, 9999", "", True, ["9999"]),
        ("SuppressMessage=${LIST}", "", True, []),
        ("", "9203", True, ["9203"]),
        ("", "9001", False, ["9001"]),
        ("", "${LIST}", True, []),
        ("", "7234,92020,x202,92", False, []),
        ("SuppressMessage=9202", "9202,9206", True, ["9202", "9206"]),
    ],
)
def test_which_messages_of_channels_are_suppressed(hub, entry, variable, done, listed):
    manager = hub(entry, variable)
    assert (suppresses(manager), suppressed_numbers(manager)) == (done, listed)


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ("", USUAL),
        ("SuppressMessage=9202", ["9202", "9001", "9002", "9208", "9209", "9558", "9999"]),
        ("SuppressMessage=7234", ["7234", *USUAL]),
        ("ExcludeMessage=9202", USUAL),
    ],
)
def test_what_is_listed_stays(hub, entry, wanted):
    settings = recommended_settings(hub(entry))
    assert settings == {"SuppressMessage": ",".join(wanted), "SuppressInterval": "60"}


@pytest.mark.parametrize(
    ("script", "alone"),
    [
        ("ALTER QMGR REPOS(C)\n", True),
        ("ALTER QMGR REPOSNL(N)\n", True),
        ("ALTER QMGR DESCR('no repository')\n", False),
        ("ALTER QMGR REPOS(C)\nDEFINE QLOCAL(X) USAGE(XMITQ)\n", True),
        ("ALTER QMGR REPOS(C)\nALTER QLOCAL(SYSTEM.DEAD.LETTER.QUEUE) MAXDEPTH(9)\n", True),
        ("ALTER QMGR REPOS(C)\nDEFINE QLOCAL(A)\n", False),
        ("ALTER QMGR REPOS(C)\nDEFINE QREMOTE(A) RNAME(B) RQMNAME(C)\n", True),
    ],
)
def test_a_repository_without_queues_of_applications_is_dedicated(hub, script, alone):
    assert is_dedicated_repository(hub(script=script)) == alone
