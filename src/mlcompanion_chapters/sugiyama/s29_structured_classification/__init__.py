"""Chapter S29, structured classification: what its page and study run, what judges it."""
