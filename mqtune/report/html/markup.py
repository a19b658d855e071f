"""HTML as text: every value is escaped by construction, control and invisible characters included."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from mqtune.text.printable import visible

# elements without a closing tag
VOID = ("meta", "input", "br", "hr")


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(tag: str, /, *children: object, **attributes: object) -> Markup:
    """One element. Children that are not Markup are escaped, None is omitted; `klass` is the class, `_` in
    the name of an attribute is `-`, and an attribute with None or False is omitted.
    """
    parts = [f"<{tag}"]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        word = "class" if key == "klass" else key.replace("_", "-")
        parts.append(f" {word}" if value is True else f' {word}="{escape(visible(str(value)))}"')
    parts.append(">")
    written = (child for child in children if child is not None)
    parts += [child if isinstance(child, Markup) else escape(visible(str(child))) for child in written]
    if tag not in VOID:
        parts.append(f"</{tag}>")
    return Markup("".join(parts))


def joined(parts: Iterable[Markup], between: str = "") -> Markup:
    """Several elements."""
    return Markup(between.join(parts))


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[object]]) -> Markup:
    """A table whose first column names its rows; the caption states what it shows."""
    heads = joined(element("th", one, scope="col") for one in head)
    lines = []
    for row in rows:
        first, *rest = row
        cells = joined(element("td", cell) for cell in rest)
        lines.append(element("tr", element("th", first, scope="row"), cells))
    return element(
        "div",
        element(
            "table",
            element("caption", caption),
            element("thead", element("tr", heads)),
            element("tbody", joined(lines, "\n")),
        ),
        klass="wide",
        role="region",
        aria_label=caption,
        tabindex="0",
    )
