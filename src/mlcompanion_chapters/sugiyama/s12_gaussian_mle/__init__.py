"""Chapter S12: what its page runs, and what it is judged by.

Gaussian maximum likelihood and linear discriminants.
"""
