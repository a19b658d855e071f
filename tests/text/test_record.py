"""Records: classes made from their annotated fields."""

from __future__ import annotations

import pytest

from mqtune.text.record import EMPTY, field, record


@record
class Parcel:
    name: str
    weights: tuple[int, ...] = ()
    labels: dict[str, str] = EMPTY
    total: int = field(init=False)

    def __post_init__(self) -> None:
        self.total = sum(self.weights)


def test_fields_are_taken_in_their_order_with_their_defaults():
    parcel = Parcel("a", (1, 2))
    assert (parcel.name, parcel.weights, parcel.labels) == ("a", (1, 2), {})
    assert Parcel("b", labels={"to": "c"}).labels == {"to": "c"}


def test_a_computed_field_is_not_a_parameter():
    assert Parcel("a", (1, 2)).total == 3
    with pytest.raises(TypeError):
        Parcel("a", total=5)


def test_a_missing_field_and_an_unknown_attribute_are_errors():
    with pytest.raises(TypeError):
        Parcel()
    with pytest.raises(AttributeError):
        Parcel("a").nam = "b"


def test_the_default_of_a_mapping_cannot_be_changed_for_all():
    with pytest.raises(TypeError):
        Parcel("a").labels["to"] = "b"
