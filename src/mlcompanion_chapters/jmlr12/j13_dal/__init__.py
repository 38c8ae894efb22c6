"""Chapter J13: what its page runs, and what it is judged by.

Dual augmented Lagrangian: few steps, each in the dual.
"""
