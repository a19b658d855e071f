"""The versions of files that several environments share: one for each, with its values."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from mqtune.language import catalogue
from mqtune.session.environment_values import EnvironmentValues, ValuesByEnvironment
from mqtune.session.loaded_file import LoadedFile
from mqtune.syntax.mqsc.tree import Script
from mqtune.text.spans import Span

Parse = Callable[[LoadedFile], LoadedFile]


def versions_of(
    files: Sequence[LoadedFile], by_environment: ValuesByEnvironment, parse: Parse, exposes: bool = False
) -> Iterator[tuple[LoadedFile, list[LoadedFile]]]:
    """Each file with its versions: none if it contains nothing, or belongs to no environment with values. A
    shared file that a queue manager of another environment lists has one without values as well; if it
    `exposes` commands, so has a file with commands that the values hide in every version.
    """
    made: list[tuple[LoadedFile, bool, list[tuple[EnvironmentValues, LoadedFile]]]] = []
    templates: set[tuple[str, str]] = set()  # environment and folder of shared templates
    for file in files:
        source = file.source
        environments, shared = by_environment.of(source.path) if source is not None else ([], False)
        versions = []
        for one in environments:
            version = parse(LoadedFile(file.shown, source, file.named, file.asked, one.name))
            if shared and version.is_template:
                templates.add((one.name, os.path.dirname(file.shown)))
            if shared and by_environment.is_beside_values(file) and _is_values_file(version):
                continue  # the values of an environment that is not declared
            if version.trees or version.deployments or version.stores or version.applies:
                versions.append((one, version))
        made.append((file, shared, versions))
    for file, shared, versions in made:
        folder = os.path.dirname(file.shown)
        listing = by_environment.listing(file.source.path) if shared and file.source is not None else set()
        wanted = [
            version
            for one, version in versions
            if not shared
            or not one.has_files
            or (one.name, folder) in templates
            or not listing.isdisjoint((one.name, None))
        ]
        if wanted and by_environment.is_listed_without_values(listing):
            wanted.append(parse(file))
        elif exposes and any(version.is_template for version in wanted):
            seen = {place for version in wanted for place in _places_of_commands(version)}
            if not _places_of_commands(parse(file)) <= seen:
                wanted.append(file)
        yield file, wanted


def _places_of_commands(file: LoadedFile) -> set[tuple[int, int]]:
    """Where the commands of a file begin that have a verb."""
    places = set()
    for tree in (tree for tree in file.trees if isinstance(tree, Script)):
        for command in tree.commands:
            text = tree.lines[command.first].text
            verb = text.split(None, 1)[:1]
            if verb and catalogue.verb(verb[0].upper()) is not None:
                start = text.index(verb[0]) + 1
                span = Span(command.first + 1, start, command.first + 1, start + len(verb[0]))
                places.add(tree.document.place(span).span.key()[:2])
    return places


def _is_values_file(file: LoadedFile) -> bool:
    """Whether a file may have values: YAML with texts, but neither a template nor a resource."""
    if file.is_template or file.deployments or file.stores or not file.trees:
        return False
    return all(tree.document.carrier.startswith("yaml") and not tree.document.resource for tree in file.trees)
