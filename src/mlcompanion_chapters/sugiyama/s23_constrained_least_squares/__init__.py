"""Chapter S23, Constrained least squares: what its page runs, and what it is judged by."""
