"""Chapter O7, Efficient projections and updates: what its page runs, and what it is judged by."""
