"""Chapter L9: what its page runs, and what it is judged by.

Sparse latent semantic analysis (Chen 2013, chapter 9).
"""
