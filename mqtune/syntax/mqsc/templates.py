"""Templates around commands: what placeholders and tags hide, long tags, and branches that they steer.

Files that are not read are searched for commands, too.
"""

from __future__ import annotations

import os
import re
from collections import Counter

from mqtune.language import catalogue
from mqtune.syntax.branches import Branches
from mqtune.syntax.carriers.names import BATCH, SHELL, shape_of
from mqtune.syntax.document import has_placeholder
from mqtune.syntax.mqsc._pattern import TAG, VARIABLE
from mqtune.syntax.mqsc.lines import DIRECTIVE_TAG
from mqtune.syntax.mqsc.tree import FOREIGN_SHAPE, HARD_CONTINUED_SHAPE, HARD_SHAPE, TEMPLATE_SHAPE, new_line
from mqtune.text.patterns import lazy_pattern, unescaped
from mqtune.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from mqtune.syntax.ccdt.tree import CcdtFile
    from mqtune.syntax.ini.tree import IniFile
    from mqtune.syntax.mqsc.tree import Command, Line, Script
    from mqtune.text.source import Source


# MQSC commands that placeholders and tags of templates hide.

WORD = lazy_pattern(r"[ \t]*([A-Za-z]+)")
_NAMES = r"@@\w+?@@|@\w+?@|\+\w+?\+|__\w+?__|<\w[\w ,.-]*+>|%\w+?%|\$\w+"
LEADING = lazy_pattern(rf"^[ \t]*+(?>(?:(?>{TAG}|{VARIABLE}|{_NAMES})[ \t]*+)+)(?=(?P<word>[A-Za-z]+))")
HIDING = lazy_pattern(rf"{TAG}|{VARIABLE}|{_NAMES}")
SPLIT = lazy_pattern(rf"[A-Za-z](?:{TAG})+[A-Za-z]")
QUOTED = lazy_pattern(r"[\"'`][ \t]*([A-Za-z]+)[ \t]")
BEFORE_KEY = lazy_pattern(rf"(?<=[ \t])(?>(?:{TAG}|{VARIABLE})+)(?=[A-Za-z]+[ \t]*\()")


def exposed(text: str) -> str:
    """The text with blanks in place of placeholders directly before a verb or the keyword of an attribute.

    `{{ x }}ALTER QMGR …` is a command if the placeholder is empty, and the lines inside a tag of several
    lines are commands if nothing renders the template.
    """
    if not has_placeholder(text):
        return text
    return "\n".join(_exposed(line) if has_placeholder(line) else line for line in text.split("\n"))


def without_leading(line: str) -> str:
    """A line without the placeholders at its beginning."""
    leading = LEADING.match(line)
    return line if leading is None else line[leading.end() :]


def _exposed(line: str) -> str:
    leading = LEADING.match(line)
    if leading is not None and catalogue.verb(leading["word"].upper()) is not None:
        line = " " * leading.end() + line[leading.end() :]
    return BEFORE_KEY.sub(lambda match: " " * len(match.group()), line)


def begins_command(text: str) -> bool:
    """Whether a line may begin a command, perhaps in the middle of its verb."""
    word = WORD.match(text)
    if word is None:
        return False
    return catalogue.verb(word[1].upper()) is not None or text.rstrip()[-1:] in ("+", "-")


def hidden_commands(script: Script) -> bool:
    """Whether a script has commands that a placeholder or a tag hides, so that they are not checked."""
    lines = script.lines
    tags = (line.text for line in lines if line.shape == TEMPLATE_SHAPE)
    if any(begins_command(text) or _states_command(text) for text in tags):
        return True
    return any(_is_unknown(command) for command in script.commands)


def _states_command(tag: str) -> bool:
    """Whether a text that a tag states begins a command."""
    return any(catalogue.verb(match[1].upper()) is not None for match in QUOTED.finditer(tag))


