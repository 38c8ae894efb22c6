"""Chapter S18, the marginal likelihood: what its page runs, and what it is judged by."""
