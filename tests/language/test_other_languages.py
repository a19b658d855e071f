"""Ini files, CCDT keys, environment variables and CipherSpecs answer like the product."""

import pytest

from mqtune.language import catalogue
from mqtune.language.access import variables


def test_ini_names_are_found_whatever_their_letter_case():
    assert catalogue.ini_stanza("qm.ini", "CHANNELS").name == "Channels"
    assert catalogue.ini_attribute("qm.ini", "channels", "MAXCHANNELS").default == "100"


def test_a_stanza_of_another_file_says_where_it_belongs():
    assert catalogue.ini_stanza("qm.ini", "AllQueueManagers") is None
    assert catalogue.ini_kinds_with("AllQueueManagers") == ("mqs.ini",)


def test_the_misspelt_buffer_of_the_report_is_no_key():
    assert catalogue.ini_attribute("qm.ini", "TCP", "CIntRcvBuffSize") is None
    assert catalogue.ini_attribute("qm.ini", "TCP", "ClntRcvBuffSize") is not None


def test_undocumented_tuning_keys_say_so():
    key = catalogue.ini_attribute("qm.ini", "TuningParameters", "PubSubCacheSize")
    assert key.default == "48"
    assert not key.documented


def test_ranges_of_the_log_differ_on_windows():
    key = catalogue.ini_attribute("qm.ini", "Log", "LogPrimaryFiles")
    assert (key.minimum, key.maximum, key.range_windows) == (2, 510, (2, 254))


def test_variables_take_any_key():
    assert catalogue.ini_stanza("qm.ini", "Variables").any_key


def test_an_unknown_kind_of_file_has_no_stanzas():
    assert catalogue.ini_stanza("mqat.ini", "AllActivityTrace") is None


def test_ccdt_keys_are_found_by_path_and_by_parent():
    key = catalogue.ccdt_key("channel[].connectionManagement.sharingConversations")
    assert (key.kind, key.maximum, key.mqsc) == ("integer", 999999999, ("SHARECNV",))
    assert list(catalogue.ccdt_children("")) == ["channel"]
    assert "host" in catalogue.ccdt_children("channel[].clientConnection.connection[]")


def test_quantum_safe_keys_are_of_ten():
    assert catalogue.ccdt_key("channel[].transmissionSecurity.quantumSafeAlgorithm").introduced == (10,)


def test_environment_variables_have_the_most_items_of_their_lists():
    assert variables()["MQ_CHANNEL_SUPPRESS_MSGS"] == 20
    assert variables()["AMQ_ALLOWED_CIPHERS"] is None
    assert "MQ_NO_SUCH_VARIABLE" not in variables()


@pytest.mark.parametrize(
    ("name", "level", "state"),
    [
        ("ECDHE_RSA_AES_256_GCM_SHA384", (9, 3, 0, 40), ("enabled", "high")),
        ("TLS_RSA_WITH_AES_128_CBC_SHA", (9, 2), ("disabled", "high")),
        ("TLS_RSA_WITH_AES_128_CBC_SHA", (9, 0, 0, 3), ("enabled", "high")),
        ("RC4_MD5_US", (9, 4, 5), ("disabled", "low")),
        ("ANY_TLS12_OR_HIGHER", None, ("enabled", "high")),
    ],
)
def test_a_cipherspec_has_a_state_at_a_level(name, level, state):
    assert catalogue.cipherspec(name).at(level) == state


def test_an_unknown_cipherspec_is_none():
    assert catalogue.cipherspec("TLS_RSA_WITH_ROT13") is None
