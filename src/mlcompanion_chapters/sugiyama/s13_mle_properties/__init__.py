"""Chapter S13, Why trust maximum likelihood?: what its page runs, and what it is judged by."""
