"""Which rules run: profiles, select and ignore of project file and command line."""

from __future__ import annotations

import pytest

from mqtune.engine.pages import WITHDRAWN, Page, SelectionError, SelectionRequest, all_pages, choose


def page(code: str, severity: str = "warning", **profiles: str) -> Page:
    return Page(
        code,
        f"name-{code.lower()}",
        severity,
        tuple(profiles.items()),
        "high",
        "object",
        ("QLOCAL",),
        None,
        None,
        (),
        "none",
        (("source", "", None),),
        "",
        "",
    )


PAGES = {
    one.code: one
    for one in (
        page("CAT001", "error"),
        page("CAT011"),
        page("PUB001", "warning", lab="info", regulated="error"),
        page("PUB002"),
        page("SEC001", "off", production="warning"),
    )
}


def codes(*layers: SelectionRequest, profile: str = "default") -> list[str]:
    return list(choose(PAGES, layers, profile).severities)


def test_all_rules_run_that_are_not_off() -> None:
    assert codes() == ["CAT001", "CAT011", "PUB001", "PUB002"]


def test_a_profile_turns_rules_on_and_sets_their_severity() -> None:
    assert "SEC001" in codes(profile="production")
    assert choose(PAGES, (), "lab").severities["PUB001"] == "info"
    assert choose(PAGES, (), "regulated").severities["PUB001"] == "error"


def test_a_prefix_selects_a_family_or_a_part_of_it() -> None:
    assert codes(SelectionRequest(select=["PUB"])) == ["PUB001", "PUB002"]
    assert codes(SelectionRequest(select=["CAT01"])) == ["CAT011"]


def test_the_more_exact_wish_wins_in_a_layer() -> None:
    assert codes(SelectionRequest(select=["PUB001"], ignore=["PUB"])) == ["PUB001"]
    assert codes(SelectionRequest(select=["PUB"], ignore=["PUB001"])) == ["PUB002"]
    assert codes(SelectionRequest(select=["ALL"], ignore=["CAT"])) == ["PUB001", "PUB002"]


def test_the_command_line_builds_on_the_project_file() -> None:
    project = SelectionRequest(select=["PUB"], ignore=["PUB001"])
    assert codes(project, SelectionRequest(ignore=["PUB002"])) == []
    assert codes(project, SelectionRequest(extend=["CAT"])) == ["CAT001", "CAT011", "PUB002"]


def test_a_select_on_the_command_line_starts_anew() -> None:
    assert codes(SelectionRequest(ignore=["PUB001"]), SelectionRequest(select=["PUB"])) == [
        "PUB001",
        "PUB002",
    ]


def test_a_rule_that_is_off_runs_when_its_full_code_is_named() -> None:
    assert codes(SelectionRequest(select=["SEC"])) == []
    assert codes(SelectionRequest(select=["SEC001"])) == ["SEC001"]
    assert choose(PAGES, (SelectionRequest(extend=["SEC001"]),)).severities["SEC001"] == "warning"


def test_codes_may_come_in_one_word_and_in_small_letters() -> None:
    assert codes(SelectionRequest(select=["pub001,cat001"])) == ["CAT001", "PUB001"]


def test_a_family_may_be_named_before_it_has_rules() -> None:
    assert codes(SelectionRequest(ignore=["K8S"])) == ["CAT001", "CAT011", "PUB001", "PUB002"]


@pytest.mark.parametrize("wish", ["XYZ", "PUB9", "PUB0011"])
def test_a_wish_that_names_no_rule_is_told(wish: str) -> None:
    with pytest.raises(SelectionError, match="unknown rule code or prefix") as caught:
        codes(SelectionRequest(ignore=[wish]))
    assert "CAT" in caught.value.help


def test_unknown_profile_and_confidence_are_told_with_what_there_is() -> None:
    with pytest.raises(SelectionError) as caught:
        choose(PAGES, (), "prod")
    assert "regulated" in str(caught.value)
    with pytest.raises(SelectionError, match="confidence"):
        choose(PAGES, (), "default", "certain")


def test_a_withdrawn_code_may_be_named_and_selects_nothing() -> None:
    pages = all_pages()
    withdrawn = next(iter(WITHDRAWN))
    assert withdrawn not in pages
    chosen = choose(pages, [SelectionRequest(ignore=[withdrawn, "PUB001"])])
    assert set(chosen.severities) == set(choose(pages, [SelectionRequest(ignore=["PUB001"])]).severities)
