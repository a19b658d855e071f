"""Records are data by the keys that their classes state."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mqtune._build.schemas import record_types, type_schema
from mqtune.present.safe import covered_row
from mqtune.text.editing import Place, Span
from mqtune.text.record import keys_of, pairs_of, plain, record


@record
class Owner:
    label: str
    rank: int


@record
class Part:
    DATA = "text count"

    text: str
    count: float


@record
class Whole:
    DATA = (
        "name owner=owner.label other=missing.label note? number? before! place parts "
        "object=name,number flagged"
    )

    name: str
    owner: Owner
    missing: Owner | None
    note: str
    number: int
    before: int
    place: Place | None
    parts: tuple[Part, ...]

    @property
    def flagged(self) -> bool:
        """A property is a key like a field."""
        return self.number > 1


PLACE = Place("a.mqsc", Span(3, 1, 3, 5))
FULL = Whole("A", Owner("QM1", 1), Owner("QM2", 2), "x", 2, 0, PLACE, (Part("p", 0.5),))
EMPTY = Whole("B", Owner("QM1", 1), None, "", 0, -1, None, ())


@pytest.mark.parametrize(
    ("whole", "data"),
    [
        (
            FULL,
            {
                "name": "A",
                "owner": "QM1",
                "other": "QM2",
                "note": "x",
                "number": 2,
                "before": 0,
                "file": "a.mqsc",
                "line": 3,
                "parts": [{"text": "p", "count": 0.5}],
                "object": {"name": "A", "number": 2},
                "flagged": True,
            },
        ),
        (
            EMPTY,
            {
                "name": "B",
                "owner": "QM1",
                "other": None,
                "note": None,
                "number": None,
                "before": None,
                "file": None,
                "line": None,
                "parts": [],
                "object": {"name": "B", "number": 0},
                "flagged": False,
            },
        ),
    ],
)
def test_a_record_has_the_keys_of_its_class(whole: Whole, data: dict[str, Any]) -> None:
    assert plain(whole) == data
    assert covered_row({"row": whole}) == {"row": data}
    assert list(record_types(Whole)) == list(data)
    schema: Any = type_schema(Whole, strict=True)
    assert schema["properties"]["other"] == {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert schema["properties"]["parts"]["items"]["required"] == ["text", "count"]


@pytest.mark.parametrize("secret", ["PASSWORD('Geheim99')", "pwd=Geheim99"])
def test_secrets_in_records_are_covered(secret: str) -> None:
    row = covered_row({"rows": [Part(f"DEFINE CHANNEL(A) {secret}", 1.0)]})
    assert "Geheim99" not in json.dumps(row)


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_a_number_that_json_does_not_have_is_null(number: float) -> None:
    assert covered_row({"row": Part("a", number)}) == {"row": {"text": "a", "count": None}}


def test_only_classes_that_state_keys_are_data() -> None:
    assert keys_of(Owner) == ()
    assert dict(pairs_of(Owner("QM1", 1))) == {}
