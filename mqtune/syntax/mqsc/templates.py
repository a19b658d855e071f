"""Tags of templates beyond one line: those that span several lines, and the branches that they steer."""

from __future__ import annotations

import re
from collections import Counter

from mqtune.syntax.carriers.shell_branches import Branches
from mqtune.syntax.mqsc._pattern import TAG
from mqtune.syntax.mqsc.exposed import begins_command
from mqtune.syntax.mqsc.lines import DIRECTIVE_TAG
from mqtune.syntax.mqsc.shapes import HARD_CONTINUED_SHAPE, HARD_SHAPE, TEMPLATE_SHAPE
from mqtune.syntax.mqsc.tree import new_line
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.tree import Command, Line

CLOSERS = {"<%": "%>", "{%": "%}", "{#": "#}", "{{": "}}"}
# a tag that its line does not close, perhaps after others
OPENER = lazy_pattern(rf"[ \t]*+(?>(?:(?:{TAG})[ \t]*+)*)(?P<opener><%|\{{%|\{{#|\{{\{{)")
STEERING_TAG = lazy_pattern(
    rf"(?P<tag>{TAG}|{DIRECTIVE_TAG})|^[ \t]*#[ \t]*(?P<line>(?:else|end|for|if|elif)[a-z]*)\b", re.MULTILINE
)
# the sign and the first word of a tag; `<%=`, `<%#` and `{#` steer nothing
WORD = lazy_pattern(r"(?:<%(?!-?[=#])|\{%|%\{|\{\{|(</?#))[-+~]?\s*([#^/}]?)\s*(\w*)")
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
    parts = WORD.match(tag)
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
