"""Calls of runmqsc without a queue manager in containers and pods."""

from __future__ import annotations

import pytest

from mqtune.syntax.carriers.documents import documents_of
from mqtune.text.source import Source

HERE = " <<EOF\nDEFINE QLOCAL(A)\nEOF\n"


def queue_managers(text: str) -> list[str]:
    result = documents_of(Source("setup.sh", "setup.sh", text.encode()))
    return [document.queue_manager for document in result.documents]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("docker exec -i mq1 runmqsc" + HERE + "docker exec -i mq2 runmqsc" + HERE, ["mq1", "mq2"]),
        (
            "podman exec -i -u mqm mq1 /opt/mqm/bin/runmqsc" + HERE + "podman exec mq2 runmqsc QM2" + HERE,
            ["mq1", "QM2"],
        ),
        ("docker compose exec -T a runmqsc" + HERE + "docker compose exec -T b runmqsc" + HERE, ["a", "b"]),
        (
            (
                "echo 'DEFINE QLOCAL(A)' | kubectl exec east-ibm-mq-0 -n mq -i -- runmqsc\n"
                "echo 'DEFINE QLOCAL(A)' | kubectl -n mq exec -i pod/west-ibm-mq-0 -c qmgr -- runmqsc\n"
            ),
            ["east", "west"],
        ),
        ("for c in mq1 mq2; do\ndocker exec -i $c runmqsc" + HERE + "done\n", ["mq1", "mq2"]),
        (
            (
                "docker exec mq1 bash -c \"echo 'DEFINE QLOCAL(A)' | runmqsc\"\n"
                "docker exec mq2 bash -c \"echo 'DEFINE QLOCAL(A)' | runmqsc\"\n"
            ),
            ["mq1", "mq2"],
        ),
        (
            "docker exec -i mq1 bash <<EOF\nrunmqsc <<E\nDIS QMGR\nE\nEOF\noc rsh mq2 runmqsc" + HERE,
            ["mq1", "mq2"],
        ),
    ],
)
def test_in_several_containers_they_are_several_queue_managers(text, expected):
    assert queue_managers(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "docker exec -i mq runmqsc" + HERE + "runmqsc" + HERE,
        "oc rsh mq-0 runmqsc" + HERE + "oc rsh mq-1 runmqsc" + HERE,  # two pods of a stateful set
        "docker exec -i mq runmqsc" + HERE + "docker exec other ls\n",
    ],
)
def test_one_container_needs_no_name(text):
    assert set(queue_managers(text)) == {""}
