"""Chapter S26, Least-squares classification: what its page runs, and what it is judged by."""
