"""Chapter S27, Support vector classification: what its page runs, and what it is judged by."""
