"""expiry: commands, the cap by level, what is watched, and what is planned."""

from __future__ import annotations

import pytest

from mqtune.capacity.machine import expiry
from mqtune.capacity.published import table
from mqtune.lab.core.definition import LabError, read_settings
from mqtune.lab.core.experiment import ByHand, Mqsc, Target
from mqtune.lab.core.run import Order
from mqtune.lab.experiments import find

EXPIRY = find("expiry")
QM1 = Target("QM1", (9, 4))


def settings_of(*given):
    return read_settings(EXPIRY.definition, given)


def work(*given, target=QM1):
    settings = settings_of(*given)
    return EXPIRY.on(settings, target).work(Order(EXPIRY.on(settings, target).arms()[0], 120))


def scripts(*given, target=QM1):
    steps = EXPIRY.on(settings_of(*given), target).setup()
    return [one for one in steps if isinstance(one, Mqsc)]


def test_commands_are_those_of_the_report():
    getters, senders = work("queues=5").processes
    assert " ".join(getters.argv) == (
        "cph -vo 3 -ss 1 -wi 10 -wt 10 -tc Receiver -nt 10 -rl 0 -id R -jb QM1 -jt mqb "
        "-d MQTUNE.Q. -db 1 -dx 5 -tx true -to -1"
    )
    assert " ".join(senders.argv) == (
        "cph -vo 3 -ss 1 -wi 10 -wt 10 -tc Sender -nt 5 -rl 120 -rt 2000 -id P -jb QM1 -jt mqb "
        "-d MQTUNE.Q. -db 1 -dx 5 -ms 2048 -pp true -tx true"
    )
    assert senders.measured
    assert not getters.measured


def test_without_copies_nobody_reads():
    (senders,) = work("copies=no").processes
    assert "-d MQTUNE.S. -db 1 -dx 1" in " ".join(senders.argv)


def test_depth_and_files_are_watched():
    depth, files = work(target=Target("MY.QM")).watches
    assert depth.mqsc == "DISPLAY QSTATUS(MQTUNE.S.*) CURDEPTH"
    assert depth.keyword == "CURDEPTH"
    assert files.path == "/var/mqm/qmgrs/MY!QM/queues"
    assert work("queue-files=/data/q").watches[1].path == "/data/q"


@pytest.mark.parametrize(
    ("level", "cap"),
    [
        ((9, 4), "CAPEXPRY(600)"),
        ((9, 3, 1), "CAPEXPRY(600)"),
        ((9, 3), "CUSTOM('CAPEXPRY(600)')"),
        (None, "CUSTOM('CAPEXPRY(600)')"),
    ],
)
def test_the_cap_stands_where_the_level_has_it_in_tenths_of_a_second(level, cap):
    (made,) = scripts(target=Target("QM1", level))
    define = made.script.partition("MQTUNE.Q.")[0]
    assert cap in define
    assert define.count("CAPEXPRY") == 1


def test_the_copy_must_be_made_and_has_room():
    (made,) = scripts()
    assert "STREAMQ(MQTUNE.S.1) STRMQOS(MUSTDUP)" in " ".join(made.script.split())
    # 2,000 puts/s * (60 s + 30 s) and 5%
    assert "MAXDEPTH(189000)" in made.script


@pytest.mark.parametrize("level", [(9, 2, 3), (9, 3), (9, 4), (10, 0)])
@pytest.mark.parametrize("given", [(), ("queues=3", "copies=no")])
def test_what_is_set_up_lints_clean_and_is_taken_back(level, given, findings):
    target = Target("QM1", level)
    (made,) = scripts(*given, target=target)
    assert findings(made.script + made.undo, level) == []
    defined = [line.split()[1] for line in made.script.splitlines() if line.startswith("DEFINE ")]
    gone = [line.split()[1] for line in made.undo.splitlines()]
    assert sorted(defined) == sorted(gone)
    assert made.absent


def test_the_interval_needs_a_restart_unless_it_is_that_of_mq():
    (by_hand, _) = EXPIRY.on(settings_of(), QM1).setup()
    assert isinstance(by_hand, ByHand)
    assert by_hand.restart
    assert "ExpiryInterval=30" in by_hand.what
    assert "TuningParameters" in by_hand.what
    (only,) = EXPIRY.on(settings_of("interval=300", "cap=600"), QM1).setup()
    assert isinstance(only, Mqsc)


def test_what_a_run_left_is_taken_out_before_the_next():
    settings = settings_of("queues=2")
    (arm,) = EXPIRY.on(settings, QM1).arms()
    assert EXPIRY.on(settings, QM1).between(None, arm) == ()
    (clear,) = EXPIRY.on(settings, QM1).between(arm, arm)
    assert clear.script == "CLEAR QLOCAL(MQTUNE.S.1)\nCLEAR QLOCAL(MQTUNE.S.2)\n"


def test_copies_need_their_level():
    with pytest.raises(LabError) as caught:
        scripts("copies=yes", target=Target("QM1", (9, 2)))
    assert "9.2.3" in caught.value.message
    assert all("STREAMQ" not in one.script for one in scripts("copies=no", target=Target("QM1", (9, 2))))


@pytest.mark.parametrize(("level", "streams"), [((9, 2), False), ((9, 4), True), (None, True)])
def test_unless_it_is_set_there_are_copies_where_the_level_has_them(level, streams):
    assert any("STREAMQ" in one.script for one in scripts(target=Target("QM1", level))) == streams


def test_a_depth_beyond_every_queue_is_refused():
    with pytest.raises(LabError) as caught:
        scripts("rate=1000000", "cap=86400")
    assert "999,999,999" in caught.value.message


@pytest.mark.parametrize("noise", [1, 5])
def test_the_formula_holds_on_the_simulated_machine(noise, simulate):
    played = simulate("expiry", noise=noise)
    assert played.verdict.word == "holds"
    assert played.verdict.figures["depth"].estimate == pytest.approx(2000 * 90, rel=0.05)
    said = " ".join(played.advice.sentences)
    assert "CAPEXPRY(3000)" in said
    assert "1,200,000 messages" in said
    assert "MAXDEPTH(1,260,000)" in said


def test_the_bound_of_the_disk_is_never_below_what_the_report_measured(simulate):
    rate = float(settings_of()["rate"])
    for row in table("streaming-table-1").rows:
        planned = expiry(rate, row["cap_expiry"], row["expiry_interval"], row["message_size"] * 1024)
        assert planned.disk_bytes * 5 >= row["disk_measured"] * 1e6
    played = simulate("expiry", "queues=5")
    share = next(one for one in played.advice.sentences if "share" in one or "bound" in one)
    assert 0.5 < float(share.split("%")[0].split()[-1]) / 100 < 1


def test_the_planned_queue_gets_its_command(simulate):
    played = simulate("expiry", "snippet-for=MY.COPY", "planned-interval=60")
    mqsc, ini = played.advice.snippets
    assert mqsc.text.endswith("ALTER QLOCAL(MY.COPY) MAXDEPTH(756000) CAPEXPRY(3000)\n")
    assert "ExpiryInterval=60" in ini.text
    assert ini.restart


def test_senders_that_do_not_keep_their_rate_are_named(simulate):
    said = " ".join(simulate("expiry", "rate=20000").advice.sentences)
    assert "of the requested 20,000 puts/s" in said
    assert "puts/s that were asked for" not in " ".join(simulate("expiry").advice.sentences)
