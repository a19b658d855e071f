"""The form of a model: a field for each input."""

from __future__ import annotations

from collections.abc import Mapping

from mqtune.capacity.definition import Input as ModelInput
from mqtune.capacity.definition import Model
from mqtune.tui.fields.form import Field, Form


class ModelForm(Form):
    """The fields of one model."""

    help = """Inputs
Every input of the model with its unit. An empty field means the default, which the results show. Sizes \
accept KiB, MB and similar units; yes and no are chosen with the arrow keys. The form starts with the \
figures of the model's example: replace them by your own."""

    model_name = ""

    def show_model(self, model: Model, values: Mapping[str, str]) -> None:
        """Show the inputs of a model."""
        self.model_name = model.name
        self.show([_field(name, one, values.get(name, "")) for name, one in model.inputs.items()])


def _field(name: str, wanted: ModelInput, value: str) -> Field:
    says = f"{wanted.says} ({wanted.unit})" if wanted.unit else wanted.says
    default = "" if wanted.default is None else f"{wanted.default}"
    if wanted.kind == "choice":
        optional = () if wanted.required or wanted.default is not None else ("",)
        return Field(name, value or default, says, choices=(*optional, *wanted.choices))
    hint = " ".join(part for part in (default, wanted.unit) if part)
    return Field(name, value, says, hint or wanted.kind)
