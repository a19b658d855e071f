"""`mqtune report`: one file, complete without network and scripts, safe, accessible, comparable."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from mqtune.cli.main import main

VOID = {"meta", "input", "br", "hr", "path", "rect"}
Page = Callable[..., "Read"]
SCRIPT = """\
* a comment
DEFINE QLOCAL('<b>bold</b>') MAXDEPHT(5) REPLACE
DEFINE CHANNEL(TO.B) CHLTYPE(SDR) TRPTYPE(TCP) CONNAME('b(1414)') XMITQ(B) +
   PASSWORD('Kx7-plain-Secret') REPLACE
DEFINE QLOCAL(B) USAGE(XMITQ) REPLACE
SET AUTHREC PROFILE(B) OBJTYPE(QUEUE) GROUP('movers') AUTHADD(PUT)
"""
PROJECT = """\
mq-version = "9.4"
[[policy]]
code = "BANK001"
name = "queue-without-description"
display = "DISPLAY QLOCAL(*) WHERE(DESCR EQ ' ')"
message = "{name} has no description"
severity = "info"
owner = "standards team"
[[queue-manager]]
name = "A"
files = ["a.mqsc"]
[[queue-manager]]
name = "B"
files = ["b.mqsc"]
[[queue-manager.queue]]
queue = "IN"
put-rate = 100
message-size = "2 KiB"
[[exception]]
rule = "SEC006"
reason = "until the migration"
owner = "messaging team"
until = 2099-12-31
[[exception]]
rule = "CHL001"
reason = "lab"
owner = "messaging team"
until = 2020-01-01
"""


class Read(HTMLParser):
    """A page as a browser reads it: its text, its elements, and whether each is closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return "".join(self.words)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.chdir(tmp_path)
    Path("mqtune.toml").write_text(PROJECT)
    Path("a.mqsc").write_text(SCRIPT)
    Path("b.mqsc").write_text(
        "DEFINE CHANNEL(TO.B) CHLTYPE(RCVR) TRPTYPE(TCP) REPLACE\nDEFINE QLOCAL(IN) REPLACE\n"
    )

    def write(*words: str, date: str = "2026-11-22") -> Read:
        assert main(["report", ".", "--output", "r.html", "--date", date, *words]) == 0
        return Read(Path("r.html").read_text(encoding="utf-8"))

    return write


def test_the_page_opens_with_the_verdict_and_shows_every_part(page: Page) -> None:
    read = page()
    assert read.open == []
    assert re.search(r"2 errors and 2 warnings in 2 queue managers", read.text)
    for words in (
        "MAXDEPHT",
        "messaging team",
        "until the migration",
        "TO.B",
        "QLOCAL(IN)",
        "100 msgs/s",
        "GROUP(movers)",
        "standards team",
        "9.4",
    ):
        assert words in read.text, words
    assert "(9, 4)" not in read.text


def test_queue_managers_and_owners_lead_to_the_findings(page: Page) -> None:
    source = page().source
    managers = re.findall(r'<tr><th scope="row">([AB])</th>(.*)', source.split('id="managers"')[1])
    assert [("#CAT005" in cells, "#BANK001" in cells) for _, cells in managers[:2]] == [
        (True, True),
        (False, True),
    ]
    (owner,) = re.findall(r'<th scope="row">standards team</th>(.*)', source)
    assert '<a href="#BANK001">BANK001 (3)</a>' in owner


def test_a_hardening_item_that_nothing_decides_is_not_passed(page: Page) -> None:
    text = page("--profile", "regulated").text
    assert "not decided" in text
    assert "no violation found" not in text
    assert "QMGR of A does not state AUTHOREV" in text
    assert "there is none for MQ on AIX, Linux or Windows" in text


def test_the_picture_shows_each_cluster_with_its_members(tmp_path: Path) -> None:
    for environment in ("dev", "prod"):
        for name in ("QA", "QB"):
            script = tmp_path / environment / f"{name}.mqsc"
            script.parent.mkdir(exist_ok=True)
            script.write_text(
                f"DEFINE CHANNEL(TO.{name}) CHLTYPE(CLUSRCVR) CONNAME('h(1)') CLUSTER(C1) REPLACE\n"
            )
    tables = "".join(
        f'[[environment]]\nname = "{environment}"\nfiles = ["{environment}/**"]\n'
        + "".join(
            f'[[queue-manager]]\nname = "{name}"\nenvironment-name = "{environment}"\n'
            f'files = ["{environment}/{name}.mqsc"]\n'
            for name in ("QA", "QB")
        )
        for environment in ("dev", "prod")
    )
    (tmp_path / "mqtune.toml").write_text(tables)
    target = tmp_path / "r.html"
    assert main(["report", str(tmp_path), "--output", str(target)]) == 0
    read = Read(target.read_text(encoding="utf-8"))
    assert [one["class"] for one in read.all("g")].count("cluster") == 2
    assert [one["class"] for one in read.all("path") if "d" in one].count("member") == 4
    assert "dev/QA, dev/QB" in read.text


def test_names_in_files_are_never_markup_and_secrets_never_shown(page: Page) -> None:
    read = page()
    assert "<b>" not in read.source
    assert "<b>bold</b>" in read.text
    assert "Kx7-plain-Secret" not in read.source


def test_it_needs_no_network_and_runs_no_foreign_script(page: Page) -> None:
    read = page("--title", '<script>alert("x")</script>')
    assert not read.all("link") + read.all("img") + read.all("iframe")
    assert len(read.all("script")) == 1
    assert all(str(one["href"]).startswith(("#", "https://")) for one in read.all("a"))
    (policy,) = [
        one["content"] for one in read.all("meta") if one.get("http-equiv") == "Content-Security-Policy"
    ]
    assert str(policy).startswith("default-src 'none'")
    for tag in ("style", "script"):
        text = read.source.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in str(policy)


