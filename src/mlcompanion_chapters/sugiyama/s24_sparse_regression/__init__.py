"""Chapter S24, Sparse regression: what its page runs, and what it is judged by."""
