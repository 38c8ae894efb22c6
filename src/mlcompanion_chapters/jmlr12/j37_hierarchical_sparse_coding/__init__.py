"""Chapter J37, Sparse codes that grow on a tree: what its page runs, and what it is judged by."""
