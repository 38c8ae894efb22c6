"""Chapter J17: what its page runs, and what it is judged by.

Gaussian processes tile by tile.
"""
