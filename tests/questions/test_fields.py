"""Fields say what the signature of a question says, and read what is typed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest

from mqtune.present.answer import Answer, Rows, Section
from mqtune.questions.access_matrix import Wanted
from mqtune.questions.asking import read_values, words_of
from mqtune.questions.fields import Parameter, fields_of, named, spelled
from mqtune.questions.table import QUESTIONS, Question
from mqtune.text.messages import UsageError


class Even(int):
    @classmethod
    def read(cls, text: str) -> Even:
        if not text.isdigit() or int(text) % 2:
            raise ValueError("write an even number")
        return cls(text)


def sample(
    project: object,
    name: Annotated[str, Parameter("a name", metavar="NAME")],
    *,
    count: Annotated[Even | None, Parameter(f"how many, see {named('for')}")] = None,
    persistent: Annotated[bool | None, Parameter("whether", also=("non-persistent",))] = None,
    purpose: Annotated[Literal["put", "get"], Parameter("what for", name="for")] = "put",
    groups: Annotated[tuple[str, ...], Parameter("a group", name="group")] = (),
    rate: float = 1.0,
    origin: bool = False,
) -> Answer[Any]:
    """Sample."""
    return Answer("", "", lambda _: [Section("", Rows(()))], dict)


FIELDS = {field.name: field for field in fields_of(sample)}
SAMPLE = Question("sample", "sample", "none:none", "Sample.")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, Wanted()),
        ({"user": "app"}, Wanted("app")),
        ({"group": ["a", "b"], "object": "QMGR"}, Wanted(None, ("a", "b"), "QMGR")),
    ],
)
def test_parameters_that_questions_share_are_options_like_others(
    given: dict[str, object], wanted: Wanted
) -> None:
    question = QUESTIONS["access changes"]
    fields = {field.name: field for field in fields_of(question.ask)}
    assert [*fields] == ["since", "user", "group", "object"]
    assert not any(field.is_positional for field in fields.values())
    values = read_values(question, fields, {"since": "main", **given})
    assert values == {"since": "main", "wanted": wanted}


def test_the_signature_is_all_that_is_stated() -> None:
    kinds = {
        name: (field.is_required, field.is_optional, field.is_repeated, field.is_positional, field.choices)
        for name, field in FIELDS.items()
    }
    assert kinds == {
        "name": (True, False, False, True, ()),
        "count": (False, True, False, False, ()),
        "persistent": (False, True, False, False, ()),
        "for": (False, False, False, False, ("put", "get")),
        "group": (False, False, True, False, ()),
        "rate": (False, False, False, False, ()),
        "origin": (False, False, False, False, ()),
    }
    assert FIELDS["for"].parameter == "purpose"


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("count", "4", 4),
        ("count", 4, 4),
        ("count", None, None),
        ("persistent", "no", False),
        ("persistent", True, True),
        ("for", "get", "get"),
        ("group", "a", ("a",)),
        ("group", ["a", "b"], ("a", "b")),
        ("rate", "1.5", 1.5),
        ("rate", 2, 2.0),
        ("origin", "yes", True),
    ],
)
def test_a_value_is_read_from_text_or_json(name: str, typed: object, value: object) -> None:
    assert FIELDS[name].read(typed) == value


@pytest.mark.parametrize(
    ("name", "typed", "message", "help"),
    [
        ("count", "3", "invalid --count '3'", "write an even number"),
        ("for", "gt", "invalid --for 'gt' (choose from put, get)", ""),
        ("rate", "many", "invalid --rate 'many'", "write a number"),
        ("persistent", "perhaps", "invalid --persistent 'perhaps'", "write yes or no"),
    ],
)
def test_an_invalid_value_is_refused_with_what_to_write(
    name: str, typed: str, message: str, help: str
) -> None:
    with pytest.raises(UsageError) as raised:
        FIELDS[name].read(typed)
    assert spelled(raised.value.message, "--{}".format) == message
    assert raised.value.help == help


def test_the_equivalent_command_has_arguments_first_and_no_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Question, "ask", property(lambda _: sample))
    given = {"for": "put", "group": ["a", "b"], "persistent": "no", "count": "-2", "name": "Q", "rate": "1"}
    words = ["sample", "Q", "--count=-2", "--non-persistent", "--group", "a", "--group", "b"]
    assert words_of(SAMPLE, given) == words
    assert words_of(SAMPLE, {"name": "Q", "origin": True}) == ["sample", "Q", "--origin"]


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
def test_every_parameter_is_documented(question: Question) -> None:
    for field in fields_of(question.ask):
        assert field.declared.help, field.name
        assert not field.declared.help[0].isupper(), field.name
        assert not field.declared.help.endswith("."), field.name
    assert any(example.startswith(f"mqtune {question.command}") for example in question.module.EXAMPLES)
