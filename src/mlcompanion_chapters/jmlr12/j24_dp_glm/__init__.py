"""Chapter J24, mixtures of local regressions: what its page and studies run, what judges it."""
