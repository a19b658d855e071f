"""All questions: names, summaries and where their functions are. Help and completion load nothing else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from mqtune.present.answer import MARKDOWN, TEXT


class Question(NamedTuple):
    """One question.

    `command` are the words of its command; several questions of one command differ by `chosen_by`, the
    parameter that selects one, or several names with blanks, all of which are needed. A name that the
    function does not have as a parameter is a flag of the command line. `function` is `module:function` in
    this package; `summary` is the first line of its docstring. `layouts` are those of text, the usual one
    first. With `one_manager` it is about a single queue manager; with `records` the answer can be CSV.
    `formats` are all formats of the command line, the usual one first, if they are not the layouts with JSON
    and Markdown; Markdown among the layouts is one of text. `output` is the help of the option that names a
    folder for the files of the answer, if it offers some; if the question has formats of its own, these are
    those of the files. `out` is that of the option that writes them besides the answer: the only one as the
    file that is named, several to a folder.
    """

    name: str
    command: str
    function: str
    summary: str
    chosen_by: str = ""
    layouts: tuple[str, ...] = (TEXT,)
    one_manager: bool = False
    records: bool = False
    formats: tuple[str, ...] = ()
    output: str = ""
    out: str = ""

    @property
    def module(self) -> ModuleType:
        """The module of the question, which also has its examples."""
        return import_module(f"{__package__}.{self.function.partition(':')[0]}")

    @property
    def is_export(self) -> bool:
        """Whether files, if they are written, are all of the answer: they have its format."""
        return bool(self.output and self.formats)

    @property
    def ask(self) -> Callable[..., Any]:
        """The function."""
        return getattr(self.module, self.function.partition(":")[2])  # type: ignore[no-any-return]


COMMENT = (TEXT, MARKDOWN)  # Markdown is a comment for a merge request
SCRIPTS = "write the MQSC that makes the change"
TABLE = (
    Question(
        "explain",
        "explain",
        "explain:explain",
        "Explain rules: what they find, why, the published figure, how to fix and suppress them.",
        formats=("text", "json"),
    ),
    Question(
        "show topics",
        "show topics",
        "show:show_topics",
        "Show the topic trees: locks, inherited properties, subscriptions.",
        layouts=("table",),
    ),
    Question(
        "show objects",
        "show objects",
        "show:show_objects",
        "Show every object that the files define or change.",
        layouts=("table",),
    ),
    Question(
        "show paths",
        "show paths",
        "show:show_paths",
        "Show the routes of messages: aliases, remote queues, channels, clients.",
        layouts=("table",),
    ),
    Question(
        "show clusters",
        "show clusters",
        "show:show_clusters",
        "Show every cluster with its members.",
        layouts=("table",),
    ),
    Question(
        "show outage",
        "show outage",
        "show:show_outage",
        "Show the timeline of an outage for each channel pair: what detects, retries and is refused when.",
        layouts=(TEXT, "table"),
    ),
    Question(
        "show object",
        "show object",
        "show:show_object",
        "Show one object: each attribute with its effective value and its origin.",
        layouts=("table",),
    ),
    Question(
        "query",
        "query",
        "query:query",
        "Answer an MQSC DISPLAY command from files, for one or all queue managers.",
        layouts=("runmqsc", "table"),
        records=True,
    ),
    Question(
        "budget",
        "budget",
        "budget:budget",
        "Show the utilisation of each contended resource by the declared load, and what is exhausted first.",
    ),
    Question(
        "tune",
        "tune",
        "tune:tune",
        "Recommend MQSC and qm.ini for the declared load, each with reason, effect, risk and confirmation.",
        output="write the snippets to this folder",
    ),
    Question(
        "load read",
        "load read",
        "load:read_load",
        "Convert measured figures to tables for mqtune.toml; a comment names the source of each value.",
        layouts=("toml",),
    ),
    Question(
        "model list", "model list", "model:list_models", "List the models, or show everything about one."
    ),
    Question(
        "model run",
        "model run",
        "model:run_model",
        "Run a model: outputs, the formula with its numbers, constants with their source, warnings.",
    ),
    Question(
        "model solve",
        "model solve",
        "model:solve_model",
        "Solve a model backwards: the largest or smallest value of an input that keeps limits.",
    ),
    Question(
        "model verify",
        "model verify",
        "model:verify_models",
        "Compare the models with every published data point.",
    ),
    Question(
        "figures list", "figures list", "figures:list_figures", "List the published tables with their source."
    ),
    Question(
        "figures show",
        "figures show",
        "figures:show_figures",
        "Show a published table with units, page, conditions and errata.",
    ),
    Question(
        "figures export",
        "figures export",
        "figures:export_figures",
        "Write published tables as CSV or JSON.",
        records=True,
        formats=("csv", "json"),
        output="write one file per table to this folder",
    ),
    Question(
        "trace",
        "trace",
        "trace:trace",
        "Follow a message hop by hop: where a put or publication ends, and why.",
        one_manager=True,
    ),
    Question(
        "trace client",
        "trace",
        "trace_client:client",
        "Show where a client connects by its table, and what its messages reach from there.",
        chosen_by="connect",
    ),
    Question(
        "trace tests",
        "trace",
        "trace_tests:flow_tests",
        "Run the flow-test tables of mqtune.toml.",
        chosen_by="tests",
    ),
    Question(
        "access",
        "access",
        "access:access",
        "Show whether a client can connect, as which user, and what it can do, and which record decides.",
        one_manager=True,
    ),
    Question(
        "access matrix",
        "access",
        "access_matrix:holdings",
        "Show what every user and group holds on every object.",
        chosen_by="matrix",
        records=True,
    ),
    Question(
        "access changes",
        "access",
        "access_matrix:changes",
        "Show who gained and who lost which authority since a git revision.",
        chosen_by="matrix since",
        records=True,
    ),
    Question(
        "access tests",
        "access",
        "access:tests",
        "Run the access-test tables of mqtune.toml.",
        chosen_by="tests",
    ),
    Question(
        "plan",
        "plan",
        "plan:plan",
        "Show what a change does: objects, authorities, risks, findings, cost, and the MQSC that makes it.",
        layouts=COMMENT,
        out=SCRIPTS,
    ),
    Question(
        "plan since",
        "plan",
        "plan:since",
        "Show what the files change against a git revision.",
        chosen_by="since",
        layouts=COMMENT,
        out=SCRIPTS,
    ),
    Question(
        "plan script",
        "plan",
        "plan:script",
        "Show what a script does on the state of a queue manager.",
        chosen_by="apply",
        layouts=COMMENT,
        out=SCRIPTS,
    ),
    Question(
        "plan environments",
        "plan",
        "plan:environments",
        "Show how one environment of a project differs from another one.",
        chosen_by="against",
        layouts=COMMENT,
        out=SCRIPTS,
    ),
)
QUESTIONS = {question.name: question for question in TABLE}


def schema_names() -> dict[str, Question]:
    """The questions by the names of the schemas of their data."""
    return {question.name.replace(" ", "-"): question for question in TABLE}


def questions_of(command: str) -> list[Question]:
    """The questions of a command, the one that is asked without any choice first."""
    return [question for question in TABLE if question.command == command]
