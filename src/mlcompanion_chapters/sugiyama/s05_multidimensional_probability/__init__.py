"""Chapter S5, Several random variables: what its page runs, and what it is judged by."""
