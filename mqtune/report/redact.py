"""Makes findings safe to show, for every format: secrets masked, control characters visible."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from mqtune.findings.finding import Finding, Fix, Impact, ObjectName, Reference, Related
from mqtune.language.secrets import holds_secret
from mqtune.masking.secrets import (
    find_secrets,
    holds_none,
    is_telling,
    joined,
    masked,
    with_covers,
)
from mqtune.masking.word_set import WordSet
from mqtune.text.editing import EditError, LineIndex
from mqtune.text.printable import COVER, is_printable, printable
from mqtune.text.spans import Edit, Place, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from mqtune.masking.secrets import Stretch

# a value this short, or a plain word, is masked only where it appears as a value
SHORT = 4
# characters of a message or name that are shown: a name in a file may have millions
LONGEST = 2000


class FileText:
    """A file that findings refer to: its lines and its secrets."""

    __slots__ = ("_ends", "_index", "_text", "has_secrets", "secrets", "values")

    def __init__(self, text: str, lines: Collection[str] | None = None, others: Iterable[str] = ()) -> None:
        """`lines` are the distinct lines of the text, if they are known; `others` are texts whose secrets may
        appear in findings on this file: the text with values in place of placeholders, and the values files.
        """
        self._text = text
        self._index: LineIndex | None = None
        found = find_secrets(text, lines=lines)
        secrets = [text[start:end] for start, end in found]
        secrets += [other[start:end] for other in others for start, end in find_secrets(other)]
        values = {form for secret in secrets for form in _forms(secret)}
        self.has_secrets = bool(values)
        self.values = WordSet(values)
        self.secrets = joined(found)
        self._ends = [end for _, end in self.secrets]

    @property
    def index(self) -> LineIndex:
        """The offsets of the lines, computed on first use: only formats with excerpts need them."""
        if self._index is None:
            self._index = LineIndex(self._text)
        return self._index

    def line(self, number: int, first: int = 0, most: int | None = None) -> str:
        """Line `number`, from 1, without its end; with `most`, that many characters from `first` on."""
        if most is None or not 1 <= number <= len(self.index.starts):
            return self.index.line(number)
        start = self.index.starts[number - 1] + first
        end = min(start + most, self._line_end(number))
        return self.index.text[start:end].removesuffix("\r") if start < end else ""

    def length(self, number: int) -> int:
        """The number of characters of a line, without its end."""
        if not 1 <= number <= len(self.index.starts):
            return 0
        return self._line_end(number) - self.index.starts[number - 1]

    def _line_end(self, number: int) -> int:
        starts = self.index.starts
        return starts[number] - 1 if number < len(starts) else len(self.index.text)

    def hidden(self, number: int, first: int = 0, most: int | None = None) -> tuple[Stretch, ...]:
        """The secret ranges of such a part of a line, as offsets in it."""
        length = len(self.line(number, first, most))
        if not self.secrets or not length:
            return ()
        start = self.index.starts[number - 1] + first
        some = slice(bisect_right(self._ends, start), bisect_left(self.secrets, (start + length, 0)))
        return tuple((max(0, first - start), min(length, end - start)) for first, end in self.secrets[some])

    def holds_secret(self, span: Span) -> bool:
        """Whether a span overlaps a secret."""
        try:
            start, end, _ = self.index.change(span, "")
        except EditError:
            return False
        at = bisect_left(self._ends, start)
        return at < len(self.secrets) and self.secrets[at][0] <= end

    def cover(self, text: str, about_it: bool) -> str:
        """A text of a finding with the secret values of the file masked. With `about_it` the finding is
        about a secret attribute, and even short and plain values are masked.
        """
        spans = []
        for start, end in self.values.stretches(text):
            framed = text[start - 1 : start] in tuple("'\"(`") and text[end : end + 1] in tuple("'\")`")
            if framed or about_it or not _is_plain(text[start:end]):
                spans.append((start, end))
        text = with_covers(text, spans)
        return with_covers(text, self.values.cut_off(text))


def _is_plain(value: str) -> bool:
    return len(value) < SHORT or value.isalpha()


def _forms(value: str) -> set[str]:
    """The forms in which a value may appear in a message: as written, without doubled quotation marks and
    continuations, in upper case.
    """
    joined_lines = re.sub(r"[+-][ \t]*\r?\n[ \t]*", "", value)
    single = joined_lines.replace("''", "'")
    return {value, joined_lines, single, single.upper()}


def words_to_hide(texts: Iterable[str]) -> WordSet:
    """The secrets of some texts that are masked wherever they appear, as in a name or a description."""
    return _telling(
        form for text in texts for start, end in find_secrets(text) for form in _forms(text[start:end])
    )


def _telling(secrets: Iterable[str]) -> WordSet:
    return WordSet(set(filter(is_telling, secrets)))


def covered(words: str, texts: Iterable[str]) -> str:
    """A text that is not part of a finding, with the secret values of all these texts masked."""
    for text in texts:
        words = FileText(text).cover(words, about_it=True)
    return masked(words, prose=True)


def are_plain(texts: Iterable[str]) -> bool:
    """Whether texts may be shown unchanged, according to one check of all of them together."""
    lines = list(texts)
    together = "\n".join(lines)
    if together.count("\n") >= len(lines) or max(map(len, lines), default=0) > LONGEST:
        return False
    return is_printable(together.replace("\n", "")) and holds_none(together)


class Redactor:
    """Makes findings safe to show. `text_of` returns the text of a file, None if there is none.

    `lines_of` returns its distinct lines, if they are known, and `others_of` texts whose secrets may appear
    in findings on it.
    """

    def __init__(
        self,
        text_of: Callable[[str], str | None],
        lines_of: Callable[[str], Collection[str] | None] = lambda name: None,
        others_of: Callable[[str], Iterable[str]] = lambda name: (),
    ) -> None:
        self._text_of = text_of
        self._others_of = others_of
        self._lines_of = lines_of
        self._files: dict[str, FileText | None] = {}
        self._known: tuple[int, WordSet] = (0, WordSet(()))  # the secrets of that many files
        # notes, help texts and sources repeat from finding to finding
        self.said: dict[tuple[object, ...], str] = {}
        self._cited: dict[tuple[object, ...], tuple[Reference, ...]] = {}

    def file(self, name: str) -> FileText | None:
        """The text of a file that findings refer to; None if it is not available."""
        if name not in self._files:
            text = self._text_of(name)
            known = None if text is None else FileText(text, self._lines_of(name), self._others_of(name))
            self._files[name] = known
        return self._files[name]

    def hidden(self, text: str) -> str:
        """A text about all files, such as what enables a check, without secrets of files with findings."""
        if self._known[0] != len(self._files):
            files = [file for file in self._files.values() if file is not None and file.has_secrets]
            self._known = len(self._files), _telling(word for file in files for word in file.values.texts)
        key = (text, self._known[0])
        if key not in self.said:
            self.said[key] = _visible(masked(self._known[1].covered(text, COVER), prose=True))
        return self.said[key]

    def are_plain(self, findings: Iterable[Finding]) -> bool:
        """Whether all these findings may be shown unchanged. All are checked at once, since the findings of
        one rule have many texts in common; False if it is not certain.
        """
        texts: set[str] = set()
        files: set[str] = set()
        sources: set[tuple[Reference, ...]] = set()
        for one in findings:
            if one.related or one.fixes or one.impact is not None:
                return False
            owner = (one.queue_manager or "", one.environment or "")
            texts.update((one.message, one.note, one.help, one.attribute, *owner))
            if one.object is not None:
                texts.update((one.object.type, one.object.name))
            files.add(one.place.file)
            sources.add(one.references)
        if any(file is not None and file.has_secrets for file in map(self.file, files)):
            return False
        for source in sources:
            for reference in source:
                texts.update((reference.title, reference.where))
        return are_plain(texts) and all(file == _visible_file(file) for file in files)

    def finding(self, finding: Finding) -> Finding:
        """The finding in a form that any format may show."""
        say = _Words(self, finding)
        return Finding(
            finding.code,
            finding.name,
            finding.severity,
            finding.confidence,
            say(finding.message),
            _place(finding.place),
            say(finding.note),
            say(finding.help),
            None if finding.queue_manager is None else _visible(finding.queue_manager),
            None if finding.environment is None else _visible(finding.environment),
            finding.declared,
            _object(finding.object, say),
            _visible(finding.attribute),
            _impact(finding.impact, say),
            self._references(finding.references, say) if finding.references else (),
            tuple(Related(_place(item.place), say(item.message)) for item in finding.related),
            tuple(_fix(fix, say) for fix in finding.fixes),
        )

    def _references(self, references: tuple[Reference, ...], say: _Words) -> tuple[Reference, ...]:
        """The sources in a form that may be shown; all findings of a rule share them."""
        key = (references, *say.key)
        cited = self._cited.get(key)
        if cited is None:
            cited = self._cited[key] = tuple(
                Reference(say(item.title), say(item.where), item.page) for item in references
            )
        return cited


class _Words:
    """Makes the texts of one finding safe. `key` is what the result depends on besides the text."""

    def __init__(self, redactor: Redactor, finding: Finding) -> None:
        self.redactor = redactor
        places = [finding.place, *(item.place for item in finding.related)]
        places += [edit.place for fix in finding.fixes for edit in fix.edits]
        files = map(redactor.file, dict.fromkeys(place.file for place in places))
        self.files = [file for file in files if file is not None and file.has_secrets]
        self.about_it = bool(finding.attribute) and holds_secret(finding.attribute)
        self.key = (self.about_it, *map(id, self.files))

    def __call__(self, text: str) -> str:
        if not text:
            return text
        key = (text, *self.key)
        said = self.redactor.said.get(key)
        if said is None:
            said = self.redactor.said[key] = _visible(self._covered(text))
        return said

    def _covered(self, text: str) -> str:
        for file in self.files:
            text = file.cover(text, self.about_it)
        return masked(text, prose=True)

    def may_show(self, fix: Fix) -> bool:
        """Whether the edits can be shown unchanged: a masked edit would write asterisks into a file."""
        for content in (edit.content for edit in fix.edits if edit.content):
            if find_secrets(content) or any(file.cover(content, True) != content for file in self.files):
                return False
            if not content.isascii() and any("\ud800" <= char <= "\udfff" for char in content):
                return False  # bytes that are not text
        return not any(edit.content and self._replaces_secret(edit) for edit in fix.edits)

    def _replaces_secret(self, edit: Edit) -> bool:
        file = self.redactor.file(edit.place.file)
        return file is not None and file.holds_secret(edit.place.span)


@lru_cache(maxsize=1000)  # types, attributes and queue managers repeat from finding to finding
def _visible(text: str) -> str:
    return printable(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _place(place: Place) -> Place:
    return Place(_visible_file(place.file), place.span)


_visible_file = lru_cache(maxsize=1000)(printable)


def _object(subject: ObjectName | None, say: _Words) -> ObjectName | None:
    return None if subject is None else ObjectName(_visible(subject.type), say(subject.name))


def _impact(impact: Impact | None, say: _Words) -> Impact | None:
    if impact is None:
        return None
    return Impact(say(impact.quantity), impact.unit, impact.now, impact.after, say(impact.basis))


def _fix(fix: Fix, say: _Words) -> Fix:
    """The fix, without its edits if they cannot be shown; then no format offers to apply it."""
    shown = fix.edits if say.may_show(fix) else ()
    edits = tuple(Edit(_place(edit.place), edit.content) for edit in shown)
    return Fix(fix.applicability, say(fix.message), edits, fix.restart)
