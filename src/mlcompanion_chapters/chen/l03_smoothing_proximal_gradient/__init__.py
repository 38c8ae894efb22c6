"""Chapter L3: what its page runs, and what it is judged by.

Smoothing proximal gradient for structured sparsity.
"""
