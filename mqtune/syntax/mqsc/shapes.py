"""Shapes of green lines: what a line is, and what grouping needs to know of its beginning, as one byte.

A shape is in upper case where the line is continued. It tells how the line begins: with a bare word alone
(c, indented i), with a word and its value (v), with a word and more (w, indented x).
"""

from __future__ import annotations

BLANK_SHAPE = ord(" ")
COMMENT_SHAPE = ord("*")
DIRECTIVE_SHAPE = ord("@")
TEMPLATE_SHAPE = ord("%")
FOREIGN_SHAPE = ord("#")
SEMICOLON_SHAPE = ord(";")
SIGN_SHAPE = ord("+")
END_SHAPE = ord("e")
HARD_SHAPE = ord("h")
HARD_CONTINUED_SHAPE = ord("H")
# last line of a command, continued line
WORD_SHAPES = (ord("c"), ord("C"))
INDENTED_WORD_SHAPES = (ord("i"), ord("I"))
VALUE_SHAPES = (ord("v"), ord("V"))
MORE_SHAPES = (ord("w"), ord("W"))
INDENTED_MORE_SHAPES = (ord("x"), ord("X"))

# kinds of green lines
BLANK = 0
COMMENT = 1
CODE = 2  # the last line of a command
CONTINUED = 3  # a line that ends in + or - after a blank, so that it can be read alone
HARD = 4  # a line that cannot be read alone: its whole command is folded and parsed by the grammar
TEMPLATE = 5  # nothing but tags of a template: what it stands for is not known
FOREIGN = 6  # begins with the comment sign of another language

KIND_OF = {
    BLANK_SHAPE: BLANK,
    COMMENT_SHAPE: COMMENT,
    DIRECTIVE_SHAPE: COMMENT,
    TEMPLATE_SHAPE: TEMPLATE,
    FOREIGN_SHAPE: FOREIGN,
    SEMICOLON_SHAPE: CODE,
    SIGN_SHAPE: CONTINUED,
    END_SHAPE: CODE,
    HARD_SHAPE: HARD,
    HARD_CONTINUED_SHAPE: HARD,
    **{
        shape: kind
        for pair in (WORD_SHAPES, INDENTED_WORD_SHAPES, VALUE_SHAPES, MORE_SHAPES, INDENTED_MORE_SHAPES)
        for shape, kind in zip(pair, (CODE, CONTINUED), strict=True)
    },
}

# shapes of lines that hold words
WORDED = bytes(
    (
        END_SHAPE,
        HARD_SHAPE,
        HARD_CONTINUED_SHAPE,
        *WORD_SHAPES,
        *INDENTED_WORD_SHAPES,
        *VALUE_SHAPES,
        *MORE_SHAPES,
        *INDENTED_MORE_SHAPES,
    )
)


class Codes(dict[int, "CodesOfShape"]):
    """A byte for each of the first 236 pairs of shape and outline of a run; for all others it is the shape.

    A dump has hardly more of them, so the bytes of a command say which words stand where in it.
    """

    __slots__ = ("free", "shapes")

    def __init__(self) -> None:
        super().__init__()
        self.shapes = bytearray(range(256))  # of each code
        self.free = [code for code in range(256) if code not in KIND_OF]

    def __missing__(self, shape: int) -> CodesOfShape:
        found = self[shape] = CodesOfShape(shape, self)
        return found


class CodesOfShape(dict[str, int]):
    """The codes of one shape by outline."""

    __slots__ = ("_codes", "_shape")

    def __init__(self, shape: int, codes: Codes) -> None:
        super().__init__()
        self._shape = shape
        self._codes = codes

    def __missing__(self, outline: str) -> int:
        codes = self._codes
        code = self._shape
        if outline and codes.free:
            code = codes.free.pop()
            codes.shapes[code] = self._shape
        self[outline] = code
        return code
