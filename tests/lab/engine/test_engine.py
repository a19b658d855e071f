"""The engine: from set-up to verdict and clean-up, whatever happens on the way."""

from __future__ import annotations

from typing import Any

import pytest

from mqtune.lab.core.definition import LabError
from mqtune.lab.core.experiment import ByHand, Mqsc
from mqtune.lab.core.run import Verdict
from mqtune.lab.drivers.base import RawRun
from mqtune.lab.journal import events
from mqtune.lab.journal.store import continues, entries_of

MAKE, DELETE = "DEFINE QLOCAL(MQTUNE.Q)", "DELETE QLOCAL(MQTUNE.Q)"


def failed(message: str, code: int | None = None) -> RawRun:
    return RawRun((), "failed", message, code, 0.1, {}, {})


def kinds(bench: Any) -> list[str]:
    return [entry.event.named for entry in entries_of(bench.path)]


def test_it_goes_from_set_up_to_a_verdict_and_takes_everything_back(bench):
    result = bench.engine().run()
    assert result.verdict.word == "winner"
    assert [arm for _, arm in bench.driver.made] == ["a", "b"] * 3
    assert bench.step_runner.ran == [MAKE, DELETE]
    assert result.closed == "finished"
    assert result.left_over == ()


def test_the_journal_alone_gives_the_same_result(bench):
    result = bench.engine().run()
    assert bench.stored == result


def test_the_listener_is_told_what_is_in_the_journal_already(bench):
    there = []
    bench.listener = lambda entry: there.append(entries_of(bench.path)[-1] == entry)
    bench.engine().run()
    assert there
    assert all(there)


def test_samples_have_time_level_repetition_and_order(bench):
    record = bench.engine().run().runs[4]
    assert record.number == 4
    assert record.repetition == 2
    assert dict(record.started.levels) == {"threads": 2}
    assert [sample.at for sample in record.samples] == [float(second) for second in range(1, 21)]
    assert record.ended.cut.seconds >= 5
    assert "never count" in record.ended.cut.why


def test_without_consent_nothing_is_touched(bench):
    bench.prompter.answers["consent"] = "no"
    with pytest.raises(LabError) as caught:
        bench.engine().run()
    assert "nothing was touched" in caught.value.message
    assert bench.step_runner.ran == []
    assert bench.driver.made == []


def test_consent_shows_the_mqsc_its_undoing_and_the_commands(bench):
    bench.engine().run()
    (question,) = bench.prompter.asked
    for text in (MAKE, DELETE, "cph -tc Sender"):
        assert text in question.text


def test_a_queue_manager_in_production_wants_its_name_typed(bench):
    bench.role, bench.production = "production", frozenset({"QM1"})
    bench.prompter.answers["typed name"] = "qm1"
    with pytest.raises(LabError) as caught:
        bench.engine().run()
    assert "its name was not typed" in caught.value.message
    assert bench.step_runner.ran == []


def test_the_typed_name_is_consent(bench):
    bench.role, bench.production = "production", frozenset({"QM1"})
    bench.prompter.answers["typed name"] = "QM1"
    assert bench.engine().run().verdict.word == "winner"


def test_a_failed_set_up_takes_back_what_was_begun(bench):
    bench.experiment.steps += (Mqsc("QM1", "define the alias", "DEFINE QALIAS(A)", "DELETE QALIAS(A)"),)
    bench.step_runner.failing.add("DEFINE QALIAS(A)")
    with pytest.raises(LabError) as caught:
        bench.engine().run()
    assert "DEFINE QALIAS(A) failed" in caught.value.message
    assert bench.step_runner.ran == [MAKE, "DEFINE QALIAS(A)", "DELETE QALIAS(A)", DELETE]
    assert bench.stored.closed == caught.value.message


def test_objects_that_are_there_already_are_not_touched(bench):
    absent = ("DISPLAY QLOCAL(MQTUNE.Q)",)
    bench.experiment.steps = (Mqsc("QM1", "define the queue", MAKE, DELETE, absent),)
    bench.step_runner.shows[absent[0]] = "AMQ8409I: Display Queue details."
    with pytest.raises(LabError) as caught:
        bench.engine().run()
    assert "already has objects of the set-up" in caught.value.message
    assert bench.step_runner.ran == []


