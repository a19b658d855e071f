"""Scripts that start containers of the MQ image."""

from __future__ import annotations

import pytest

from mqtune.syntax.carriers.documents import documents_of
from mqtune.syntax.document import ENVIRONMENT, MQSC
from mqtune.text.source import Source

HERE = " <<EOF\nDEFINE QLOCAL(A)\nEOF\n"
RUN = "docker run -d --name mq -e LICENSE=accept -e MQ_QMGR_NAME=QM1 "


def read(text: str):
    return documents_of(Source("run.sh", "run.sh", text.encode()))


def applied(text: str) -> list[tuple[str, list[str], str]]:
    return [(one.kind, one.paths, one.queue_manager) for one in read(text).applied]


@pytest.mark.parametrize(
    "mount",
    [
        "-v ./mq/a.mqsc:/etc/mqm/20-a.mqsc:ro",
        "--volume=$(pwd)/mq/a.mqsc:/etc/mqm/a.mqsc",
        '-v "$PWD/mq/a.mqsc":/etc/mqm/a.mqsc',
        "--mount type=bind,source=./mq/a.mqsc,target=/etc/mqm/a.mqsc",
        "--mount type=bind,src=./mq/a.mqsc,dst=/etc/mqm/a.mqsc",
    ],
)
def test_a_mounted_script_is_applied_to_the_queue_manager(mount):
    assert applied(f"{RUN}{mount} icr.io/ibm-messaging/mq\n") == [(MQSC, ["mq/a.mqsc"], "QM1")]


def test_a_loop_starts_instances_with_files_of_their_own():
    text = (
        "for i in 1 2; do\npodman run -e LICENSE=accept -e MQ_QMGR_NAME=QM1 "
        "-v ./node$i.ini:/etc/mqm/ha.ini mq\ndone\n"
    )
    assert applied(text) == [("qm.ini", ["node1.ini", "node2.ini"], "QM1")]


@pytest.mark.parametrize(
    "text",
    [
        f"{RUN}-v data:/etc/mqm mq\n",
        f"{RUN}-v ./keys:/etc/mqm/pki/keys/mykey -v ./data:/mnt/mqm mq\n",
        "docker run -e MQ_QMGR_NAME=QM1 -v ./a.mqsc:/etc/mqm/a.mqsc client\n",
    ],
)
def test_other_mounts_and_clients_apply_nothing(text):
    assert applied(text) == []


def test_the_container_names_the_queue_manager_of_later_calls():
    found = read(f"NAME=QM7\n{RUN.replace('QM1', '$NAME')}mq\ndocker exec -i mq runmqsc{HERE}").documents
    assert [(one.kind, one.queue_manager) for one in found] == [(ENVIRONMENT, "QM7"), (MQSC, "QM7")]


def test_what_a_build_file_copies_is_applied_to_its_queue_manager():
    text = (
        "FROM icr.io/ibm-messaging/mq\nENV LICENSE=accept MQ_QMGR_NAME=QM1\n"
        "COPY --chown=1001:0 mq/a.mqsc mq/b.mqsc /etc/mqm/\nCOPY mq/qm.ini /etc/mqm/10-qm.ini\n"
        "COPY --from=build c.mqsc /etc/mqm/\nCOPY key.kdb /etc/mqm/pki/\n"
    )
    result = documents_of(Source("Dockerfile", "Dockerfile", text.encode()))
    assert [(one.kind, one.paths, one.queue_manager) for one in result.applied] == [
        (MQSC, ["mq/a.mqsc"], "QM1"),
        (MQSC, ["mq/b.mqsc"], "QM1"),
        ("qm.ini", ["mq/qm.ini"], "QM1"),
    ]
    assert [one.carrier for one in result.documents] == ["container"]
