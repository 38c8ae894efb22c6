"""Chapter O12, From online to batch: what its page runs, and what it is judged by."""
