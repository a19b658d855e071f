"""What the rules of several families share: fixes, positions and names."""
