"""The Topology area: four views, each a list with details, and the dialog that gives a topic its own lock."""

from __future__ import annotations

import textwrap
from functools import partial
from typing import Any, ClassVar, Self

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Static, TabbedContent, TabPane
from textual.worker import Worker

from mqtune.present.answer import CLUSTER, FILE, OBJECT, TOPIC, Target
from mqtune.questions.card_routes import server_channel
from mqtune.questions.card_sources import manager_target
from mqtune.questions.topology import ClusterView, MessagePath, TopicBranch, topic_details
from mqtune.session.fixing.fixes import FileChanges
from mqtune.session.fixing.tuning import Isolation, isolation
from mqtune.text.messages import printable, visible
from mqtune.tui import cells as styles
from mqtune.tui.area_screen import AreaScreen
from mqtune.tui.areas.topic_tree import TopicTree
from mqtune.tui.areas.topology_details import (
    EntryList,
    ShownViews,
    TopologyViews,
    cluster_content,
    path_content,
    shown_views,
    topic_content,
    topology_views,
)
from mqtune.tui.background import in_engine
from mqtune.tui.changes import CHANGE_PREVIEW, ChangePreview, ChangeWriter
from mqtune.tui.dialogs import Dialog
from mqtune.tui.project import OpenProject
from mqtune.tui.quick_screen import ready_screen
from mqtune.tui.widgets.lists import FittedText, LineList

COPY = "copy"
WRITE = "write"
COMMENT = "* "


def hanging(line: str, width: int) -> list[str]:
    """Return a line in parts of a width; continuation parts are aligned with the text after its label."""
    indent = " " * label_width(line)
    parts = textwrap.wrap(
        line, max(width, len(indent) + 10), subsequent_indent=indent, break_on_hyphens=False
    )
    return parts or [line]


def label_width(line: str) -> int:
    """Return the columns before the text of a line: its indent, or its comment sign and label."""
    start = 0
    if line.startswith(COMMENT):
        first = line[len(COMMENT) :].partition(" ")[0]
        start = len(COMMENT) + (len(first) if first.endswith(":") else 0)
    return len(line) - len(line[start:].lstrip(" "))


class IsolationDialog(Dialog[str]):
    """The command with its reasons; the answer is what to do with it."""

    help = """Isolate
A topic object that sets every inheritable property takes no lock of a topic above it. The values written \
are the effective ones, so nothing else changes; CLUSTER and CLROUTE are left as they are. The command can \
be copied or written to the file; it is not run on a queue manager."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "write", "Write into the file", id="isolation.write"),
        Binding("y", "copy", "Copy", id="isolation.copy"),
        Binding("escape,q", "close", "Back", id="isolation.back"),
    ]

    def fill(self, topic: str, proposal: Isolation) -> Self:
        """Show the command that isolates a topic, or why there is none."""
        self.topic = topic
        self.proposal = proposal
        return self.filled()

    def compose_box(self) -> ComposeResult:
        """Yield title, script and keys."""
        yield Static("", classes="title")
        yield Static("", classes="words")
        with VerticalScroll(id="script"):
            yield FittedText()
        yield Static("", classes="foot")

    def show_content(self) -> None:
        """Show what was found."""
        refusal, files = self.proposal.refusal, ", ".join(file.shown for file in self.proposal.files.files)
        foot = "Escape goes back"
        if files:
            foot = f"w shows the change to {files}, y copies, {foot}"
        elif not refusal:
            foot = f"{self.proposal.files.refusal}; y copies, {foot}"
        self.query_one(".title", Static).update(Content(f"Isolate {printable(self.topic)}"))
        self.query_one(".words", Static).update(Content.styled(refusal, styles.WARNING))
        self.query_one(".words").display = bool(refusal)
        self.query_one("#script").display = not refusal
        self.query_one(FittedText).show(self._script)
        self.query_one(".foot", Static).update(Content(foot))

    def _script(self, width: int) -> Content:
        """Return the command, then its comments, with long lines wrapped below their text."""
        script = sorted(visible(self.proposal.script).splitlines(), key=lambda line: line.startswith(COMMENT))
        lines = [part for line in script for part in hanging(line, width)]
        return Content("\n".join(lines))

    def action_copy(self) -> None:
        """Copy the command."""
        if not self.proposal.refusal:
            self.dismiss(COPY)

    def action_write(self) -> None:
        """Continue with the change to the file."""
        if self.proposal.files.files:
            self.dismiss(WRITE)


# The screen: four views, each a list with the details of the marked line.

STYLE = """
TopologyScreen #topology { layout: grid; grid-size: 1 2; grid-rows: 1fr 1fr; }
TopologyScreen.-wide #topology { grid-size: 2 1; grid-columns: 1fr 1fr; grid-rows: 1fr; }
TopologyScreen TabbedContent { height: 1fr; }
TopologyScreen TabPane { padding: 0; }
TopologyScreen .none { color: $text-muted; padding: 0 1; }
TopologyScreen #details {
    padding: 0 1; scrollbar-size: 0 1;
    border-top: solid $primary 60%; border-title-color: $text-muted; border-title-style: none;
}
TopologyScreen.-wide #details { border-top: none; border-left: vkey $primary 40%; }
TopologyScreen #details:focus { border-title-color: $text-accent; }
TopologyScreen #details-text { height: auto; }
IsolationDialog .box { width: 96%; max-width: 120; }
IsolationDialog #script { height: auto; max-height: 60vh; margin-top: 1; scrollbar-size: 0 1; }
IsolationDialog.-low .box { height: 100%; max-height: 100%; }
IsolationDialog.-low #script { height: 1fr; max-height: 100%; margin-top: 0; }
IsolationDialog.-low .foot { margin-top: 0; }
"""
VIEWS = ("topics", "paths", "clusters", "clients")
NOTHING = {
    "topics": "These files define no topics or subscriptions.",
    "paths": "These files define no alias queues, remote queues or sender channels.",
    "clusters": "These files do not put any queue manager into a cluster.",
    "clients": "These files contain neither a client table nor a client channel.",
}
VERIFIED = "Verified in memory: publications on the topic take no lock of a topic above it."


class TopologyScreen(AreaScreen):
    """Topics, paths, clusters and clients, with details."""

    area = "topology"
    help = """Topology
