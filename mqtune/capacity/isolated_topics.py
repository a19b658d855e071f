"""The publication rate of isolated topics with one publisher each."""

from __future__ import annotations

from mqtune.capacity.outcome import Answer, Case, shown


def calculate_isolated_topics(case: Case) -> Answer:
    """The model isolated-topics."""
    publishers, cores = case["publishers"], case["cores"]
    each = case.constant("rate_per_core_per_s")
    rate = each * min(publishers, cores)
    warnings = []
    if publishers > cores:
        warnings.append(
            f"more publishers than cores were never measured: {shown(rate)}/s is the maximum for {cores} "
            "cores"
        )
    return Answer(
        {"publish_rate_per_s": rate, "rate_per_publisher_per_s": rate / publishers},
        [f"R({publishers}) = {shown(each)}/s * min({publishers}, {cores}) = {shown(rate)} publications/s"],
        warnings,
    )
