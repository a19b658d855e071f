"""What an editor asks for about a document: each feature in its own module, registered in `table.py`."""
