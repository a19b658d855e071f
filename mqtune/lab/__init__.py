"""Measures queue managers with load drivers. Knows no screens, no rules and no exit statuses of mqtune."""
