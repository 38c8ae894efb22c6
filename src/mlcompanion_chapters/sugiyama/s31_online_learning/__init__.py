"""Chapter S31, Online learning: what its page and its study run, and what it is judged by."""
