"""The patterns of the terminals of `grammars/qmini.lark`.

Made by `python -m mqtune._build.terminals`: change the grammar, not this file.
"""

# fmt: off
# ruff: noqa: E501

BLANK = '[\x00- ]+'
COLON = ':'
COMMENT = '[#;][^\n\r]*'
DIRECTIVE = '(?:\\{\\{[^}]*(?:\\}(?!\\})[^}]*)*\\}\\}|\\{%[^%]*(?:%(?!\\})[^%]*)*%\\}|\\{#[^#]*(?:#(?!\\})[^#]*)*#\\})(?:(?:[\x00- ]+)?(?:\\{\\{[^}]*(?:\\}(?!\\})[^}]*)*\\}\\}|\\{%[^%]*(?:%(?!\\})[^%]*)*%\\}|\\{#[^#]*(?:#(?!\\})[^#]*)*#\\}))*(?=[\x00- ]*(?:[#;]|$))'
EQUALS = '='
NAME = '[^\x00- #;:=](?:[^#;:=]*[^\x00- #;:=])?'
REST = '[^\x00- #;](?:[^#;]*[^\x00- #;])?'
