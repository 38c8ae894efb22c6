"""Chapter R2, Quadratic bounds on the partition function: what its page runs, and what it is judged by."""
