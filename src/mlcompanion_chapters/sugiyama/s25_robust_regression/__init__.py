"""Chapter S25, Robust regression: what its page runs, and what it is judged by."""
