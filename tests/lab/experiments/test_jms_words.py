"""Command lines of JMSPerfHarness as the reference writes them."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import Arm, Order
from mqtune.lab.experiments import find
from mqtune.lab.experiments.commands import JmsConnection
from mqtune.lab.experiments.commands import jms_numbered as numbered

CASE = find("jms-put-get").on({"java": "java", "class-path": "p.jar:mq.jar", "heap": 768}, Target("QM1"))
CLIENT = JmsConnection("QM1", host="host2", port=1414, channel="PERF.SVRCONN")
JAVA = "java -Xms768M -Xmx768M -Xmn600M -Duser.language=en -Duser.country=US -cp p.jar:mq.jar JMSPerfHarness"
PACED = "-su -wt 30 -wi 10 -ss 1 -sc BasicStats"


def order(seconds, rate=None):
    return Order(Arm("a"), seconds, rate=rate)


def line(process):
    return " ".join(process.argv)


def test_put_and_get_as_a_client():
    words = (*numbered("Q", 4), "-co", "true")
    process = CLIENT.worker(CASE, "PutGet", 8, order(120), words)
    assert line(process) == (
        f"{JAVA} {PACED} -tc jms.r11.PutGet -nt 8 -rl 120 -id 1 "
        "-pc WebSphereMQ -jb QM1 -jt mqc -jh host2 -jp 1414 -jc PERF.SVRCONN -d Q -db 1 -dx 4 -co true"
    )
    assert (process.threads, process.seconds, process.measured, process.background) == (8, 120, True, False)


def test_bindings_need_the_native_library():
    text = line(JmsConnection("QM1", "local").worker(CASE, "PutGet", 1, order(30), ()))
    assert "-Djava.library.path=/opt/mqm/java/lib64 -cp" in text
    assert text.endswith("-pc WebSphereMQ -jb QM1 -jt mqb")


def test_a_channel_table_takes_the_place_of_host_and_channel():
    link = JmsConnection(
        "*UC01QM", table="file:///nfs1/UC01.json", reconnect="WMQ_CLIENT_RECONNECT", name="a.b"
    )
    assert " ".join(link.words()) == (
        "-pc WebSphereMQ -jb *UC01QM -jt mqc -ccdt file:///nfs1/UC01.json -ar WMQ_CLIENT_RECONNECT -an a.b"
    )


def test_a_rate_is_given_by_thread():
    assert "-rt 115" in line(CLIENT.worker(CASE, "Sender", 180, order(60, 20700), ()))


def test_a_rate_below_one_message_of_a_thread_cannot_be_kept():
    with pytest.raises(LabError) as caught:
        CLIENT.worker(CASE, "Sender", 180, order(60, 100), ())
    assert "at most 100 threads" in caught.value.help


def test_receivers_run_until_they_are_told_to_end():
    process = CLIENT.receiver(CASE, 4, ("-d", "Q"), "R", 20)
    assert "-rl 0 -id R -to 20" in line(process)
    assert process.background
    assert process.seconds is None
