"""jms-put-get: commands, the channel that is altered, and what follows."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import LabError, read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import Order
from mqtune.lab.experiments import find

JMS = find("jms-put-get")
QM1 = Target("QM1", (9, 4))


def settings_of(*given):
    return read_settings(JMS.definition, given)


def lines(*given, arm=0):
    settings = settings_of(*given)
    order = Order(JMS.on(settings, QM1).arms()[arm], 75, 30)
    return [" ".join(one.argv) for one in JMS.on(settings, QM1).work(order).processes]


def test_one_process_puts_and_gets_by_correlation_id_over_a_channel_of_its_own():
    (line,) = lines()
    assert "JMSPerfHarness -su" in line
    assert "-tc jms.r11.PutGet -nt 8 -rl 75" in line
    assert "-jt mqc -jh localhost -jp 1414 -jc MQTUNE.SVRCONN" in line
    assert line.endswith("-d MQTUNE.Q. -db 1 -dx 4 -co true -to 5 -ms 2048 -mt text")


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("none", "-d MQTUNE.Q.1 -to 5"),
        ("correlation-id", "-d MQTUNE.Q.1 -co true -to 5"),
        ("correlation-text", "-d MQTUNE.Q.1 -co true -cp false -to 5"),
        ("selector", "-d MQTUNE.Q.1 -sl true -to 5"),
    ],
)
def test_ways_of_selecting_use_one_queue(how, words):
    other = "selector" if how == "none" else "none"
    (line,) = lines("factor=selection", f"selection={how},{other}")
    assert words in line


def test_read_ahead_is_measured_at_the_receivers():
    settings = settings_of("factor=read-ahead", "rate=6400")
    off, on = JMS.on(settings, QM1).arms()
    receivers, senders = JMS.on(settings, QM1).work(Order(on, 75, 30)).processes
    assert receivers.measured
    assert receivers.background
    assert not senders.measured
    assert "-jy true" in " ".join(receivers.argv)
    assert "-rt 800" in " ".join(senders.argv)
    assert "-jy" not in JMS.on(settings, QM1).work(Order(off, 75, 30)).processes[0].argv


def test_persistent_messages_go_in_transactions():
    assert lines("persistent=yes")[0].endswith("-pp true -tx true")


def test_the_channel_is_altered_only_where_it_has_to_be():
    settings = settings_of()
    ten, one = JMS.on(settings, QM1).arms()
    assert JMS.on(settings, QM1).between(None, ten) == ()
    assert JMS.on(settings, QM1).between(one, one) == ()
    (there,) = JMS.on(settings, QM1).between(ten, one)
    (back,) = JMS.on(settings, QM1).between(one, ten)
    assert there.script == "ALTER CHANNEL(MQTUNE.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(1)\n"
    assert back.script == there.undo == "ALTER CHANNEL(MQTUNE.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(10)\n"


@pytest.mark.parametrize("given", [(), ("factor=selection",), ("bindings=local", "factor=selection")])
def test_what_is_set_up_lints_clean_and_is_taken_back(given, findings):
    (step,) = JMS.on(settings_of(*given), QM1).setup()
    assert findings(step.script + step.undo) == []
    made = [line.split()[1] for line in step.script.splitlines() if line.startswith("DEFINE ")]
    gone = [line.split()[1] for line in step.undo.splitlines()]
    assert sorted(made) == sorted(gone)
    assert all("(MQTUNE." in one for one in made)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("bindings=local",), "client connections"),
        (("factor=read-ahead", "persistent=yes"), "non-persistent"),
        (("sharecnv=10",), "two values"),
    ],
)
def test_settings_that_compare_nothing_are_refused(given, told):
    with pytest.raises(LabError) as caught:
        JMS.on(settings_of(*given), QM1).arms()
    assert told in caught.value.message


def test_sharing_no_socket_wins_on_the_simulated_machine(simulate):
    played = simulate("jms-put-get", "snippet-for=APP.SVRCONN")
    assert played.verdict.word == "winner"
    assert played.verdict.chosen.name == "SHARECNV(1)"
    # the documentation gives 15% less for shared sockets
    assert played.verdict.figures["gain of SHARECNV(1)"].estimate == pytest.approx(1 / 0.85 - 1, abs=0.03)
    assert "MAXINST" in " ".join(played.advice.sentences)
    (snippet,) = played.advice.snippets
    assert snippet.text.endswith("ALTER CHANNEL(APP.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(1)\n")


def test_no_sharing_at_all_is_not_recommended_where_one_is_as_fast(simulate):
    played = simulate("jms-put-get", "sharecnv=10,0,1")
    said = " ".join(played.advice.sentences)
    assert "SHARECNV(1)" in said
    assert "SHARECNV(0)" not in said


@pytest.mark.parametrize("factor", ["selection", "read-ahead"])
def test_where_no_figure_is_printed_no_difference_is_simulated(factor, simulate):
    played = simulate("jms-put-get", f"factor={factor}")
    assert played.verdict.word == "tie"
    assert not played.advice.snippets


def test_asynchronous_put_is_measured_at_the_senders_with_read_ahead_in_both_arms():
    for arm, switched in ((0, False), (1, True)):
        receivers, senders = lines("factor=asynchronous-put", "rate=1000", arm=arm)
        assert "-jy true" in receivers
        assert ("-jf true" in senders) is switched
    settings = settings_of("factor=asynchronous-put")
    order = Order(JMS.on(settings, QM1).arms()[0], 75, 30)
    assert [one.measured for one in JMS.on(settings, QM1).work(order).processes] == [False, True]
