"""The History area: lists, compares, replays and exports results. It deletes nothing."""
