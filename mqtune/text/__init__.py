"""Text: source files, lines, spans, edits, safe writes. Knows nothing of MQ."""
