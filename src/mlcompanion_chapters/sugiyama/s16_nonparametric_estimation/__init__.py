"""Chapter S16, Densities without a model: what its page runs, and what it is judged by."""
