"""The cards of rules, models, experiments and results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mqtune.capacity.definition import MODEL_NAMES, model
from mqtune.findings.finding import Finding
from mqtune.present import target as kinds
from mqtune.present.bodies import Row
from mqtune.present.target import Target
from mqtune.views.card import model as words
from mqtune.views.card.load import experiment_row, model_in, result_row, result_rows
from mqtune.views.card.model import Card, section
from mqtune.views.card.sources import Sources, finding_row

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
    texts += [f"{one.title} {one.where}" for one in finding.references]
    seen = set()
    for text in texts:
        found = model_in(text)
        if found is not None and found.name not in seen:
            seen.add(found.name)
            yield found.name


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
        found = sources.by_code.get(target.name, [])
        yield from map(finding_row, found[:MOST_FINDINGS])
        if len(found) > MOST_FINDINGS:
            yield Row("", f"{len(found) - MOST_FINDINGS} more: the Lint area lists all")

    def linked() -> Iterator[Row]:
        found = sources.by_code.get(target.name, [])[:MOST_FINDINGS]
        for name in dict.fromkeys(name for one in found for name in models_of(one)):
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
    one = model(target.name)

    def head() -> Iterator[Row]:
        yield Row("", one.title)
        yield Row("", one.says)
        for line in one.formula.split("\n"):
            yield Row("formula", line)
        for constant in one.constants:
            case = ", ".join(f"{key} {value}" for key, value in constant.when.items())
            yield Row(
                constant.name, f"{constant.value:g} {constant.unit}", f"{case}; {constant.source}".strip("; ")
            )

    def findings() -> Iterator[Row]:
        codes = {code for code, found in sources.by_code.items() if one.name in set(models_of(found[0]))}
        for code in sorted(codes):
            yield from map(finding_row, sources.by_code[code][:20])

    def experiments() -> Iterator[Row]:
        name = MEASURED_BY.get(one.name)
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

    found = next((one for one in api.definitions() if one.name == target.name), None)
    if found is None:
        return None

    def head() -> Iterator[Row]:
        yield Row("question", found.question)
        yield Row("measures", f"{found.measure} ({found.unit})")
        yield Row("usual length", f"{found.minutes:g} min")
        for text in found.touches:
            yield Row("changes", text)
        yield Row("recommends", found.recommends)
        yield Row("source", found.source)

    def linked() -> Iterator[Row]:
        yield from (model_row(name) for name, one in MEASURED_BY.items() if one == found.name)

    sections = (
        section(words.DEFINITION, head),
        section(words.MODELS, linked),
        section("results", partial(result_rows, sources, "", (found.name,)), "none yet"),
    )
    return Card(target, "", dict(sections))


def result_card(sources: Sources, target: Target) -> Card | None:
    """The card of a stored result."""
    found = next((one for one in sources.results if one.id == target.name), None)
    if found is None:
        return None
    from mqtune.lab.core.settings import shown  # only for results

    head = found.head

    def rows() -> Iterator[Row]:
        yield result_row(found)
        yield Row("experiment", head.experiment, "", Target(kinds.EXPERIMENT, head.experiment))
        yield Row("queue manager", head.qmgr, "", Target(kinds.MANAGER, head.qmgr, "", head.qmgr))
        for name, value in head.settings.items():
            if text := shown(value):
                yield Row(name, text)

    return Card(target, head.qmgr, dict([section(words.DEFINITION, rows)]))
