"""The sections of a new `mqtune.toml`: settings and what can be set, as comments."""

from __future__ import annotations

HEAD = """\
#:schema {schema}
# Settings of mqtune for this folder and all below it. Every key is optional.
# What is not declared is unknown: no rule guesses a value.

{version}
{platform}
# lab, default, production or regulated: how strict the rules are
profile = "default"
# files and folders to exclude, besides those in .gitignore
# exclude = ["archive/**"]
# clients that read the CCDT files: the Java client rejects a whole file for one unknown key
# ccdt-clients = ["java", "c"]

[lint]
# select = ["ALL"]
# ignore = ["SEC"]
"""

ENVIRONMENTS = """
# A queue manager is identified by environment and name: nothing is compared across environments. The names
# are guesses: those of folders, or parts of the names of files.
"""

ENVIRONMENT = """
[[environment]]
name = {name}
files = [{files}]
"""

FIRST = """\
# If the files are the whole queue manager, declare it: then rules also report what is missing, such as a
# queue that is named but not defined. A dump of all objects counts as complete without it.
# complete = true
# role = "test"             # test or production
# cores = 24
# memory = "96 GiB"
# queue-disk = "200 GB"     # the file system with the queue files
# environment = { MQ_CHANNEL_SUPPRESS_MSGS = "9001,9002,9202" }
"""
NEXT = """\
# complete = true
# role = "test"
"""

LOAD = """
# The expected load, for rules and models that need it (below its queue manager):
#
# [[queue-manager.topic]]
# topic = "prices/#"
# publish-rate = 120000       # publications per second, all publishers together
# subscribers = 60            # largest number of subscriptions that one publication matches
# message-size = "2 KiB"
# persistent = false
# ordered = true
#
# [[queue-manager.queue]]
# queue = "ORDERS"
# put-rate = 2000
# message-size = "2 KiB"
# persistent = true
#
# [[queue-manager.cluster]]
# cluster = "RETAIL"
# channel-pairs = 1000        # channels that may fail and restart together

# An accepted finding:
#
# [[exception]]
# rule = "SEC012"
# object = "CHANNEL(DEV.*)"
# reason = "lab only"
# owner = "messaging team"
# until = 2027-03-31          # last day; after it the finding is reported again

# A rule of your own: a DISPLAY that must find nothing, or a pattern for names:
#
# [[policy]]
# code = "BANK001"            # letters and three digits
# name = "queue-without-backout"
# display = "DISPLAY QLOCAL(APP.*) WHERE(BOQNAME EQ ' ')"
# message = "{name} has no backout queue"
# severity = "warning"        # error, warning, info
# owner = "messaging team"
#
# [[policy]]
# code = "BANK002"
# name = "queue-name"
# object = "QLOCAL"
# pattern = '[A-Z]{3}\\.(IN|OUT|BO)\\.[A-Z0-9.]+'
# message = "{name} does not follow the naming standard"
"""
