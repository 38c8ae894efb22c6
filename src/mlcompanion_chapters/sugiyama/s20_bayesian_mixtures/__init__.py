"""Chapter S20, Bayesian mixtures: what its page and its study run, and what it is judged by."""
