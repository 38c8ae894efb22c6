"""Chapter R4, Online multiclass partition trees: what its page runs, and what it is judged by."""