def _is_unknown(command: Command) -> bool:
    """Whether its verb, its object type or a keyword is not known because of a placeholder; one in place of
    all of a parameter does not count.
    """
    lines = command.script.lines[command.first : command.last + 1]
    if not any(has_placeholder(line.text) for line in lines):
        return False
    if not command.readable:
        return any(SPLIT.search(line.text) for line in lines)
    words = [word.keyword for _, word in command.words()]
    bare = [HIDING.sub("", word).strip() for word in words]
    if len(words) < 2 or bare == words:
        return False
    verb, type = bare[0].upper(), bare[1].upper()
    if not verb:
        return catalogue.object_type(type) is not None
    return catalogue.verb(verb) is not None and (
        (words[0], words[1]) != (bare[0], bare[1]) or any(map(_is_mixed, words[2:], bare[2:]))
    )


def _is_mixed(word: str, bare: str) -> bool:
    return bare not in ("", word)


# Files that are not read: whether their bytes name a command or a program of IBM MQ, in any usual encoding. A
# linear search, not a parser: what is found may be run, although it was not checked.

# they change a queue manager by what they are given, as does the REST API with runCommandJSON
UNCHECKED = (b"setmqaut", b"grtmqmaut", b"runcommandjson")  # also where MQSC is read
PROGRAMS = (b"runmqsc", b"//csqinp", *UNCHECKED)
ELSEWHERE = (b'[submodule "', b"://git-lfs.github.com/spec")  # of git: the contents are not there
_READING = ("DISPLAY", "PING")  # verbs that change nothing
# types whose commands need no name in parentheses; LOG and SYSTEM, too, but "set log" is said everywhere
_ALONE = ("AUTHREC", "QMGR", "SECURITY")

# the end of a line that the next one continues, with the comments between them
_CONTINUED = lazy_pattern(rb"[+-][ \t\r]*+\n(?>(?:[ \t]*+\*[^\n]*+\n)*)[ \t]*+")
_BLANK = rb"[\s\xa0\xc2]*+"
# a type, and its parenthesis: between words are any number of blanks, and some other signs
_TYPE = lazy_pattern(
    rb"(?![a-z0-9])(?>(?:%b[^a-z0-9\s\xa0\xc2]){0,60})%b([a-z]{2,12})((?>(?:%b[^a-z0-9(\s\xa0\xc2]){0,60})%b\()?"
    % ((_BLANK,) * 4)
)
# what a verb may follow: no letter, or an escape that ends with one
_BEFORE = lazy_pattern(rb"(?:\A|[^a-z]|[\\`%^][a-z]|\\c[a-z]|[\\`][ux][0-9a-f]{1,8}|[%=][0-9a-f]{2})\Z")
_ENCODED = lazy_pattern(rb"%([0-9a-f]{2})|&#x([0-9a-f]{1,6});|&#([0-9]{1,7});", re.IGNORECASE)
_AT_ONCE, _LONGEST = 1 << 22, 1 << 16  # bytes of a file, and of a command
_RUN = lazy_pattern(rb"([ \t\0@])[ \t\0@]+")  # of blanks; `@` is one in EBCDIC
_FROM_EBCDIC = bytes(range(256)).decode("cp037").encode("ascii", "replace")


def file_names_mq(path: str) -> bool:
    """Whether a file of any size names any. Raises OSError."""
    before = b""
    with open(path, "rb", opener=open_regular) as file:
        while data := file.read(_AT_ONCE):
            data = before + data
            if names_mq(data):
                return True
            before = _RUN.sub(rb"\1", data)[-_LONGEST:]
    return False


def names_mq(data: bytes) -> bool:
    """Whether the bytes name a program of IBM MQ or an MQSC command that changes something."""
    plain = data.replace(b"\0", b"")  # UTF-16 and UTF-32
    if _names_mq(plain) or (not plain.isascii() and _names_mq(plain.translate(_FROM_EBCDIC))):
        return True
    if b"\\" in plain and _names_mq(unescaped(plain.decode("latin-1")).encode("latin-1", "replace")):
        return True
    decoded = _ENCODED.sub(_character, plain)
    return decoded != plain and _names_mq(decoded)


