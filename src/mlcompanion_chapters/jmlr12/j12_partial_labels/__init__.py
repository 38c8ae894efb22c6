"""Chapter J12, Learning from partial labels: what its page runs, and what it is judged by."""
