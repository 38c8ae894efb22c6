"""Chapter R2, Bounds on the partition function: what its page runs, and what it is judged by."""
