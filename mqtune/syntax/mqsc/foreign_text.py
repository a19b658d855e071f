"""Text between commands that belongs to none of them: remarks after a command, sides of a merge conflict.

MQSC has no comments after a command, so the words are read as parameters.
"""

from __future__ import annotations

from mqtune.syntax.mqsc._pattern import TAG
from mqtune.syntax.mqsc.tree import Line
from mqtune.text.patterns import lazy_pattern

# what may begin a remark; `#{NAME}` and `#NAME#` are template variables
SIGN = lazy_pattern(r"#(?!\{)(?!\w+#)|//|--(?=[ \t]*[^ \t])|/\*|\*(?=[ \t]*[^ \t*+\-])")
TOKEN = lazy_pattern(rf"{TAG}|'(?>(?:[^']|'')*)'?|[()]|[ \t,]+|[^ \t,()']+")


def remark_start(text: str) -> int:
    """The column where a remark begins after part of a command; -1 if there is none.

    The beginning of the text is outside strings and parentheses.
    """
    if "#" not in text and "*" not in text and "--" not in text and "//" not in text:
        return -1
    depth = 0
    before = ""  # what precedes a token: nothing yet, code, or a blank after code
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "(":
            depth += 1
        elif token == ")":
            depth -= 1
        elif token[0] in " \t,":
            before = before and " "
            continue
        elif depth <= 0 and before == " " and SIGN.match(text, match.start()):
            return -1 if _behind_semicolon(text, match.start()) else match.start()
        before = "code"
    return -1


def _behind_semicolon(text: str, at: int) -> bool:
    """Whether a command ended before it; it is unknown how runmqsc treats a remark there."""
    return text[:at].rstrip(" \t,").endswith(";")


def sides_of_merge(lines: list[Line], first: int) -> dict[int, int]:
    """The lines after which a merge conflict that begins at a line (`<<<<<<<`) has its other sides, and for
    each the line at which reading continues, so that only one side is read; empty if the conflict is not
    closed.
    """
    seams: list[int] = []
    for number in range(first + 1, len(lines)):
        sign = lines[number].text[:7]
        if sign == "<<<<<<<":
            return {}
        if sign in ("|||||||", "======="):
            seams.append(number)
        elif sign == ">>>>>>>":
            return dict.fromkeys([*seams, number], number + 1)
    return {}
