"""Busy branches get a definition that repeats every value in effect, and nothing else."""

from __future__ import annotations

import pytest

from mqtune.session.tuning import tune_session

TOPICS = """DEFINE TOPIC(A) TOPICSTR('a') REPLACE
DEFINE TOPIC(B) TOPICSTR('b') DEFPSIST(YES) REPLACE
"""
BUSY = """
[[queue-manager.topic]]
topic = "a/#"
publish-rate = 200000
subscribers = 2
[[queue-manager.topic]]
topic = "b/#"
publish-rate = 200000
subscribers = 2
"""


def test_every_inheritable_property_of_the_level_is_written_with_the_value_it_has(tuned):
    found = tuned(BUSY, a_mqsc=TOPICS)
    one, other = found.changes
    assert (one.name, other.name) == ("A", "B")
    settings = {setting.keyword: setting for setting in other.settings}
    assert len(settings) == 16
    assert settings["DEFPSIST"].value == "YES"
    assert not settings["DEFPSIST"].changes
    assert settings["PUBSCOPE"].value == "ALL"
    assert settings["PUBSCOPE"].origin == "from SYSTEM.BASE.TOPIC"


def test_values_come_from_the_topic_above_that_sets_them(tuned):
    above = "DEFINE TOPIC(TOP) TOPICSTR('top') DURSUB(NO) PUBSCOPE(QMGR) REPLACE\n"
    text = above + "DEFINE TOPIC(A) TOPICSTR('top/a') REPLACE\n"
    found = tuned(BUSY.replace("a/#", "top/a/#"), a_mqsc=text)
    values = found.changes[0].values
    assert (values["DURSUB"], values["PUBSCOPE"]) == ("NO", "QMGR")


def test_the_cluster_stays_as_it_is_and_is_never_a_false_one(tuned):
    clustered = TOPICS.replace("TOPICSTR('a')", "TOPICSTR('a') CLUSTER(PRICES)")
    found = tuned(BUSY, a_mqsc=clustered)
    assert "CLUSTER(" not in found.mqsc
    assert "CLROUTE(" not in found.mqsc
    assert "FAKE" not in found.mqsc


def test_the_cap_on_expiry_is_a_key_inside_custom_before_it_was_an_attribute(tuned):
    assert "CUSTOM('CAPEXPRY(NOLIMIT)')" in tuned(BUSY, level="9.2", a_mqsc=TOPICS).mqsc
    assert "CUSTOM" not in tuned(BUSY, level="9.4", a_mqsc=TOPICS).mqsc
    assert "CAPEXPRY(NOLIMIT)" in tuned(BUSY, level="9.4", a_mqsc=TOPICS).mqsc
    assert "CAPEXPRY" not in tuned(BUSY, level="7.5", a_mqsc=TOPICS).mqsc


@pytest.mark.parametrize(
    ("level", "topic", "words"),
    [
        ("9.3.0", "CUSTOM('CAPEXPRY(10)')", ""),
        ("9.3.0", "", "CUSTOM('CAPEXPRY(NOLIMIT)')"),
        ("9.3.1", "CAPEXPRY(10)", "CAPEXPRY(10)"),
        ("9.3.1", "", "CAPEXPRY(NOLIMIT)"),
    ],
)
def test_the_cap_on_expiry_is_repeated_where_the_level_has_it(tuned, level, topic, words):
    found = tuned(BUSY, level=level, a_mqsc=TOPICS.replace("TOPICSTR('a')", f"TOPICSTR('a') {topic}"))
    command = found.mqsc.partition("ALTER TOPIC(A)")[2].partition("\n\n")[0]
    assert [line.strip(" +") for line in command.splitlines() if "CAPEXPRY" in line] == (
        [words] if words else []
    )


def test_a_name_that_is_in_use_gets_a_number(tuned):
    text = TOPICS.replace("DEFINE TOPIC(B)", "DEFINE TOPIC(NEW)") + "DEFINE TOPIC(X) TOPICSTR('x') REPLACE\n"
    found = tuned(BUSY.replace("b/#", "new/#"), a_mqsc=text)
    assert [change.name for change in found.changes] == ["A", "NEW.2"]
    found = tuned(BUSY.replace("a/#", "new+/#").replace("b/#", "new-/#"), a_mqsc="DEFINE QLOCAL(Q) REPLACE\n")
    assert [change.name for change in found.changes] == ["NEW", "NEW.2"]


