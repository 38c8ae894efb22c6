"""Chapter L2: what its page runs, and what it is judged by.

Structured sparsity: penalties and their solvers.
"""
