"""Chapter S6: what its page runs, and what it is judged by.

Distributions of vectors and matrices.
"""
