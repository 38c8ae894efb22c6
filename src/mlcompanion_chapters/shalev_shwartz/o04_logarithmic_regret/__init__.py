"""Chapter O4, Logarithmic regret: what its page runs, and what it is judged by."""
