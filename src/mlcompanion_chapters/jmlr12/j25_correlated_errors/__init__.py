"""Chapter J25: what its page runs, and what it is judged by.

Kernel regression with correlated errors.
"""