def test_a_topic_string_without_a_letter_needs_an_object(tuned):
    found = tuned(BUSY.replace("a/#", "--/#"), a_mqsc=TOPICS)
    assert [change.name for change in found.changes] == ["B"]
    assert "define a topic object for '--'" in found.questions


def test_an_isolated_branch_that_is_too_busy_is_asked_for_its_parts(tuned):
    text = tuned(BUSY, a_mqsc=TOPICS).diffed[0]["a.mqsc"]
    found = tuned(BUSY.replace("200000", "700000", 1), a_mqsc=text)
    assert found.kinds == []
    assert [one for one in found.questions if "sub-branches that carry 'a/#'" in one]
    assert not [one for one in found.questions if "sub-branches that carry 'b/#'" in one]


def test_other_keys_inside_custom_stay(tuned):
    custom = TOPICS.replace("TOPICSTR('a')", "TOPICSTR('a') CUSTOM('OWN(1)')")
    assert "CUSTOM('OWN(1) CAPEXPRY(NOLIMIT)')" in tuned(BUSY, level="9.2", a_mqsc=custom).mqsc


def test_a_quiet_branch_is_left_alone(tuned):
    found = tuned(BUSY.replace("200000", "400"), a_mqsc=TOPICS)
    assert found.mqsc == ""
    assert found.kinds == []


def test_an_isolated_branch_is_left_alone(tuned):
    first = tuned(BUSY, a_mqsc=TOPICS)
    texts, _ = first.diffed
    again = tuned(BUSY, a_mqsc=texts["a.mqsc"])
    assert again.kinds == []


def test_a_branch_without_an_object_gets_one_with_its_topic_string(tuned):
    found = tuned(BUSY.replace("b/#", "new/branch/#"), a_mqsc=TOPICS)
    change = found.changes[1]
    assert (change.verb, change.name) == ("DEFINE", "NEW.BRANCH")
    assert change.values["TOPICSTR"] == "new/branch"
    texts, left = found.diffed
    assert "DEFINE TOPIC(NEW.BRANCH)" in texts["a.mqsc"]
    assert left == []


def test_a_rejected_definition_is_named_as_the_first_risk(tuned):
    wrong = TOPICS.replace("TOPICSTR('a')", "TOPICSTR('a') USEDQLQ(YES)")
    risk = tuned(BUSY, a_mqsc=wrong).changes[0].why.risk
    assert risk.startswith("the queue manager rejects the command that defines it, because of USEDQLQ")


def test_the_effect_is_a_range_with_the_figures_it_rests_on(tuned):
    why = tuned(BUSY, a_mqsc=TOPICS).changes[0].why
    assert "lock utilisation of 21 to 23% instead of 43 to 45%" in why.effect
    assert "888,744/s (V8.0)" in why.effect
    assert "Chart 6" in why.source
    assert why.basis == "published"
    assert not why.restart


def test_a_branch_nearly_alone_at_its_lock_does_not_lower_its_utilisation(tuned):
    loads = BUSY.replace("200000", "50000", 1).replace("200000", "20", 1)
    (change,) = tuned(loads, a_mqsc=TOPICS).changes
    assert "no longer shares its lock; lock utilisation stays at 5 to 6% of" in change.why.effect


def test_without_a_level_only_common_properties_are_set_and_the_level_becomes_a_question(project, tmp_path):
    session = project(BUSY, a_mqsc=TOPICS)
    settings = (tmp_path / "mqtune.toml").read_text().replace('mq-version = "9.4"\n', "")
    (tmp_path / "mqtune.toml").write_text(settings)
    tuning = tune_session(type(session).open(session.options)).tunings[0]
    assert "CAPEXPRY" not in tuning.changes[0].values
    assert "declare mq-version" in [question["declare"] for question in tuning.questions]
