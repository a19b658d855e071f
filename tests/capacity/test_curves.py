"""Curves around a run: what they show, and that they claim nothing the model refuses."""

from __future__ import annotations

import pytest

from mqtune.capacity.definition import MODEL_NAMES, model
from mqtune.capacity.solve import Curves
from mqtune.questions.models import curves_of, given_inputs, run


def drawn(name: str, words: str) -> list[Curves]:
    given = given_inputs(words.split())
    return curves_of(run(name, given), given)


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_every_model_has_something_to_draw_for_its_example(name: str) -> None:
    assert drawn(name, model(name).example)


@pytest.mark.parametrize("name", MODEL_NAMES)
def test_a_curve_goes_through_the_run_it_was_made_around(name: str) -> None:
    given = given_inputs(model(name).example.split())
    outcome = run(name, given)
    for plot in curves_of(outcome, given):
        for line in plot.lines:
            if line.name in outcome.outputs:
                points = dict(line.points)
                assert points[float(outcome.inputs[plot.over])] == pytest.approx(outcome.outputs[line.name])


def test_the_break_of_a_fan_out_is_marked_at_the_cache() -> None:
    places = {place.words: place.at for place in drawn("fan-out", "subscribers=60 cache=72")[0].places}
    assert places == {"PubSubCacheSize": 72, "here": 60}


def test_no_line_joins_cells_between_which_nothing_was_measured() -> None:
    [plot] = drawn("cluster-publish", "topology=direct publish-threads=5 receiver-channels=1")
    assert all(line.single for line in plot.lines)


def test_probed_rates_are_shown_with_the_limit_they_give() -> None:
    [plot] = drawn("topic-limit", "rates=3:793787,4:888962,5:867151")
    assert plot.lines[0].points == ((3, 793787), (4, 888962), (5, 867151))
    assert [(place.at, place.words) for place in plot.places] == [(888962, "limit")]
