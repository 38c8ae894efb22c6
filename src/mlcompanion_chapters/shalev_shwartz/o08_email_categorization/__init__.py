"""Chapter O8, Sorting email online: what its page runs, and what it is judged by."""