The estate with its effective values. Topics: each part of the tree with the locks that a publication \
takes; i shows the MQSC that gives a topic its own lock. Paths: where messages go. Clusters: their members. \
Clients: what each entry of a client table reaches. On the command line: mqtune show topics, mqtune show \
paths, mqtune show clusters."""

    CSS = STYLE + CHANGE_PREVIEW
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "isolate", "Isolate", id="topology.isolate", tooltip="give this topic its own lock"),
        Binding("t", "trace", "Trace", id="topology.trace", tooltip="follow a message put or published here"),
        Binding("b", "question('budget')", "Budget", id="topology.budget", tooltip="each limit as a bar"),
        Binding("T", "question('tune')", "Tune", id="topology.tune", tooltip="changes for the declared load"),
        Binding("w", "access", "Access", id="topology.access", tooltip="who may use what"),
        Binding("d", "question('query')", "Display", id="topology.query", tooltip="answer a DISPLAY command"),
        Binding("u", "undo", "Undo", id="topology.undo", tooltip="undo the last change written here"),
        Binding(
            "left_square_bracket",
            "view(-1)",
            "Previous view",
            key_display="[",
            id="topology.before",
            show=False,
        ),
        Binding("right_square_bracket", "view(1)", "Next view", key_display="]", id="topology.next"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.opened: OpenProject | None = None
        self.all_views: TopologyViews | None = None
        self.views: ShownViews | None = None  # those of the chosen queue manager
        self.worker: Worker[None] | None = None

    def compose_body(self) -> ComposeResult:
        """Yield the views on the left or on top, and the details beside or below them."""
        with Container(id="topology"):
            with TabbedContent(id="views"):
                with TabPane("Topics", id="topics"):
                    yield TopicTree("topics-list")
                for name in VIEWS[1:]:
                    with TabPane(name.capitalize(), id=name):
                        yield EntryList(f"{name}-list")
            with VerticalScroll(id="details"):
                yield Static("", markup=False, id="details-text")

    def on_mount(self) -> None:
        """Prepare the undo, and show the initial details."""
        self.writer = ChangeWriter(self)
        super().on_mount()
        self._show_details()
        self.watch(self.app, "status", self._status_changed)

    # what is shown

    def show_project(self, opened: OpenProject) -> None:
        """Make the views in a thread."""
        self.opened = opened

        async def work() -> None:
            views = await in_engine(topology_views, opened)
            if self.is_attached and self.opened is opened:
                self.all_views = views
                await self._show_chosen(views)

        self.worker = self.app.run_worker(work, group="topology", exclusive=True, exit_on_error=False)

    def _status_changed(self) -> None:
        """Show only the queue manager that was chosen."""
        views, shown = self.all_views, self.views
        if views is not None and shown is not None and self.frame.chosen != shown.chosen:

            async def work() -> None:  # no partial: Textual would describe it with all views
                await self._show_chosen(views)

            self.worker = self.app.run_worker(work, group="topology", exclusive=True, exit_on_error=False)

    async def _show_chosen(self, views: TopologyViews) -> None:
        shown = await in_engine(shown_views, views, self.frame.chosen)
        if self.is_attached:
            self.views = shown
            self.query_one(TopicTree).show(shown.topics)
            for name in VIEWS[1:]:
                self._entries(name).show(getattr(shown, name))
            self._show_details()

    # what is marked

    @property
    def view(self) -> str:
        """The open view."""
        return self.query_one("#views", TabbedContent).active or VIEWS[0]

    @property
    def marked(self) -> TopicBranch | None:
        """The marked topic."""
        return self.query_one(TopicTree).branch

    def _entries(self, view: str) -> EntryList[Any]:
        return self.query_one(f"#{view}-list", EntryList)

    def on_line_list_marked(self, message: LineList.Marked) -> None:
        """Show the details of the marked line."""
        if message.box is self.query_one(f"#{self.view}-list"):
            self._show_details()

    def on_tabbed_content_tab_activated(self) -> None:
        """Focus the list of the view."""
        self.query_one(f"#{self.view}-list").focus()
        self._show_details()

    def _show_details(self) -> None:
        self.query_one("#details-text", Static).update(self._details())
        self.query_one("#details", VerticalScroll).scroll_home(animate=False)
        self.refresh_bindings()

    def _details(self) -> Content:
        if self.views is None:
            return Content(self.before_opening)
        if self.view == "topics":
            branch = self.marked
            return Content(NOTHING["topics"]) if branch is None else topic_content(topic_details(branch))
        entry = self._entries(self.view).entry
        if entry is None:
            return Content(NOTHING[self.view])
        return cluster_content(entry) if isinstance(entry, ClusterView) else path_content(entry)

    def card_target(self) -> Target | None:
        """Return the marked topic, cluster, or the start of the marked path."""
        if self.view == "topics":
            if self.marked is None:
                return None
            manager = self.marked.queue_manager
            return (
                Target(TOPIC, self.marked.topic, "", manager.qualified)
                if self.marked.topic
                else manager_target(manager)
            )
        entry = self._entries(self.view).entry
        if isinstance(entry, ClusterView):
            return Target(CLUSTER, entry.name, "", entry.members[0].owner if entry.members else "")
        return _start_of(entry) if entry is not None else None

    def on_line_list_taken(self) -> None:
        """Open the card of the marked line on Enter."""
        self.action_card()

    def show_target(self, target: Target) -> None:
        """Mark a topic or a cluster."""
        self.query_one("#views", TabbedContent).active = "clusters" if target.kind == CLUSTER else "topics"
        if target.kind == CLUSTER and self.views is not None:
            clusters = self.views.clusters.entries
            named = [at for at, cluster in enumerate(clusters) if cluster.name == target.name]
            owned = [at for at in named if target.owner in {member.owner for member in clusters[at].members}]
            if named:
                self._entries("clusters").mark((owned or named)[0])
            return
        self.query_one(TopicTree).mark_topic(target.owner, target.name)

    # keys

    def action_view(self, by: int) -> None:
        """Go to the next view, or the previous one."""
        place = (VIEWS.index(self.view) + by) % len(VIEWS)
        self.query_one("#views", TabbedContent).active = VIEWS[place]

    def unavailable(self, action: str) -> str:
        """Return why a key has no effect now."""
        if action == "undo":
            return "" if self.writer.written else "nothing to undo: no change was written here"
        if action != "isolate":
            return ""
        if self.view != "topics" or self.marked is None:
            return "mark a topic first"
        if not self.marked.topic:
            return "the root of the tree cannot be isolated: mark a topic below it"
        return "this topic is already isolated" if self.marked.isolated else ""

    def action_trace(self) -> None:
        """Follow a message from the marked topic or queue."""
        self.frame.open_question_on("trace", self.card_target())

    def action_access(self) -> None:
        """Ask who may use the marked topic, queue or channel, or the channel of the marked client."""
        target, opened = self.card_target(), self.opened
        if target is not None and target.kind == FILE and opened is not None:
            target = server_channel(opened.cards, target.name, target.line) or target
        self.frame.open_question_on("access", target)

    def action_isolate(self) -> None:
        """Show the MQSC that isolates the marked topic."""
        branch, opened = self.marked, self.opened
        if self.refused("isolate") or branch is None or opened is None:
            return

        async def work() -> None:
            proposal = await in_engine(isolation, opened.workspace, branch.queue_manager, branch.topic)
            if not self.is_current:  # it was left in the meantime
                return
            dialog = ready_screen(self.frame, IsolationDialog).fill(branch.topic, proposal)
            self.frame.push_screen(dialog, partial(self._isolate, proposal))

        self.worker = self.app.run_worker(work, group="isolate", exclusive=True, exit_on_error=False)

    def _isolate(self, proposal: Isolation, answer: str | None) -> None:
        if answer == COPY:
            self.app.copy_to_clipboard(proposal.script)
            self.frame.toast("copied the MQSC")
        elif answer == WRITE:
            preview = ready_screen(self.frame, ChangePreview)
            preview.fill(proposal.files.title, "", lambda: proposal.files, VERIFIED)
            self.frame.push_screen(preview, self._write)

    def _write(self, change: FileChanges | None) -> None:
        if change is not None:
            self.run_worker(self.writer.write(change))

    def action_undo(self) -> None:
        """Undo the last change written here."""
        if not self.refused("undo"):
            self.run_worker(self.writer.undo())

    def step_back(self) -> bool:
        """Go from the details to the list on Escape."""
        box = self.query_one(f"#{self.view}-list")
        if box.has_focus:
            return False
        box.focus()
        return True


def _start_of(path: MessagePath) -> Target | None:
    """Return the object where a path starts, else the place of the client in its file."""
    type, _, name = path.start.partition("(")
    if name:
        return Target(OBJECT, name.removesuffix(")"), type, path.queue_manager)
    return Target(FILE, path.file, line=path.line) if path.file else None
