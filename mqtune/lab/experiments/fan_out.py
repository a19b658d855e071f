"""fan-out: where the cost of one more subscriber changes, and whether a larger cache pays.

One publisher at full speed, N subscribers on one topic string. mode=break fits a bent line over N; mode=cache
compares two sizes of PubSubCacheSize at the user's fan-out, with a restart in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mqtune.lab.core.experiment import Advice, ConfigSnippet, MeasuredConstant, Settings, Target
from mqtune.lab.core.method import Method
from mqtune.lab.core.order import Arm, Order
from mqtune.lab.core.run import Run
from mqtune.lab.core.verdict import TIE, UNDECIDED, WINNER, Interval, Noise, Verdict
from mqtune.lab.core.work import Step, Work
from mqtune.lab.experiments import cph_commands as cph
from mqtune.lab.experiments.defaults import Defaults
from mqtune.lab.experiments.drained import MANAGED, depth_watch, warned
from mqtune.lab.experiments.mqsc_scripts import name_of, remark
from mqtune.lab.experiments.published import RELEASE, outputs
from mqtune.lab.experiments.qm_ini_steps import ini_lines, setting_step
from mqtune.lab.experiments.ratios import percent
from mqtune.lab.experiments.setting_values import CLIENT, YES, seconds, whole
from mqtune.lab.methods.pairs import Pairs
from mqtune.lab.methods.slope_break import LEAST_BLOCKS, SlopeBreak

SUBSCRIBERS, CACHE = "subscribers", "cache"
MODEL = "fan-out"
STANZA, KEY = "TuningParameters", "PubSubCacheSize"
MARGIN = 2  # handles beyond the fan-out: the break is 1.3 below the setting (Chart 10)
WORTH = 0.05  # of the time of a publication; two equal measurements of the report differ by 4.3%
# names of the fitted line, and of the constants of the model
CONSTANTS = {"first": "time_to_one_us", "below": "per_cached_us", "above": "per_uncached_us"}


def arm_of(subscribers: int, cache: int) -> Arm:
    """The arm with this number of subscribers, at the current cache size."""
    return Arm(
        f"{subscribers} subscriber{'s' * (subscribers != 1)}", {SUBSCRIBERS: subscribers, CACHE: cache}
    )


def subscribers_of(arm: Arm) -> int:
    """The subscribers of an arm."""
    return int(arm.levels[SUBSCRIBERS])


class FanOutExperiment(Defaults):
    """The experiment."""

    def arms(self, settings: Settings, target: Target) -> tuple[Arm, ...]:
        """Four counts of subscribers; or the current cache size and a larger one."""
        cache = whole(settings, "cache")
        if settings["mode"] == "break":
            return tuple(arm_of(count, cache) for count in (1, cache // 2, cache, 2 * cache))
        subscribers = whole(settings, "subscribers")
        return tuple(
            Arm(f"{KEY} {size}", {SUBSCRIBERS: subscribers, CACHE: size})
            for size in (cache, larger_cache(settings))
        )

    def between(self, before: Arm | None, after: Arm, settings: Settings, target: Target) -> tuple[Step, ...]:
        """qm.ini and a restart if the next run has another cache size; the first run uses the current one."""
        now = whole(settings, "cache")
        there = now if before is None else int(before.levels[CACHE])
        wanted = int(after.levels[CACHE])
        if wanted == there:
            return ()
        return (setting_step(target.qmgr, STANZA, KEY, wanted, now),)

    def work(self, order: Order, settings: Settings, target: Target, driver: str) -> Work:
        """Subscribers first, then the publisher."""
        topic = cph.one(name_of(target, "FAN"))
        subscribers = cph.consumer(
            "Subscriber", subscribers_of(order.arm), cph.CphConnection(target.qmgr), topic
        )
        publisher = cph.producer(
            "Publisher", 1, cph.connection(settings, target.qmgr), topic, cph.body(settings),
            order.seconds + cph.TAIL_SECONDS, rate=order.rate,
        )  # fmt: skip
        return Work((subscribers, publisher), (depth_watch(target.qmgr, MANAGED),))

    def method(
        self, settings: Settings, target: Target, noise: Noise | None, seed: int, repeat: int | None
    ) -> Method:
        """The bent line, or pairs of two caches."""
        length, cut = seconds(settings)
        cache = whole(settings, "cache")
        if settings["mode"] == "break":
            return warned(
                SlopeBreak(
                    cache,
                    lambda count: arm_of(count, cache),
                    length,
                    cut,
                    seed,
                    repeat or LEAST_BLOCKS,
                    unit=self.definition.unit,
                ),
                subscribers_of,
            )
        baseline, larger = self.arms(settings, target)
        pairs = Pairs(baseline, (larger,), length, cut, seed, repeat or 0, unit=self.definition.unit)
        return warned(pairs, subscribers_of)

    def advise(self, verdict: Verdict, runs: Sequence[Run], settings: Settings, target: Target) -> Advice:
        """Whether to enlarge the cache, and the constants of the line."""
        if verdict.word not in (WINNER, TIE):
            asks = verdict.word == UNDECIDED and settings["mode"] == "break"
            return Advice((self.say("noisy", subscribers=str(settings["subscribers"])),) if asks else ())
        if settings["mode"] == "cache":
            return self._advise_cache(verdict, settings)
        if "break" not in verdict.found:
            return Advice((self.say("straight", most=str(2 * whole(settings, "cache"))),))
        found = verdict.found
        bend = self.say(
            "bend",
            first=_short(found["first"].estimate),
            below=_short(found["below"].estimate),
            at=f"{found['break'].estimate:.0f}",
            above=_short(found["above"].estimate),
        )
        sentence, snippets = self._predicted(found, settings)
        return Advice((bend, sentence), snippets, _constants(found, settings))

    def _predicted(
        self, found: Mapping[str, Interval], settings: Settings
    ) -> tuple[str, tuple[ConfigSnippet, ...]]:
        """What the fitted line predicts for the user's fan-out."""
        fan_out = whole(settings, "subscribers")
        first, below, above = (found[name].estimate for name in CONSTANTS)
        at = found["break"].estimate
        if fan_out <= at:
            return self.say("inside", subscribers=str(fan_out)), ()
        then = first + below * (fan_out - 1)
        now = then + (above - below) * (fan_out - at)
        gain = f"{1 - then / now:.0%}"
        if 1 - then / now <= WORTH:
            return self.say("small", subscribers=str(fan_out), gain=gain), ()
        cache = larger_cache(settings)
        sentence = self.say(
            "pays",
            subscribers=str(fan_out),
            now=_short(now),
            then=_short(then),
            gain=gain,
            cache=str(cache),
        )
        reason = self.say("predicted", at=f"{at:.0f}", subscribers=str(fan_out), gain=gain)
        return sentence, (self._snippet(cache, reason),)

    def _advise_cache(self, verdict: Verdict, settings: Settings) -> Advice:
        """The conclusion from the comparison of two cache sizes."""
        baseline, larger = verdict.estimates[0], verdict.estimates[-1]
        gain = larger.against_leader
        values = {
            "cache": str(larger.arm.levels[CACHE]),
            "subscribers": str(settings["subscribers"]),
            "gain": percent(gain),
            "now": str(settings["cache"]),
        }
        if verdict.chosen is None or gain is None or verdict.word == TIE:
            return Advice((self.say("same", **values),))
        if verdict.chosen.name == baseline.arm.name:
            return Advice((self.say("worse", **values),))
        shorter = {**values, "gain": f"{1 - 1 / (1 + gain.estimate):.0%}"}
        snippet = self._snippet(int(larger.arm.levels[CACHE]), self.say("reason", **shorter))
        return Advice((self.say("better", **values),), (snippet,))

    def _snippet(self, cache: int, reason: str) -> ConfigSnippet:
        remarks = remark("#", f"{reason}; {self.say('known')}").splitlines()
        return ConfigSnippet("ini", ini_lines(STANZA, KEY, cache, *remarks), restart=True)

    def truth(self, order: Order, settings: Settings) -> Mapping[str, float]:
        """The model fan-out at the subscribers and the cache of the arm."""
        found = outputs(
            MODEL,
            subscribers=subscribers_of(order.arm),
            cache=int(order.arm.levels[CACHE]),
            location=_location(settings),
            persistence=str(settings["persistent"]),
            release=RELEASE,
        )
        return {"rate": found["publish_rate_per_s"]}


def larger_cache(settings: Settings) -> int:
    """The larger cache: as set, else the fan-out plus a margin, but at least 1.5 times the current size."""
    wanted, there = whole(settings, "subscribers") + MARGIN, whole(settings, "cache")
    return whole(settings, "larger-cache") or (wanted if wanted > there else there * 3 // 2)


def _location(settings: Settings) -> str:
    return "remote" if settings["bindings"] == CLIENT else "local"


def _constants(found: Mapping[str, Interval], settings: Settings) -> tuple[MeasuredConstant, ...]:
    """The constants of the model, which differ for a remote publisher."""
    if _location(settings) != "local":
        return ()
    when = {"location": "local", "persistence": YES if settings["persistent"] == YES else "no"}
    return tuple(
        MeasuredConstant(MODEL, constant, found[name].estimate, found[name].low, found[name].high, when)
        for name, constant in CONSTANTS.items()
        if found[name].low > 0
    )


def _short(number: float) -> str:
    return f"{number:.3g}"


EXPERIMENT = FanOutExperiment("fan-out")
