"""Chapter L5: what its page runs, and what it is judged by.

Optimal regularized dual averaging: one stochastic method for convex and strongly convex losses.
"""
