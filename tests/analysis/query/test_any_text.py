"""Any text is a query or an error with a help; never another exception."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mqtune.analysis.query.answer import answer
from mqtune.analysis.query.condition import QueryError
from mqtune.analysis.query.display import read_display
from mqtune.language import catalogue
from tests.analysis.query.conftest import HUB, PARTNER, estate_with

PIECES = """DISPLAY DIS QL(*) Q(A*) CHL('x_y') QMGR CHLAUTH(*) AUTHREC TOPIC(*) SUB(*) ALL WHERE() WHERE(A)
WHERE(MAXDEPTH_LT_3) WHERE(DESCR_LK_'a*') WHERE(A_B_C) TYPE() TYPE(SVRCONN) TYPE(CLUSTER) MATCH(RUNCHECK)
ADDRESS('10.0.0.1') CLNTUSER('u') PROFILE(A) MAXDEPTH ( ) ' ; +_ * CLUSINFO CLUSTER(A) PUBSUB = , ${X}"""
WORDS = st.sampled_from([word.replace("_", " ") for word in PIECES.split()])
TEXTS = st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=6).map(" ".join))
ESTATE = estate_with({"HUB": HUB, "QM2": PARTNER})


def refusal(text):
    """The error of a query; None if it is answered."""
    try:
        answer(read_display(text), [ESTATE])
    except QueryError as error:
        return error
    return None


@given(TEXTS, st.booleans())
def test_any_text_is_answered_or_refused(text, display):
    error = refusal(f"DISPLAY {text}" if display else text)
    assert error is None or error.message


def test_every_attribute_of_the_catalogue_is_answered_or_refused():
    for type in catalogue.types_of("DISPLAY"):
        name = "(*)" if catalogue.command("DISPLAY", type).name_of else ""
        for word in ["", "ALL", *catalogue.shown(type)]:
            error = refusal(f"DISPLAY {type}{name} {word}")
            assert error is None or error.help
