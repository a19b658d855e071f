"""The Topology area, driven: the four views at every size, isolating a topic, and the undo."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static

from mqtune.questions.topology import ClusterMemberView, ClusterView
from mqtune.tui.areas.topic_tree import TopicTree
from mqtune.tui.areas.topology import TopologyScreen
from mqtune.tui.areas.topology_details import EntryList, cluster_content, shown_views, topology_views

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from tests.tui.conftest import Stage

TIME = re.compile(r"\d\d:\d\d:\d\d")
MQSC = """* topics of the desk
DEFINE TOPIC(PRICES) TOPICSTR('prices') REPLACE
DEFINE TOPIC(PRICES.FX) TOPICSTR('prices/fx') DEFPSIST(NO) REPLACE
DEFINE SUB(ARCHIVE) TOPICSTR('prices/#') DEST(ARCHIVE) REPLACE
DEFINE QLOCAL(ARCHIVE) REPLACE
DEFINE QALIAS(FX.IN) TARGET(FX.QUEUE) REPLACE
DEFINE QREMOTE(OUT) RNAME(IN) RQMNAME(QM2) XMITQ(QM2) REPLACE
DEFINE QLOCAL(QM2) USAGE(XMITQ) REPLACE
DEFINE CHANNEL(QM1.QM2) CHLTYPE(SDR) CONNAME('two(1414)') XMITQ(QM2) REPLACE
DEFINE CHANNEL(CLUS.QM1) CHLTYPE(CLUSRCVR) CONNAME('one(1414)') CLUSTER(CLUS) REPLACE
"""
CCDT = """{"channel": [{"name": "DESK.APP", "type": "clientConnection", "clientConnection":
  {"connection": [{"host": "one", "port": 1414}], "queueManager": "QM1"}}]}
