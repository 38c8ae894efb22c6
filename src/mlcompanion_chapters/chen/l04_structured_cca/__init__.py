"""Chapter L4: what its page runs, and what it is judged by.

Sparse canonical correlation with groups, and the excessive-gap method.
"""
