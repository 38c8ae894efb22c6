"""Chapter J36: what its page runs, and what it is judged by.

Multiclass support vector machines.
"""
