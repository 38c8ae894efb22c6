"""Chapter S33: what its page runs, and what it is judged by.

Unlabelled data and shifted distributions.
"""
