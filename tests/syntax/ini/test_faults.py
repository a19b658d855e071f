"""Diagnostics of form are told once, at their place, with what the reader makes of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mqtune.syntax.ini.tree import IniFile

Read = Callable[[str | bytes], IniFile]


def told(file: IniFile) -> list[tuple[str, int, int]]:
    return [
        (diagnostic.kind, diagnostic.span.line, diagnostic.span.column) for diagnostic in file.diagnostics
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("KeepAlive=Yes\nLinger=Yes\nTCP:\n", [("ini-text-before-header", 1, 1)]),
        ("* note\n* note\nTCP:\n KeepAlive=Yes\n", [("ini-text-before-header", 1, 1)]),
        ("TCP # x:\n KeepAlive=Yes\n", [("ini-text-before-header", 1, 1)]),
        ("[TCP]\nKeepAlive=Yes\n", [("ini-bracket-header", 1, 1)]),
        ("TCP:\n KeepAlive=Yes\n[SSL]\n OutboundSNI=HOSTNAME\n", [("ini-bracket-header", 3, 1)]),
        ("TCP:\n KeepAlive\n", [("ini-no-equals", 2, 2)]),
        ("CHANNELS:\n MaxActiveChannels,65535\n", [("ini-no-equals", 2, 2)]),
        ("TCP:\n =Yes\n", [("ini-no-key", 2, 2)]),
        ("TCP:\n* note\n", [("ini-foreign-comment-marker", 2, 1)]),
        ("TCP:\n // note\n", [("ini-foreign-comment-marker", 2, 2)]),
        ("TCP:\n//KeepAlive=Yes\n", [("ini-foreign-comment-marker", 2, 1)]),
        ("TCP:\n* Note: more\n KeepAlive=Yes\n", [("ini-foreign-comment-marker", 2, 1)]),
        ("\ufeffTCP:\n KeepAlive=Yes\n", [("byte-order-mark", 1, 1)]),
        ("\ufeff# note\nTCP:\n", [("byte-order-mark", 1, 1)]),
        ("TCP:\n\u00a0KeepAlive=Yes\n", [("ini-lookalike-blank", 2, 1)]),
        ("TCP:\n KeepAlive=\u00a0Yes\n", [("ini-lookalike-blank", 2, 12)]),
    ],
)
def test_each_fault_of_form_is_told_once_at_its_place(
    read: Read, text: str, expected: list[tuple[str, int, int]]
) -> None:
    assert told(read(text)) == expected


def test_the_lost_stanza_is_named_where_a_byte_order_mark_hides_it(read: Read) -> None:
    diagnostic = read("\ufeffTCP:\n KeepAlive=Yes\n").diagnostics[0]
    assert "stanza `TCP` is lost" in diagnostic.message
    assert (diagnostic.replacement, diagnostic.safe) == ("", True)


def test_a_utf16_file_is_told_as_a_whole(read: Read) -> None:
    file = read(b"\xff\xfe" + "TCP:\n KeepAlive=Yes\n".encode("utf-16-le"))
    assert [diagnostic.kind for diagnostic in file.diagnostics] == ["byte-order-mark"]


def test_a_wrong_comment_sign_is_mended_without_touching_the_text(read: Read) -> None:
    diagnostic = read("TCP:\n  // see=this: too\n").diagnostics[0]
    assert (diagnostic.span.column, diagnostic.span.end_column, diagnostic.replacement) == (3, 5, "#")
