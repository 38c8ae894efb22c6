"""Chapter S15, Gaussian mixtures: what its page and its study run, and what it is judged by."""
