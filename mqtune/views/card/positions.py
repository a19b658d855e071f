"""The cards of a finding and of a file or a line of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mqtune.findings.finding import Finding
from mqtune.present import target as kinds
from mqtune.present.bodies import Row, link
from mqtune.present.target import Target
from mqtune.report.full import fix_words, impact_words, reference_words
from mqtune.views.card import model as words
from mqtune.views.card.knowledge import model_row, models_of
from mqtune.views.card.model import Card, section
from mqtune.views.card.sources import Sources, find_object, finding_row, object_target, place_of, place_text

AROUND = 6  # lines before and after a position
MOST_FINDINGS = 300


def finding_card(sources: Sources, target: Target) -> Card | None:
    """The card of a finding: explanation, source, and links to its object, rule and models."""
    found = next((one for one in sources.by_file.get(target.in_file, ()) if is_meant(one, target)), None)
    if found is None:
        return None
    place = place_of(found.place)

    def head() -> Iterator[Row]:
        yield Row(found.code, found.message, "", None, found.severity)
        for label, text in parts(found):
            yield Row(label, text)

    def linked() -> Iterator[Row]:
        yield Row("rule", f"{found.code} {found.name}", "", Target(kinds.RULE, found.code))
        owner = sources.owner_of(found)
        if found.object is not None:
            for _, manager in sources.owners(owner):
                object = find_object(manager, found.object.type, found.object.name)
                if object is not None:
                    yield Row("object", str(found.object), manager.qualified, object_target(manager, object))
                    break
        yield Row("file", place_text(place), "", link(place), place=place)
        for one in found.related:
            where = place_of(one.place)
            yield Row("see", place_text(where), one.message, link(where), place=where)
        yield from (model_row(name) for name in models_of(found))

    source = partial(source_rows, sources, target.in_file, target.line)
    sections = (
        section(words.DEFINITION, head),
        section("links", linked),
        section("source", source, verbatim=True),
    )
    return Card(target, found.queue_manager or "", dict(sections), place)


def is_meant(finding: Finding, target: Target) -> bool:
    """Whether a target is a finding."""
    same = finding.code == target.name and finding.message == target.type
    return same and finding.place.span.line == target.line


def parts(found: Finding) -> Iterator[tuple[str, str]]:
    """The explanation of a finding."""
    if found.note:
        yield "why", found.note
    if found.impact is not None:
        yield "effect", impact_words(found.impact)
    if found.help:
        yield "do", found.help
    for fix in found.fixes:
        yield "fix", fix_words(fix)
    for reference in found.references:
        yield "source", reference_words(reference)


def file_card(sources: Sources, target: Target) -> Card | None:
    """The card of a file, or of one of its lines: the source, objects and findings there."""
    name, line = target.name, target.line

    def findings() -> Iterator[Row]:
        found = sources.by_file.get(name, [])
        shown = [one for one in found if not line or abs(one.place.span.line - line) <= AROUND]
        yield from map(finding_row, shown[:MOST_FINDINGS])

    def objects() -> Iterator[Row]:
        seen = set()
        for _, manager in sources.owners():
            for object in manager.objects.values():
                for statement in object.statements[:1]:
                    if id(statement) in seen:
                        continue
                    place = place_of(statement.name_place())
                    if place is None or place[0] != name or (line and abs(place[1] - line) > AROUND):
                        continue
                    seen.add(id(statement))
                    text = f"{object.type}({object.name})" if object.name else object.type
                    yield Row(
                        "object",
                        text,
                        manager.qualified,
                        object_target(manager, object),
                        place=place,
                    )
                    if len(seen) == MOST_FINDINGS:
                        return

    sections = (
        section("source", partial(source_rows, sources, name, line or 1), verbatim=True),
        section(words.FINDINGS, findings, "none here"),
        section("objects", objects),
    )
    return Card(target, "", dict(sections), (name, line or 1))


def source_rows(sources: Sources, name: str, line: int) -> Iterator[Row]:
    """The lines around a position, as printed."""
    from mqtune.views.source import source_view  # few cards need it

    view = source_view(sources.workspace, name)
    if view is None:
        yield Row("", "the text is not available")
        return
    for number in range(max(1, line - AROUND), min(view.count, line + AROUND) + 1):
        mark = "▶" if number == line else " "
        yield Row(
            f"{mark}{number}",
            view.line(number).text,
            "",
            Target(kinds.FILE, name, line=number),
            place=(name, number),
        )
