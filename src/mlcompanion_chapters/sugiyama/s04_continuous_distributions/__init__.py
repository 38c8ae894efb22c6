"""Chapter S4, Continuous distributions: what its page runs, and what it is judged by."""
