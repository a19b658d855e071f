"""What stands among commands and belongs to none: words meant as a comment behind one, sides of a merge.

MQSC has no comments behind a command, so the words are parameters to it. Knows no commands.
"""

from __future__ import annotations

from mqtune.text.patterns import later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.tree import Line

# what may begin a remark; `#{NAME}` and `#NAME#` are variables of templates
SIGN = later(r"#(?!\{)(?!\w+#)|//|--(?=[ \t]*[^ \t])|/\*|\*(?=[ \t]*[^ \t*+\-])")
TOKEN = later(r"'(?:[^']|'')*+'?|[()]|[ \t,]+|[^ \t,()']+")


def remark_start(text: str) -> int:
    """The column where a remark begins behind a part of a command; -1 where there is none.

    The beginning of the text is outside strings and parentheses.
    """
    if "#" not in text and "*" not in text and "--" not in text and "//" not in text:
        return -1
    depth = 0
    before = ""  # what stands before a token: nothing yet, code, or a blank behind code
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
    """Whether a command was ended before; what runmqsc makes of a remark there is not known."""
    return text[:at].rstrip(" \t,").endswith(";")


def sides_of_merge(lines: list[Line], first: int) -> dict[int, int]:
    """The lines behind which a merge that begins at a line (`<<<<<<<`) has its other sides, and for each the
    line to go on with, so that one side is read; nothing where the merge has no end.
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
