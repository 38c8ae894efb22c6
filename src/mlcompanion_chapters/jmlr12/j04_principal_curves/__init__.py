"""Chapter J4: what its page runs, and what it is judged by.

Principal curves as ridges of a density.
"""
