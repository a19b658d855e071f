"""Text: source files, lines, spans, edits, safe writes. Independent of MQ."""
