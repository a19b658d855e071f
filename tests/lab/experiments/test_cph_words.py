"""Command lines of MQ-CPH as the reference writes them."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.run import Arm, Order
from mqtune.lab.experiments.commands import CphConnection, cph_counted, cph_numbered, cph_one

LOCAL = CphConnection("QM1")
FASTPATH = CphConnection("QM1", "fastpath")
CLIENT = CphConnection("QM1", "client", "host2", 1414, "PERF.SVRCONN")
CPH = "cph -vo 3 -ss 1 -wi 10 -wt 10"


def order(seconds, rate=None):
    return Order(Arm("a"), seconds, rate=rate)


def line(process) -> str:
    return " ".join(process.argv)


def test_publishers_on_one_topic():
    process = FASTPATH.producer("Publisher", 4, order(30), (*cph_one("TOPIC"), "-ms", "2048"), "P4")
    assert (
        line(process) == f"{CPH} -tc Publisher -nt 4 -rl 30 -id P4 -jb QM1 -jt mqb -jf true -d TOPIC -ms 2048"
    )
    assert (process.threads, process.seconds, process.trusted, process.measured) == (4, 30, True, True)
    assert not process.background


def test_publishers_at_a_rate_have_it_by_thread():
    process = LOCAL.producer("Publisher", 8, order(60, 32000), (*cph_numbered("T", 8), "-ms", "2048"))
    assert line(process) == (
        f"{CPH} -tc Publisher -nt 8 -rl 60 -rt 4000 -id P -jb QM1 -jt mqb -d T -db 1 -dx 8 -ms 2048"
    )


def test_one_topic_for_each_publisher():
    process = FASTPATH.producer("Publisher", 5, order(30), (*cph_counted("ISO", 5), "-ms", "2048"))
    assert line(process).endswith("-jf true -d ISO -db 1 -dn 5 -ms 2048")


def test_getters_wait_for_ever_and_run_until_they_are_told_to_end():
    process = LOCAL.consumer("Subscriber", 48, cph_one("FAN"))
    assert line(process) == f"{CPH} -tc Subscriber -nt 48 -rl 0 -id S -jb QM1 -jt mqb -d FAN -to -1"
    assert process.background
    assert process.seconds is None
    assert not process.measured


def test_clients_name_host_port_and_channel():
    process = CLIENT.producer(
        "Sender", 9, order(60), (*cph_numbered("Q", 9), "-ms", "2048", "-pp", "true", "-tx", "true")
    )
    assert line(process) == (
        f"{CPH} -tc Sender -nt 9 -rl 60 -id P -jb QM1 -jt mqc -jh host2 -jp 1414 -jc PERF.SVRCONN "
        "-d Q -db 1 -dx 9 -ms 2048 -pp true -tx true"
    )


@pytest.mark.parametrize(
    "destination", [cph_one, lambda name: cph_numbered(name, 10), lambda name: cph_counted(name, 9)]
)
def test_a_destination_that_cph_cannot_take_is_refused(destination):
    with pytest.raises(LabError) as caught:
        destination("T" * 48)
    assert "47" in caught.value.message


def test_a_percent_sign_would_be_a_format():
    with pytest.raises(LabError):
        cph_one("PRICES%S")
    assert cph_numbered("PRICES%S", 2)[1] == "PRICES%S"


def test_a_queue_manager_name_of_48_characters_is_refused():
    with pytest.raises(LabError):
        CphConnection("Q" * 48).producer("Publisher", 1, order(30), cph_one("T"))
