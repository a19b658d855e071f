"""What is plain in MQSC, made from the terminals of `grammars/mqsc.lark`.

Made by `python -m mqtune._build.patterns`: change the grammar, not this file.
"""
# ruff: noqa: E501

SEPARATOR = r"""[ \t,]"""
KEYWORD = r"""[!\#-\&\*\.-:<>-z\|-\~]"""
BARE = r"""(?:[!\#%\&\*\+\--:<-z\|-\~]++|\{\{(?!-? *(?:if|else|end|range|with|define|block|template|/\*))[^{}'()]*+\}\}|\$\{[^{}'()]*+\}|\$(?!\{))++"""
STRING = r"""'(?:[^'{]++|''|\{(?![{%])|\{\{[^{}']*+\}\})*+'"""
TAG = r"""\{\{([^{}]|\{[^{}]*\})*\}\}|\{%([^%{}]|%[^{}])*%\}"""
VARIABLE = r"""\$\{[^{}]*\}"""
