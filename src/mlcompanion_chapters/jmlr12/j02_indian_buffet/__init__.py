"""Chapter J2, The Indian buffet process: what its page runs, and what it is judged by."""
