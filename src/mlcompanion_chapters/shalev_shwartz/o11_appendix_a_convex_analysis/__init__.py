"""Chapter O11, Convex analysis, seen: what its page runs, and what it is judged by."""