def _character(match: re.Match[bytes]) -> bytes:
    digits = match[1] or match[2]
    code = int(digits, 16) if digits else int(match[3])
    return bytes((code,)) if code < 0x80 else b" "


def names_program(text: str) -> bool:
    """Whether a text of one line without placeholders names a program of IBM MQ."""
    data = text.lower().encode("utf-8", "replace")
    return any(word in data for word in PROGRAMS) and not ("\n" in text or has_placeholder(text))


def names_unchecked(data: bytes) -> bool:
    """Whether the bytes of a script or manifest, whose MQSC is read, name a program that is not."""
    text = data.lower()
    return any(word in text for word in UNCHECKED)


# comments, and files and names that run nothing
_REMARK = (  # a single CR ends a line of YAML
    r"^[ \t]*+#[^\r\n]*|(?<=[ \t])#[^#\r\n\"'`]*+(?=\r?$)|^//\*[^\n]*|runmqsc(?!\.exe\b)[._-]\w[\w.-]*+"
)
_ECHO = r"^[ \t@]*+echo[ .:][^|<>&()\n]*+$"
_BATCH = rf"^[ \t@]*+(?:rem(?:[ \t][^\n&|]*+)?|::[^\n&|]*+)$|{_REMARK}"
_INERT = lazy_pattern(f"{_REMARK}|{_ECHO}", re.IGNORECASE | re.MULTILINE)
_INERT_IN_BATCH = lazy_pattern(f"{_BATCH}|{_ECHO}", re.IGNORECASE | re.MULTILINE)
_REMARKS_OF_BATCH = lazy_pattern(_BATCH, re.IGNORECASE | re.MULTILINE)
# of scripts, whose comments and commands are among the followed ranges, except between the lines of a command
_NAMES_OF_FILES = lazy_pattern(r"^[ \t]*+#[^\n]*|runmqsc(?!\.exe\b)[._-]\w[\w.-]*+", re.MULTILINE)
_SILENCED = lazy_pattern(r"[12]?>>?[ \t]*(?:nul\b|&[12])")


def _inert_in(source: Source) -> re.Pattern[str]:
    """The pattern of what runs nothing in the language of a file."""
    shape = shape_of(os.path.basename(source.path)).shape
    if shape != BATCH:
        return _NAMES_OF_FILES if shape == SHELL else _INERT
    runs_output = any(map(_runs_output, source.text.lower().splitlines()))
    return _REMARKS_OF_BATCH if runs_output else _INERT_IN_BATCH


def _runs_output(line: str) -> bool:
    """Whether a line of a batch file may run, or write into a script, what others echo."""
    if line.lstrip().startswith(")") and "|" in line and "runmqsc" not in line:
        return True
    programs = any(word in line for word in ("call", "cmd", ".bat", "powershell"))
    return programs and not set("|<>").isdisjoint(_SILENCED.sub("", line))


def unread_part(
    source: Source, trees: Iterable[Script | IniFile | CcdtFile], followed: Iterable[tuple[int, int]]
) -> str:
    """The text of a file with blanks in place of its documents, some other ranges, and comments."""
    starts = source.lines.starts
    ranges = [*followed]
    for document in (tree.document for tree in trees):
        lines = document.map
        if lines is None:
            return ""
        for number, line in enumerate(document.text.split("\n"), 1):
            first, last = lines.position(number, 1), lines.position(number, len(line) + 1)
            ranges.append((starts[first[0] - 1] + first[1] - 1, starts[last[0] - 1] + last[1] - 1))
    pieces: list[str] = []
    at = 0
    for start, end in sorted(ranges):
        pieces += [source.text[at:start], " "]
        at = max(at, end)
    return _inert_in(source).sub("", "".join([*pieces, source.text[at:]]))