def test_a_verdict_that_is_known_beforehand_touches_nothing(bench):
    known = Verdict("invalid", "enough cores", "too few cores", reason="too few cores")
    bench.experiment.method = lambda *words: Foregone(known)
    result = bench.engine().run()
    assert result.verdict == known
    assert bench.prompter.asked == []
    assert bench.step_runner.ran == []
    assert bench.driver.made == []
    assert result.closed == "finished"


def test_where_nobody_can_look_a_person_does(bench):
    absent = ("DISPLAY QLOCAL(MQTUNE.Q)",)
    bench.experiment.steps = (Mqsc("QM1", "define the queue", MAKE, DELETE, absent),)
    bench.step_runner.shows[absent[0]] = None
    bench.prompter.answers["by hand"] = "no"
    with pytest.raises(LabError) as caught:
        bench.engine().run()
    assert "are not free on QM1" in caught.value.message
    assert absent[0] in bench.prompter.asked[-1].text
    assert bench.step_runner.ran == []


def test_an_attribute_altered_between_runs_is_taken_back_once(bench):
    bench.experiment.alters = True
    bench.engine().run()
    alters = [script for script in bench.step_runner.ran if script.startswith("ALTER")]
    assert alters[:2] == ["ALTER QLOCAL(MQTUNE.Q) DESCR('a')", "ALTER QLOCAL(MQTUNE.Q) DESCR('b')"]
    assert bench.step_runner.ran[-2:] == ["ALTER QLOCAL(MQTUNE.Q) DESCR('')", DELETE]
    assert bench.step_runner.ran.count("ALTER QLOCAL(MQTUNE.Q) DESCR('')") == 1


def test_a_fault_in_the_middle_of_the_runs_takes_everything_back(bench):
    def explode() -> None:
        raise RuntimeError("a fault of the driver's code")

    bench.driver.acts[3] = explode
    with pytest.raises(RuntimeError):
        bench.engine().run()
    assert bench.step_runner.ran == [MAKE, DELETE]
    assert bench.stored.runs[2].counts
    assert bench.stored.runs[3].state == "interrupted"


