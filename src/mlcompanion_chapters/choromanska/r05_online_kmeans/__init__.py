"""Chapter R5, Online k-means with expert advice: what its page runs, and what it is judged by."""
