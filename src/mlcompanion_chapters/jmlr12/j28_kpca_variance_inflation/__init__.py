"""Chapter J28: what its page runs, and what it is judged by.

Variance inflation in kernel PCA: why new points shrink, and three ways to undo it.
"""
