"""topic-isolation: the three arms, and what each outcome recommends."""

from __future__ import annotations

import re

import pytest

from mqtune.estate.topic_strings import inheritable
from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import Target
from mqtune.lab.core.run import INVALID, WINNER, Estimate, Interval, Order, Verdict
from mqtune.lab.experiments import find
from mqtune.session.options import Options
from mqtune.session.session import Session

ISOLATION = find("topic-isolation")
SETTINGS = read_settings(ISOLATION.definition, ())
QM1 = Target("QM1", (9, 4), 32)


def commands(settings=SETTINGS) -> dict[str, str]:
    return {
        arm.name: " ".join(ISOLATION.on(settings, QM1).work(Order(arm, 30)).processes[0].argv)
        for arm in ISOLATION.on(settings, QM1).arms()
    }


def test_each_publisher_has_a_topic_string_of_its_own_in_every_arm():
    found = commands()
    assert list(found) == ["inherited", "isolated", "isolated-cluster"]
    assert found["isolated"] == (
        "cph -vo 3 -ss 1 -wi 10 -wt 10 -tc Publisher -nt 5 -rl 30 -id P -jb QM1 -jt mqb -jf true "
        "-d MQTUNE.ISO. -db 1 -dn 5 -ms 2048"
    )
    assert {re.sub(r"MQTUNE\.\w+", "", one) for one in found.values()} == {
        found["isolated"].replace("MQTUNE.ISO", "")
    }


@pytest.mark.parametrize("level", [(8, 0), (9, 2, 3), (9, 4), (10, 0)])
def test_every_inheritable_property_is_set_at_every_level(level):
    (step,) = ISOLATION.on(SETTINGS, Target("QM1", level)).setup()
    definitions = re.split(r"\n(?=DEFINE)", step.script)
    assert len(definitions) == 10
    for text in definitions:
        for keyword in inheritable(level, "linux"):
            assert f"{keyword}(" in text
        assert "ASPARENT" not in text


def test_only_the_third_arm_names_a_cluster():
    (step,) = ISOLATION.on(SETTINGS, QM1).setup()
    assert len(re.findall(r"CLUSTER\(NOCLUS\)", step.script)) == 5
    assert "CLUSTER" not in step.script.partition("MQTUNE.ISC.1")[0]


def test_on_the_simulated_machine_isolation_pays_and_a_blank_cluster_is_enough(play):
    played = play("topic-isolation", "branch=prices/fx")
    assert played.verdict.chosen.name == "isolated"
    said = " ".join(played.advice.sentences)
    assert "2.4 times" in said
    assert "blank CLUSTER is enough" in said


def test_where_nothing_is_gained_topics_are_left_alone(play):
    played = play("topic-isolation", "bindings=standard")
    assert played.verdict.chosen.name == "inherited"
    assert "Leave topics to inherit" in played.advice.sentences[0]
    assert not played.advice.snippets


def test_the_definition_that_follows_has_no_finding(play):
    (snippet,) = play("topic-isolation", "branch=prices/fx's").advice.snippets
    assert "TOPICSTR('prices/fx''s')" in snippet.text
    options = Options(stdin_text=snippet.text, stdin_name="a.mqsc", mq_version="9.4", platform="linux")
    assert Session.open(options).lint().findings == []


def test_a_blank_cluster_that_is_slower_is_told():
    def estimate(name, rate, against, state):
        arm = next(one for one in ISOLATION.on(SETTINGS, QM1).arms() if one.name == name)
        ratio = None if against is None else Interval(against, against - 0.01, against + 0.01, "1", 0.97)
        return Estimate(arm, 3, Interval(rate, rate * 0.99, rate * 1.01, "publications/s"), ratio, state)

    estimates = (
        estimate("inherited", 0.8e6, -0.6, "dropped"),
        estimate("isolated", 0.9e6, -0.55, "dropped"),
        estimate("isolated-cluster", 2e6, None, "leader"),
    )
    verdict = Verdict(WINNER, "rule", "answer", estimates[2].arm, estimates)
    settings = read_settings(ISOLATION.definition, ["branch=prices"])
    advice = ISOLATION.on(settings, QM1).advise(verdict, ())
    assert "CLUSTER also needs a value" in " ".join(advice.sentences)
    assert "CLUSTER(NOCLUS)" in advice.snippets[0].text


def test_without_a_core_for_each_publisher_it_says_nothing(play):
    played = play("topic-isolation", target=Target("QM1", cores=4))
    assert played.verdict.word == INVALID
    assert "publishers=3" in played.verdict.reason
