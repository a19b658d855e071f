"""Shapes of green lines: the kind of a line, and the facts about its beginning that grouping needs, as one
byte.

A shape is in upper case if the line is continued. It shows how the line begins: with only a word without a
value (c, indented i), with a word and its value (v), with a word and more (w, indented x).
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
IRREGULAR = 4  # a line that cannot be read alone: its whole command is folded and parsed by the grammar
TEMPLATE = 5  # only template tags, whose replacement is unknown
FOREIGN = 6  # begins with a comment marker of another language

KIND_OF = {
    BLANK_SHAPE: BLANK,
    COMMENT_SHAPE: COMMENT,
    DIRECTIVE_SHAPE: COMMENT,
    TEMPLATE_SHAPE: TEMPLATE,
    FOREIGN_SHAPE: FOREIGN,
    SEMICOLON_SHAPE: CODE,
    SIGN_SHAPE: CONTINUED,
    END_SHAPE: CODE,
    HARD_SHAPE: IRREGULAR,
    HARD_CONTINUED_SHAPE: IRREGULAR,
    **{
        shape: kind
        for pair in (WORD_SHAPES, INDENTED_WORD_SHAPES, VALUE_SHAPES, MORE_SHAPES, INDENTED_MORE_SHAPES)
        for shape, kind in zip(pair, (CODE, CONTINUED), strict=True)
    },
}
