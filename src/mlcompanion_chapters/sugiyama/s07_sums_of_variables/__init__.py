"""Chapter S7, Sums of independent variables: what its page runs, and what it is judged by."""