def test_it_can_be_read_with_a_screen_reader_and_a_keyboard(page: Page) -> None:
    read = page()
    assert read.all("html") == [{"lang": "en"}]
    assert len(read.all("caption")) == len(read.all("table"))
    assert all(one.get("aria-hidden") == "true" or one.get("aria-label") for one in read.all("svg"))
    assert all(one["tabindex"] == "0" for one in read.all("div") if "tabindex" in one)
    targets = {one["id"] for _, one in read.elements if "id" in one}
    links = {str(one["href"])[1:] for one in read.all("a") if str(one["href"]).startswith("#")}
    assert links <= targets


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_text_colour_has_enough_contrast() -> None:
    style = files("mqtune.present.html").joinpath("style.css").read_text(encoding="utf-8")
    blocks = re.findall(r":root \{([^}]*)\}", style)
    assert len(blocks) == 3  # light, dark, print
    for block in blocks:
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", block))
        colours = {
            name: "#" + "".join(c * 2 for c in v[1:]) if len(v) == 4 else v for name, v in colours.items()
        }
        for paper in ("paper", "soft"):
            for name in ("text", "muted", "error", "warning", "info", "good"):
                dark, light = sorted((luminance(colours[name]), luminance(colours[paper])))
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (name, paper, colours)


def test_expired_exceptions_come_first(page: Page) -> None:
    text = page().text
    assert text.index("CHL001") < text.index("SEC006")
    assert "expired" in text


def test_exceptions_are_those_of_the_date_of_the_report(page: Page) -> None:
    assert "expired" not in page(date="2020-01-01").text
    assert "expired" in page(date="2020-01-02").text


def test_what_changed_since_an_earlier_report(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lint", ".", "--format", "json"])
    Path("before.json").write_text(capsys.readouterr().out)
    assert "0 new, 0 gone" in page("--since", "before.json").text
    Path("a.mqsc").write_text(
        SCRIPT.replace("MAXDEPHT", "MAXDEPTH").replace("XMITQ(B)", "XMITQ(B) BATCHSZE(5)")
    )
    read = page("--since", "before.json")
    assert "1 new, 1 gone" in read.text
    assert "MAXDEPHT" in read.text  # what is gone is named


def test_the_table_has_every_finding_and_no_formula(page: Page) -> None:
    Path("a.mqsc").write_text(SCRIPT + "DEFINE QLOCAL('=1+1') MAXDEPHT(5)\n")
    page("--csv", "f.csv")
    with open("f.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {"CAT005"} <= {row["code"] for row in rows}
    assert {row["object_name"] for row in rows if row["object_name"].endswith("1+1")} == {"'=1+1"}


def test_the_same_files_give_the_same_bytes(page: Page) -> None:
    assert page().source == page().source


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "--output is missing"),
        (["--output", "r.html", "--date", "today"], "invalid --date 'today'"),
        (["--output", "r.html", "--since", "none.json"], "cannot read none.json"),
        (["--output", "r.html", "--since", "a.mqsc"], "a.mqsc is not an earlier report"),
        (["--output", "no/such/r.html"], "cannot write no/such/r.html"),
        (["missing", "--output", "r.html"], "no such file or directory: missing"),
    ],
)
def test_an_invalid_use_says_what_to_do(
    words: list[str], message: str, page: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", *words]) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert not Path("r.html").exists()


def test_an_older_json_of_another_tool_is_refused(page: Page) -> None:
    Path("other.json").write_text(json.dumps({"findings": [{"rule": 1}]}))
    assert main(["report", "--output", "r.html", "--since", "other.json"]) == 2


def test_the_share_of_a_limit_is_a_bar_with_its_figure(root: Path, tmp_path: Path) -> None:
    target = tmp_path / "r.html"
    assert main(["report", str(root / "examples" / "pubsub-branches"), "--output", str(target)]) == 0
    read = Read(target.read_text(encoding="utf-8"))
    assert any(one.get("aria-hidden") == "true" for one in read.all("svg"))
    assert re.search(r"\d+%", read.text)


def test_a_lower_bound_of_the_load_is_marked_and_its_bar_is_hatched(page: Page) -> None:
    loads = 'name = "B"\nfiles = ["b.mqsc"]\ncores = 4\n'
    queue = 'queue = "IN"\nput-rate = 100\npersistent = false\n'
    text = PROJECT.replace('name = "B"\nfiles = ["b.mqsc"]\n', loads).replace('queue = "IN"\n', queue)
    Path("mqtune.toml").write_text(text.replace("put-rate = 100\nmessage", "message"))
    found = page()
    assert " >= 0%" in found.text
    assert "a lower bound: channels, streamed copies and other work are not included" in found.text
    assert "First: cannot tell, as only a lower bound is known of cpu of B" in found.text
    assert [one for one in found.all("path") if one.get("stroke-dasharray")]


def test_a_topic_string_of_thousands_of_levels_does_not_make_the_page_large(tmp_path: Path) -> None:
    string = "/".join(["a"] * 2000)
    (tmp_path / "a.mqsc").write_text(f"DEFINE TOPIC(T) TOPICSTR('{string}')\n")
    out = tmp_path / "r.html"
    assert main(["report", str(tmp_path), "--output", str(out)]) == 0
    text = out.read_text(encoding="utf-8")
    assert "level 1999: " in text
    assert len(text) < 2_000_000
