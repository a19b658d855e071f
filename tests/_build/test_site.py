"""The documentation site: every page, rule and command has its address, and no link leads nowhere."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mqtune import RULE_URL
from mqtune._build.__main__ import ROOT
from mqtune._build.site import anchors, moved, with_rule_links
from mqtune._build.site import Site, dead_anchors, site
from mqtune.cli.commands import NAMES
from mqtune.engine.pages import all_pages


@pytest.fixture(scope="module")
def content() -> Site:
    return site()


def test_no_link_leads_nowhere(content: Site) -> None:
    assert content.dead == []


def test_each_rule_has_the_page_that_outputs_name(content: Site) -> None:
    for code in all_pages():
        path = RULE_URL.format(code=code).partition("/rules/")[2]
        assert content.pages[f"rules/{path}index.md"].startswith(f"# {code} ")
    assert "withdrawn" in content.pages["rules/OSL001/index.md"]


def test_each_command_has_a_page(content: Site) -> None:
    index = content.pages["commands/index.md"]
    for name in NAMES:
        assert content.pages[f"commands/{name}/index.md"].startswith(f"# mqtune {name}\n")
        assert f"({name}/index.md)" in index
    assert "`--fail-on" in content.pages["commands/lint/index.md"]


def test_every_document_is_in_the_navigation(content: Site) -> None:
    listed = [page for _, pages in content.sections for page in pages]
    top = [page for page in content.pages if page.count("/") == 1 and page != "commands/index.md"]
    assert sorted(set(top) - set(listed)) == []
    assert len(listed) == len(set(listed))


def test_links_become_links_of_the_site() -> None:
    pages = {"docs/b.md": "b/index.md", "rules/cat/CAT001-x.md": "rules/CAT001/index.md"}
    text = "[b](b.md#part) [r](../rules/cat/CAT001-x.md) [p](pictures/lint.svg) `[b](b.md)` [l](../LICENSE)"
    titles = {"b/index.md": "About b"}
    new, dead = moved(text, "docs/a.md", "a/index.md", pages, titles, ROOT)
    assert "[b](../b/index.md#part) [r](../rules/CAT001/index.md) [p](../pictures/lint.svg) `[b](b.md)`" in new
    assert new.endswith("/blob/main/LICENSE)")
    assert dead == []
    assert moved("[b.md](b.md)", "docs/a.md", "a/index.md", pages, titles, ROOT)[0] == "[About b](../b/index.md)"
    assert moved("[x](none.md)", "docs/a.md", "a/index.md", pages, titles, ROOT)[1] == ["docs/a.md: none.md"]


def test_a_link_to_a_heading_that_does_not_exist_is_found() -> None:
    pages = {"a/index.md": "# A\n\n[one](#some-part) [two](../b/index.md#no) ", "b/index.md": "## Some part\n"}
    assert dead_anchors(pages) == ["a/index.md: #some-part", "a/index.md: ../b/index.md#no"]
    assert anchors("# `mqtune lint`: a, b\n## A\n## A\n```sh\n# no\n```\n") == {"mqtune-lint-a-b", "a", "a-1"}


def test_codes_of_rules_become_links() -> None:
    rules = {"CAT001": "rules/CAT001/index.md"}
    text = "# CAT001\nCAT001 `CAT001` [CAT001](x) XCAT001 CAT999"
    assert with_rule_links(text, "a/index.md", rules) == (
        "# CAT001\n[CAT001](../rules/CAT001/index.md) `CAT001` [CAT001](x) XCAT001 CAT999"
    )


@pytest.mark.packaging
def test_the_site_is_built_without_warnings(tmp_path: Path) -> None:
    if importlib.util.find_spec("sphinx") is None:
        pytest.skip("the generator is not installed: pip install -e '.[docs]'")
    command = [sys.executable, "-m", "mqtune._build.site", str(tmp_path / "site")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    rule = (tmp_path / "site" / "rules" / "PUB001" / "index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="{RULE_URL.format(code="PUB001")}"' in rule
    # nothing is loaded from another host
    assert not re.findall(r'<(?:script|img)[^>]+src="(?:https?:)?//|<link[^>]+stylesheet[^>]+href="(?:https?:)?//', rule)
    assert "inherited-topic-under-load" in (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8")
