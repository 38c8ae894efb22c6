"""Chapter J32: what its page runs, and what it is judged by.

Sequence prediction, realisable or not.
"""
