"""Chapter S14, Choosing a model: what its page runs, and what it is judged by."""
