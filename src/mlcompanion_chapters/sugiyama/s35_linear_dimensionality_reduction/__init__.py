"""Chapter S35: what its page runs, and what it is judged by.

Linear dimension reduction.
"""
