"""Chapter S3, Discrete distributions: what its page runs, and what it is judged by."""
