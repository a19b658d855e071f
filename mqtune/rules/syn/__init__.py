"""Rules on files that are not what their form promises."""
