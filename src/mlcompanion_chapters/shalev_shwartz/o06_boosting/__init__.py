"""Chapter O6, Boosting as dual ascent: what its page runs, and what it is judged by."""
