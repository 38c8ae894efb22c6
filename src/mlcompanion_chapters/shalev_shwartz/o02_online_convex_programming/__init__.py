"""Chapter O2, Online convex programming: what its page runs, and what it is judged by."""
