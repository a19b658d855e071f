"""The card of one name: all that the files, models, authorities and experiments show about it."""
