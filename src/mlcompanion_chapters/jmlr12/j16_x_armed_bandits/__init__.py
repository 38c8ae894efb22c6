"""Chapter J16, Bandits with a continuum of arms: what its page runs, and what it is judged by."""
