"""Chapter S9, Estimates and their intervals: what its page runs, and what it is judged by."""
