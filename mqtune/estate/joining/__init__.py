"""How queue managers join clusters: their channels to full repositories, and the other ends of these."""
