"""What an administrator knows of MQSC is what the catalogue answers."""

import pytest

from mqtune.language import catalogue
from mqtune.language.access import effect_of_change, time_of_change


def test_a_synonym_is_a_fixed_word_and_not_a_prefix():
    assert catalogue.verb("DEF") == "DEFINE"
    assert catalogue.verb("DEFI") is None
    assert catalogue.object_type("QL") == "QLOCAL"
    assert catalogue.object_type("QLOC") is None


def test_a_command_is_a_verb_with_a_type_it_takes():
    assert catalogue.command("CLEAR", "QLOCAL") is not None
    assert catalogue.command("CLEAR", "QALIAS") is None


def test_the_no_word_of_a_flag_finds_the_flag():
    share = catalogue.attribute("QLOCAL", "NOSHARE")
    assert (share.keyword, share.negative, share.kind) == ("SHARE", "NOSHARE", "flag")


def test_an_older_keyword_finds_the_attribute_of_today():
    assert catalogue.attribute("QALIAS", "TARGQ").keyword == "TARGET"


def test_the_misprints_of_the_reports_are_no_attributes():
    for word in ("CAPEXPY", "CAEXPY", "STREAMQOS", "FAILEDDLAY", "USEDQLQ"):
        assert catalogue.types_with(word) == ()
    assert "AUTHINFO" in catalogue.types_with("FAILDLAY")


def test_words_of_a_command_are_told_from_attributes():
    assert catalogue.parameter("DEFINE", "QLOCAL", "LIKE") is not None
    assert catalogue.parameter("ALTER", "QLOCAL", "LIKE") is None
    assert catalogue.parameter("ALTER", "QLOCAL", "FORCE").kind == "flag"
    assert catalogue.parameter("DELETE", "QLOCAL", "PURGE").excludes == ("NOPURGE",)


def test_an_attribute_that_alter_cannot_set_is_no_parameter_of_alter():
    assert catalogue.parameter("DEFINE", "TOPIC", "TOPICSTR") is not None
    assert catalogue.parameter("ALTER", "TOPIC", "TOPICSTR") is None
    assert catalogue.attribute("TOPIC", "TOPICSTR") is not None


def test_display_takes_what_it_shows():
    assert catalogue.parameter("DISPLAY", "QUEUE", "CURDEPTH").kind == "integer"
    assert catalogue.parameter("DISPLAY", "QLOCAL", "MAXDEPTH").maximum == 999999999
    assert catalogue.parameter("DISPLAY", "CHSTATUS", "CURSHCNV") is not None
    assert catalogue.parameter("DISPLAY", "QUEUE", "CURDEPHT") is None


def test_an_attribute_knows_the_subtypes_it_is_for():
    sharecnv = catalogue.attribute("CHANNEL", "SHARECNV")
    assert sharecnv.fits("SVRCONN")
    assert not sharecnv.fits("SDR")
    assert sharecnv.fits(None)


@pytest.mark.parametrize(
    ("type", "keyword"),
    [("CHANNEL", "CHLTYPE"), ("AUTHINFO", "AUTHTYPE"), ("LISTENER", "TRPTYPE"), ("CHLAUTH", "TYPE")],
)
def test_some_types_are_split_by_a_keyword(type, keyword):
    assert catalogue.subtype_keyword(type) == keyword


def test_a_queue_is_not_split():
    assert catalogue.subtype_keyword("QLOCAL") is None


def test_shipped_values_are_texts_without_quotes_and_flags_yes_or_no():
    values = catalogue.defaults("QLOCAL", "", "linux", (9, 4))
    assert values["MAXDEPTH"] == "5000"
    assert values["DESCR"] == ""
    assert (values["SHARE"], values["TRIGGER"]) == ("YES", "NO")


def test_shipped_values_differ_by_platform_subtype_and_level():
    assert catalogue.defaults("QLOCAL", "", "zos", (9, 4))["MAXDEPTH"] == "999999999"
    assert catalogue.defaults("CHANNEL", "SVRCONN")["DISCINT"] == "0"
    assert catalogue.defaults("CHANNEL", "SDR")["DISCINT"] == "6000"
    assert "CAPEXPRY" not in catalogue.defaults("QLOCAL", "", "linux", (9, 3))
    assert "PUTAUT" not in catalogue.defaults("CHANNEL", "SVRCONN", "linux")


def test_the_default_listener_has_the_port_of_the_shipped_object():
    assert catalogue.defaults("LISTENER", "TCP")["PORT"] == "0"


def test_a_queue_manager_ships_with_system_objects():
    names = {(one.type, one.name) for one in catalogue.shipped_objects("linux", (9, 4))}
    assert ("QLOCAL", "SYSTEM.CLUSTER.TRANSMIT.QUEUE") in names
    assert ("TOPIC", "SYSTEM.BASE.TOPIC") in names
    assert ("SERVICE", "SYSTEM.BROKER") not in names
    assert ("LISTENER", "SYSTEM.DEFAULT.LISTENER.NETBIOS") not in names
    assert catalogue.shipped_objects("linux", (7,)) != catalogue.shipped_objects("linux", (9, 4))


def test_names_inside_custom_are_known_with_their_misprints():
    key = catalogue.custom_keys("TOPIC")["CAPEXPRY"]
    assert key.attribute == "CAPEXPRY"
    assert "CAPEXPY" in key.misprints


def test_every_attribute_can_be_looked_up():
    for type in ("QLOCAL", "CHANNEL", "QMGR", "CFSTRUCT", "POLICY"):
        for keyword, attribute in catalogue.attributes(type).items():
            assert attribute is catalogue.attribute(type, keyword)
            assert attribute.confidence in ("high", "medium", "low")


def test_the_effect_and_the_time_of_a_change() -> None:
    assert effect_of_change("QLOCAL", "GET") == ("closed", ("DISABLED",))
    assert effect_of_change("QREMOTE", "GET") == ("", ())  # a remote queue has no such attribute
    assert time_of_change("QMGR", "SSLKEYR") == "refresh"
    assert [time_of_change("SERVICE", one) for one in ("STARTCMD", "DESCR")] == ["restart", ""]
