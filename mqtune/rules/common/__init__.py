"""Functions shared by the rules of several families: fixes, positions and names."""
