"""Chapter S10, Hypothesis tests: what its page runs, and what it is judged by."""
