"""The History area: all results, compared, replayed and exported. Deletes nothing."""
