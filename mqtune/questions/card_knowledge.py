"""The cards of rules, models, experiments, results, findings, files and lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mqtune.capacity.definition import MODEL_NAMES, model
from mqtune.present import answer as kinds
from mqtune.present.answer import Row, Target, link
from mqtune.present.findings_text import fix_words, impact_words, reference_words
from mqtune.questions import card_sources as words
from mqtune.questions.card_object import experiment_row, model_in, result_row, result_rows
from mqtune.questions.card_sources import (
    Card,
    Sources,
    find_object,
    finding_row,
    object_target,
    place_of,
    place_text,
    section,
)
from mqtune.text.finding import Finding

# Rules, models, experiments and results.

# the experiments that measure what a model predicts
MEASURED_BY = {
    "fan-out": "fan-out",
    "topic-limit": "topic-limit",
    "isolated-topics": "topic-isolation",
    "triplets": "triplets",
    "cluster-publish": "cluster-publish",
    "streaming": "streaming",
    "expiry": "expiry",
    "uniform-cluster": "uniform-scaling",
    "hub-recovery": "hub-recovery",
    "jms": "jms-put-get",
    "log": "log-disk",
}
MOST_FINDINGS = 300


def models_of(finding: Finding) -> Iterator[str]:
    """The models on which the figures of a finding are based."""
    texts = [finding.impact.basis] if finding.impact is not None else []
    texts += [f"{reference.title} {reference.where}" for reference in finding.references]
    seen = set()
    for text in texts:
        target = model_in(text)
        if target is not None and target.name not in seen:
            seen.add(target.name)
            yield target.name


def rule_card(sources: Sources, target: Target) -> Card | None:
    """The card of a rule: its findings, and the models behind its figures."""
    selection = sources.workspace.selection_with(target.name)
    if selection is None:
        return None
    page = selection.pages[target.name]
    severity = selection.severities.get(page.code, "")

    def head() -> Iterator[Row]:
        yield Row("rule", page.name, "", None, severity)
        yield Row("", page.summary)
        yield Row("severity", severity or "off")
        for reference in page.references:
            yield Row("source", f"{reference.title} {reference.where}".strip())

    def findings() -> Iterator[Row]:
        matching = sources.by_code.get(target.name, [])
        yield from map(finding_row, matching[:MOST_FINDINGS])
        if len(matching) > MOST_FINDINGS:
            yield Row("", f"{len(matching) - MOST_FINDINGS} more: the Lint area lists all")

    def linked() -> Iterator[Row]:
        matching = sources.by_code.get(target.name, [])[:MOST_FINDINGS]
        for name in dict.fromkeys(name for finding in matching for name in models_of(finding)):
            yield model_row(name)

    sections = (
        section(words.DEFINITION, head),
        section(words.FINDINGS, findings, "none"),
        section(words.MODELS, linked),
    )
    return Card(target, "", dict(sections))


def model_row(name: str) -> Row:
    """A model as a link."""
    return Row("model", name, model(name).title, Target(kinds.MODEL, name))


def model_card(sources: Sources, target: Target) -> Card | None:
    """The card of a model: its formula, the findings it is behind, and the experiment that measures it."""
    if target.name not in MODEL_NAMES:
        return None
    definition = model(target.name)

    def head() -> Iterator[Row]:
        yield Row("", definition.title)
        yield Row("", definition.says)
        for line in definition.formula.split("\n"):
            yield Row("formula", line)
        for constant in definition.constants:
            case = ", ".join(f"{key} {value}" for key, value in constant.when.items())
            yield Row(
                constant.name, f"{constant.value:g} {constant.unit}", f"{case}; {constant.source}".strip("; ")
            )

    def findings() -> Iterator[Row]:
        codes = {
            code
            for code, matching in sources.by_code.items()
            if definition.name in set(models_of(matching[0]))
        }
        for code in sorted(codes):
            yield from map(finding_row, sources.by_code[code][:20])

    def experiments() -> Iterator[Row]:
        name = MEASURED_BY.get(definition.name)
        if name is not None:
            yield experiment_link(name)
            yield from result_rows(sources, "", (name,))

    sections = (
        section(words.DEFINITION, head),
        section(words.FINDINGS, findings),
        section(words.EXPERIMENTS, experiments),
    )
    return Card(target, "", dict(sections))


def experiment_link(name: str) -> Row:
    """An experiment as a link, with its question."""
    from mqtune.lab import api  # few cards need it

    return experiment_row(name, api.find_experiment(name).question)


def experiment_card(sources: Sources, target: Target) -> Card | None:
    """The card of an experiment: what it asks and changes, its model, its results."""
    from mqtune.lab import api

    definition = next(
        (experiment for experiment in api.definitions() if experiment.name == target.name), None
    )
    if definition is None:
        return None

    def head() -> Iterator[Row]:
        yield Row("question", definition.question)
        yield Row("measures", f"{definition.measure} ({definition.unit})")
        yield Row("usual length", f"{definition.minutes:g} min")
        for text in definition.touches:
            yield Row("changes", text)
        yield Row("recommends", definition.recommends)
        yield Row("source", definition.source)

    def linked() -> Iterator[Row]:
        yield from (
            model_row(name) for name, experiment in MEASURED_BY.items() if experiment == definition.name
        )

    sections = (
        section(words.DEFINITION, head),
        section(words.MODELS, linked),
        section("results", partial(result_rows, sources, "", (definition.name,)), "none yet"),
    )
    return Card(target, "", dict(sections))


def result_card(sources: Sources, target: Target) -> Card | None:
    """The card of a stored result."""
    result = next((candidate for candidate in sources.results if candidate.id == target.name), None)
    if result is None:
        return None
    from mqtune.lab.core.definition import shown  # only for results

    head = result.head

    def rows() -> Iterator[Row]:
        yield result_row(result)
        yield Row("experiment", head.experiment, "", Target(kinds.EXPERIMENT, head.experiment))
        yield Row("queue manager", head.qmgr, "", Target(kinds.MANAGER, head.qmgr, "", head.qmgr))
        for name, value in head.settings.items():
            if text := shown(value):
                yield Row(name, text)

    return Card(target, head.qmgr, dict([section(words.DEFINITION, rows)]))


# Findings, and files or lines of them.

AROUND = 6  # lines before and after a position


def finding_card(sources: Sources, target: Target) -> Card | None:
    """The card of a finding: explanation, source, and links to its object, rule and models."""
    finding = next(
        (candidate for candidate in sources.by_file.get(target.in_file, ()) if is_meant(candidate, target)),
        None,
    )
    if finding is None:
        return None
    place = place_of(finding.place)

    def head() -> Iterator[Row]:
        yield Row(finding.code, finding.message, "", None, finding.severity)
        for label, text in parts(finding):
            yield Row(label, text)

    def linked() -> Iterator[Row]:
        yield Row("rule", f"{finding.code} {finding.name}", "", Target(kinds.RULE, finding.code))
        owner = sources.owner_of(finding)
        if finding.object is not None:
            for _, manager in sources.owners(owner):
                object = find_object(manager, finding.object.type, finding.object.name)
                if object is not None:
                    yield Row(
                        "object", str(finding.object), manager.qualified, object_target(manager, object)
                    )
                    break
        yield Row("file", place_text(place), "", link(place), place=place)
        for relation in finding.related:
            where = place_of(relation.place)
            yield Row("see", place_text(where), relation.message, link(where), place=where)
        yield from (model_row(name) for name in models_of(finding))

    source = partial(source_rows, sources, target.in_file, target.line)
    sections = (
        section(words.DEFINITION, head),
        section("links", linked),
        section("source", source, verbatim=True),
    )
    return Card(target, finding.queue_manager or "", dict(sections), place)


def is_meant(finding: Finding, target: Target) -> bool:
    """Whether a target is a finding."""
    same = finding.code == target.name and finding.message == target.type
    return same and finding.place.span.line == target.line


def parts(finding: Finding) -> Iterator[tuple[str, str]]:
    """The explanation of a finding."""
    if finding.note:
        yield "why", finding.note
    if finding.impact is not None:
        yield "effect", impact_words(finding.impact)
    if finding.help:
        yield "do", finding.help
    for fix in finding.fixes:
        yield "fix", fix_words(fix)
    for reference in finding.references:
        yield "source", reference_words(reference)


def file_card(sources: Sources, target: Target) -> Card | None:
    """The card of a file, or of one of its lines: the source, objects and findings there."""
    name, line = target.name, target.line

    def findings() -> Iterator[Row]:
        matching = sources.by_file.get(name, [])
        shown = [finding for finding in matching if not line or abs(finding.place.span.line - line) <= AROUND]
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
    from mqtune.questions.source import source_view  # few cards need it

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
