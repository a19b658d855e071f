"""cluster-publish: the cluster that is made, the cells, and what follows."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import LabError, read_settings
from mqtune.lab.core.experiment import ByHand, Mqsc, Target
from mqtune.lab.core.run import Order
from mqtune.lab.experiments import find
from mqtune.session.options import Options
from mqtune.session.session import Session

CLUSTER = find("cluster-publish")
QM1 = Target("QM1", (9, 4))
CPH = "cph -vo 3 -ss 1 -wi 10 -wt 10"


def settings(*given: str):
    return read_settings(CLUSTER.definition, given)


def cells(*given: str):
    return CLUSTER.on(settings(*given), QM1).arms()


def test_four_cells_with_the_one_that_was_never_published():
    assert [one.name for one in cells()] == [
        "1 thread, 1 channel",
        "1 thread, 4 channels",
        "4 threads, 1 channel",
        "4 threads, 4 channels",
    ]


def test_subscribers_on_the_second_queue_manager_and_publishers_at_a_rate_on_the_first():
    work = CLUSTER.on(settings(), QM1).work(Order(cells()[0], 60, rate=5600))
    names = "-d MQTUNE.PST. -db 1 -dx 4"
    assert [" ".join(one.argv) for one in work.processes] == [
        f"{CPH} -tc Subscriber -nt 4 -rl 0 -id S -jb QM2 -jt mqb {names} -to -1",
        f"{CPH} -tc Publisher -nt 4 -rl 63 -rt 1400 -id P -jb QM1 -jt mqb {names} -ms 2048",
    ]
    watched = {(one.qmgr, one.mqsc) for one in work.watches}
    assert ("QM1", "DISPLAY QSTATUS('SYSTEM.CLUSTER.TRANSMIT.*') CURDEPTH") in watched
    assert ("QM2", "DISPLAY QSTATUS('SYSTEM.INTER.QMGR.PUBS') CURDEPTH") in watched


def test_subscribers_may_be_clients():
    chosen = settings("second-bindings=client", "second-host=hostb", "channel=PERF.SVRCONN")
    work = CLUSTER.on(chosen, QM1).work(Order(cells()[0], 60))
    assert "-jb QM2 -jt mqc -jh hostb -jp 1415 -jc PERF.SVRCONN" in " ".join(work.processes[0].argv)


def test_direct_routing_needs_two_queue_managers_and_a_topic_host_three():
    def scripts(*given: str) -> dict[str, str]:
        steps = CLUSTER.on(settings(*given), QM1).setup()
        return {one.qmgr: one.script for one in steps if isinstance(one, Mqsc)}

    direct = scripts("second-host=hostb")
    assert set(direct) == {"QM1", "QM2"}
    assert direct["QM1"].count("CLROUTE(DIRECT)") == 4
    assert "CONNAME('hostb(1415)')" in direct["QM2"]
    assert "CHLTYPE(CLUSSDR)" in direct["QM2"]
    hosted = scripts("shape=topichost")
    assert set(hosted) == {"QM1", "QM2", "QM3"}
    assert hosted["QM3"].count("CLROUTE(TOPICHOST)") == 4
    assert "DEFINE TOPIC" not in hosted["QM1"]


def test_the_full_repository_is_set_by_a_person_and_verified():
    step = CLUSTER.on(settings(), QM1).setup()[0]
    assert isinstance(step, ByHand)
    assert step.expect == "REPOS(MQTUNE.PSC)"
    assert "REPOS(' ')" in step.undo


def test_between_cells_only_what_differs_is_changed():
    one, wide, threaded, both = cells()
    chosen = settings()
    assert CLUSTER.on(chosen, QM1).between(None, one) == ()
    channels = CLUSTER.on(chosen, QM1).between(one, wide)
    assert [(type(step), step.qmgr) for step in channels] == [(Mqsc, "QM1"), (Mqsc, "QM2")]
    assert all(step.script.count("DEFINE CHANNEL") == 3 for step in channels)
    (restart,) = CLUSTER.on(chosen, QM1).between(one, threaded)
    assert restart.qmgr == "QM2"
    assert "pscNumPubThreads=4" in restart.what
    back = CLUSTER.on(chosen, QM1).between(both, one)
    assert [step.script for step in back[:2]] == [step.undo for step in channels]
    assert back[2].what == restart.undo


def test_a_topic_host_gets_the_threads_too():
    chosen = settings("shape=topichost")
    one, _, threaded, _ = CLUSTER.on(chosen, QM1).arms()
    assert [step.qmgr for step in CLUSTER.on(chosen, QM1).between(one, threaded)] == ["QM2", "QM3"]


def test_names_of_channels_fit():
    with pytest.raises(LabError) as caught:
        CLUSTER.on(settings(), Target("QM1", (9, 4), prefix="A.VERY.LONG.PREFIX")).setup()
    assert "20 characters" in caught.value.message


@pytest.mark.parametrize(
    ("shape", "narrow", "wide"), [("direct", 11_607, 16_000), ("topichost", 8_601, 13_300)]
)
def test_the_cells_are_those_of_the_report(play, shape, narrow, wide):
    played = play("cluster-publish", f"shape={shape}")
    rates = {one.arm.name: one.value.estimate * 2 for one in played.verdict.estimates}
    assert rates["1 thread, 1 channel"] == pytest.approx(narrow, rel=0.05)
    assert rates["32 threads, 4 channels"] == pytest.approx(wide, rel=0.05)
    assert played.verdict.chosen.name == "32 threads, 4 channels"


def test_where_order_is_needed_nothing_is_widened(play):
    advice = play("cluster-publish").advice
    assert not advice.snippets
    assert "order" in " ".join(advice.sentences)


def test_where_it_is_not_the_lines_for_qm_ini_follow_and_have_no_error(play):
    advice = play("cluster-publish", "order=not-needed").advice
    (snippet,) = advice.snippets
    assert snippet.restart
    assert "pscNumPubThreads=32" in snippet.text
    assert "order of publications is lost" in snippet.text.replace("\n   # ", " ")
    options = Options(stdin_text=snippet.text, stdin_name="qm.ini", mq_version="9.4", platform="linux")
    assert Session.open(options).lint().findings == []
    assert "4 CLUSRCVR channels" in " ".join(advice.sentences)


def test_threads_are_as_many_as_the_declared_cores_unless_they_are_set():
    eight = Target("QM1", (9, 4), cores=8)
    assert CLUSTER.on(settings(), eight).arms()[-1].name == "8 threads, 4 channels"
    assert CLUSTER.on(settings("threads=5"), eight).arms()[-1].name == "5 threads, 4 channels"


def test_one_queue_manager_alone_needs_no_cluster_and_gives_the_factor(play):
    chosen = settings("shape=one-queue-manager")
    (made,) = CLUSTER.on(chosen, QM1).setup()
    assert "CLUSTER" not in made.script
    (arm,) = CLUSTER.on(chosen, QM1).arms()
    subscribers, _ = CLUSTER.on(chosen, QM1).work(Order(arm, 60)).processes
    assert "-jb QM1" in " ".join(subscribers.argv)
    alone = play("cluster-publish", "shape=one-queue-manager")
    assert "alone-rate=" in " ".join(alone.advice.sentences)
    (constant,) = play("cluster-publish", "alone-rate=8405").advice.calibration
    assert constant.name == "factor_default"
    assert constant.value == pytest.approx(11607 / 16810, rel=0.05)
