"""The frame around every area: status line, key line, and the notice for a terminal that is too small."""
