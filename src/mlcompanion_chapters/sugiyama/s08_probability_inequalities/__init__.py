"""Chapter S8, Probability inequalities: what its page runs, and what it is judged by."""
