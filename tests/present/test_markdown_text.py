"""Names and values in Markdown: as a forge renders it, nothing in them is markup or live."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mqtune.present.answer_text import code, fenced, plain
from mqtune.text.messages import printable

PAYLOADS = (
    "@octocat",
    "@org/team",
    "a@b.example.com",
    "mailto:a@b.com",
    "#12",
    "GH-12",
    "gh-12",
    "org/repo#1",
    "org/repo!1",
    "org/repo@deadbeef1",
    "!12",
    "$12",
    "%v1.0",
    '%"a b"',
    "~bug",
    "&12",
    "^alert#1",
    "http://evil.example/x",
    "HTTPS://EVIL.EXAMPLE",
    "ftp://evil.example",
    "//evil.com",
    "www.evil.example",
    "WWW.EVIL.COM",
    "evil.com",
    "EVIL.COM",
    "evil.de/x?y=z",
    "evil.xn--p1ai",
    "![x](http://evil.example/a.png)",
    "[x](http://evil.example)",
    "[x][y]",
    "[^1]",
    "[x]: http://evil.example",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "</details></table><h1>",
    "<http://evil.example>",
    "<!-- -->",
    "-->",
    "&lt;b&gt;&#64;octocat",
    "a|b",
    "a\\|b",
    "a\\\\|b",
    "|",
    "\\",
    "```",
    "```diff",
    "~~~",
    "`x`",
    "``x|y``",
    ":smile:",
    ":+1:",
    "$x^2$",
    "$$x$$",
    "$`x`$",
    "**b** _i_ ~~s~~",
    "- a",
    "+ a",
    "* a",
    "1. a",
    "1) a",
    "# a",
    "> a",
    "    a",
    "---",
    "===",
    "deadbeef1",
    "1deadbeef1deadbeef1deadbeef1deadbeef1dea",
    "a\nb",
    "a\r\n\r\n# b",
    "a\u2028b",
    "\u202egnp.exe",
    "\x1b[31m",
    "\udc80",
    "[x](command:evil)",
)
RENDERER = MarkdownIt("gfm-like")
# what forges make live in the text that the renderer leaves, outside of code
LIVE = re.compile(
    r"@\w|(?<![\w&])[#!$~^%]\w|\w#\d|\bgh-\d|https?://|://|\bwww\.|:[\w+-]+:"
    r"|\b(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)


def rendered(text: str) -> str:
    return RENDERER.render(text)


def visible(html: str) -> str:
    """The text of HTML outside of code, as a reader sees it."""
    html = re.sub(r"<code.*?</code>", "", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", html))


def assert_inert(html: str, tags: str) -> None:
    assert set(re.findall(r"<\s*([a-z][a-z0-9]*)", html, re.IGNORECASE)) <= set(tags.split()), html
    assert " href" not in re.sub(r"&lt;.*?&gt;", "", html) or "<a" not in html
    assert LIVE.search(visible(html)) is None, visible(html)


def as_read(text: str) -> str:
    """Rendered text without the blanks of no width."""
    return unescape(re.sub(r"<[^>]*>", "", rendered(text))).replace("\u200b", "").strip()


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize("place", ["{}", "- {}", "a {} b", "- a: {}", "**{}**", "({})"])
def test_a_text_is_shown_as_it_is_and_nothing_in_it_is_live(payload: str, place: str) -> None:
    text = place.format(plain(payload))
    assert "$" not in text
    assert_inert(rendered(text), "p ul li strong")
    assert printable(payload).strip() in as_read(text)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_text_stays_in_its_cell(payload: str) -> None:
    text = f"| a | b |\n|---|---|\n| {plain(payload)} | {code(payload.replace('|', ''))} |\n"
    html = rendered(text)
    assert_inert(html, "table thead tbody tr th td code")
    assert html.count("<td>") == 2
    assert printable(payload).strip() in as_read(text)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_code_is_shown_as_it_is(payload: str) -> None:
    assert_inert(rendered(code(payload)), "p code")
    assert as_read(code(payload)) == printable(payload).strip()
    block = rendered(f"a\n\n{fenced(payload)}\n\nb")
    assert_inert(block, "p pre code")
    assert block.count("<pre>") == 1
    assert block.endswith("<p>b</p>\n")


MARKUP = st.text("@#!$%^&~*_-+=|\\`<>[](){}:/.\"'aF1 \n\u200b\x1b", max_size=30)


@given(MARKUP)
@example("1.com")
@example("-a|b`c\\")
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert_inert(rendered(plain(text)), "p")
    assert " ".join(printable(text).split()) == " ".join(as_read(plain(text)).split())
    html = rendered(f"| a | b |\n|---|---|\n| {plain(text)} | x |\n")
    assert html.count("<td>") == 2
    assert_inert(html, "table thead tbody tr th td")


@pytest.mark.parametrize("name", ["DEV.QUEUE.1", "ORDERS.IN", "A_B", "QLOCAL(APP.ORDERS)", "hub/qm1.mqsc:12"])
def test_usual_names_can_be_copied(name: str) -> None:
    assert unescape(plain(name)).replace("\\", "") == name


def test_no_line_begins_with_a_command_to_a_forge() -> None:
    assert plain("/close") == "\\/close"
    assert plain("/var/mqm/qmgrs", in_cell=True) == "/var/mqm/qmgrs"