class Foregone:
    """A method that has its answer before anything is measured."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict

    def next(self, history, spent, budget):
        return self.verdict

    def estimates(self, history):
        return ()


def test_what_cannot_be_taken_back_is_told_and_cleaned_later(bench):
    bench.step_runner.failing.add(DELETE)
    result = bench.engine().run()
    assert result.verdict.word == "winner"
    assert DELETE in result.left_over[0]
    bench.step_runner.failing.clear()
    assert bench.again().clean().left_over == ()
    assert bench.stored.outstanding == []


def test_a_step_by_hand_is_verified(bench):
    step = ByHand("QM1", "set PubSubCacheSize=64", "set it back", "DISPLAY QMSTATUS", "RUNNING", restart=True)
    bench.experiment.steps = (step,)
    with pytest.raises(LabError) as caught:
        bench.engine().run()
    assert "DISPLAY QMSTATUS on QM1 does not show RUNNING" in caught.value.message
    assert "It is not done yet" in bench.prompter.asked[2].text
    assert "restart" in bench.prompter.asked[1].text


def test_a_step_by_hand_on_another_machine_cannot_be_verified_and_is_believed(bench):
    bench.experiment.steps = (ByHand("QM9", "start QM9", "end QM9", "DISPLAY QMSTATUS", "RUNNING"),)
    bench.step_runner.shows["DISPLAY QMSTATUS"] = None
    assert bench.engine().run().verdict.word == "winner"


def test_a_queue_manager_that_does_not_answer_yet_is_asked_again(bench, monkeypatch):
    answers = iter([LabError("queue manager QM1 is not running", "start it"), "STATUS(RUNNING)"])

    def displayed(qmgr: str, command: str) -> str:
        answer = next(answers)
        if isinstance(answer, LabError):
            raise answer
        return answer

    monkeypatch.setattr(bench.step_runner, "displayed", displayed)
    bench.experiment.steps = (ByHand("QM1", "restart QM1", "", "DISPLAY QMSTATUS", "RUNNING", restart=True),)
    assert bench.engine().run().verdict.word == "winner"
    assert "QM1 is not running" in bench.prompter.asked[2].text


def test_a_step_by_hand_is_taken_back_by_hand(bench):
    bench.experiment.steps = (ByHand("QM1", "raise it", "lower it again"),)
    bench.engine().run()
    assert [question.text for question in bench.prompter.asked[1:]] == ["raise it", "lower it again"]


def test_the_first_run_that_does_not_start_stops_it_with_what_to_do(bench):
    bench.driver.acts[1] = lambda: failed(
        "Call to MQCONNX failed [Completion code: 2; Reason code: 2059]", 2059
    )
    result = bench.engine().run()
    assert result.verdict is None
    assert "2059" in result.stopped
    assert "strmqm" in result.stopped
    assert bench.step_runner.ran == [MAKE, DELETE]
    assert bench.again().run().verdict.word == "winner"


def test_three_bad_runs_in_a_row_stop_it_and_are_made_again_after_a_resume(bench):
    for number in (2, 3, 4):
        bench.driver.acts[number] = lambda: RawRun((), "hung", "nothing came for 30 s", None, 30.0, {}, {})
    result = bench.engine().run()
    assert result.verdict is None
    assert "3 runs in a row did not count" in result.stopped
    assert len(result.runs) == 4
    resumed = bench.again().run()
    assert resumed.verdict.word == "winner"
    assert len([run for run in resumed.history if run.counts]) >= 6


def test_a_restart_of_the_queue_manager_is_waited_for(bench):
    for number in (3, 4, 5):
        bench.driver.acts[number] = lambda: failed("Reason code: 2161", 2161)
    result = bench.engine().run()
    assert result.verdict.word == "winner"
    assert [one.ended.outcome for one in result.runs.values()].count("unavailable") == 3
    assert bench.driver.clock.time - result.clock >= 70


def test_a_queue_manager_that_stays_away_leaves_an_unfinished_experiment(bench):
    for number in range(3, 30):
        bench.driver.acts[number] = lambda: failed("Reason code: 2009", 2009)
    result = bench.engine().run()
    assert result.verdict is None
    assert "not available" in result.stopped
    assert len(result.runs) < 12
    bench.driver.acts.clear()
    assert bench.again().run().verdict.word == "winner"


def test_waiting_for_a_queue_manager_can_be_stopped(bench):
    engine = bench.engine()
    bench.driver.acts[3] = lambda: failed("Reason code: 2009", 2009)
    bench.listener = lambda entry: (
        engine.controls.stop_now() if isinstance(entry.event, events.Waiting) else None
    )
    engine._context = bench.around(engine._context.journal)
    result = engine.run()
    assert result.stopped == "stopped by the user"


def test_a_full_disk_ends_the_driver_keeps_the_runs_and_cleans_up(bench, monkeypatch):
    engine = bench.engine()
    journal = engine._context.journal
    write = journal.append
    full = []

    def append(line: dict[str, Any], lasting: bool = False) -> None:
        if full:
            raise LabError(
                "the journal cannot be written: No space left on device", "free disk space, then resume"
            )
        write(line, lasting)

    monkeypatch.setattr(journal, "append", append)
    bench.driver.acts[3] = lambda: full.append(True)
    with pytest.raises(LabError) as caught:
        engine.run()
    assert "No space left" in caught.value.message
    assert caught.value.help
    assert bench.driver.stopped
    assert bench.step_runner.ran == [MAKE, DELETE]
    assert [record.state for record in bench.stored.runs.values()] == ["ended", "ended", "interrupted"]


def test_a_disk_that_fills_up_ends_it_between_runs(bench, monkeypatch):
    class Usage:
        free = 1024

    bench.driver.acts[2] = lambda: monkeypatch.setattr("shutil.disk_usage", lambda path: Usage)
    result = bench.engine().run()
    assert result.verdict is None
    assert "free disk space, then resume" in result.stopped
    monkeypatch.undo()
    assert bench.again().run().verdict.word == "winner"


def test_a_run_during_which_the_clock_jumped_is_made_again(bench):
    jumps = iter([0.0, 3600.0])
    offset = [0.0]
    bench.wall = lambda: bench.driver.clock.time + offset[0]

    def sleep() -> None:
        offset[0] += next(jumps, 0.0)

    bench.driver.acts[2] = sleep
    bench.driver.acts[3] = sleep
    result = bench.engine().run()
    record = result.runs[3]
    assert record.ended.outcome == "interrupted"
    assert "jumped by +3,600 s" in record.ended.message
    assert result.runs[4].started.arm == record.started.arm
    assert result.verdict.word == "winner"


def test_stopping_after_a_run_keeps_it_and_cleans_up(bench):
    engine = bench.engine()
    bench.driver.acts[3] = engine.controls.stop_after_run
    result = engine.run()
    assert result.verdict is None
    assert result.runs[3].counts
    assert len(result.runs) == 3
    assert bench.step_runner.ran == [MAKE, DELETE]
    assert result.stopped == "stopped after a run by the user"


def test_stopping_now_ends_the_run_and_resume_makes_it_again(bench):
    engine = bench.engine()

    def cancelled() -> RawRun:
        engine.controls.stop_now()
        return RawRun((), "cancelled", "stopped", None, 1.0, {}, {})

    bench.driver.acts[3] = cancelled
    engine.run()
    bench.driver.acts.clear()
    result = bench.again().run()
    assert result.verdict.word == "winner"
    assert [record.started.arm for record in result.runs.values()] == ["a", "b", "a", "a", "b", "a", "b"]
    assert result.sessions == 2


def test_a_driver_that_somebody_ended_stops_the_experiment(bench):
    bench.driver.acts[3] = lambda: RawRun((), "cancelled", "the run was ended by SIGINT", None, 1.0, {}, {})
    result = bench.engine().run()
    assert result.verdict is None
    assert result.stopped == "the run was ended by SIGINT"
    bench.driver.acts.clear()
    assert bench.again().run().verdict.word == "winner"


def test_a_resumed_experiment_goes_on_with_the_block_at_hand(bench):
    engine = bench.engine()
    bench.driver.acts[3] = engine.controls.stop_after_run
    engine.run()
    bench.wall = lambda: bench.driver.clock.time  # no time went by
    result = bench.again().run()
    assert [arm for _, arm in bench.driver.made] == ["a", "b"] * 3
    assert result.verdict.word == "winner"
    assert not any(record.set_aside for record in result.runs.values())


def test_a_block_interrupted_for_more_than_a_minute_is_made_again(bench):
    engine = bench.engine()
    bench.driver.acts[3] = engine.controls.stop_after_run
    engine.run()
    bench.wall = lambda: 4e9 + bench.driver.clock.time  # long after
    result = bench.again().run()
    assert [arm for _, arm in bench.driver.made] == ["a", "b", "a", "a", "b", "a", "b"]
    assert "repeated" in result.runs[3].set_aside
    assert len(result.history) == 6


def test_a_resume_takes_back_what_a_crash_left_before_it_sets_up_again(bench):
    def crash() -> None:
        raise KeyboardInterrupt

    engine = bench.engine()
    bench.driver.acts[2] = crash
    engine._end = lambda why: engine._context.journal.close()  # as after kill -9
    with pytest.raises(KeyboardInterrupt):
        engine.run()
    assert [record.event.what for record in bench.stored.outstanding] == ["define the queue"]
    bench.driver.acts.clear()
    bench.again().run()
    assert bench.step_runner.ran == [MAKE, DELETE, MAKE, DELETE]


@pytest.mark.parametrize("event", [events.VerdictReached, events.Advised, events.Cleaned])
def test_a_kill_after_the_verdict_is_completed_by_resume(event, bench):
    def crash(entry: events.JournalEntry) -> None:
        if isinstance(entry.event, event):
            engine._end = lambda why: None  # as after kill -9
            engine._context.journal.close()
            raise KeyboardInterrupt

    bench.listener = crash
    engine = bench.engine()
    with pytest.raises(KeyboardInterrupt):
        engine.run()
    runs = len(bench.driver.made)
    verdict = bench.stored.verdict
    assert bench.stored.cut_short
    job = bench.job()
    assert not continues(bench.stored, job)
    bench.listener = lambda entry: None
    bench.known = verdict
    result = bench.again().run()
    assert result.verdict == verdict
    assert result.advice is not None
    assert not result.cut_short
    assert bench.step_runner.ran == [MAKE, DELETE]
    assert len(bench.driver.made) == runs
    with pytest.raises(LabError, match="is finished: winner"):
        continues(bench.stored, job)


def test_a_pause_waits_between_runs_and_its_time_does_not_count(bench):
    def look_on(entry: events.JournalEntry) -> None:
        if isinstance(entry.event, events.RunStarted) and entry.event.run == 1:
            engine.controls.pause()
            engine.controls.note("the backup runs")
        if isinstance(entry.event, events.Paused):
            bench.driver.clock.wait(1000)
            engine.controls.go_on()

    bench.listener = look_on
    engine = bench.engine()
    result = engine.run()
    assert result.verdict.word == "winner"
    assert result.notes[0][1] == "the backup runs"
    assert result.clock == pytest.approx(120)
    assert "paused" in kinds(bench)
    assert "continued" in kinds(bench)


def test_a_budget_that_is_spent_gives_undecided_with_the_minutes_needed(bench):
    bench.minutes = 0.5
    result = bench.engine().run()
    assert result.verdict.word == "undecided"
    assert result.verdict.minutes_needed == 5


def test_an_undecided_experiment_goes_on_with_more_minutes(bench):
    bench.minutes = 0.5
    bench.engine().run()
    bench.minutes = 60
    result = bench.again().run()
    assert result.verdict.word == "winner"
    assert result.max_minutes == 60
    assert len(result.history) == 6


def test_a_listener_that_fails_ends_the_run_in_good_order(bench):
    def broken(entry: events.JournalEntry) -> None:
        if isinstance(entry.event, events.SampleTaken):
            raise ValueError("a fault of the face")

    bench.listener = broken
    with pytest.raises(ValueError, match="a fault of the face"):
        bench.engine().run()
    assert bench.driver.stopped
    assert bench.step_runner.ran == [MAKE, DELETE]


def test_a_simulated_experiment_touches_nothing_asks_nothing_and_gives_nothing_to_apply(bench):
    bench.driver.simulated = True
    result = bench.engine().run()
    assert result.simulated
    assert bench.step_runner.ran == []
    assert bench.prompter.asked == []
    assert result.steps == {}
    assert result.advice.snippets == ()
    assert result.advice.calibration == ()
    assert "SIMULATED" in result.advice.sentences[-1]


def test_every_run_that_started_is_on_disk_before_the_driver_starts(bench):
    seen = []
    bench.driver.acts[1] = lambda: seen.append(kinds(bench)[-1])
    bench.engine().run()
    assert seen == ["run-started"]


def test_a_long_pause_within_a_block_has_the_block_made_again(bench, monkeypatch):
    moments = iter([0.0, 61.0])
    monkeypatch.setattr("time.monotonic", lambda: next(moments))

    def look_on(entry: events.JournalEntry) -> None:
        if isinstance(entry.event, events.RunStarted) and entry.event.run == 1:
            engine.controls.pause()
        if isinstance(entry.event, events.Paused):
            engine.controls.go_on()

    bench.listener = look_on
    engine = bench.engine()
    result = engine.run()
    assert "interrupted for 61 s" in result.runs[1].set_aside
    assert [arm for _, arm in bench.driver.made] == ["a", "a", "b", "a", "b", "a", "b"]
