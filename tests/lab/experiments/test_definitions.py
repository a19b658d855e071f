"""Every experiment says what it asks, varies, touches and recommends, before anything happens."""

from __future__ import annotations

import re
import string
from dataclasses import fields

import pytest

from mqtune.lab.core.definition import KINDS, LabError, read_settings, read_value, shown, wanted
from mqtune.lab.experiments import NAMES, definitions, find

DEFINITIONS = {one.name: one for one in definitions()}
MAY_BE_EMPTY = {"settings", "says", "pilot"}


def test_they_come_in_the_order_of_the_documentation():
    assert tuple(DEFINITIONS) == NAMES
    assert len(NAMES) == 11


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_left_unsaid(name):
    about = DEFINITIONS[name]
    empty = [one.name for one in fields(about) if not getattr(about, one.name)]
    assert set(empty) <= MAY_BE_EMPTY
    assert about.name == name
    assert about.question.endswith("?")
    assert about.hypothesis.endswith(".")
    assert "p. " in about.source
    assert set(about.drivers) <= {"cph", "jms", "mqldt"}


@pytest.mark.parametrize("name", NAMES)
def test_every_factor_has_a_setting(name):
    settings = {one.name for one in DEFINITIONS[name].settings}
    assert {one.setting for one in DEFINITIONS[name].factors} <= settings


@pytest.mark.parametrize("name", NAMES)
def test_every_default_is_a_value_that_the_setting_takes(name):
    for one in DEFINITIONS[name].settings:
        assert one.type in KINDS
        assert one.help
        assert wanted(one)
        if one.default != "":
            assert read_value(one, shown(one.default)) == one.default


@pytest.mark.parametrize("name", NAMES)
def test_sentences_have_places_with_names_and_with_settings_that_exist(name):
    settings = {one.name for one in DEFINITIONS[name].settings}
    for text in DEFINITIONS[name].says.values():
        places = [place for _, place, *_ in string.Formatter().parse(text) if place is not None]
        assert all(re.split(r"[.\[]", place)[0].isidentifier() for place in places)
        assert {place[4:-1] for place in places if place.startswith("set[")} <= settings


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_a_queue_manager_is_needed(name):
    experiment = find(name)
    assert experiment.definition.name == name
    assert read_settings(experiment.definition, ()).keys() == {
        one.name for one in experiment.definition.settings
    }


def test_an_unknown_experiment_is_answered_with_the_nearest():
    with pytest.raises(LabError) as caught:
        find("topic-limits")
    assert "topic-limit" in caught.value.help
    with pytest.raises(LabError) as caught:
        find("zzz")
    assert "log-disk" in caught.value.help
