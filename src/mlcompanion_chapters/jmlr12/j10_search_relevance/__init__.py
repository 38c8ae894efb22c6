"""Chapter J10, Search that forgives a wrong word: what its page runs, and what it is judged by."""