"""
SHOW = {"topics": "prices", "paths": "FX.QUEUE", "clusters": "CLUS.QM1", "clients": "DESK.APP"}


@pytest.mark.parametrize("more", [0, 1, 31])
def test_a_member_of_a_cluster_lists_30_names_of_a_kind_and_counts_the_others(more: int) -> None:
    names = tuple(f"TO.{number:02}" for number in range(30 + more))
    member = ClusterMemberView("QM1", "QM1", "", names, (), (), ())
    cluster = ClusterView("CLUS", "", uniform=False, repositories=(), members=(member,))
    text = cluster_content(cluster).plain
    assert "TO.29" in text
    assert ("TO.30" in text, f" and {more} more" in text) == (False, bool(more))


@pytest.fixture
def prices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mqtune.toml").write_text(
        'mq-version = "9.4"\n\n[[queue-manager]]\nname = "QM1"\nrole = "test"\nfiles = ["qm1.mqsc"]\n\n'
        '[[queue-manager.topic]]\ntopic = "prices/fx/#"\nsubscribers = 60\n'
    )
    (tmp_path / "qm1.mqsc").write_text(MQSC)
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def settled(stage: Stage, pilot: Pilot[None]) -> str:
    """The details, once the engine has answered and the screen shows it."""
    await pilot.pause()
    screen = next(one for one in reversed(pilot.app.screen_stack) if isinstance(one, TopologyScreen))

    def idle() -> bool:
        return screen.views is not None and (screen.worker is None or screen.worker.is_finished)

    await stage.when(pilot, idle, "the views")
    await pilot.pause()
    return str(screen.query_one("#details-text", Static).render())


async def to_topic(stage: Stage, pilot: Pilot[None], topic: str) -> str:
    """Go to the area, and mark a topic by its string."""
    await pilot.press("3")
    await settled(stage, pilot)
    for _ in range(10):
        branch = pilot.app.screen.query_one(TopicTree).branch
        if branch is not None and branch.topic == topic:
            break
        await pilot.press("down")
    return await settled(stage, pilot)


def test_a_topic_string_may_have_more_levels_than_calls_can_be_nested(stage: Stage, prices: Path) -> None:
    deep = "+\n".join(["deep"] + ["/x" * 500] * 4)
    (prices / "qm1.mqsc").write_text(f"DEFINE TOPIC(LEAF) TOPICSTR('{deep}') REPLACE\n")
    (prices / "qm2.mqsc").write_text("DEFINE QLOCAL(A) REPLACE\n")
    with (prices / "mqtune.toml").open("a") as project:
        project.write('\n[[queue-manager]]\nname = "QM2"\nfiles = ["qm2.mqsc"]\n')

    async def scene(pilot: Pilot[None]) -> None:
        await stage.until(pilot, "1 topic object, 0 isolated")
        await pilot.press("3")
        await settled(stage, pilot)
        await pilot.press("slash", *"LEAF", "enter")
        assert "LEAF" in await settled(stage, pilot)
        pilot.app.choose(pilot.app.opened.queue_managers[0])
        assert "LEAF" in await settled(stage, pilot)
        assert not [toast for toast in stage.toasts if "internal error" in toast]

    stage.play(scene)


def test_every_view_at_every_size(stage: Stage, prices: Path) -> None:
    (prices / "desk_ccdt.json").write_text(CCDT)

    async def scene(pilot: Pilot[None]) -> None:
        await to_topic(stage, pilot, "prices/fx")
        for view, words in SHOW.items():
            assert words in stage.text(pilot)
            await stage.every_size(pilot, "topology" if view == "topics" else f"topology-{view}")
            await pilot.press("right_square_bracket")
            await settled(stage, pilot)
        assert "prices" in stage.text(pilot)  # and round to the first

    stage.play(scene, areas=("home", "topology"))


@pytest.mark.usefixtures("prices")
def test_a_topic_shows_its_locks_its_fan_out_and_the_origin_of_properties(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        told = await to_topic(stage, pilot, "prices/fx")
        assert "lock of the root, 15 inherited" in told
        assert "one publisher to 60 subscriptions (declared)" in told
        assert "ARCHIVE" in told
        assert "DEFPSIST  NO  its own" in " ".join(told.split("\n")).replace("   ", " ")

    stage.play(scene, size=(120, 60))


@pytest.mark.usefixtures("prices")
def test_a_broken_path_shows_the_missing_step(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("3", "right_square_bracket")
        told = await settled(stage, pilot)
        assert "FX.QUEUE  not defined" in told
        pilot.app.screen.query_one("#paths-list", EntryList).mark(1)
        assert "QM1.QM2" in await settled(stage, pilot)

    stage.play(scene)


def test_access_asks_about_the_channel_of_the_marked_client(stage: Stage, prices: Path) -> None:
    (prices / "desk_ccdt.json").write_text(CCDT)
    with (prices / "qm1.mqsc").open("a") as file:
        file.write("DEFINE CHANNEL(DESK.APP) CHLTYPE(SVRCONN) REPLACE\n")

    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("3", "left_square_bracket")
        assert "reaches a queue manager of these files" in await settled(stage, pilot)
        await pilot.press("w")
        await stage.until(pilot, "mqtune access --channel DESK.APP")

    stage.play(scene)


def test_views_state_the_environment_and_follow_the_chosen_queue_manager(stage: Stage, prices: Path) -> None:
    (prices / "mqtune.toml").write_text(
        "".join(f'[[environment]]\nname = "{name}"\nfiles = ["{name}/**"]\n' for name in ("abn", "prd"))
    )
    header = "* Script generated on 2026-11-20   at 20.15.01\n* Queue manager name: TWO\n"
    for name in ("abn", "prd"):
        (prices / name).mkdir()
        (prices / name / "two.mqsc").write_text(header + MQSC)

    async def scene(pilot: Pilot[None]) -> None:
        assert "2 clusters" in stage.text(pilot)
        await pilot.press("3")
        await settled(stage, pilot)
        await pilot.press("end", "T")
        await stage.until(pilot, "mqtune tune --environment prd --qmgr TWO")

    opened = stage.play(scene, ("abn", "prd")).opened
    views = topology_views(opened)
    shown = shown_views(views, None)
    starts = [line.lstrip("! ").split()[0] for line in shown.paths.texts]
    assert starts == ["abn/TWO"] * 3 + ["prd/TWO"] * 3
    assert [line.split()[0] for line in shown.clusters.texts] == ["abn/CLUS", "prd/CLUS"]
    chosen = opened.queue_managers[-1]
    assert chosen.qualified == "prd/TWO"
    own = views.of(chosen)
    assert {one.queue_manager for one in own.paths} == {"prd/TWO"}
    assert [one.environment for one in own.clusters] == ["prd"]
    assert [one.queue_manager.qualified for one in own.trees] == ["prd/TWO"]


def test_a_topic_is_isolated_in_its_file_and_the_change_undone(stage: Stage, prices: Path) -> None:
    file = prices / "qm1.mqsc"

    async def scene(pilot: Pilot[None]) -> None:
        await to_topic(stage, pilot, "prices/fx")
        await pilot.press("i")
        await settled(stage, pilot)
        assert "ALTER TOPIC(PRICES.FX)" in stage.text(pilot)
        await stage.every_size(pilot, "isolate")
        await pilot.press("w")
        await settled(stage, pilot)
        await stage.until(pilot, "Verified in memory")
        await pilot.press("enter")
        await stage.when(pilot, lambda: "PUBSCOPE" in file.read_text(), "the change in the file")
        await stage.until(pilot, "isolated: own lock")
        await pilot.press("u")
        await stage.when(pilot, lambda: file.read_text() == MQSC, "the former file")
        await stage.until(pilot, "restored qm1.mqsc")
        await stage.settled(pilot)
        pilot.app.clear_notifications()
        await pilot.press("L")
        await stage.until(pilot, "y copies it")
        await stage.every_size(pilot, "log", lambda text: TIME.sub("10:15:00", text))

    stage.play(scene, size=(120, 40))


@pytest.mark.usefixtures("prices")
def test_the_mqsc_is_copied_and_the_root_rejected(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await to_topic(stage, pilot, "prices")
        await pilot.press("i")
        await settled(stage, pilot)
        await pilot.press("y")
        assert "ALTER TOPIC(PRICES)" in pilot.app.clipboard
        await to_topic(stage, pilot, "prices")
        pilot.app.screen.query_one(TopicTree).mark(0)
        await settled(stage, pilot)
        await pilot.press("i")
        await pilot.pause()
        assert "the root of the tree cannot be isolated" in stage.text(pilot)
        await pilot.press("left")
        assert "PRICES.FX" not in await settled(stage, pilot)
        await pilot.press("slash", *"prices.fx", "enter")  # in a closed node
        assert "prices/fx" in await settled(stage, pilot)
        await pilot.press("enter")
        await stage.when(pilot, lambda: getattr(pilot.app.screen, "target", None) is not None, "the card")
        assert pilot.app.screen.target.title == "topic prices/fx"

    stage.play(scene, size=(120, 40))


def test_topic_strings_are_never_markup(stage: Stage, prices: Path) -> None:
    (prices / "qm1.mqsc").write_text("DEFINE TOPIC(X) TOPICSTR('[/red]/[bold]') REPLACE\n")

    async def scene(pilot: Pilot[None]) -> None:
        told = await to_topic(stage, pilot, "[/red]/[bold]")
        assert "[/red]/[bold]" in told
        assert "[bold]" in stage.text(pilot)

    stage.play(scene)


@pytest.mark.usefixtures("project")
def test_an_empty_view_states_why(stage: Stage) -> None:
    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        assert "define no topics" in await settled(stage, pilot)

    stage.play(scene)


def test_opened_topics_stay_open_when_the_files_change_and_long_lists_end_with_a_count(
    stage: Stage, prices: Path
) -> None:
    wide = "".join(f"DEFINE TOPIC(T{n}) TOPICSTR('wide/part{n:03}') REPLACE\n" for n in range(300))
    subs = "".join(f"DEFINE SUB(S{n:03}) TOPICSTR('wide/#') DEST(ARCHIVE) REPLACE\n" for n in range(150))
    (prices / "qm1.mqsc").write_text(MQSC + wide + subs)

    async def scene(pilot: Pilot[None]) -> None:
        await pilot.press("3")
        await settled(stage, pilot)
        assert "wide" not in stage.text(pilot)  # a large tree is closed at first
        await pilot.press("right", "end", "right")
        await settled(stage, pilot)
        assert "├ part000" in stage.text(pilot)
        await pilot.press("down")
        assert "and 50 more" in await settled(stage, pilot)
        before = pilot.app.opened
        with (prices / "qm1.mqsc").open("a") as file:
            file.write("DEFINE TOPIC(FIRST) TOPICSTR('before') REPLACE\n")
        pilot.app.open_again()
        await stage.opened(pilot, before)
        told = await settled(stage, pilot)
        assert told.startswith("wide/part000")
        await pilot.press("home", "end")
        assert "part299" in stage.text(pilot)
        await pilot.press("left", "left", "left")
        await settled(stage, pilot)
        assert "part299" not in stage.text(pilot)

    stage.play(scene, size=(120, 40))
