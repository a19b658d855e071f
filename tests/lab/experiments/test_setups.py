"""What experiments set up: linted by mqtune itself, and taken back without a trace."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest

from mqtune.lab.core.definition import read_settings
from mqtune.lab.core.experiment import ByHand, Mqsc, Target
from mqtune.lab.experiments import find
from mqtune.session.options import Options
from mqtune.session.session import Session

# settings beside the defaults that set up something else
CASES = {
    "topic-limit": ((),),
    "topic-isolation": ((), ("publishers=3", "arms=inherited,isolated")),
    "fan-out": ((), ("mode=cache",)),
    "cluster-publish": ((), ("shape=topichost", "channels=3")),
    "streaming": (("putters=1-2",), ("putters=2", "modes=six-copies,six-pubsub", "persistent=no")),
    "triplets": (("triplets=1-9",), ("triplets=1-3", "kinds=point-to-point", "persistent=yes")),
}
# copies are drained while a run goes on, and their queues deleted: no cap is needed on how long they live
MEANT = {"streaming": {"EXP002"}}
LEVELS = ((9, 2, 3), (9, 3), (9, 4), (10, 0))
EVERY = [(name, given) for name, cases in CASES.items() for given in cases]


def steps_of(name: str, given: tuple[str, ...], level: tuple[int, ...] | None):
    """All steps of an experiment: set-up, and on the way from each arm to each other."""
    experiment, target = find(name), Target("QM1", level)
    settings = read_settings(experiment.definition, given)
    arms = experiment.on(settings, target).arms()
    found = list(experiment.on(settings, target).setup())
    for before in (None, *arms):
        for after in arms:
            if before is None or before.name != after.name:
                found += experiment.on(settings, target).between(before, after)
    return found


def making(name: str, given: tuple[str, ...] = (), level: tuple[int, ...] = (9, 4)) -> list[Mqsc]:
    """The steps that make something; the others take it away before the next arm."""
    steps = [step for step in steps_of(name, given, level) if isinstance(step, Mqsc)]
    made = [step for step in steps if step.script.startswith("DEFINE")]
    assert {one.script for one in steps} - {one.script for one in made} <= {one.undo for one in made}
    return made


def opened(script: str, level: tuple[int, ...]) -> Session:
    return Session.open(
        Options(
            stdin_text=script,
            stdin_name="setup.mqsc",
            mq_version=".".join(map(str, level)),
            platform="linux",
        )
    )


def made_by(script: str, level: tuple[int, ...]) -> set[str]:
    """The objects that stand after a script, but those of a new queue manager."""
    return {
        f"{one.type}({one.name})"
        for queue_manager in opened(script, level).estates[0].queue_managers
        for one in queue_manager.objects.values()
        if one.statements and one.defined
    }


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "given"), EVERY)
def test_what_is_set_up_has_no_finding(name, given, level):
    for step in making(name, given, level):
        for script in (step.script, step.script + step.undo):
            findings = opened(script, level).lint().findings
            meant = MEANT.get(name, ())
            assert [one.message for one in findings if one.code not in meant] == [], script


@pytest.mark.parametrize(("name", "given"), EVERY)
def test_the_undo_deletes_exactly_what_was_made(name, given):
    for step in making(name, given):
        made = made_by(step.script, (9, 4))
        defined = len(re.findall(r"^DEFINE ", step.script, re.MULTILINE))
        assert len(made) == defined > 0
        assert all("(MQTUNE." in one for one in made)
        assert made_by(step.script + step.undo, (9, 4)) == set()


@pytest.mark.parametrize(("name", "given"), EVERY)
def test_nothing_of_the_users_is_ever_replaced(name, given):
    for step in making(name, given):
        commands = re.split(r"\n(?=\S)", step.script.strip())
        assert all(one.startswith("DEFINE ") and one.endswith(" NOREPLACE") for one in commands)
        assert step.absent
        looked_at = [re.search(r"\('?([^')]+)'?\)", command)[1] for command in step.absent]
        for made in re.findall(r"^DEFINE \w+\(([^)]+)\)", step.script, re.MULTILINE):
            assert any(fnmatchcase(made, name) for name in looked_at)


@pytest.mark.parametrize(("name", "given"), EVERY)
def test_steps_by_hand_say_how_to_take_them_back(name, given):
    for step in steps_of(name, given, (9, 4)):
        if isinstance(step, ByHand):
            assert step.what
            assert step.undo
            assert step.minutes > 0


@pytest.mark.parametrize("name", CASES)
def test_lines_fit_a_terminal(name):
    for step in making(name):
        assert max(map(len, step.script.splitlines())) <= 100
