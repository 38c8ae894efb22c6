"""Chapter J21: what its page runs, and what it is judged by."""