def _names_mq(data: bytes) -> bool:
    """Whether a text names any as it is, or after continued lines are joined."""
    text = data.lower()
    pieces: list[bytes] = []
    joints: set[int] = set()
    at = length = 0
    for match in _CONTINUED.finditer(text):
        pieces.append(text[at : match.start()])
        length += match.start() - at
        at = match.end()
        joints.add(length)
    return _names(text, frozenset()) or (bool(pieces) and _names(b"".join([*pieces, text[at:]]), joints))


def _names(text: bytes, joints: Collection[int]) -> bool:
    """Whether a text names any; `joints` is where lines were joined, which may end a word."""
    if any(word in text for word in (*PROGRAMS, *ELSEWHERE)):
        return True
    return any(_has_command(text, word, joints) for word in catalogue.verb_words() if _changes(word))


def _changes(word: str) -> bool:
    return catalogue.verb(word) not in _READING


def _has_command(text: bytes, word: str, joints: Collection[int]) -> bool:
    """Whether a text contains a verb with a type that it has, and a parenthesis after that."""
    sought = word.lower().encode()
    at = text.find(sought)
    while at >= 0:
        end = at + len(sought)
        if not text[at - 1 : at].isalpha() or at in joints or _BEFORE.search(text, max(at - 10, 0), at):
            following = _TYPE.match(text, end)
            if following is not None and _is_command(word, following):
                return True
        at = text.find(sought, end)
    return False


def _is_command(word: str, following: re.Match[bytes]) -> bool:
    verb, type = catalogue.verb(word), catalogue.object_type(following[1].decode().upper())
    if verb is None or type is None or catalogue.command(verb, type) is None:
        return False
    return following[2] is not None or type in _ALONE


# Tags that span several lines, and the branches that they steer.

CLOSERS = {"<%": "%>", "{%": "%}", "{#": "#}", "{{": "}}"}
# a tag that its line does not close, perhaps after others
OPENER = lazy_pattern(rf"[ \t]*+(?>(?:(?:{TAG})[ \t]*+)*)(?P<opener><%|\{{%|\{{#|\{{\{{)")
STEERING_TAG = lazy_pattern(
    rf"(?P<tag>{TAG}|{DIRECTIVE_TAG})|^[ \t]*#[ \t]*(?P<line>(?:else|end|for|if|elif)[a-z]*)\b", re.MULTILINE
)
# the sign and the first word of a tag; `<%=`, `<%#` and `{#` steer nothing
TAG_WORD = lazy_pattern(r"(?:<%(?!-?[=#])|\{%|%\{|\{\{|(</?#))[-+~]?\s*([#^/}]?)\s*(\w*)")
# comments, and tags that give a variable its value
SILENT_TAG = lazy_pattern(r"\{#|<%-?#|\{\{-?\s*(?:/\*|!|\$\w+\s*:?=)|\{%-?\s*set\b")
BLOCK = lazy_pattern(r"(?:\{|\bdo(?:\s*\|[^|]*\|)?)\s*-?%>\Z")  # of Puppet and Ruby
_OPENS = "block case define each for foreach if list range switch unless until while with"
OPENS = frozenset(_OPENS.split())
NEXT = frozenset(("elif", "else", "elseif", "elsif", "when"))


def hide_long_tags(lines: list[Line], shapes: bytes, hides_commands: bool = True) -> bytes:
    """Replace the lines of each tag that spans several of them by lines of a template; return the shapes.

    A tag that is not closed before another one begins, or that has text after it, is read as text; without
    `hides_commands` also one with lines that may be commands.
    """
    changed = bytearray(shapes)
    after = 0
    for number, shape in enumerate(shapes):
        if number < after or shape not in (HARD_SHAPE, HARD_CONTINUED_SHAPE):
            continue
        match = OPENER.match(lines[number].text)
        last = 0 if match is None else _last_line(lines, number, match.end(), match["opener"])
        if last and not hides_commands:
            last = 0 if any(begins_command(line.text) for line in lines[number + 1 : last]) else last
        if last:
            after = last + 1
            lines[number:after] = [new_line(line.text, TEMPLATE_SHAPE) for line in lines[number:after]]
            changed[number:after] = bytes((TEMPLATE_SHAPE,)) * (after - number)
    return bytes(changed)


