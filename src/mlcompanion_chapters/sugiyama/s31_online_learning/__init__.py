"""Chapter S31, Online learning: what its page runs, and what it is judged by."""
