"""Chapter S21, Models for supervised learning: what its page runs, and what it is judged by."""
