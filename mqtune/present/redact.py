"""Makes findings safe to show, for every format: secrets masked, control characters visible."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cache, cached_property, partial

from mqtune.language.masking import find_secrets, masked, telling
from mqtune.language.secret_marks import WordSet, joined, marks_in, with_covers
from mqtune.language.secret_values import holds_secret, is_plain
from mqtune.text.editing import Edit, EditError, LineIndex, Place, Span
from mqtune.text.finding import Finding, Fix, Reference
from mqtune.text.messages import is_printable, printable
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from mqtune.language.secret_marks import Stretch

    Parts = Sequence[tuple[int, int, int]] | None

# a value this short, or a plain word, is masked only where it appears as a value
SHORT = 4
# characters of a message or name that are shown: a name in a file may have millions
LONGEST = 2000

# a value that is not well formed, and what a message may quote of it
_SEVERAL = lazy_pattern(r"\A\W|[\"()\n]|(?<!')'(?!')")
_PART = lazy_pattern(r"[^\W_][^\s'\"(),;{}\[\]\\]+")


class FileText:
    """A file that findings refer to: its lines and its secrets."""

    def __init__(
        self,
        text: str,
        others: Iterable[set[str]] = (),
        distinct: Sequence[str] | None = None,
        parts: Callable[[], Parts] = lambda: None,
    ) -> None:
        """`others` are secrets of other texts that may appear in findings on this file: of the text with
        values in place of placeholders, and of the values files. `distinct` are the different lines of the
        text, if they are known. `parts` returns those that MQ reads of a script or another file around it.
        """
        self._text = text
        self._parts = parts
        self._others = others
        self.secrets = joined(find_secrets(text, distinct=distinct))
        self._ends = [end for _, end in self.secrets]
        self._outside: dict[int, list[Stretch]] = {}  # by line: one may have thousands of findings

    @cached_property
    def index(self) -> LineIndex:
        """The offsets of the lines: only formats with excerpts need them."""
        return LineIndex(self._text)

    @cached_property
    def values(self) -> WordSet:
        """The secrets, in the forms in which they may appear in a message."""
        return WordSet(_forms(self._text, self.secrets).union(*self._others))

    @cached_property
    def read(self) -> dict[int, list[Stretch]] | None:
        """The ranges of each line that MQ reads; None if it reads all of the file."""
        parts = self._parts()
        by_line: dict[int, list[Stretch]] = {}
        for line, column, length in parts or ():
            by_line.setdefault(line, []).append((column - 1, column - 1 + length))
        return None if parts is None else by_line

    def outside(self, number: int) -> list[Stretch]:
        """The ranges of a line that no excerpt shows: around the texts of MQ, unless plainly harmless."""
        if self.read is None:
            return []
        if number in self._outside:
            return self._outside[number]
        line = self.index.line(number)
        done = 0
        outside = []
        for start, end in [*sorted(self.read.get(number, ())), (len(line), len(line))]:
            around = line[done:start]
            if around and (len(around) > LONGEST or not is_plain(around, ("around",))):
                outside.append((done, start))
            done = max(done, end)
        self._outside[number] = outside
        return outside

    def words_outside(self, number: int) -> list[str]:
        """The same as texts, with their secrets masked."""
        line = self.index.line(number)
        return [
            with_covers(line[start:end], self.hidden(number, start, end - start))
            for start, end in self.outside(number)
        ]

    def hidden(self, number: int, first: int = 0, most: int | None = None) -> tuple[Stretch, ...]:
        """The secret ranges of a line, or of `most` characters from `first` on, as offsets in that part."""
        length = len(self.index.line(number, first, most)) if self.secrets else 0
        if not length:
            return ()
        start = self.index.starts[number - 1] + first
        some = self.secrets[bisect_right(self._ends, start) : bisect_left(self.secrets, (start + length, 0))]
        return tuple((max(0, first - start), min(length, end - start)) for first, end in some)

    def holds_secret(self, span: Span) -> bool:
        """Whether a span overlaps a secret."""
        if not self.secrets:
            return False
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
        spans = [*self.values.cut_off(text)]
        for start, end in self.values.stretches(text):
            value = text[start:end]
            framed = text[start - 1 : start] in tuple("'\"(`") and text[end : end + 1] in tuple("'\")`")
            if framed or about_it or not (len(value) < SHORT or value.isalpha()):
                spans.append((start, end))
        return with_covers(text, spans)


def _forms(text: str, secrets: Iterable[Stretch]) -> set[str]:
    """The forms in which the secrets of a text may appear in a message: as written, without doubled quotation
    marks and continuations, in upper case.
    """
    forms = set()
    for start, end in secrets:
        joined_lines = re.sub(r"[+-][ \t]*\r?\n[ \t]*", "", text[start:end])
        single = joined_lines.replace("''", "'")
        forms |= {text[start:end], joined_lines, single, single.upper()}
        if _SEVERAL.search(joined_lines):
            forms.update(part for form in (single, single.upper()) for part in _PART.findall(form))
    return forms


def secrets_of(text: str, distinct: Sequence[str] | None = None) -> set[str]:
    """The secrets of a text, in each form; `distinct` are its different lines, if known."""
    return _forms(text, find_secrets(text, distinct=distinct))


def _covered(text: str, files: Iterable[FileText], about_it: bool) -> str:
    for file in files:
        text = file.cover(text, about_it)
    return text


def covered(words: str, texts: Iterable[str]) -> str:
    """A text that is not part of a finding, with the secret values of all these texts masked."""
    return masked(_covered(words, map(FileText, texts), about_it=True), prose=True)


@cache
def shown_path(path: str) -> str:
    """The path of a file as it may be shown: a secret in its name is masked."""
    return printable(masked(path, prose=True))


class Redactor:
    """Makes findings safe to show. `text_of` returns the text of a file, None if there is none.

    `others_of` returns texts whose secrets may appear in findings on it, `lines_of` its different lines, if
    known, `parts_of` those of its parts that MQ reads, None for all. `names` are the files of all findings: a
    secret of one file may be repeated in another one.
    """

    def __init__(
        self,
        text_of: Callable[[str], str | None],
        others_of: Callable[[str], Iterable[str]] = lambda name: (),
        names: Iterable[str] = (),
        lines_of: Callable[[str], Sequence[str] | None] = lambda name: None,
        parts_of: Callable[[str], Parts] = lambda name: None,
    ) -> None:
        self._text_of = text_of
        self._lines_of = lines_of
        self._parts_of = parts_of
        self._others_of = others_of
        self._secrets_of = cache(secrets_of)  # many files have the same values
        self._files: dict[str, FileText | None] = {}
        self._names = names
        # notes, help texts and sources repeat from finding to finding
        self.said: dict[object, Any] = {}

    def file(self, name: str) -> FileText | None:
        """The text of a file that findings refer to; None if it is not available."""
        if name not in self._files:
            text = self._text_of(name)
            others = [*map(self._secrets_of, self._others_of(name))]
            self._files[name] = None
            if text is not None:
                parts = partial(self._parts_of, name)
                self._files[name] = FileText(text, others, self._lines_of(name), parts)
        return self._files[name]

    @cached_property
    def secrets(self) -> WordSet:
        """The secrets of all files with findings that are masked wherever they appear."""
        files = map(self.file, dict.fromkeys(self._names))
        return telling(word for file in files if file is not None for word in file.values.texts)

    def hidden(self, text: str) -> str:
        """A text about all files, such as what enables a check, without secrets of files with findings."""
        return str(_Words(self, (), False)(text))

    def are_plain(self, findings: Iterable[Finding]) -> bool:
        """Whether all these findings may be shown unchanged. All are checked at once, since the findings of
        one rule have many texts in common; False if it is not certain.
        """
        texts: set[str] = set()
        files: set[str] = set()
        references: set[Reference] = set()
        for finding in findings:
            if finding.related or finding.fixes or finding.impact is not None:
                return False
            texts.update((finding.message, finding.note, finding.help, finding.attribute))
            texts.update((finding.queue_manager or "", finding.environment or ""))
            if finding.object is not None:
                texts.update((finding.object.type, finding.object.name))
            files.add(finding.place.file)
            references.update(finding.references)
        for reference in references:
            texts.update((reference.title, reference.where))
        together = "\n".join(texts)
        if together.count("\n") >= len(texts) or max(map(len, texts), default=0) > LONGEST:
            return False
        words = [self.secrets, *(file.values for file in map(self.file, files) if file is not None)]
        if marks_in(together) or any(word_set.is_in(together) for word_set in words):
            return False
        is_visible = is_printable(together.replace("\n", ""))
        return is_visible and all(file == shown_path(file) for file in files)

    def finding(self, finding: Finding) -> Finding:
        """The finding in a form that any format may show."""
        places = [finding.place, *(item.place for item in finding.related)]
        places += [edit.place for fix in finding.fixes for edit in fix.edits]
        file = self.file(finding.place.file)
        about_it = bool(finding.attribute) and holds_secret(finding.attribute)
        about_it = about_it or (file is not None and file.holds_secret(finding.place.span))
        shown: Finding = _Words(self, (place.file for place in places), about_it)(finding)
        return shown


class _Words:
    """Makes the texts of a finding on some files safe. `about_it`: it is about a secret attribute."""

    def __init__(self, redactor: Redactor, names: Iterable[str], about_it: bool) -> None:
        self.redactor = redactor
        files = map(redactor.file, dict.fromkeys(names))
        self.files = [file for file in files if file is not None and file.values.texts]
        self.about_it = about_it
        self.key = (about_it, *map(id, self.files))

    def __call__(self, value: Any) -> Any:
        """A text, or a record with all its texts, as it may be shown."""
        if not value:
            return value
        if isinstance(value, (str, Reference)):
            key = (value, *self.key)
            said = self.redactor.said.get(key)
            if said is None:
                said = self._shown(value) if isinstance(value, str) else self._record(value)
                self.redactor.said[key] = said
            return said
        if isinstance(value, tuple):
            return tuple(map(self, value))
        if isinstance(value, Place):
            return Place(shown_path(value.file), value.span)
        if isinstance(value, Edit):
            return Edit(self(value.place), value.content)
        if isinstance(value, Fix) and not all(map(self._may_show, value.edits)):
            value = Fix(value.applicability, value.message, (), value.restart)  # no format offers to apply it
        return self._record(value)

    def _record(self, value: Any) -> Any:
        fields = getattr(value, "__fields__", ())
        return type(value)(*[self(getattr(value, name)) for name in fields]) if fields else value

    def _shown(self, text: str) -> str:
        text = self.redactor.secrets.covered(_covered(text, self.files, self.about_it))
        text = masked(text, prose=True)
        return printable(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")

    def _may_show(self, edit: Edit) -> bool:
        """Whether an edit can be shown unchanged: a masked one would write asterisks into a file."""
        shown = masked(_covered(edit.content, self.files, about_it=True))
        if shown.encode(errors="ignore").decode() != edit.content:
            return False  # it has a secret, or bytes that are not text
        replaced = self.redactor.file(edit.place.file)
        return not edit.content or replaced is None or not replaced.holds_secret(edit.place.span)
