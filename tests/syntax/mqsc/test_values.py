"""The small languages inside values, and the grammars that define them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from lark import Lark, LarkError

from mqtune.assets import asset_text
from mqtune.syntax.mqsc.values import read_condition, read_connections, read_custom, read_peer_name


@cache
def grammar(name):
    return Lark(asset_text(f"grammars/values/{name}.lark"), parser="lalr")


def parsed(name, text):
    """The tree of a text, None where it does not belong to the language."""
    try:
        return grammar(name).parse(text)
    except LarkError:
        return None


def tokens(tree, *types):
    return [token.value for token in tree.scan_values(lambda token: token.type in types)]


def test_a_connection_list_gives_hosts_and_ports_with_their_places():
    first, second = read_connections("hub.example.com(1414), 10.0.0.1( 1415 )")
    assert (first.host, first.port, first.start, first.end, first.diagnostic) == (
        "hub.example.com",
        1414,
        0,
        21,
        "",
    )
    assert (second.host, second.port, second.start, second.end) == ("10.0.0.1", 1415, 23, 39)


def test_a_host_without_port_and_a_port_without_host_are_sound():
    assert [(c.host, c.port, c.diagnostic) for c in read_connections("hub,(1415)")] == [
        ("hub", None, ""),
        ("", 1415, ""),
    ]
    assert read_connections("  ") == ()


@pytest.mark.parametrize(
    ("text", "diagnostic"),
    [
        ("hub(70000)", "70000 is not a valid port; the range is 1 to 65535"),
        ("hub(0)", "0 is not a valid port; the range is 1 to 65535"),
        ("hub(1414", "hub(1414 does not have the form host(port)"),
        ("a(1414) b(1414)", "a(1414) b(1414) does not have the form host(port)"),
        ("hub()", "hub() has no port"),
        ("a(1),,b(2)", "an address is missing"),
    ],
)
def test_a_wrong_address_says_what_is_wrong(text, diagnostic):
    assert [connection.diagnostic for connection in read_connections(text) if connection.diagnostic] == [
        diagnostic
    ]


def test_a_placeholder_in_an_address_is_no_fault():
    for text in ("{{ host }}({{ port }})", "${HOST}(1414)", "%THIS%(1414)", "+CONNAME+"):
        assert [connection.diagnostic for connection in read_connections(text)] == [""]


@given(st.text(alphabet="ab.1(), ", max_size=14))
@example("a(1),b(2)")
def test_connections_are_those_of_the_grammar(text):
    found = read_connections(text)
    tree = parsed("conname", text)
    assume(not any("no port; ports" in connection.diagnostic for connection in found))
    assert bool(found and not any(connection.diagnostic for connection in found)) == (tree is not None)
    if tree is not None:
        assert [connection.host for connection in found if connection.host] == tokens(tree, "HOST")
        ports = [str(connection.port) for connection in found if connection.port is not None]
        assert ports == [str(int(port)) for port in tokens(tree, "PORT")]


def test_custom_holds_pairs_and_says_where_something_else_stands():
    pairs, stray = read_custom("CAPEXPRY(1000) clroute(none) rubbish")
    assert [(pair.name, pair.value) for pair in pairs] == [("CAPEXPRY", "1000"), ("CLROUTE", "none")]
    assert stray == (29, 36)
    assert read_custom(" ") == ((), None)


@given(st.text(alphabet="AB1(), =", max_size=14))
@example("A(1) B(2)")
def test_custom_is_read_as_the_grammar_has_it(text):
    pairs, stray = read_custom(text)
    tree = parsed("custom", text)
    assert (stray is None) == (tree is not None)
    if tree is not None:
        assert [pair.name for pair in pairs] == tokens(tree, "NAME")
        values = [pair.value.strip(" ,") for pair in pairs if pair.value.strip(" ,")]
        assert values == tokens(tree, "VALUE")


def test_a_certificate_name_is_parted_at_commas_outside_quotation_marks():
    pairs = read_peer_name('CN=app*,OU="Sales, EU",O=Firm')
    assert pairs is not None
    assert [(pair.name, pair.value) for pair in pairs] == [("CN", "app*"), ("OU", "Sales, EU"), ("O", "Firm")]
    assert read_peer_name("no name at all") is None


@given(st.text(alphabet='CN=,;"a \\', max_size=12))
@example('CN=a,OU="b,c"')
def test_certificate_names_are_those_of_the_grammar(text):
    pairs = read_peer_name(text)
    tree = parsed("sslpeer", text)
    assert (pairs is not None) == (tree is not None)
    if pairs is not None and tree is not None:
        assert [pair.name for pair in pairs] == [name.strip().upper() for name in tokens(tree, "NAME")]


def test_a_condition_is_a_keyword_an_operator_and_a_value():
    condition = read_condition(" curdepth gt 0 ")
    assert condition is not None
    assert (condition.keyword, condition.operator, condition.value) == ("CURDEPTH", "GT", "0")
    quoted = read_condition("DESCR LK 'it''s*'")
    assert quoted is not None
    assert quoted.value == "it's*"
    assert read_condition("CURDEPTH GT") is None


@given(st.lists(st.sampled_from(["CURDEPTH", "GT", "lk", "0", "'a b'", "A*", "'", "=", ","]), max_size=5))
def test_conditions_are_those_of_the_grammar(words):
    text = " ".join(words)
    condition = read_condition(text)
    tree = parsed("where", text)
    assert (condition is not None) == (tree is not None)
    if condition is not None and tree is not None:
        assert condition.keyword == tokens(tree, "KEYWORD")[0].upper()
        assert condition.operator == tokens(tree, "OPERATOR")[0].upper()
