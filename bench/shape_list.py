"""The shapes that bench/shapes.py measures: each is an estate and the command that reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bench import estate_folders as folders
from bench import estates
from bench.dumps import dump
from bench.estate_folders import PROJECT
from bench.scripts import script

LINT = ("lint", "--select", "ALL", "--format", "concise", "--exit-zero", ".")
SARIF = ("lint", "--select", "ALL", "--format", "sarif", "--exit-zero", ".")
FULL = ("lint", "--select", "ALL", "--exit-zero", ".")
DIFF = ("lint", "--select", "ALL", "--diff", "--unsafe-fixes", "--exit-zero", ".")
FIX = ("lint", "--select", "ALL", "--fix", "--unsafe-fixes", "--format", "concise", "--exit-zero", ".")
WRITE_BASELINE = ("lint", "--select", "ALL", "--write-baseline", "known.json", "--exit-zero", ".")
BASELINE = ("lint", "--select", "ALL", "--baseline", "known.json", "--format", "concise", "--exit-zero", ".")
INIT = ("init",)


@dataclass(frozen=True)
class Shape:
    """An estate and what is done with it; `before` is a command that runs once, unmeasured."""

    name: str
    files: Callable[[int], Iterable[tuple[str, str]]]
    command: tuple[str, ...] = LINT
    before: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether the command changes the estate, so that each run needs a new copy."""
        return "--fix" in self.command or self.command == INIT


def one_script(make: Callable[[int], Iterator[str]]) -> Callable[[int], Iterator[tuple[str, str]]]:
    """The estate of one script that is all of its queue manager."""

    def files(objects: int) -> Iterator[tuple[str, str]]:
        yield "mqtune.toml", PROJECT
        yield "qm1.mqsc", "".join(make(objects))

    return files


def empty_estate(objects: int) -> Iterator[tuple[str, str]]:
    """One object, whatever the number."""
    yield "mqtune.toml", PROJECT
    yield "qm1.mqsc", "DEFINE QLOCAL('ORDERS.IN') REPLACE\n"


PLAIN = Shape("plain script", one_script(script))
EMPTY = Shape("one object", empty_estate)
SCRIPTS: tuple[Callable[[int], Iterator[str]], ...] = (
    dump,
    estates.long_prefixes,
    estates.long_suffixes,
    estates.few_undefined,
    estates.many_undefined,
    estates.slips,
    estates.wrong_values,
    estates.unknown_keywords,
    estates.same_unknown_keyword,
    estates.unknown_verbs,
    estates.open_quotes,
    estates.split_words,
    estates.identical,
    estates.redefined,
    estates.defined_twice,
    estates.deleted_and_defined,
    estates.altered,
    estates.altered_queue_manager,
    estates.like_chain,
    estates.like_chain_with_values,
    estates.redefined_topic,
    estates.used_early,
    estates.alias_chain,
    estates.remote_chain,
    estates.backout_chain,
    estates.stream_chain,
    estates.aliases_of_one,
    estates.channel_records,
    estates.records_of_channels,
    estates.authorities,
    estates.authorities_of_queues,
    estates.wildcard_subscriptions,
    estates.deep_topics,
    estates.wide_topics,
    estates.cluster_topics,
    estates.same_topic_string,
    estates.subscriptions_of_one,
    estates.wildcard_levels,
    estates.blocked_users,
    estates.unmatched_profiles,
    estates.directives_above,
    estates.hub,
    estates.server_connections,
    estates.cluster_queues,
    estates.one_cluster,
    estates.namelists,
    estates.one_namelist,
    estates.long_line,
    estates.words_in_one_line,
    estates.long_command,
    estates.long_text,
    estates.commands_in_one_line,
    estates.displays,
    estates.comments,
    estates.placeholders,
    estates.directives,
    estates.loads,
    estates.fixable,
    estates.applications,
)
FOLDERS: tuple[Callable[[int], Iterator[tuple[str, str]]], ...] = (
    folders.small_files,
    folders.one_of_many_files,
    folders.queue_managers,
    folders.cluster_members,
    folders.partners_by_address,
    folders.yaml_files,
    folders.yaml_block,
    folders.yaml_documents,
    folders.resources,
    folders.plain_yaml,
    folders.here_documents,
    folders.echoed,
    folders.shell_scripts,
    folders.changed_folders,
    folders.templates,
    folders.stanzas,
    folders.keys,
    folders.client_channels,
    folders.wrong_client_channels,
    folders.same_client_channel,
    folders.tables_and_servers,
    folders.exceptions,
    folders.generic_exceptions,
    folders.exceptions_by_part,
    folders.exceptions_by_letters,
    folders.folders_by_pattern,
    folders.declared_loads,
    folders.loads_that_reach_many,
    folders.ignored_files,
    folders.copies,
    folders.sequence_numbers,
    folders.fixes_that_fail,
    folders.mistakes_that_hide_others,
)


def title(make: Callable[..., object]) -> str:
    """What a shape is called: its function in words."""
    return make.__name__.replace("_", " ")


def shapes() -> Iterator[Shape]:
    """All shapes."""
    scripts = {title(make): one_script(make) for make in SCRIPTS}
    files = scripts | {title(make): make for make in FOLDERS}
    for name, make in files.items():
        yield Shape(name, make)
    for name in ("fixable", "same unknown keyword", "many undefined", "hub", "wrong client channels",
                 "yaml block", "one of many files", "directives", "unknown keywords",
                 "fixes that fail"):  # fmt: skip
        yield Shape(f"--diff, {name}", files[name], DIFF)
    for name in ("fixable", "yaml block", "one of many files", "wrong client channels"):
        yield Shape(f"--fix, {name}", files[name], FIX)
    for name in ("wrong values", "many undefined", "identical", "one of many files", "copies"):
        yield Shape(f"--write-baseline, {name}", files[name], WRITE_BASELINE)
        yield Shape(f"--baseline, {name}", files[name], BASELINE, WRITE_BASELINE)
    yield Shape("sarif, 100,000 findings", files["wrong values"], SARIF)
    for style in ("json", "junit", "gitlab", "github", "sonarqube"):
        yield Shape(f"{style}, wrong values", files["wrong values"], (*LINT[:4], style, *LINT[5:]))
    for name in ("wrong values", "few undefined", "identical", "long line", "long command", "yaml block",
                 "defined twice"):  # fmt: skip
        yield Shape(f"full, {name}", files[name], FULL)
    for name in ("dump", "hub", "small files"):
        yield Shape(f"show objects, {name}", files[name], ("show", "objects", "."))
    for name in ("deep topics", "wide topics", "subscriptions of one"):
        yield Shape(f"show topics, {name}", files[name], ("show", "topics", "."))
    for name in ("alias chain", "remote chain", "hub", "queue managers", "partners by address"):
        yield Shape(f"show paths, {name}", files[name], ("show", "paths", "."))
    for name in ("one cluster", "cluster queues", "cluster members"):
        yield Shape(f"show clusters, {name}", files[name], ("show", "clusters", "."))
    yield Shape("show object, altered", files["altered"], ("show", "object", "QLOCAL(ORDERS.IN)", "."))
    for name in ("declared loads", "loads", "hub", "loads that reach many"):
        yield Shape(f"tune, {name}", files[name], ("tune", "."))
    yield Shape("plan, changed authorities", folders.changed_authorities, ("plan", "old", "new"))
    yield Shape("init, queue managers", files["cluster members"], INIT)
