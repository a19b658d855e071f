"""Stanzas, entries and comments come out as MQ's reader takes them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.syntax.ini.tree import IniFile
from mqtune.text.editing import Span

Read = Callable[[str | bytes], IniFile]


def values(file: IniFile) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(one.name, [(entry.key, entry.value) for entry in one.entries]) for one in file.stanzas]


@pytest.mark.parametrize(
    "text",
    [
        "TCP:\n   KeepAlive=Yes\n",
        "TCP:\nKeepAlive=Yes",
        "   TCP :\n\tKeepAlive = Yes \t\n",
        "TCP: ; note\n KeepAlive=Yes ; note\n",
        "TCP: # note\n KeepAlive=Yes# note\n",
        "# c\n;c\n\nTCP:\n  # KeepAlive=No\n KeepAlive=Yes\n",
        "TCP:\r\n KeepAlive=Yes\r\n",
        "TCP:\r KeepAlive=Yes\r",
        "TCP: 2\n KeepAlive=Yes",
    ],
)
def test_layout_blanks_comments_and_line_ends_do_not_matter(read: Read, text: str) -> None:
    assert values(read(text)) == [("TCP", [("KeepAlive", "Yes")])]


def test_an_empty_file_has_no_stanzas_and_no_problems(read: Read) -> None:
    file = read("")
    assert file.stanzas == []
    assert file.diagnostics == []


def test_a_repeated_stanza_stays_two_stanzas_of_which_the_first_counts(read: Read) -> None:
    file = read("TCP:\n KeepAlive=Yes\ntcp:\n KeepAlive=No\n Port=1415\n")
    assert len(file.named("TCP")) == 2
    entry = file.get("tcp", "keepalive")
    assert entry is not None
    assert entry.value == "Yes"
    assert file.get("TCP", "Port") is None


def test_the_last_of_repeated_keys_counts(read: Read) -> None:
    entry = read("CHANNELS:\n ReconDelay=(1)\n RECONDELAY=(2)\n").get("Channels", "ReconDelay")
    assert entry is not None
    assert entry.value == "(2)"


def test_a_colon_or_equals_sign_inside_a_value_belongs_to_it(read: Read) -> None:
    text = "CHANNELS:\n ChannelDefinitionDirectory=C:\n ServerConnectionParms=A/TCP/h(1)=x\n"
    assert values(read(text)) == [
        ("CHANNELS", [("ChannelDefinitionDirectory", "C:"), ("ServerConnectionParms", "A/TCP/h(1)=x")])
    ]


def test_a_key_with_a_colon_opens_a_stanza_as_the_reader_sees_it(read: Read) -> None:
    file = read("TCP:\n KeepAlive: Yes\n Linger=Yes\n")
    assert values(file) == [("TCP", []), ("KeepAlive", [("Linger", "Yes")])]
    assert file.stanzas[1].trailing == "Yes"
    assert file.stanzas[1].trailing_span == Span(2, 13, 2, 16)


def test_the_reader_cuts_at_a_comment_sign_and_the_raw_value_is_kept(read: Read) -> None:
    entry = read("SSL:\n SSLPeer=CN=a;OU=b ; note\n").stanzas[0].entries[0]
    assert (entry.value, entry.raw, entry.cut) == ("CN=a", "CN=a;OU=b ; note", True)
    plain = read("SSL:\n SSLPeer=CN=a ;note\n").stanzas[0].entries[0]
    assert (plain.value, plain.cut) == ("CN=a", False)
    assert plain.comment_span == Span(2, 15, 2, 20)


def test_spans_point_at_key_value_and_header(read: Read) -> None:
    file = read("  TCP :\n   KeepAlive =  Yes  # c\n")
    stanza = file.stanzas[0]
    assert (stanza.name_span, stanza.header_span) == (Span(1, 3, 1, 6), Span(1, 3, 1, 8))
    entry = stanza.entries[0]
    assert entry.key_span == Span(2, 4, 2, 13)
    assert entry.value_span == Span(2, 17, 2, 20)
    assert entry.span == Span(2, 4, 2, 20)


def test_an_empty_value_has_an_empty_span_behind_the_sign(read: Read) -> None:
    entry = read("X:\n XACloseString=\n").stanzas[0].entries[0]
    assert (entry.value, entry.value_span, entry.has_equals) == ("", Span(2, 16, 2, 16), True)


def test_whole_line_comments_are_kept_with_their_text(read: Read) -> None:
    file = read("# mqtune: ignore-file\nTCP:\n  ; note\n")
    assert file.comments == [(Span(1, 1, 1, 22), "# mqtune: ignore-file"), (Span(3, 3, 3, 9), "; note")]


def test_only_lf_cr_and_crlf_end_a_line(read: Read) -> None:
    file = read("TCP:\n Library1=a\x0bb\x85c\u2028d\n")
    assert file.stanzas[0].entries[0].value == "a\x0bb\x85c\u2028d"


def test_nul_and_bytes_that_are_not_utf8_stay_in_the_value(read: Read) -> None:
    file = read(b"TCP:\n Library1=a\x00b\xe9\n")
    assert file.stanzas[0].entries[0].value == "a\x00b\udce9"
    assert file.diagnostics == []


@pytest.mark.parametrize(
    "text",
    [
        '{{ if .TLS }}\nTCP:\n  {{- if eq .x "a:=b" }}\n  KeepAlive={{ .Keep }}\n  {{- end }}{{/* c */}}\n',
        "{% if x %}\nTCP:\n{% endif %}\n{# note #}\n KeepAlive={{ k }}\n",
        "TCP:\n ${EXTRA_LINES}\n @@MORE@@\n <more lines>\n __MORE__\n +MORE+\n KeepAlive=${K}\n",
        '{{ include "header" . }}\n KeepAlive=Yes\n',
        "${HEADER}\nKeepAlive=Yes\n",
    ],
)
def test_templates_are_never_a_fault_of_form(read: Read, text: str) -> None:
    assert read(text).diagnostics == []


def test_lines_of_a_template_engine_are_no_entries(read: Read) -> None:
    file = read("TCP:\n{{- range $i, $x := .All }}\n KeepAlive=Yes\n{{ end }}\n")
    assert values(file) == [("TCP", [("KeepAlive", "Yes")])]
    assert [line for _, line in file.directives] == ["{{- range $i, $x := .All }}", "{{ end }}"]
