"""Chapter S37: what its page runs, and what it is judged by.

Clustering.
"""
