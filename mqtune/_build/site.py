"""Builds the documentation site: `python -m mqtune._build.site [FOLDER]`, by default `build/site`.

Needs `pip install '.[docs]'` and no network. A warning of the generator or a dead link fails the build.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from mqtune import DOCUMENTATION_URL, REPOSITORY_URL, __version__
from mqtune._build.main import ROOT
from mqtune._build.site_pages import COMMAND_INDEX, HOME, Site, pictures, site

STYLE = ROOT / "docs" / "site.css"
SETTINGS: dict[str, Any] = {
    "project": "mqtune",
    "author": "the mqtune project",
    "copyright": "the mqtune project, Apache License 2.0",
    "version": __version__,
    "release": __version__,
    "extensions": ["myst_parser"],
    "source_suffix": {".md": "markdown"},
    "myst_heading_anchors": 4,
    "myst_links_external_new_tab": False,
    "html_theme": "furo",
    "html_title": f"mqtune {__version__}",
    "html_baseurl": f"{DOCUMENTATION_URL}/",
    "html_static_path": ["_static"],
    "html_css_files": [STYLE.name],
    "html_show_sourcelink": False,
    "html_copy_source": False,
    "html_theme_options": {
        "source_edit_link": f"{REPOSITORY_URL}/tree/main/docs",
        "top_of_page_buttons": [],
        "footer_icons": [],
    },
    "pygments_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    # MQ's languages have no lexer there, and bad examples break those of others: such text has no colours
    "suppress_warnings": ["misc.highlighting_failure"],
    "show_warning_types": True,
}
# names for the theme's landmarks, levels for its headings, and focus for what scrolls
FINISHED = {
    'role="heading">': 'role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Pages">',
    '<aside class="toc-drawer': '<aside aria-label="Contents" class="toc-drawer',
    "<pre>": '<pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
CANONICAL = re.compile(r'(<link rel="canonical" href="[^"]*/)index\.html"')
MAIN = '<article role="main" id="furo-main-content">'


def build(folder: Path) -> int:
    """Build the site into a folder; return 1 if a link leads nowhere or the generator warned."""
    content = site()
    if content.dead:
        sys.stderr.writelines(f"{one}: leads nowhere\n" for one in content.dead)
        return 1
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        write_sources(content, source)
        # imported here, so that the pages can be tested without the generator
        from sphinx.application import Sphinx

        trees = Path(name) / "trees"
        app = Sphinx(str(source), str(source), str(folder), str(trees), "html", None, None, sys.stderr)
        app.build(force_all=True)
        for path in folder.rglob("*.html"):
            path.write_text(finish(path.read_text(encoding="utf-8")), encoding="utf-8")
        return 1 if app._warncount else 0


def write_sources(content: Site, source: Path) -> None:
    """Write the settings, the pages with their navigation, the pictures and the style."""
    source.mkdir()
    settings = "".join(f"{key} = {setting!r}\n" for key, setting in SETTINGS.items())
    (source / "conf.py").write_text(settings, encoding="utf-8")
    for page, text in content.pages.items():
        target = source / page
        target.parent.mkdir(parents=True, exist_ok=True)
        head = "---\norphan: true\n---\n\n" if page in content.orphans else ""
        target.write_text(head + text + navigation(page, content), encoding="utf-8")
    for folder, files in (("pictures", pictures()), ("_static", [STYLE])):
        (source / folder).mkdir()
        for path in files:
            shutil.copy(path, source / folder)


def navigation(page: str, content: Site) -> str:
    """The hidden tables of contents that the side bar shows."""
    if page == HOME:
        sections = [*content.sections]
        sections.insert(1, ("Reference", [COMMAND_INDEX]))
        return "".join(tree(pages, caption) for caption, pages in sections)
    folder = page.removesuffix("index.md")
    listed = {HOME, *(one for _, pages in content.sections for one in pages)}
    below = [
        one.removeprefix(folder)
        for one in content.pages
        if one.startswith(folder) and one != page and one not in listed and one not in content.orphans
    ]
    return tree(sorted(one for one in below if one.count("/") == 1)) if below else ""


def tree(pages: list[str], caption: str = "") -> str:
    """A hidden table of contents."""
    lines = [f":caption: {caption}"] if caption else []
    return "\n".join(["\n```{toctree}", ":hidden:", *lines, "", *pages, "```", ""])


def finish(text: str) -> str:
    """A page with its address without `index.html`, and with what the theme lacks for screen readers and keyboards."""
    text = CANONICAL.sub(r'\1"', text)
    for old, new in FINISHED.items():
        text = text.replace(old, new)
    if "<h1" not in text:
        text = text.replace(MAIN, f"{MAIN}<h1>Search</h1>")
    return text


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/site").absolute()))
