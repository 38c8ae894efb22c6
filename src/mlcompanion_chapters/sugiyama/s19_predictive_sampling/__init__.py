"""Chapter S19, sampling a predictive density: what its page and study run, what judges it."""
