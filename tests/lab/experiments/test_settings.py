"""Settings: what people write, and what they are told when it will not do."""

from __future__ import annotations

import pytest

from mqtune.lab.core.definition import ExperimentSetting, LabError, read_settings, read_value, shown, wanted
from mqtune.lab.definitions import definition

LIMIT = definition("topic-limit")


def refused(*given: str) -> LabError:
    with pytest.raises(LabError) as caught:
        read_settings(LIMIT, given)
    assert caught.value.help
    return caught.value


def test_without_any_setting_all_defaults_are_known():
    found = read_settings(LIMIT, ())
    assert list(found) == [one.name for one in LIMIT.settings]
    assert found["publishers"] == (3, 4, 5)
    assert found["message-size"] == 2048


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3,4,5", (3, 4, 5)),
        ("3-5", (3, 4, 5)),
        ("3..5", (3, 4, 5)),
        ("1, 8-10,", (1, 8, 9, 10)),
        ("7", (7,)),
    ],
)
def test_lists_and_ranges(text: str, numbers: tuple[int, ...]):
    assert read_settings(LIMIT, [f"publishers={text}"])["publishers"] == numbers


@pytest.mark.parametrize(("text", "seconds"), [("45", 45), ("45s", 45), ("2min", 120), ("0.5 h", 1800)])
def test_a_time_may_have_its_unit(text: str, seconds: int):
    assert read_settings(LIMIT, [f"run-seconds={text}"])["run-seconds"] == seconds


@pytest.mark.parametrize(("text", "size"), [("2048", 2048), ("2 KiB", 2048), ("20KB", 20000)])
def test_a_size_may_have_its_unit(text: str, size: int):
    assert read_settings(LIMIT, [f"message_size={text}"])["message-size"] == size


def test_an_unknown_setting_is_answered_with_the_nearest():
    error = refused("publisher=3")
    assert "'publisher'" in error.message
    assert "publishers" in error.help


def test_an_unknown_setting_far_from_all_is_answered_with_the_list():
    assert "run-seconds" in refused("zzz=3").help


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("publishers", "has no value"),
        ("publishers=", "empty"),
        ("publishers=5-3", "descending"),
        ("publishers=3,3", "twice"),
        ("publishers=0", "below 1"),
        ("publishers=1-100000", "above 256"),
        ("publishers=three", "not a list"),
        ("publishers=3.5", "not a whole number"),
        ("run-seconds=1d", "not a whole number"),
        ("run-seconds=inf", "not a whole number"),
        ("run-seconds=-30", "below 15"),
        ("message-size=2 furlongs", "not a size"),
        ("bindings=fastpat", "invalid bindings 'fastpat'"),
        ("topic-string=-oProxyCommand", "hyphen"),
        ("topic-string=a\x1b[31m", "cannot be printed"),
        (f"topic-string={'t' * 48}", "48 characters"),
    ],
)
def test_what_will_not_do_is_said(given: str, says: str):
    assert says in refused(given).message


def test_the_nearest_choice_is_named():
    assert "nearest is fastpath" in refused("bindings=fastpat").help


def test_a_setting_given_twice_is_refused():
    assert "twice" in refused("run-seconds=30", "run-seconds=40").message


@pytest.mark.parametrize(
    ("text", "says"), [("NO SUCH", "not a valid MQ name"), ("A.CHANNEL.OF.20.CHRS", "20 characters")]
)
def test_a_name_is_one_of_mq(text: str, says: str):
    setting = ExperimentSetting("channel", "name", "", "a channel", most=19)
    with pytest.raises(LabError) as caught:
        read_value(setting, text)
    assert says in caught.value.message


def test_words_of_a_list_come_out_of_its_choices():
    setting = ExperimentSetting("modes", "list", ("a",), "which", choices=("alpha", "beta"))
    assert read_value(setting, "Beta,alpha") == ("beta", "alpha")
    assert "a list of alpha or beta" in wanted(setting)


def test_values_are_shown_as_they_are_written():
    assert shown((3, 4, 5)) == "3,4,5"
    assert shown(0.5) == "0.5"
    assert wanted(LIMIT.settings[0]).endswith("(threads), default 3,4,5")
