"""What makes the committed generated modules and the packages. Not shipped."""
