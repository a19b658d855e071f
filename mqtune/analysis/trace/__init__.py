"""Follows one message hop by hop, and what happens to one that cannot be delivered."""
