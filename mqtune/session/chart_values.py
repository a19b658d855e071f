"""Values as a chart within another chart sees them: Helm passes it what is below its name, and `global`."""

from __future__ import annotations

import os
from collections.abc import Mapping

from mqtune.syntax.template_values import TemplateValues

CHART = "Chart.yaml"


def values_of_chart(values: TemplateValues, path: str) -> TemplateValues:
    """The values for a template; the same object unless it belongs to a chart within another one.

    A values file inside the inner chart is its own. The others are those of the outer chart if one of them
    has the name of the inner one; else they are meant for the inner chart alone.
    """
    inner = _chart_of(os.path.abspath(path))
    if inner is None or not _is_inside_another(inner):
        return values
    name = os.path.basename(inner)
    own = [file.startswith(os.path.join(inner, "")) for file in values.paths]
    outer = [layer for layer, mine in zip(values.layers, own, strict=True) if not mine]
    if not any(isinstance(layer.get(name), dict) for layer in outer):
        return values
    layers = [layer if mine else _below(layer, name) for layer, mine in zip(values.layers, own, strict=True)]
    return values.with_layers(layers)


def _chart_of(path: str) -> str | None:
    """The folder of the chart that a file belongs to."""
    folder = os.path.dirname(path)
    while not _is_chart(folder):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _is_inside_another(chart: str) -> bool:
    above = os.path.dirname(chart)
    return os.path.basename(above) == "charts" and _is_chart(os.path.dirname(above))


def _is_chart(folder: str) -> bool:
    """Whether a folder is that of a chart; a link does not show whether anything is where it leads."""
    path = os.path.join(folder, CHART)
    return not os.path.islink(path) and os.path.isfile(path)


def _below(layer: Mapping[str, object], name: str) -> Mapping[str, object]:
    """What an outer chart passes to an inner one."""
    found = layer.get(name)
    inner = dict(found) if isinstance(found, dict) else {}
    if "global" in layer:
        inner["global"] = layer["global"]
    return inner
