"""Chapter S28, Probabilistic classification: what its page runs, and what it is judged by."""
