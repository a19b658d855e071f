"""The utilisation of each contended resource under the declared load."""
