"""fan-out: commands, the break, the cache with its restarts, and what follows."""

from __future__ import annotations

import pytest

from mqtune.capacity.topics import fan_out
from mqtune.lab.core.definition import LabError, read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import UNDECIDED, Order, Verdict
from mqtune.lab.experiments import find
from mqtune.session.options import Options
from mqtune.session.session import Session

FAN_OUT = find("fan-out")
QM1 = Target("QM1", (9, 4), 8)
CPH = "cph -vo 3 -ss 1 -wi 10 -wt 10"


def settings(*given: str):
    return read_settings(FAN_OUT.definition, given)


def lines(arm, chosen) -> list[str]:
    return [" ".join(one.argv) for one in FAN_OUT.on(chosen, QM1).work(Order(arm, 25)).processes]


def test_subscribers_come_first_and_the_publisher_alone_is_measured():
    chosen = settings()
    arm = FAN_OUT.on(chosen, QM1).arms()[2]
    assert lines(arm, chosen) == [
        f"{CPH} -tc Subscriber -nt 48 -rl 0 -id S -jb QM1 -jt mqb -d MQTUNE.FAN -to -1",
        f"{CPH} -tc Publisher -nt 1 -rl 28 -id P -jb QM1 -jt mqb -d MQTUNE.FAN -ms 2048",
    ]
    work = FAN_OUT.on(chosen, QM1).work(Order(arm, 25))
    assert [one.measured for one in work.processes] == [False, True]
    assert work.watches[0].keyword == "CURDEPTH"


def test_persistent_and_remote():
    chosen = settings("persistent=yes")
    assert lines(FAN_OUT.on(chosen, QM1).arms()[0], chosen)[1].endswith("-ms 2048 -pp true")
    chosen = settings("bindings=client", "host=host2", "channel=PERF.SVRCONN")
    subscriber, publisher = lines(FAN_OUT.on(chosen, QM1).arms()[0], chosen)
    assert "-jt mqb" in subscriber
    assert "-jt mqc -jh host2 -jp 1414 -jc PERF.SVRCONN -d" in publisher


@pytest.mark.parametrize("size", [24, 48, 72])
def test_the_break_is_found_where_the_cache_ends(play, size):
    played = play("fan-out", f"cache={size}", wobble=0.002)
    found = played.verdict.figures["break"]
    assert found.low - 1 <= size <= found.high + 1
    names = {one.name: one for one in played.advice.calibration}
    assert names["time_to_one_us"].value == pytest.approx(21.4, rel=0.05)
    assert names["per_cached_us"].value == pytest.approx(4.7, rel=0.05)
    assert names["per_uncached_us"].value == pytest.approx(9.5, rel=0.05)
    assert names["per_cached_us"].when == {"location": "local", "persistence": "no"}


def test_the_line_foretells_what_a_larger_cache_gains_and_the_snippet_has_no_finding(play):
    advice = play("fan-out", "subscribers=64", wobble=0.002).advice
    assert "PubSubCacheSize=66" in " ".join(advice.sentences)
    (snippet,) = advice.snippets
    assert snippet.restart
    options = Options(stdin_text=snippet.text, stdin_name="qm.ini", mq_version="9.4", platform="linux")
    assert Session.open(options).lint().findings == []


@pytest.mark.parametrize("subscribers", [20, 50])
def test_below_the_break_and_just_above_it_the_cache_stays(play, subscribers):
    advice = play("fan-out", f"subscribers={subscribers}", wobble=0.002).advice
    assert not advice.snippets
    assert "leave" in advice.sentences[1] or "nothing" in advice.sentences[1]


def test_a_larger_cache_is_compared_at_the_fan_out_of_the_user(play):
    played = play("fan-out", "mode=cache", "subscribers=64", wobble=0.002)
    assert {run.order.arm.levels["subscribers"] for run in played.runs} == {64}
    assert played.verdict.chosen.name == "PubSubCacheSize 66"
    assert "+2" in played.advice.sentences[0]
    assert "PubSubCacheSize=66" in played.advice.snippets[0].text


def test_a_cache_that_changes_nothing_is_left_alone(play):
    advice = play("fan-out", "mode=cache", "subscribers=30", wobble=0.002).advice
    assert "changes nothing" in advice.sentences[0]
    assert not advice.snippets


def test_a_restart_comes_only_where_the_cache_changes():
    chosen = settings("mode=cache")
    baseline, larger = FAN_OUT.on(chosen, QM1).arms()
    assert FAN_OUT.on(chosen, QM1).between(None, baseline) == ()
    assert FAN_OUT.on(chosen, QM1).between(larger, larger) == ()
    (there,) = FAN_OUT.on(chosen, QM1).between(None, larger)
    (back,) = FAN_OUT.on(chosen, QM1).between(larger, baseline)
    assert there.restart
    assert "PubSubCacheSize=66" in there.what
    assert there.undo == back.what
    assert there.verify


def test_the_simulated_machine_is_that_of_the_report():
    chosen = settings()
    for arm in FAN_OUT.on(chosen, QM1).arms():
        expected = fan_out(int(arm.levels["subscribers"])).publish_rate_per_s
        assert FAN_OUT.on(chosen, QM1).truth(Order(arm, 25))["rate"] == pytest.approx(expected)


def test_what_was_never_published_is_not_simulated():
    chosen = settings("bindings=client", "persistent=yes")
    with pytest.raises(LabError):
        FAN_OUT.on(chosen, QM1).truth(Order(FAN_OUT.on(chosen, QM1).arms()[0], 25))


def test_where_noise_hides_the_break_the_smaller_question_is_named():
    verdict = Verdict(UNDECIDED, "rule", "not known yet")
    advice = FAN_OUT.on(settings("subscribers=70"), QM1).advise(verdict, ())
    assert "mode=cache" in advice.sentences[0]
    assert "70" in advice.sentences[0]
    assert FAN_OUT.on(settings("mode=cache"), QM1).advise(verdict, ()).sentences == ()
