"""The canonical layout of MQSC: commands as items, their lines, and the edits of a script."""
