"""Chapter J35, Choosing which labels to buy: what its page runs, and what it is judged by."""
