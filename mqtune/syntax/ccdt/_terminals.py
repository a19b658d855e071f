"""The patterns of the terminals of `grammars/ccdt.lark`.

Made by `python -m mqtune._build.terminals`: change the grammar, not this file.
"""

# fmt: off
# ruff: noqa: E501

AFTER = '[^\x01- ][\x00-\U0010ffff]*'
BARE = '[^\x00- ",:\\]}\\/\\\\\\[{;=#\'](?:[^\x00-\x1f",:\\]}\\/\\\\\\[{;=#]*[^\x00- ",:\\]}\\/\\\\\\[{;=#])?'
BLANK = '[\x01- ]+'
COLON = ':'
COMMA = ','
LBRACE = '\\{'
LSQB = '\\['
PLACEHOLDER = '(?:[^\x00- ",:\\]}\\/\\\\\\[{;=#\'$][^\x00-\x1f",:\\]}\\/\\\\\\[{;=#$]*)?(?:\\$\\{[^{}\n\r]{0,300}\\}|\\{\\{-?[ \t]*[.$A-Za-z_\\/"][^{}:\n\r]{0,300}(?::=[^{}:\n\r]{0,300})?\\}\\}|\\{%[^%\n\r]{0,300}%\\})[^\x00-\x1f",:\\]}\\/\\\\\\[{;=#]*'
RBRACE = '\\}'
RSQB = '\\]'
SEMICOLON = ';'
STRING = '(?:"(?:[^"\\\\\x00\n\r]++|\\\\(?:["\'\\\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+"|\'(?:[^\'\\\\\x00\n\r]++|\\\\(?:["\'\\\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+\')'
