"""What to do next, by MQ's reason code or by the driver's words."""

from __future__ import annotations

from mqtune.lab.core.definition import advice, reason


def test_reason_codes_have_a_name_and_a_remedy() -> None:
    assert reason(2059).name == "MQRC_Q_MGR_NOT_AVAILABLE"
    assert "strmqm" in advice(2059, "")
    assert reason(9999) is None
    assert reason(None) is None


def test_a_driver_s_own_words_have_a_remedy_too() -> None:
    assert "CPH_INSTALLDIR" in advice(None, "ERROR couldn't open properties file: /x/Config.properties.")
    assert advice(None, "something else") == ""


def test_the_reason_code_says_more_than_the_words() -> None:
    assert "strmqm" in advice(2059, "Cannot find lib")
