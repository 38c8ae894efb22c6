"""Chapter O3, Low regret by duality: what its page runs, and what it is judged by."""