def _last_line(lines: list[Line], first: int, column: int, opener: str) -> int:
    """The line that closes a tag which is open at the end of a line; 0 without one."""
    closer = CLOSERS[opener]
    if closer in lines[first].text[column:]:
        return 0
    for number in range(first + 1, len(lines)):
        inside, closing, rest = lines[number].text.partition(closer)
        if opener in inside:
            return 0
        if closing:
            return 0 if rest.strip() else number
    return 0


def branch_of(command: Command) -> str:
    """The branch of a template that contains a command: equal for those under the same condition, a path if
    the branch is in another one, "" outside of all.
    """
    script = command.script
    if script.branches is None:
        text = script.document.text
        script.branches = branches_in(text) if "{" in text or "<" in text or "#" in text else Branches()
    return script.branches.name(2 * command.first)


def branches_in(text: str) -> Branches:
    """The branches that the tags of a text steer; that of line n is `name(2 * n)`, after the tags before its
    text.
    """
    branches = Branches()
    opened: list[str] = []
    counts: Counter[str] = Counter()
    number = seen = end = 0
    is_leading = True
    for match in STEERING_TAG.finditer(text):
        start = match.start()
        lines = text.count("\n", seen, start)
        line_start = text.rfind("\n", seen, start) + 1 if lines or not seen else 0
        is_leading = (is_leading or lines > 0) and not text[max(line_start, end) : start].strip()
        number, seen, end = number + lines, start, match.end()
        effect, word = _effect(match)
        for mark in _marks(effect, word, opened, counts):
            branches.mark(2 * number + (not is_leading), mark)
    return branches


def states_text(line: Line) -> bool:
    """Whether a line consists of placeholders or tags of which one is replaced by text."""
    if line.shape == FOREIGN_SHAPE:
        return line.text.lstrip().startswith("#{")
    if line.shape != TEMPLATE_SHAPE:
        return False
    return gives_text(line.text)


def gives_text(text: str) -> bool:
    """Whether a tag or placeholder in a text that consists of them is replaced by text."""
    tags = [match for match in STEERING_TAG.finditer(text) if not SILENT_TAG.match(match.group())]
    return any(_effect(match) == ("", "") for match in tags)


def _marks(effect: str, word: str, opened: list[str], counts: Counter[str]) -> list[str]:
    """The marks that a tag sets; `opened` are the words of the open constructs, and `counts` how often each
    is one. An end closes what is open inside the construct that it names.
    """
    if effect == "if":
        opened.append(word)
        counts[word] += 1
    elif effect == "fi":
        if not opened or (word and not counts[word]):
            return []
        depth = len(opened) - 1
        while word and opened[depth] != word:
            depth -= 1
        closed = opened[depth:]
        counts.subtract(closed)
        del opened[depth:]
        return ["fi"] * len(closed)
    return [effect] if effect else []


def _effect(match: re.Match[str]) -> tuple[str, str]:
    """What a tag does (`if`, `else`, `fi`, or "" for nothing), and the word that it opens or ends."""
    tag = match["tag"] or ""
    parts = TAG_WORD.match(tag)
    if tag and parts is None:
        return "", ""
    kind, sign, word = parts.groups("") if parts is not None else ("", "", match["line"])
    is_block = tag.startswith("<%") and BLOCK.search(tag) is not None
    if kind == "</#" or sign == "/":
        return "fi", word if kind else ""
    if sign == "}":
        return ("else" if is_block else "fi"), ""
    if word in NEXT or (kind and word in ("case", "default")) or (sign and not word):
        return "else", ""
    if word.startswith("end"):
        return "fi", word[3:]
    return ("if", word) if sign or is_block or word in OPENS else ("", "")
