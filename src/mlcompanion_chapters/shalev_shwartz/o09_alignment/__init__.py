"""Chapter O9: aligning speech and music (Shalev-Shwartz 2007, ch. 9)."""
