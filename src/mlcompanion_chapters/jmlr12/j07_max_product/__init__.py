"""Chapter J7, faster max-product messages: what its page and studies run, what judges it."""
