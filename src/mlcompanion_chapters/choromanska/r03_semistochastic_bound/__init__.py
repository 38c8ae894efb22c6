"""Chapter R3, The semi-stochastic bound: what its page runs, and what it is judged by."""
