"""Chapter S34, Multitask learning: what its page runs, and what it is judged by."""
